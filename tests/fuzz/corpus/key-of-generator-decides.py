import tensorflow as tf

generator = tf.random.Generator.from_seed(7)


def subject(x):
    if generator.key:  # refused: uncovered
        return x * 2
    return x


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i))
