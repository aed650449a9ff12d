"""What Python decides before a tensor is asked, and what a loop over a tensor makes once, is no fault of HYB007."""
import tensorflow as tf


class Library:
    """Stands for a module that is there or not: no Boolean."""

    def note(self):
        pass


class Sums:
    def __init__(self):
        self.sums = []
        self.seen = []

    def add(self, values):
        if not self.sums:
            self.sums.extend([tf.Variable(tf.zeros_like(value)) for value in values])
        for each, value in zip(self.sums, values):
            each.assign_add(value)

    def keep(self, values):
        self.seen.extend(values)


sums = Sums()


def forward(x):
    sums.add([x, 2.0 * x])


def forward_and_keep(x):
    sums.keep([tf.stop_gradient(x)])


@tf.function
def steps(x, count, library, first):
    for i in tf.range(count):
        forward(x)
        if library and first and i == 0 and first:  # what stands left of the tensor Python decides
            library.note()
    return x


@tf.function
def loses(x, count):
    for _ in tf.range(count):
        forward_and_keep(x)  # expect: HYB007 - one entry for all rounds
    return x


@tf.function
def refuses(x, library):
    if x[0] > 0.0 and library:  # expect: HYB007 - `library` would have to be a Boolean
        return x
    return -x


x = tf.constant([1.0, 2.0])
here = Library()
for _ in range(2):
    steps(x, tf.constant(3), here, True)
assert [each.numpy().tolist() for each in sums.sums] == [[6.0, 12.0], [12.0, 24.0]]
loses(x, tf.constant(3))
assert len(sums.seen) == 1
try:
    refuses(x, None)
    raised = False
except ValueError:
    raised = True
assert raised
