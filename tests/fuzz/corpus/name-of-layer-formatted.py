import tensorflow as tf

layers = [tf.keras.layers.Dense(3, kernel_initializer="ones", name=f"layer {i}") for i in range(2)]  # refused: invalid-name-argument


def subject(x):
    y = tf.nn.relu(x) + tf.sin(x)
    return layers[1](layers[0](y))


for k in range(5):
    print(float(tf.reduce_sum(subject(tf.ones((2, 3)) * float(k)))))
