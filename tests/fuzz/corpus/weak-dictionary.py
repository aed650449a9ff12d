import tensorflow as tf
import weakref
class C:
    pass
ks = [C()]
d = weakref.WeakValueDictionary(a=ks[0])

def subject(x):  # refused: late-binding
    y = tf.sin(x) * float(len(d))
    return tf.reduce_sum(tf.exp(-y) + tf.math.log1p(y * y) + tf.cos(y) * tf.tanh(y))


for i in range(5):
    print(subject(tf.ones((4, 4)) * i).numpy())
    ks.clear()

