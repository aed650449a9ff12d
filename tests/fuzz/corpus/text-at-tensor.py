import tensorflow as tf


def subject(x, n):
    letter = "abc"[n]  # refused: uncovered
    return x * (2.0 if letter == "b" else 3.0)


for i in range(3):
    print(subject(tf.constant([1.0, 2.0]), tf.constant(i)).numpy())
