"""A graph knows the shape of a weight, also where what regularizes it stands in one table with layers."""
import tensorflow as tf


class Orthogonal(tf.keras.regularizers.Regularizer):
    def distance(self, w):
        wide = w.shape[0] <= w.shape[1]
        product = tf.matmul(w, w, transpose_a=not wide, transpose_b=wide)
        return tf.reduce_sum(tf.square(product - tf.eye(product.shape[0])))

    def __call__(self, x):
        return self.distance(x)


class Scaled(tf.keras.layers.Layer):
    def call(self, inputs):
        return tf.zeros((inputs.shape[0], 1)) + inputs  # expect: HYB021 - the batches of `fit` have no length


parts = {}
for name, made in (("scaled", Scaled), ("orthogonal", Orthogonal)):
    parts[name] = made()
dense = tf.keras.layers.Dense(1, kernel_regularizer=parts["orthogonal"])


def outputs(x):
    return dense(parts["scaled"](x))


class Model(tf.keras.Model):
    def call(self, inputs):
        return outputs(inputs)


model = Model()
model.compile("sgd", "mse")
try:
    model.fit(tf.ones((5, 2)), tf.ones((5, 1)), batch_size=2, verbose=0)
except (TypeError, ValueError):
    model = tf.keras.Sequential([tf.keras.layers.Input((2,)), dense])
    model.compile("sgd", "mse")
    model.fit(tf.ones((5, 2)), tf.ones((5, 1)), batch_size=2, verbose=0)
else:
    raise AssertionError("nothing was raised")
