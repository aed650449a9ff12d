# AutoGraph makes a tensor of `int(tensor)`: `tf.constant` refuses a list that holds one, `convert_to_tensor` does not.
import tensorflow as tf


def breaks(x):
    y = tf.nn.relu(x) * 0.5 + tf.tanh(x)
    numbers = [1, 2]
    numbers.append(int(tf.argmax(y)))
    return tf.reduce_sum(y) + tf.cast(tf.reduce_sum(tf.constant([numbers])), tf.float32)


def works(x):
    y = tf.nn.relu(x) * 0.5 + tf.tanh(x)
    numbers = [1, 2]
    numbers.append(int(tf.argmax(y)))
    return tf.reduce_sum(y) + tf.cast(tf.reduce_sum(tf.convert_to_tensor([numbers])), tf.float32)


for step in range(4):
    x = tf.constant([1.0, -2.0, 0.1 * step])
    print(breaks(x).numpy(), works(x).numpy())
