"""Bug study, Listing 8: an inner function reads a name that is bound after it; its caller is hybrid already."""

import tensorflow as tf


# report: covered_by_callers=true, transformation=null
def quadrature(funcs, mean):  # expect: none - runs in the graph of its caller
    # report: transformation=null, implicit_tensor_parameters=
    def unify(parts):  # expect: none - runs in the graph of its caller
        return tf.reshape(tf.concat([tf.reshape(part, (-1, 1)) for part in parts], axis=1), (-1, 1, width))

    width = len(mean)
    return tf.reduce_sum(unify(mean)) + sum(tf.reduce_sum(each(mean[0])) for each in funcs)


@tf.function
# report: hybrid=true, has_side_effects=false
def objective(mean):  # expect: none - hybrid
    return quadrature([tf.square, tf.abs], [mean, 2.0 * mean])


objective(tf.ones(4))
