"""A constant text behind a test of settings or shapes tells of the trace, behind one of a tensor or of state not."""
import tensorflow as tf

SCALE = 2.0


class Net:
    def __init__(self, mode):
        self.mode = mode
        self.name = "net"
        self.rate = 0.5
        self.variables = [tf.Variable(1.0)]
        self.count = 0
        self.quiet = True

    @tf.function
    def step(self, x):
        if self.mode == "fast":
            print("fast mode")
        return x * SCALE

    @tf.function
    def counted(self, x):
        if self.count == 2:  # expect: HYB013 - the program counts on
            print("the third call")  # expect: HYB004 - no trace sees it
        return x * SCALE

    @tf.function
    def loud(self, x):
        if not self.quiet:  # expect: HYB013 - `speak` changes it
            print("speaking")  # expect: HYB004 - no trace sees it
        return x * SCALE

    @tf.function
    def named(self, x):
        print(self.name)  # expect: HYB004 - one name, at each call
        return x * SCALE

    @tf.function
    def told(self, x):
        count = self.count
        if count == 1:
            print("the second call")  # expect: HYB004 - by way of a name
        return x * SCALE

    @tf.function
    def decay(self, x):
        for variable in self.variables:
            print(variable.name, self.rate)
            variable.assign(variable * self.rate)
        return x

    @tf.function
    def shrink(self, x):
        for variable in self.variables:
            print(variable.name, variable)  # expect: HYB004 - its value is another one at each call
            variable.assign(variable * self.rate)
        return x

    def speak(self):
        self.quiet = False


@tf.function
def masked(x, mask=None, kind="sum"):
    if mask is not None and mask.shape != x.shape:
        print("the mask is ignored")
        mask = None
    if kind == "mean" and isinstance(kind, str) and len(x.shape) == 1:
        print("the mean of a vector")
    if SCALE > 1.0:
        print("scaled")
    return x if mask is None else x * mask


@tf.function
def resampled(x, rate):
    print(f"from {rate} Hz: {x.shape}")
    return x * rate


@tf.function
def tested(x):
    if tf.reduce_sum(x) > 100.0:
        print("a large sum")  # expect: HYB004 - the trace prints it, whatever the sum is
    return x + 1.0


@tf.function
def marked(x):
    print("runs in Python")
    return x + 1.0


@tf.function
def always(x):
    print("a step")  # expect: HYB004 - no test stands before it
    return x + 1.0


net = Net("fast")
for number in range(3):
    net.step(tf.ones(2))
    net.counted(tf.ones(2))
    net.named(tf.ones(2))
    net.told(tf.ones(2))
    net.decay(tf.ones(2))
    net.shrink(tf.ones(2))
    net.loud(tf.ones(2))
    masked(tf.ones(2), tf.ones(1), "mean")
    resampled(tf.ones(2), 2)
    tested(tf.ones(2))
    marked(tf.ones(2))
    always(tf.ones(2))
    net.count += 1
    net.speak()
