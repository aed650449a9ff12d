import tensorflow as tf

weights = tf.Variable(tf.reshape(tf.cos(tf.range(400.0)), (50, 8)))
biases = tf.Variable(tf.zeros(50))


def subject(x, labels):
    loss = tf.nn.nce_loss(weights, biases, labels, tf.tanh(x) + tf.sin(x) * tf.cos(x), 5, 50)
    return tf.reduce_sum(loss)


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    tf.random.set_seed(5)  # refused: late-binding
    print(subject(tf.fill((2, 8), value), tf.constant([[1], [2]], tf.int64)).numpy())
