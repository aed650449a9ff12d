# A graph that reads another item than the one that comes between: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


held = {'a': 1.0, 'b': 2.0}


@tf.function
def subject(x):
    return body(x) * held['a']


for k in range(3):
    print(float(subject(tf.ones((2, 2)))))
    held['b'] = float(k)
