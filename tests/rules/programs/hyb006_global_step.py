"""`get_global_step` makes no variable, `get_or_create_global_step` does where there is none."""
import tensorflow as tf

tf.compat.v1.train.create_global_step()


@tf.function
def read(x):
    step = tf.compat.v1.train.get_global_step()
    return x + tf.cast(step, tf.float32)


assert read(tf.ones(2)).shape == (2,)
assert read(tf.ones((2, 2))).shape == (2, 2)
