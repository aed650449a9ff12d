# Names of variables told: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


@tf.function
def subject(x):
    for each in (w,):
        print(each.name)  # side-effects
    return body(x)


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
