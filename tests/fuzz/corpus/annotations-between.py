import tensorflow as tf
def g(a):
    pass


g.__annotations__['a'] = 1.0

def subject(x):
    y = tf.sin(x) * g.__annotations__['a']
    return tf.reduce_sum(tf.exp(-y) + tf.math.log1p(y * y) + tf.cos(y) * tf.tanh(y))


for i in range(5):
    print(subject(tf.ones((4, 4)) * i).numpy())
    g.__annotations__['a'] = float(i)  # refused: late-binding

