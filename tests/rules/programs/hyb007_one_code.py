"""One statement gets one code, also where one of them stands at a part of it."""
import tensorflow as tf

best = {}


@tf.function
def kept(x):
    best["loss"] = x.numpy()  # expect: HYB007 - it fails before anything is assigned
    best["last"] = x  # expect: HYB004 - a tensor of the trace
    return x


@tf.function
def shown(x):
    print(x.numpy())  # expect: HYB007 - it is never shown
    return x


for function in (kept, shown):
    try:
        function(tf.ones(()))
    except AttributeError:
        continue
    raise AssertionError(function)
print(best)
