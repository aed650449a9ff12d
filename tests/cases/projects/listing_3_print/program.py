"""A function that prints (paper, Listing 3): as a graph it would print once for each trace."""

import tensorflow as tf


# report: published_precondition=null, has_side_effects=true, failures~side-effects, transformation=null
def show(value):  # expect: none - prints
    print(value)


# report: published_precondition=null, has_side_effects=true, failures~side-effects, tensor_parameters=value
def show_squares(value):  # expect: none - prints, though it computes with tensors
    squares = tf.square(value)
    print(squares)
    return tf.reduce_sum(squares) + tf.reduce_mean(squares)


show(1)
show(1)
show(2)
for _ in range(3):
    show_squares(tf.ones(4))
