# == unittest calls what is given to assertRaises, addCleanup and subTest blocks
import unittest
class T(unittest.TestCase):
    def setUp(self):
        self.x = tf.ones(1)
    def test_it(self):
        self.assertRaises(ValueError, tensor_a, self.x)
        self.assertRaisesRegex(ValueError, "text", tensor_b, self.x)
        with self.assertRaises(ValueError):
            tensor_c(self.x)
        with self.subTest(i=1):
            tensor_d(self.x)
        self.addCleanup(tensor_e, self.x)
        self.assertWarns(UserWarning, tensor_f, self.x)
# == pytest.raises with a function
import pytest
def test_it():
    pytest.raises(ValueError, tensor_a, tf.ones(1))
    with pytest.raises(ValueError):
        tensor_b(tf.ones(1))
    with pytest.warns(UserWarning):
        tensor_c(tf.ones(1))
# == tf.test.TestCase: its assertions give back what they are given to look at
class T(tf.test.TestCase):
    def testIt(self):
        self.assertRaises(ValueError, tensor_a, tf.ones(1))
        with self.assertRaisesWithPredicateMatch(ValueError, "text"):
            tensor_b(tf.ones(1))
        plain_c(self.evaluate(tf.ones(1)))
        with self.cached_session():
            tensor_d(tf.ones(1))
# == a data set of a package that nobody described, distributed
from delf_datasets import create
strategy = tf.distribute.MirroredStrategy()
data = strategy.experimental_distribute_dataset(create("train"))
it = iter(data)
# report: has_tensor_parameter=true
@tf.function
def train(inputs):
    return strategy.run(step, args=(inputs,))
def step(inputs):
    images, labels = inputs
    return tf.reduce_sum(images) + tf.reduce_sum(labels)
train(next(it))
# == data sets made by a function for each replica
strategy = tf.distribute.MirroredStrategy()
def make(context):
    plain_context(context)
    return tf.data.Dataset.from_tensor_slices((tf.ones([4, 2]), tf.ones([4]))).batch(2)
data = strategy.distribute_datasets_from_function(make)
for x, y in data:
    tensor_x(x)
    tensor_y(y)
# == a cell of a recurrent network
class Cell(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.state_size = units
    def call(self, inputs, states):
        tensor_inputs(inputs)
        nested_states(states)
        tensor_state(states[0])
        return inputs, [states[0]]
layer = tf.keras.layers.RNN(Cell(3), return_state=True)
tensor_out(layer(tf.ones([2, 3, 4]))[0])
# == cells in a stack, and a cell that derives from one of Keras
class Cell(tf.keras.layers.LSTMCell):
    def call(self, inputs, states, training=None):
        tensor_inputs(inputs)
        nested_states(states)
        return super().call(inputs, states)
layer = tf.keras.layers.RNN([Cell(3), Cell(4)])
tensor_out(layer(tf.ones([2, 3, 4])))
# == a cell that is called by hand
cell = tf.keras.layers.GRUCell(4)
out, states = cell(tf.ones([2, 3]), [tf.zeros([2, 4])])
tensor_out(out)
# == optimizers of the project, in the ways of Keras 2 and 3
class Two(tf.keras.optimizers.Optimizer):
    def _resource_apply_dense(self, grad, var, apply_state=None):
        tensor_grad(grad)
        tensor_var(var)
class Three(tf.keras.optimizers.Optimizer):
    def build(self, variables):
        nested_variables(variables)
    def update_step(self, gradient, variable, learning_rate):
        tensor_gradient(gradient)
        tensor_variable(variable)
v = tf.Variable([1.0])
for optimizer in (Two("two"), Three(0.1)):
    optimizer.apply_gradients([(tf.ones(1), v)])
# == fire with a function, a class and a table
import fire
def main(path, steps=3):
    plain_path(path)
    tensor_a(tf.ones(1))
class Commands:
    def run(self, n=2):
        tensor_b(tf.ones(1))
def other():
    tensor_c(tf.ones(1))
if __name__ == "__main__":
    fire.Fire(main)
    fire.Fire(Commands)
    fire.Fire({"other": other})
# == hydra
import hydra
@hydra.main(config_path="conf", config_name="config")
def main(cfg):
    plain_cfg(cfg)
    tensor_a(tf.ones(1))
if __name__ == "__main__":
    main()
# == executors and pools
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.pool import ThreadPool
import threading
with ThreadPoolExecutor() as pool:
    pool.submit(tensor_a, tf.ones(1))
    tensor_b(pool.submit(tf.identity, tf.ones(1)).result())
    list(pool.map(tensor_c, [tf.ones(1), tf.ones(2)]))
with ThreadPool(2) as workers:
    workers.map(tensor_d, [tf.ones(1)])
    workers.apply_async(tensor_e, (tf.ones(1),))
threading.Timer(1.0, tensor_f, args=[tf.ones(1)]).start()
threading.Thread(target=tensor_g, kwargs={"x": tf.ones(1)}).start()
# == what runs at the end
import atexit, contextlib, weakref
atexit.register(tensor_a, tf.ones(1))
@atexit.register
def goodbye():
    tensor_b(tf.ones(1))
with contextlib.ExitStack() as stack:
    stack.callback(tensor_c, tf.ones(1))
class Owner:
    pass
weakref.finalize(Owner(), tensor_d, tf.ones(1))
# == __call__ of a layer overridden
class L(tf.keras.layers.Layer):
    def __call__(self, x, *args, **kwargs):
        tensor_x(x)
        return super().__call__(x * 2, *args, **kwargs)
    def call(self, y):
        tensor_y(y)
        return y
tensor_out(L()(tf.ones(1)))
# == what Keras makes tensors of before `call`, and what it supplies
import numpy as np
class M(tf.keras.Model):
    def call(self, x, training=None, mask=None):
        tensor_x(x)
        plain_training(training)
        return x
M()(np.ones([2, 2]))
M()([[1.0, 2.0]])
# == lists and dictionaries of layers
class Block(tf.keras.layers.Layer):
    def call(self, x):
        tensor_x(x)
        return x
class M(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.blocks = [Block() for _ in range(3)]
        self.heads = {"a": Block(), "b": Block()}
    def call(self, x):
        for block in self.blocks:
            x = block(x)
        return {name: head(x) for name, head in self.heads.items()}
out = M()(tf.ones([2, 2]))
nested_out(out)
tensor_a(out["a"])
# == losses, metrics and steps of a compiled model
def loss(y_true, y_pred):
    tensor_true(y_true)
    tensor_pred(y_pred)
    return tf.reduce_mean(y_true - y_pred)
def score(y_true, y_pred):
    tensor_score(y_pred)
    return tf.reduce_mean(y_pred)
class M(tf.keras.Model):
    def call(self, x):
        tensor_x(x)
        return x
    def test_step(self, data):
        x, y = data
        tensor_test(x)
        return {}
    def predict_step(self, data):
        tensor_predict(data)
        return self(data)
    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None):
        tensor_y_pred(y_pred)
        return tf.reduce_mean(y_pred)
m = M()
m.compile("sgd", loss=loss, metrics=[score])
m.fit(tf.ones([2, 1]), tf.ones([2, 1]))
m.evaluate(tf.ones([2, 1]), tf.ones([2, 1]))
m.predict(tf.ones([2, 1]))
# == constraints, regularizers, initializers and activations of the project
class NonNegative(tf.keras.constraints.Constraint):
    def __call__(self, w):
        tensor_w(w)
        return w
class L2(tf.keras.regularizers.Regularizer):
    def __call__(self, x):
        tensor_x(x)
        return tf.reduce_sum(x)
class Ones(tf.keras.initializers.Initializer):
    def __call__(self, shape, dtype=None):
        plain_shape(shape)
        return tf.ones(shape)
def act(z):
    tensor_z(z)
    return z
layer = tf.keras.layers.Dense(
    3, activation=act, kernel_constraint=NonNegative(), kernel_regularizer=L2(), kernel_initializer=Ones()
)
layer(tf.ones([2, 2]))
# == a wrapper of the project around layers
class Residual(tf.keras.layers.Wrapper):
    def call(self, x):
        tensor_x(x)
        return x + self.layer(x)
class Inner(tf.keras.layers.Layer):
    def call(self, y):
        tensor_y(y)
        return y
tensor_out(Residual(Inner())(tf.ones([2, 2])))
# == event tables and registries filled by decorators
HANDLERS = {}
def register(name):
    def wrap(f):
        HANDLERS[name] = f
        return f
    return wrap
@register("a")
def one(x):
    tensor_one(x)
@register("b")
def two(x):
    tensor_two(x)
class Events:
    def __init__(self):
        self.table = {}
    def on(self, event, f):
        self.table.setdefault(event, []).append(f)
    def emit(self, event, value):
        for f in self.table[event]:
            f(value)
events = Events()
events.on("step", tensor_three)
events.emit("step", tf.ones(1))
for handler in HANDLERS.values():
    handler(tf.ones(1))
# == a functional model inside another, and one called on a tensor
inputs = tf.keras.Input([4])
inner = tf.keras.Model(inputs, tf.keras.layers.Dense(2)(inputs))
outer_in = tf.keras.Input([4])
outer = tf.keras.Model(inputs=outer_in, outputs=[inner(outer_in), tf.keras.layers.Dense(3)(outer_in)])
a, b = outer(tf.ones([2, 4]))
tensor_a(a)
tensor_b(b)
# == a model loaded from a path
m = tf.keras.models.load_model("somewhere")
tensor_a(m(tf.ones(1)))
plain_b(m.predict(tf.ones(1)))
# == a generator of Keras: PyDataset and Sequence
import numpy as np
class Two(tf.keras.utils.Sequence):
    def __len__(self):
        return 3
    def __getitem__(self, index):
        plain_index(index)
        return np.ones([2, 4]), np.ones([2, 1])
class M(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        tensor_x(x)
        tensor_y(y)
        return {}
m = M()
m.compile("sgd")
m.fit(Two())
# == checkpoints and summaries take tensors on their way
v = tf.Variable(1.0)
manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=v), "dir", max_to_keep=2)
plain_path(manager.save())
writer = tf.summary.create_file_writer("logs")
with writer.as_default():
    tf.summary.scalar("loss", v, step=1)
# == Keras 3 by its own name
import keras
from keras import layers, ops
class M(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(3)
        self.w = self.add_weight(shape=(3,))
    def build(self, input_shape):
        plain_shape(input_shape)
    def call(self, x):
        tensor_x(x)
        tensor_sum(ops.sum(self.dense(x) * self.w))
        return x
    def compute_output_shape(self, input_shape):
        plain_output(input_shape)
        return input_shape
tensor_out(M()(tf.ones([2, 2])))
# == Keras 2 by its own name
import tf_keras
class L(tf_keras.layers.Layer):
    def call(self, x):
        tensor_x(x)
        return tf_keras.backend.sum(x)
model = tf_keras.Sequential([L(), tf_keras.layers.Dense(2)])
tensor_out(model(tf.ones([2, 2])))
# == what an optimizer of Keras 2 is asked for, and what one of Keras 3 does itself
class Old(tf.keras.optimizers.legacy.Optimizer):
    def _resource_apply_dense(self, grad, handle, apply_state):
        tensor_grad(grad)
        return handle.assign_sub(grad)
v = tf.Variable([1.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(v * v)
optimizer = Old("old")
optimizer.minimize(loss, [v], tape=tape)
tf.keras.optimizers.SGD().apply(tape.gradient(loss, [v]), [v])
# == losses and metrics added by layers
class L(tf.keras.layers.Layer):
    def call(self, x):
        self.add_loss(tf.reduce_sum(x))
        return x
class Mean(tf.keras.metrics.Metric):
    def update_state(self, y_true, y_pred, sample_weight=None):
        tensor_true(y_true)
        tensor_pred(y_pred)
    def result(self):
        return tf.constant(1.0)
layer = L()
layer(tf.ones(1))
nested_losses(layer.losses)
metric = Mean()
metric.update_state(tf.ones(1), tf.ones(1))
tensor_result(metric.result())
tensor_called(metric(tf.ones(1), tf.ones(1)))
# == iterators of distributed data sets, and values that differ by replica
strategy = tf.distribute.MirroredStrategy()
data = strategy.experimental_distribute_dataset(tf.data.Dataset.from_tensor_slices(tf.ones([4, 2])).batch(2))
def step(x):
    tensor_x(x)
    return tf.reduce_sum(x)
for batch in data:
    losses = strategy.run(step, args=(batch,))
    tensor_reduced(strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None))
    strategy.experimental_local_results(losses)
