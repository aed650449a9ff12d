import tensorflow as tf
import operator, types
cfg = types.SimpleNamespace(a=types.SimpleNamespace(b=1.0))
get = operator.attrgetter('a.b')

def subject(x):
    y = tf.sin(x) * get(cfg)
    return tf.reduce_sum(tf.exp(-y) + tf.math.log1p(y * y) + tf.cos(y) * tf.tanh(y))


for i in range(5):
    print(subject(tf.ones((4, 4)) * i).numpy())
    cfg.a.b = float(i)  # refused: late-binding

