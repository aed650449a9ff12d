"""A model that counts its calls in a Python attribute (paper, Listing 4): a trace would remember the first count."""

import tensorflow as tf


class Once(tf.Module):
    def __init__(self):  # expect: none - a constructor
        super().__init__()
        self.total = tf.Variable(0)
        self.calls = 0

    # report: published_precondition=null, has_side_effects=true, failures~side-effects, tensor_parameters=, transformation=null
    def __call__(self):  # expect: none - writes to the model
        if self.calls == 0:
            self.calls += 1
            self.total.assign_add(1)
        return self.total


once = Once()
for _ in range(3):
    print(once().numpy())
