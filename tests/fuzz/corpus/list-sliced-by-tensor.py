import tensorflow as tf

names = ["a", "b", "c"]


def subject(x, n):
    rest = names[n:]  # refused: eager-only-call
    return x * float(len(rest))


for i in range(3):
    print(subject(tf.constant([1.0, 2.0]), tf.constant(i)).numpy())
