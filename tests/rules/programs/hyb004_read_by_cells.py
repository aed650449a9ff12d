"""A recurrent layer of Keras asks its cell for the initial state when it is called: in the same trace."""
import tensorflow as tf


class Cell(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units
        self.inner = tf.keras.layers.GRUCell(units)

    @property
    def state_size(self):
        return self.units

    def call(self, inputs, states, training=False):
        out, _ = self.inner(inputs, states)
        return out, [out]

    def begin(self, state):
        self.initial = state
        self.seen = state

    def get_initial_state(self, inputs=None, batch_size=None, dtype=None):
        return [self.initial]


class Decoder(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.first = tf.keras.layers.Dense(4)
        self.rnn = tf.keras.layers.RNN(Cell(4))

    def call(self, x, training=False):
        self.rnn.cell.begin(self.first(x[:, 0]))
        return self.rnn(x, training=training)


class Quiet(Cell):
    def begin(self, state):
        self.initial = state


class QuietDecoder(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.first = tf.keras.layers.Dense(4)
        self.rnn = tf.keras.layers.RNN(Quiet(4))

    def call(self, x, training=False):
        self.rnn.cell.begin(self.first(x[:, 0]))
        return self.rnn(x, training=training)


decoder, quiet = Decoder(), QuietDecoder()


@tf.function
def step(x):
    return tf.reduce_sum(decoder(x)) + tf.reduce_sum(quiet(x))  # expect: HYB004 - `seen` is read outside


for _ in range(2):
    step(tf.ones((2, 5, 3)))
print(decoder.rnn.cell.seen)
