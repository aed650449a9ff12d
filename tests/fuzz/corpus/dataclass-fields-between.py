import tensorflow as tf
import dataclasses


@dataclasses.dataclass
class C:
    a: float = 1.0
    b: float = 2.0


c = C()


def subject(x, v, n):
    for f in dataclasses.fields(c):
        x = x * getattr(c, f.name)
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    c.b = float(k)  # refused: late-binding
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
