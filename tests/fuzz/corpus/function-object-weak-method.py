import tensorflow as tf
import weakref


def subject(x, v, n):
    x = x + 1.0
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


class C:
    step = staticmethod(subject)
    other = lambda self, x: x


C.other = subject
c = C()
for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(c.step(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
    print(weakref.WeakMethod(c.other)() is None)  # refused: uncovered
