import tensorflow as tf
class C:
    def __del__(self):
        print('gone')

def subject(x):
    c = C()  # refused: side-effects
    del c
    y = tf.sin(x)
    return tf.reduce_sum(tf.exp(-y) + tf.math.log1p(y * y) + tf.cos(y) * tf.tanh(y))


for i in range(5):
    print(subject(tf.ones((4, 4)) * i).numpy())

