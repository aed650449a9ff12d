"""`get_global_step` makes no variable, `get_or_create_global_step` does where there is none."""
import tensorflow as tf

tf.compat.v1.train.create_global_step()


@tf.function
def read(x):
    step = tf.compat.v1.train.get_global_step()
    return x + tf.cast(step, tf.float32)


class Agent:
    def __init__(self):
        self.step = self.next = None

    @tf.function
    def update(self, x):
        self.step = tf.compat.v1.train.get_global_step()
        self.next = self.step + 1  # expect: HYB004 - the program reads a tensor of the trace
        return x


agent = Agent()
for number in range(2):
    agent.update(tf.ones(2))
    assert int(agent.step.assign_add(1)) == number + 1
    assert agent.next is not None
assert read(tf.ones(2)).shape == (2,)
assert read(tf.ones((2, 2))).shape == (2, 2)
