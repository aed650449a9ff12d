"""REINFORCE on a small pole-balancing task written in NumPy; episodes have a fixed length."""

from __future__ import annotations

import argparse

import numpy as np
import tensorflow as tf

HORIZON = 40
STATES = 4
ACTIONS = 2
DISCOUNT = 0.97


class Pole:
    """A pole on a cart, linearised; leaving the track or falling costs reward, the episode goes on."""

    def __init__(self, seed):  # expect: none - a constructor, receives an integer
        self.random = np.random.RandomState(seed)
        self.state = np.zeros(STATES, dtype=np.float32)
        self.pushes = 0

    def reset(self):  # expect: none - no parameter, changes the object
        """Start near the upright position."""
        self.state = self.random.uniform(-0.05, 0.05, size=STATES).astype(np.float32)
        return self.state

    def step(self, action):  # expect: none - receives a Python int, changes the object
        """Push left (0) or right (1); gives the next state and the reward."""
        position, velocity, angle, spin = self.state
        force = 1.0 if action == 1 else -1.0
        self.pushes += 1
        spin = spin + 0.05 * (9.8 * angle - 3.0 * force)
        angle = angle + 0.05 * spin
        velocity = velocity + 0.05 * (2.0 * force - angle)
        position = position + 0.05 * velocity
        self.state = np.clip([position, velocity, angle, spin], -3.0, 3.0).astype(np.float32)
        return self.state, float(np.exp(-8.0 * angle * angle) - 0.05 * abs(position))


class Policy(tf.Module):
    """A small network from states to logits of the actions."""

    def __init__(self, hidden=24, name=None):  # expect: none - a constructor, no tensor parameter
        super().__init__(name=name)
        random = np.random.RandomState(3)
        self.w1 = tf.Variable(random.normal(scale=0.5, size=(STATES, hidden)).astype(np.float32))
        self.b1 = tf.Variable(tf.zeros([hidden]))
        self.w2 = tf.Variable(random.normal(scale=0.2, size=(hidden, ACTIONS)).astype(np.float32))
        self.b2 = tf.Variable(tf.zeros([ACTIONS]))

    def logits(self, states):  # expect: HYB001 - tensors only, called at every step of every episode
        """Unnormalised log probabilities, bounded to keep exploring."""
        hidden = tf.nn.tanh(tf.matmul(states, self.w1) + self.b1)
        return 3.0 * tf.nn.tanh((tf.matmul(hidden, self.w2) + self.b2) / 3.0)


policy = Policy()
optimizer = tf.keras.optimizers.Adam(0.02)
dice = np.random.RandomState(0)


def choose_action(state):  # expect: none - leaves TensorFlow through .numpy() and rolls NumPy dice
    """Sample an action for one state."""
    probabilities = tf.nn.softmax(policy.logits(state[tf.newaxis, :]))[0].numpy()
    return int(dice.uniform() < probabilities[1])


def discounted(rewards):  # expect: none - NumPy on a list of floats, no tensor parameter
    """Returns to go, standardised."""
    returns, total = [], 0.0
    for reward in reversed(rewards):
        total = reward + DISCOUNT * total
        returns.append(total)
    values = np.array(returns[::-1], dtype=np.float32)
    return (values - values.mean()) / (values.std() + 1e-6)


def policy_loss(states, actions, returns):  # expect: none - `train_step` has it
    """The surrogate loss with an entropy bonus."""
    log_probabilities = tf.nn.log_softmax(policy.logits(states))
    taken = tf.reduce_sum(tf.one_hot(actions, ACTIONS) * log_probabilities, axis=1)
    entropy = -tf.reduce_sum(tf.exp(log_probabilities) * log_probabilities, axis=1)
    return -tf.reduce_mean(taken * returns) - 0.01 * tf.reduce_mean(entropy)


def train_step(states, actions, returns):  # expect: HYB001 - the update, called once per episode in the loop
    """One update of the policy; gives the loss."""
    with tf.GradientTape() as tape:
        loss = policy_loss(states, actions, returns)
    gradients = tape.gradient(loss, policy.trainable_variables)
    optimizer.apply_gradients(zip(gradients, policy.trainable_variables))
    return loss


def play(pole):  # expect: none - no tensor parameter; drives the environment
    """One episode: states, actions, rewards."""
    states, actions, rewards = [], [], []
    state = pole.reset()
    for _ in range(HORIZON):
        action = choose_action(tf.constant(state))
        states.append(state)
        actions.append(action)
        state, reward = pole.step(action)
        rewards.append(reward)
    return states, actions, rewards


def main():  # expect: none - no parameter, and it prints
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=30)
    episodes = parser.parse_args().steps
    pole = Pole(seed=1)
    recent = []
    for episode in range(1, episodes + 1):
        states, actions, rewards = play(pole)
        returns = tf.constant(discounted(rewards))
        loss = train_step(tf.constant(np.array(states)), tf.constant(actions, dtype=tf.int32), returns)
        recent.append(sum(rewards))
        if episode % 10 == 0:
            print("episode %d: mean reward %.2f, loss %.3f" % (episode, np.mean(recent[-10:]), float(loss)))
    print("pushes: %d" % pole.pushes)


if __name__ == "__main__":
    main()
