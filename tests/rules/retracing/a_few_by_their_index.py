# silent: two alternatives, by their index
import tensorflow as tf

scales = [1.0, 10.0]


@tf.function
def f(x, number):
    return x * number


for index in range(len(scales)):
    number = 10.0 / scales[index]
    for _ in range(3):
        f(tf.ones(3), number)
