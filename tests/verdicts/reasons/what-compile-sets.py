# What compile sets: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
model.build((None, 2))
model.compile('sgd', 'mse')


def subject(x):
    return body(model(x)) * model.optimizer.learning_rate


for _ in range(3):
    print(float(subject(tf.ones((2, 2)))))
    model.compile('adam', 'mse')  # late-binding
