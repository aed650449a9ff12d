import tensorflow as tf


def subject(x):
    text = str(tf.sin(x).ref()).split("shape")[0]  # refused: uncovered
    return x * float(len(text))


for i in range(3):
    print(subject(tf.constant([1.0, 2.0]) + i).numpy())
