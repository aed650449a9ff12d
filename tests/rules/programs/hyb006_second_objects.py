"""A second object that makes its variables with its first call does so in a later trace, which TensorFlow refuses."""
import tensorflow as tf


class Critic(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = None

    def __call__(self, x):
        if self.w is None:
            self.w = tf.Variable(tf.ones([x.shape[-1], 1]))
        return tf.matmul(x, self.w)


@tf.function
def score(net, x):
    return tf.reduce_sum(net(x))  # expect: HYB006 - two critics arrive


@tf.function
def one(net, x):
    return tf.reduce_sum(net(x))


@tf.function
def step(optimizer, variable):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(variable))
    optimizer.apply_gradients([(tape.gradient(loss, variable), variable)])  # expect: HYB006 - two optimizers
    return loss


def raises(net, x):
    """Whether `score` raises."""
    try:
        score(net, x)
    except ValueError:
        return True
    return False


ones = tf.ones((2, 2))
assert [raises(net, ones) for net in (Critic(), Critic())] == [False, True]
only = Critic()
for _ in range(2):
    one(only, ones)
first, second = tf.keras.optimizers.Adam(), tf.keras.optimizers.Adam()
variable = tf.Variable(tf.ones(2))
step(first, variable)
try:
    step(second, variable)
except ValueError:
    pass
else:
    raise AssertionError
