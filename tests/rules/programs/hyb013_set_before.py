"""Modes that are set before each call of a graph: to one and the same for each graph, or to another one at times."""
import tensorflow as tf


class Model:
    def __init__(self):
        self.training = False
        self.rate = 1.0

    def train(self):
        self.training = True

    def eval(self):
        self.training = False

    def forward(self, x):
        return x * 2.0 if self.training else x


model, other, left = Model(), Model(), Model()


@tf.function
def train_step(x):
    return model.forward(x)


@tf.function
def test_step(x):
    return model.forward(x)


@tf.function
def either(x):
    return other.forward(x)  # expect: HYB013 - it is called in both modes


@tf.function
def first_alone(x):
    return left.forward(x)  # expect: HYB013 - the mode is set before the first round alone


def epoch(x):
    model.train()
    for _ in range(2):
        trained = train_step(x)
    model.eval()
    return float(trained), float(test_step(x))


one = tf.constant(1.0)
assert [epoch(one) for _ in range(3)] == [(2.0, 1.0)] * 3

for _ in range(2):
    other.train()
    trained = either(one)
    other.eval()
    tested = either(one)
assert float(trained) == float(tested) == 2.0

left.train()
seen = []
for _ in range(2):
    seen.append(float(first_alone(one)))
    left.eval()
assert seen == [2.0, 2.0]


class Rated:
    def __init__(self):
        self.rate = 1.0

    @tf.function
    def scaled(self, x):
        return x * self.rate

    @tf.function
    def changed(self, x):
        return x * self.rate  # expect: HYB013 - two rates are set

    @tf.function
    def raised(self, x):
        return x * self.rate  # expect: HYB013 - the second round has another rate


rated, changing, rising = Rated(), Rated(), Rated()
for _ in range(2):
    rated.rate = 2.0
    assert float(rated.scaled(one)) == 2.0
    rated.rate = 3.0

for rate in (2.0, 3.0):
    changing.rate = rate
    assert float(changing.changed(one)) == 2.0

for number in range(2):
    rising.rate = 2.0
    if number:
        rising.rate = 3.0
    assert float(rising.raised(one)) == 2.0


generator = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1)])


@tf.function
def frozen(x):
    return len(generator.trainable_variables) * x


@tf.function
def whole(x):
    return len(generator.trainable_variables) * x


for _ in range(2):
    generator.trainable = False
    assert float(frozen(one)) == 0.0
    generator.trainable = True
    assert float(whole(one)) == 2.0
