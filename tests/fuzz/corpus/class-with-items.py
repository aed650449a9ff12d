import tensorflow as tf
class C:
    v = 1.0
    def __class_getitem__(cls, k):
        return cls.v


def subject(x):
    y = tf.sin(x) * C['a']
    return tf.reduce_sum(tf.exp(-y) + tf.math.log1p(y * y) + tf.cos(y) * tf.tanh(y))


for i in range(5):
    print(subject(tf.ones((4, 4)) * i).numpy())
    C.v = float(i)  # refused: late-binding

