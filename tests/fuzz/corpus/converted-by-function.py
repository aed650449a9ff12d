import tensorflow as tf
class C:  # refused: uncovered
    n = 0.0
c = C()
tf.register_tensor_conversion_function(C, lambda v, dtype=None, name=None, as_ref=False: tf.constant(v.n))

def subject(x):
    y = tf.sin(x) * tf.convert_to_tensor(c)
    return tf.reduce_sum(tf.exp(-y) + tf.math.log1p(y * y) + tf.cos(y) * tf.tanh(y))


for i in range(5):
    print(subject(tf.ones((4, 4)) * i).numpy())
    c.n += 1

