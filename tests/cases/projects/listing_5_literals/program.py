"""A hybrid function that receives numbers and tensors (paper, Listing 5): each number is another trace."""

import tensorflow as tf

weights = tf.Variable([1.0, 2.0])


def train_one_step():  # expect: none - no parameter, called from a graph
    weights.assign_sub(0.1 * tf.square(weights))


@tf.function
# report: published_precondition=P3, precondition=P3, transformation=dehybridize, tensor_parameters=num_steps
# report: literal_parameters=num_steps, has_side_effects=false
def train(num_steps):  # expect: HYB002 - 10 and 20 are two traces
    for _ in tf.range(num_steps):
        train_one_step()


train(10)
train(20)
train(tf.constant(10))
train(tf.constant(20))
