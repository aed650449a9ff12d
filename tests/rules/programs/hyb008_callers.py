"""Functions within graphs are traced with them, so that inner decorators bring nothing."""
import tensorflow as tf

traces = []


@tf.function
def scaled(x, by):  # expect: HYB008 - only `loss` calls it
    traces.append("scaled")  # expect: HYB004 - once for each trace
    return x * by


@tf.function
def loss(x):
    return tf.reduce_sum(scaled(x, 1.5) + scaled(x, 0.5) + scaled(x, 5.0) + scaled(x, 6.0)) + helper(x)


def helper(x):
    once = twice_removed(x, 1.5) + twice_removed(x, -0.5)
    return tf.reduce_sum(once + twice_removed(x, 5.0) + twice_removed(x, 6.0) - x)


@tf.function
def twice_removed(x, more):  # expect: HYB008 - only `helper` calls it, which runs in the graph of `loss`
    return x + more


@tf.function
def block(x):
    return tf.nn.relu(x) + 1.0


@tf.function
def tower(x):
    for _ in range(3):
        x = block(x)
    return x


@tf.function
def shared(x):
    return x - 1.0


@tf.function(reduce_retracing=True)
def relaxed(x):
    return tf.reduce_sum(x)


@tf.function
def outer(x):
    return shared(x) + relaxed(x)


for _ in range(3):
    assert float(loss(tf.ones(3))) == 84.0
    tower(tf.ones(3))
    outer(tf.ones(3))
shared(tf.ones(3))
assert traces == ["scaled"] * 4
graph = tower.get_concrete_function(tf.ones(3)).graph
assert sum(op.type == "Relu" for op in graph.get_operations()) == 0


class Net:
    @tf.function
    def forward(self, x):
        # Whoever calls `infer` may pass such an object.
        return tf.sqrt(x) + 1.0

    @tf.function
    def backward(self, x, more):  # expect: HYB008 - nobody else calls a method of that name
        return tf.square(x) + more

    @tf.function
    def train(self, x):
        back = self.backward(x, 0.5) + self.backward(x, -0.5) + self.backward(x, 5.0)
        return self.forward(x) * (back + self.backward(x, 6.0))


def infer(model, x):
    return model.forward(x)


net = Net()
assert float(net.train(tf.constant(1.0))) == 30.0
