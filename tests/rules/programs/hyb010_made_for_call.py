"""An iterator that is made for one call is used up in the trace of that call, or in the trace around it."""
import tensorflow as tf


class Rule:
    def __init__(self, rate):
        self.rate = rate

    @tf.function
    def updated(self, pairs):  # graphs alone call it
        return [variable - self.rate * gradient for gradient, variable in pairs]

    @tf.function
    def update(self, pairs):
        for gradient, variable in pairs:
            variable.assign_sub(self.rate * gradient)

    @tf.function
    def updated_late(self, pairs):
        return [variable - self.rate * gradient for gradient, variable in pairs]  # expect: HYB010 - taken from once


class Training:
    def __init__(self):
        self.variables = [tf.Variable(1.0), tf.Variable(2.0)]
        self.rule = Rule(1.0)
        self.late = Rule(1.0)

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum([x * variable for variable in self.variables])
        return self.rule.updated(zip(tape.gradient(loss, self.variables), self.variables))

    @tf.function
    def steps(self, xs):
        return tf.map_fn(self.step, xs, fn_output_signature=[tf.float32, tf.float32])


training = Training()
assert [float(each) for each in training.step(tf.constant(1.0))] == [0.0, 1.0]
assert [float(each) for each in training.step(tf.constant(3.0))] == [-2.0, -1.0]
assert [each.numpy().tolist() for each in training.steps(tf.constant([1.0, 3.0]))] == [[0.0, -2.0], [1.0, -1.0]]
kept = zip([tf.constant(1.0), tf.constant(1.0)], training.variables)
assert [float(each) for each in training.late.updated_late(kept)] == [0.0, 1.0]
assert next(kept, None) is None
assert [float(each) for each in training.late.updated_late(kept)] == [0.0, 1.0]  # the graph takes from nothing
model, rule, ones = tf.keras.Sequential([tf.keras.layers.Dense(1)]), Rule(1.0), tf.ones((2, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(model(ones))
gradients = tape.gradient(loss, model.trainable_variables)
before = model.trainable_variables[1].numpy()
rule.update(zip(gradients, model.trainable_variables))
rule.update(zip(gradients, model.trainable_variables))
assert model.trainable_variables[1].numpy() == before - 4.0
