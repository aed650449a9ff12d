# silent: the numbers change where the plain function is called, not the graph
import tensorflow as tf


def f(x, step):
    return x * step


for step in range(5):
    f(tf.ones(3), step)
graph = tf.function(f)
for _ in range(3):
    graph(tf.ones(3), 2)
