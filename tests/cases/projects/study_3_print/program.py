"""Bug study, Listing 3: a hybrid function that prints, and that each number traces anew."""

import tensorflow as tf


@tf.function
# report: hybrid=true, has_side_effects=true, published_precondition=null, failures~side-effects, transformation=null
def show(value):  # expect: HYB002 - 1 and 2 are two traces
    print("value:", value)  # expect: HYB004 - prints while tracing only


show(1)
show(1)
show(2)
