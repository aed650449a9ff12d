"""A graph that is kept as an attribute is there for others, who may call it eagerly."""
import tensorflow as tf

weight = tf.Variable(1.0)


def function_factory():
    @tf.function
    def assign(value):
        weight.assign(value)
        return weight.read_value()

    @tf.function
    def squared(value, by):  # expect: HYB008 - nobody else gets it
        return by * value * value

    @tf.function
    def loss(value):
        kept = assign(value)
        return squared(kept, 0.25) + squared(kept, 0.75) + squared(kept, 5.0) + squared(kept, 6.0)

    loss.assign = assign
    return loss


loss = function_factory()
assert float(loss(tf.constant(2.0))) == 48.0
assert float(weight.numpy()) == 2.0
