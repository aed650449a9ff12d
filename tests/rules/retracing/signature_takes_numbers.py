# silent: the signature makes tensors of them
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([3]), tf.TensorSpec([])])
def f(x, step):
    return x * step


for step in range(6):
    f(tf.ones(3), float(step))
