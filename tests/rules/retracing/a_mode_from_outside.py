# silent: three modes, of which one comes from elsewhere
import tensorflow as tf


@tf.function
def f(x, mode):
    return x * 2.0 if mode == "train" else x


def chosen():
    return "".join(["te", "st"])


f(tf.constant(1.0), "train")
f(tf.constant(1.0), "eval")
f(tf.constant(1.0), chosen())
