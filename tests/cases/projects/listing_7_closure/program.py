"""Tensors from the scope around a function (paper, Listing 7) are implicit parameters."""

import tensorflow as tf


# report: parameters=, implicit_tensor_parameters=offsets points, has_tensor_parameter=false, published_precondition=null
def shifted():  # expect: none - no parameter of its own
    return points**2 + offsets


@tf.function
# report: implicit_tensor_parameters=offsets points, published_precondition=P2, precondition=null, transformation=null
def shifted_as_graph():  # expect: none - it has tensors to work on, though no parameter
    return points**2 + offsets


points = tf.constant([-2, -3])
offsets = tf.Variable([3, -2])
shifted()
shifted_as_graph()
