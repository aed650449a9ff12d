import tensorflow as tf
vs = [tf.Variable(tf.ones((4, 4)), name=n) for n in 'ab']

def subject(x):
    y = tf.sin(x) * (1.0 if x.name.startswith('a') else 2.0)  # refused: uncovered
    return tf.reduce_sum(tf.exp(-y) + tf.math.log1p(y * y) + tf.cos(y) * tf.tanh(y))


for i in range(5):
    print(subject(vs[i % 2]).numpy())

