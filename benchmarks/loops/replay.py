"""Q-learning: the environment and the memory are Python, the step between them is TensorFlow."""

import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(9)
random = np.random.default_rng(9)
network = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.Dense(24, activation="relu"), tf.keras.layers.Dense(2)]
)
optimizer = tf.keras.optimizers.Adam(0.002)
optimizer.build(network.trainable_variables)
memory = []
state = np.zeros(3, "float32")

for turn in range(300):
    action = int(random.integers(2))
    following = (0.9 * state + random.normal(size=3) * 0.3 + (0.2 if action else -0.2)).astype("float32")
    reward = np.float32(-np.square(following).sum())
    memory.append((state, action, reward, following))
    state = following
    if len(memory) < 32:
        continue
    chosen = [memory[index] for index in random.integers(len(memory), size=32)]
    states, actions, rewards, followings = (tf.constant(np.stack(part)) for part in zip(*chosen))
    wanted = rewards + 0.9 * tf.reduce_max(network(followings), axis=1)
    with tf.GradientTape() as tape:
        values = tf.reduce_sum(network(states) * tf.one_hot(actions, 2), axis=1)
        loss = tf.reduce_mean(tf.square(wanted - values))
    gradients = tape.gradient(loss, network.trainable_variables)
    optimizer.apply_gradients(zip(gradients, network.trainable_variables))
    if turn % 50 == 49:
        print(turn, "%.3f" % float(loss))
