import tensorflow as tf

weight = tf.Variable(tf.ones(3))
optimizer = tf.keras.optimizers.SGD(0.1, name="my optimizer")  # refused: invalid-name-argument


def subject(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.nn.relu(x) * weight)
    optimizer.apply_gradients([(tape.gradient(loss, weight), weight)])
    return loss


for k in range(5):
    print(float(subject(tf.ones(3) * float(k))), weight.numpy())
