import tensorflow as tf


def subject(x, v, n):  # refused: changes-result-type
    kept = tf.TensorArray(tf.float32, size=3)
    for i in range(3):
        kept = kept.write(i, v[i] * tf.tanh(x) + tf.sin(x))
    return kept


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).stack().numpy())
