import tensorflow as tf
import argparse
p = argparse.ArgumentParser()
p.add_argument('--b', default=1.0)
class N:
    b = 1.0
c = N()
c.b = 1.0
d = vars(c)

def subject(x):
    y = tf.sin(x) * d['b']  # refused: uncovered
    return tf.reduce_sum(tf.exp(-y) + tf.math.log1p(y * y) + tf.cos(y) * tf.tanh(y))


for i in range(5):
    print(subject(tf.ones((4, 4)) * i).numpy())
    c.b = float(i)

