"""Bug study, Listing 4: a hybrid model that counts its calls in a Python attribute."""

import tensorflow as tf


class Once(tf.Module):
    def __init__(self):  # expect: none - a constructor
        super().__init__()
        self.total = tf.Variable(0)
        self.calls = 0

    @tf.function
    # report: hybrid=true, has_side_effects=true, published_precondition=null, failures~side-effects
    def __call__(self):  # expect: none - the fault stands below
        if self.calls == 0:
            self.calls += 1  # expect: HYB004 - counts traces
            self.total.assign_add(1)
        return self.total


once = Once()
for _ in range(3):
    print(once().numpy())
