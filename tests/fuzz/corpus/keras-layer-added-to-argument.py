import tensorflow as tf


def subject(model, x):
    y = model(x)
    z = tf.nn.relu(y) + tf.sin(y)
    return tf.reduce_sum(z * z)


net = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(3, kernel_initializer="ones")])
for k in range(6):
    if k == 3:
        net.add(tf.keras.layers.Rescaling(2.0))  # refused: late-binding
    print(k, float(subject(net, tf.ones((2, 3)))))
