import tensorflow as tf
class C:
    n = 0
    def __index__(self):
        return self.n
c = C()
d = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]

def subject(x):
    y = tf.sin(x) * d[c]
    return tf.reduce_sum(tf.exp(-y) + tf.math.log1p(y * y) + tf.cos(y) * tf.tanh(y))


for i in range(5):
    print(subject(tf.ones((4, 4)) * i).numpy())
    c.n += 1  # refused: late-binding

