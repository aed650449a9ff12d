import tensorflow as tf
import dataclasses
@dataclasses.dataclass
class A:
    b: float = 1.0
c = A()

def subject(x):
    y = tf.sin(x) * dataclasses.asdict(c)['b']
    return tf.reduce_sum(tf.exp(-y) + tf.math.log1p(y * y) + tf.cos(y) * tf.tanh(y))


for i in range(5):
    print(subject(tf.ones((4, 4)) * i).numpy())
    c.b = float(i)  # refused: late-binding

