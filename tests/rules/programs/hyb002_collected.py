"""Numbers that come with the rounds of a loop: in a list that it fills, or through an attribute."""
import tensorflow as tf

traces = []


@tf.function
def learn(rewards):  # expect: HYB002 - each episode has other numbers
    traces.append("learn")  # expect: HYB004 - once for each trace
    return tf.reduce_sum(rewards)


@tf.function
def reshaped(x, sizes):
    traces.append("reshaped")  # expect: HYB004 - once for each trace
    return tf.reshape(x, sizes)


def episode(number):
    for step in range(4):
        yield float(number + step)


for number in range(5):
    rewards = []
    for reward in episode(number):
        rewards.append(reward)
    learn(rewards)
    # A list of the same numbers in each round is one trace.
    sizes = [2, 2]
    reshaped(tf.ones(4), sizes)
assert traces.count("learn") == 5
assert traces.count("reshaped") == 1


class Estimator:
    def __init__(self):
        self.epoch = 0
        self.rate = 0.0

    def begin(self, epoch):
        self.epoch = epoch

    def fit(self, data):
        for rate in (0.1, 0.2, 0.3, 0.4):
            self.rate = rate
        for epoch in range(5):
            self.begin(epoch)
            self.once(data)

    def once(self, data):
        for x in data:
            self.step(x, self.epoch)
            # It was set in a loop that is over.
            self.scaled(x, self.rate)

    @tf.function
    def step(self, x, epoch):  # expect: HYB002 - the loop over epochs sets the attribute
        traces.append("step")  # expect: HYB004 - once for each trace
        return x * epoch

    @tf.function
    def scaled(self, x, rate):
        traces.append("scaled")  # expect: HYB004 - once for each trace
        return x * rate


Estimator().fit([1.0 * tf.ones(3)] * 4)
assert traces.count("step") == 5
assert traces.count("scaled") == 1
