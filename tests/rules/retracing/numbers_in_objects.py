# silent: TensorFlow tells objects apart by which they are, whatever they hold, and three of them are three traces
import tensorflow as tf


class Model(tf.Module):
    def __init__(self, units, scale):
        super().__init__()
        self.units = units
        self.scale = scale
        self.weight = tf.Variable(tf.zeros(units))


@tf.function
def f(model, average):
    average.weight.assign(model.weight * model.scale + average.weight)


models = Model(2, 0.5), Model(3, 0.25), Model(4, 0.125)
averages = Model(2, 1.0), Model(3, 1.0), Model(4, 1.0)
for step in range(5):
    f(models[0], averages[0])
    f(models[1], averages[1])
    f(models[2], averages[2])
