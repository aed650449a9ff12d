import tensorflow as tf


def subject(x):
    text = f"{[x, tf.sin(x)]}"  # refused: uncovered
    return x * float(len(text))


for i in range(3):
    print(subject(tf.constant([1.0, 2.0]) + i).numpy())
