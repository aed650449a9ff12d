"""What stands behind a flag for debugging, or for eager execution, is no fault of a graph."""
import sys

import tensorflow as tf

shown = []


class Options:
    debug_mode = "--debug" in sys.argv
    run_eagerly = "--eager" in sys.argv
    show = "--show" in sys.argv
    no_debug = "--quick" in sys.argv


options = Options()


def show(x):
    shown.append(x.numpy())


@tf.function
def step(x):
    y = 2.0 * x
    if options.debug_mode:
        show(y)
    if options.run_eagerly and options.show:
        shown.append(y.numpy())
    return y


@tf.function
def other(x):
    y = 2.0 * x
    if options.show:
        show(y)  # expect: HYB004, HYB007 - nothing says that the function does not run as a graph then
    if options.no_debug:
        float(y.numpy())  # expect: HYB007
    return y


assert step(tf.ones(())) == other(tf.ones(())) == 2.0
print(shown)
