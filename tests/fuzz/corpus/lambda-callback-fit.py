import tensorflow as tf
import numpy as np
state = {'n': 1.0}
cb = tf.keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: state.update(n=state['n'] + 1.0))  # refused: late-binding
net = tf.keras.Sequential([tf.keras.layers.Dense(1)])
net.compile(loss='mse', optimizer='sgd')


def subject(x, v, n):
    x = x * state['n']
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    net.fit(np.ones((2, 1)), np.ones((2, 1)), verbose=0, callbacks=[cb])
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
