"""Bug study, Listing 9: an assertion of TensorFlow inside a graph is no Python side effect."""

import tensorflow as tf


@tf.function
# report: hybrid=true, has_side_effects=false, tensor_parameters=grid points, literal_parameters=
def interpolate(grid, points, indexing="ij", name=None):  # expect: none - sound
    tf.debugging.assert_equal(tf.shape(points)[1], 2, message="points must have two coordinates")
    rounded = tf.cast(tf.floor(points), tf.int32)
    return tf.gather_nd(grid, rounded if indexing == "ij" else tf.reverse(rounded, [1]), name=name)


interpolate(tf.ones((4, 4)), tf.zeros((3, 2)))
