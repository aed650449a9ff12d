# == a model is called
class M(tf.keras.Model):
    def call(self, inputs, training=None):
        tensor(inputs); plain(training)
        return inputs
tensor_out(M()(tf.ones(1), training=True))
# == what Keras supplies itself
class M(tf.keras.Model):
    def call(self, inputs, training=None, mask=None):
        tensor(inputs); plain_training(training)
        return inputs
M()(tf.ones(1))
# == an array as a model's first argument becomes a tensor
import numpy as np
class M(tf.keras.Model):
    def call(self, inputs):
        tensor(inputs)
        return inputs
M()(np.zeros((1, 2)))
# == an array by keyword as a model's first argument
import numpy as np
class M(tf.keras.Model):
    def call(self, inputs):
        tensor(inputs)
        return inputs
M()(inputs=np.zeros((1, 2)))
# == arrays inside a list, a tuple and a dictionary become tensors
import numpy as np
class M(tf.keras.Model):
    def call(self, inputs):
        nested(inputs)
        return inputs["a"]
class N(tf.keras.Model):
    def call(self, inputs):
        nested_list(inputs)
        a, b = inputs
        tensor_a(a)
        return a
tensor_out(M()({"a": np.zeros((1, 2))}))
N()([np.zeros((1, 2)), np.zeros((1, 2))])
N()((np.zeros((1, 2)), np.zeros((1, 2))))
# == through several classes
class Base(tf.keras.Model):
    def call(self, inputs):
        return self.decode(self.encode(inputs))
    def encode(self, x):
        tensor(x)
        return x
class Middle(Base):
    def decode(self, x):
        tensor_decode(x)
        return x
class Leaf(Middle):
    def encode(self, x):
        tensor_leaf(x)
        return super().encode(x)
Leaf()(tf.ones(1))
# == __call__ overridden, and passed on
class M(tf.keras.Model):
    def __call__(self, x, flag=1, **kwargs):
        tensor(x); plain(flag)
        return super().__call__(x, **kwargs)
    def call(self, x):
        tensor_call(x)
        return x
tensor_out(M()(tf.ones(1)))
# == __call__ overridden without call
class L(tf.keras.layers.Layer):
    def __call__(self, x, state):
        tensor(x); plain(state)
        return x
tensor_out(L()(tf.ones(1), "s"))
# == build gets a shape, before call
class L(tf.keras.layers.Layer):
    def build(self, input_shape):
        plain(input_shape)
        self.w = self.add_weight(shape=(1,), name="w")
    def call(self, x):
        tensor_w(self.w)
        return x * self.w
L()(tf.ones(1))
# == layers in a list, a dictionary and attributes made by setattr
class L(tf.keras.layers.Layer):
    def call(self, x):
        tensor(x)
        return x
class D(tf.keras.layers.Layer):
    def call(self, x):
        tensor_dict(x)
        return x
class S(tf.keras.layers.Layer):
    def call(self, x):
        tensor_attr(x)
        return x
class M(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.all = [L() for _ in range(3)]
        self.named = {"a": D()}
        for i in range(2):
            setattr(self, f"s{i}", S())
    def call(self, x):
        for layer in self.all:
            x = layer(x)
        x = self.named["a"](x)
        return getattr(self, "s0")(x) + self.s1(x)
tensor_out(M()(tf.ones(1)))
# == a functional model of the project's layers
class L(tf.keras.layers.Layer):
    def call(self, x):
        tensor(x)
        return x
inputs = tf.keras.Input((3,))
tensor_sym(inputs)
hidden = L()(inputs)
tensor_hidden(hidden)
out = tf.keras.layers.Dense(2)(hidden)
model = tf.keras.Model(inputs, out)
tensor_out(model(tf.ones((1, 3))))
# == a functional model with several outputs
inputs = tf.keras.Input((3,))
model = tf.keras.Model(inputs, [tf.keras.layers.Dense(2)(inputs), tf.keras.layers.Dense(3)(inputs)])
a, b = model(tf.ones((1, 3)))
tensor(a); tensor_b(b)
# == a functional model with named outputs
inputs = tf.keras.Input((3,))
model = tf.keras.Model(inputs, {"a": tf.keras.layers.Dense(2)(inputs)})
tensor(model(tf.ones((1, 3)))["a"])
# == a class that is a functional model
class M(tf.keras.Model):
    def __init__(self):
        inputs = tf.keras.Input((3,))
        super().__init__(inputs, tf.keras.layers.Dense(1)(inputs))
tensor(M()(tf.ones((1, 3))))
# == Sequential made of the project's layers
class L(tf.keras.layers.Layer):
    def call(self, x):
        tensor(x)
        return x
class K(tf.keras.layers.Layer):
    def call(self, x):
        tensor_added(x)
        return x
model = tf.keras.Sequential([L(), tf.keras.layers.Dense(1)])
model.add(K())
tensor_out(model(tf.ones((1, 3))))
# == Sequential of the project's layers, fitted
import numpy as np
class L(tf.keras.layers.Layer):
    def call(self, x):
        tensor(x)
        return x
model = tf.keras.Sequential([L(), tf.keras.layers.Dense(1)])
model.compile(loss="mse")
model.fit(np.zeros((4, 2)), np.zeros((4, 1)))
# == a subclass of Sequential
class L(tf.keras.layers.Layer):
    def call(self, x):
        tensor(x)
        return x
class S(tf.keras.Sequential):
    def __init__(self):
        super().__init__([L()])
        self.add(tf.keras.layers.Dense(1))
tensor_out(S()(tf.ones((1, 3))))
# == nested models
class Inner(tf.keras.Model):
    def call(self, x):
        tensor(x)
        return x
class Outer(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
    def call(self, x):
        return self.inner(x)
Outer()(tf.ones(1))
# == a model fitted calls what it holds
import numpy as np
class Inner(tf.keras.layers.Layer):
    def call(self, x):
        tensor(x)
        return x
class Outer(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
    def call(self, x, training=False):
        tensor_outer(x); plain(training)
        return self.inner(x)
m = Outer()
m.compile("sgd", "mse")
m.fit(np.zeros((4, 2)), np.zeros((4, 1)))
# == predict and evaluate call
import numpy as np
class P(tf.keras.Model):
    def call(self, x):
        tensor(x)
        return x
class E(tf.keras.Model):
    def call(self, x):
        tensor_e(x)
        return x
P().predict(np.zeros((4, 2)))
e = E()
e.compile(loss="mse")
e.evaluate(np.zeros((4, 2)), np.zeros((4, 1)))
# == compile with functions of the project
import numpy as np
def loss(y, p):
    tensor(y); tensor_p(p)
    return tf.reduce_mean(y - p)
def metric(y, p):
    tensor_m(y)
    return tf.reduce_mean(y - p)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss=loss, metrics=["mae", metric])
model.fit(np.zeros((4, 2)), np.zeros((4, 1)))
# == compile with functions by name of the output, and made by a function
import numpy as np
def one(y, p):
    tensor(y)
    return tf.reduce_mean(y - p)
def make(alpha):
    def loss(y, p):
        tensor_made(p)
        return alpha * tf.reduce_mean(y - p)
    return loss
model = tf.keras.Sequential([tf.keras.layers.Dense(1, name="a")])
model.compile(loss={"a": one}, metrics={"a": [make(0.5)]})
model.fit(np.zeros((4, 2)), np.zeros((4, 1)))
# == compile with a loss and a metric of the project
import numpy as np
class Loss(tf.keras.losses.Loss):
    def call(self, y_true, y_pred):
        tensor(y_true)
        return tf.reduce_mean(y_true - y_pred)
class Metric(tf.keras.metrics.Metric):
    def __init__(self):
        super().__init__()
        self.total = self.add_weight(name="t", initializer="zeros")
    def update_state(self, y_true, y_pred, sample_weight=None):
        tensor_metric(y_pred)
        self.total.assign_add(tf.reduce_mean(y_true))
    def result(self):
        return self.total
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(loss=Loss(), metrics=[Metric()])
model.fit(np.zeros((4, 2)), np.zeros((4, 1)))
# == a loss and a metric called by hand
class Loss(tf.keras.losses.Loss):
    def call(self, y_true, y_pred):
        tensor(y_true); tensor_p(y_pred)
        return tf.reduce_mean(y_true - y_pred)
class Metric(tf.keras.metrics.Metric):
    def update_state(self, y_true, y_pred, sample_weight=None):
        tensor_metric(y_pred); plain(sample_weight)
    def result(self):
        return tf.ones(1)
tensor_out(Loss()(tf.ones(1), tf.ones(1)))
m = Metric()
m.update_state(tf.ones(1), tf.ones(1))
tensor_result(m(tf.ones(1), tf.ones(1)))
tensor_result2(m.result())
# == a subclassed metric of another kind
class Metric(tf.keras.metrics.Mean):
    def update_state(self, y_true, y_pred, sample_weight=None):
        tensor(y_true)
        return super().update_state(y_true)
m = Metric()
m.update_state(tf.ones(1), tf.ones(1))
tensor_result(m.result())
# == fit calls train_step, which calls the rest
import numpy as np
class M(tf.keras.Model):
    def call(self, x, training=False):
        tensor_call(x)
        return x
    def train_step(self, data):
        nested(data)
        x, y = data
        tensor(x); tensor_y(y)
        pred = self(x, training=True)
        tensor_loss(self.compute_loss(x, y, pred))
        return {"loss": self.compiled_loss(y, pred)}
    def test_step(self, data):
        x, y = data
        tensor_test(x)
        return {}
    def predict_step(self, data):
        tensor_predict(data)
        return self(data)
m = M()
m.compile("sgd", "mse")
m.fit(np.zeros((4, 2)), np.zeros((4, 1)), validation_data=(np.zeros((4, 2)), np.zeros((4, 1))))
m.evaluate(np.zeros((4, 2)), np.zeros((4, 1)))
m.predict(np.zeros((4, 2)))
# == a train_step of a model that is only given x
import numpy as np
class M(tf.keras.Model):
    def train_step(self, data):
        x = data[0] if isinstance(data, tuple) else data
        tensor(x)
        return {}
m = M()
m.compile("sgd")
m.fit(np.zeros((4, 2)))
# == fit over a data set with a structure
class M(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        tensor(x["a"])
        tensor_y(y)
        return {}
m = M()
m.compile("sgd")
m.fit(tf.data.Dataset.from_tensor_slices(({"a": [1.0, 2.0]}, [1, 2])).batch(1))
# == train_on_batch and its kin
import numpy as np
class M(tf.keras.Model):
    def call(self, x):
        tensor(x)
        return x
m = M()
m.compile("sgd", "mse")
m.train_on_batch(np.zeros((4, 2)), np.zeros((4, 1)))
plain(m.predict_on_batch(np.zeros((4, 2))))
plain_predict(m.predict(np.zeros((4, 2))))
# == callbacks of the project
import numpy as np
class C(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        plain(epoch)
        plain_loss(logs["loss"])
        sink(self.model)
    def on_train_batch_end(self, batch, logs=None):
        plain_batch(batch)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(np.zeros((4, 2)), np.zeros((4, 1)), callbacks=[C()])
# == LambdaCallback and LearningRateScheduler
import numpy as np
def show(epoch, logs):
    plain(epoch)
def rate(epoch):
    plain_rate(epoch)
    return 0.1
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(np.zeros((4, 2)), np.zeros((4, 1)), callbacks=[
    tf.keras.callbacks.LambdaCallback(on_epoch_end=show), tf.keras.callbacks.LearningRateScheduler(rate)])
# == fit over a generator of the project
import numpy as np
def batches(n):
    plain(n)
    while True:
        yield np.zeros((n, 2)), np.zeros((n, 1))
class M(tf.keras.Model):
    def call(self, x):
        tensor(x)
        return x
m = M()
m.compile("sgd", "mse")
m.fit(batches(4), steps_per_epoch=2)
# == a Sequence of the project
import numpy as np
class Data(tf.keras.utils.Sequence):
    def __len__(self):
        return 2
    def __getitem__(self, index):
        plain(index)
        return self.load(index), np.zeros((1, 1))
    def load(self, i):
        plain_load(i)
        return np.zeros((1, 2))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(Data())
# == add_loss and add_metric
class L(tf.keras.layers.Layer):
    def call(self, x):
        self.add_loss(tf.reduce_mean(x))
        return x
class R(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.w = self.add_weight(shape=(1,))
        self.add_loss(lambda: tensor(tf.reduce_mean(self.w)))
    def call(self, x):
        return x
l = L()
l(tf.ones(1))
for loss in l.losses:
    tensor_loss(loss)
R()(tf.ones(1))
# == Lambda
def half(x):
    tensor(x)
    return x / 2
def two(pair):
    a, b = pair
    tensor_a(a)
    return a
layer = tf.keras.layers.Lambda(half)
tensor_out(layer(tf.ones(1)))
tf.keras.layers.Lambda(two)([tf.ones(1), tf.ones(1)])
tf.keras.layers.Lambda(lambda x, n: tensor_lambda(x), arguments={"n": 3})(tf.ones(1))
model = tf.keras.Sequential([tf.keras.layers.Lambda(lambda v: tensor_inner(v))])
model(tf.ones(1))
# == TimeDistributed and Bidirectional
class L(tf.keras.layers.Layer):
    def call(self, x):
        tensor(x)
        return x
class K(tf.keras.layers.Layer):
    def call(self, x):
        tensor_list(x)
        return x
tensor_out(tf.keras.layers.TimeDistributed(L())(tf.ones((1, 2, 3))))
tensor_bi(tf.keras.layers.Bidirectional(tf.keras.layers.LSTM(3))(tf.ones((1, 2, 3))))
td = tf.keras.Sequential([tf.keras.layers.TimeDistributed(K())])
td(tf.ones((1, 2, 3)))
# == a wrapper of the project around a layer of the project
class L(tf.keras.layers.Layer):
    def call(self, x):
        tensor(x)
        return x
class W(tf.keras.layers.Wrapper):
    def call(self, x):
        return self.layer(x)
tensor_out(W(L())(tf.ones(1)))
# == RNN cells of the project
class Cell(tf.keras.layers.Layer):
    state_size = 3
    def call(self, inputs, states):
        tensor(inputs)
        h = states[0]
        tensor_state(h)
        return inputs, [h]
rnn = tf.keras.layers.RNN(Cell())
tensor_out(rnn(tf.ones((1, 2, 3))))
# == an LSTMCell that is subclassed
class Cell(tf.keras.layers.LSTMCell):
    def call(self, inputs, states, training=None):
        tensor(inputs); tensor_h(states[0])
        return super().call(inputs, states, training=training)
tf.keras.layers.RNN(Cell(3), return_sequences=True)(tf.ones((1, 2, 3)))
# == what an RNN gives
whole, state = tf.keras.layers.GRU(3, return_sequences=True, return_state=True)(tf.ones((1, 2, 3)))
tensor(whole); tensor_state(state)
out, h, c = tf.keras.layers.LSTM(3, return_state=True)(tf.ones((1, 2, 3)))
tensor_out(out); tensor_h(h); tensor_c(c)
# == unpacking what layers with states and scores give is no iteration over a tensor
gru = tf.keras.layers.GRU(3, return_sequences=True, return_state=True)
both = tf.keras.layers.Bidirectional(tf.keras.layers.LSTM(3, return_state=True))
attention = tf.keras.layers.MultiHeadAttention(2, 2)
short = tf.keras.layers.GRU(3)
# report: precondition=P1
def parts(x):
    whole, state = gru(x)
    tensor(whole); tensor_state(state)
    out, h, c, i, d = both(x)
    seen, scores = attention(x, x, return_attention_scores=True)
    tensor_scores(scores)
    return tf.reduce_sum(whole) + tf.reduce_sum(state) + tf.reduce_sum(out) + tf.reduce_sum(seen * 2.0)
# report: hazards~tensor-iteration
def rows(x):
    first, second = short(x)
    return first + second
parts(tf.ones((2, 2, 3)))
rows(tf.ones((2, 2, 3)))
# == a subclassed optimizer
class O(tf.keras.optimizers.Optimizer):
    def update_step(self, gradient, variable, learning_rate):
        tensor(gradient); tensor_v(variable)
        variable.assign_sub(gradient)
o = O(0.1)
v = tf.Variable(1.0)
o.apply_gradients([(tf.ones(()), v)])
# == a subclassed SGD
class O(tf.keras.optimizers.SGD):
    def apply_gradients(self, grads_and_vars, **kwargs):
        for g, v in grads_and_vars:
            tensor(g); tensor_v(v)
        return super().apply_gradients(grads_and_vars, **kwargs)
v = tf.Variable(1.0)
O(0.1).apply_gradients(zip([tf.ones(())], [v]))
# == a learning rate schedule
class S(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        tensor(step)
        return 0.1 * tf.cast(step, tf.float32)
opt = tf.keras.optimizers.Adam(learning_rate=S())
opt.apply_gradients([(tf.ones(()), tf.Variable(1.0))])
# == a schedule called by hand
class S(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        plain(step)
        return 0.1 * step
plain_out(S()(3))
# == regularizers, constraints, initializers and activations that are functions
import numpy as np
def activate(x):
    tensor(x)
    return x
def penalize(w):
    tensor_w(w)
    return tf.reduce_sum(w)
def bound(w):
    tensor_b(w)
    return w
def fill(shape, dtype=None):
    plain(shape)
    return tf.ones(shape)
layer = tf.keras.layers.Dense(
    1, activation=activate, kernel_regularizer=penalize, kernel_constraint=bound, kernel_initializer=fill)
model = tf.keras.Sequential([layer])
model.compile("sgd", "mse")
model.fit(np.zeros((4, 2)), np.zeros((4, 1)))
# == an Activation layer with a function of the project
def activate(x):
    tensor(x)
    return x
tf.keras.layers.Activation(activate)(tf.ones(1))
# == add_weight with an initializer of the project
class I(tf.keras.initializers.Initializer):
    def __call__(self, shape, dtype=None, **kwargs):
        plain(shape)
        return tf.ones(shape)
class L(tf.keras.layers.Layer):
    def build(self, shape):
        self.w = self.add_weight(shape=(1,), initializer=I())
    def call(self, x):
        return x * self.w
L()(tf.ones(1))
# == what models and layers give to look at
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model(tf.ones((1, 2)))
for w in model.trainable_variables:
    tensor(w)
for w in model.weights:
    tensor_weight(w)
plain(model.get_weights())
for layer in model.layers:
    plain_layer(layer)
plain_name(model.name)
tensor_input(model.inputs[0])
# == a pre-trained application
base = tf.keras.applications.MobileNetV2(include_top=False)
tensor(base(tf.ones((1, 3))))
tensor_out(base.get_layer("x").output)
model = tf.keras.Model(base.input, base.output)
tensor_model(model(tf.ones((1, 3))))
# == loaded models
model = tf.keras.models.load_model("path")
tensor(model(tf.ones(1)))
plain(model.predict(tf.ones(1)))
# == a clone of a model
class M(tf.keras.Model):
    def call(self, x):
        tensor(x)
        return x
m = tf.keras.models.clone_model(M())
m(tf.ones(1))
# == keras, imported by itself
import keras
class M(keras.Model):
    def call(self, x):
        tensor(x)
        return keras.ops.relu(x)
tensor_out(M()(tf.ones(1)))
# == tensorflow.python.keras and from-imports
from tensorflow.python.keras.layers import Layer
from tensorflow.keras import Model
class L(Layer):
    def call(self, x):
        tensor(x)
        return x
class M(Model):
    def __init__(self):
        super(M, self).__init__()
        self.l = L()
    def call(self, x):
        return self.l(x)
M()(tf.ones(1))
# == several inputs of call
class L(tf.keras.layers.Layer):
    def call(self, q, k, v=None, scale=1.0):
        tensor(q); tensor_k(k); tensor_v(v); plain(scale)
        return q
L()(tf.ones(1), tf.ones(1), v=tf.ones(1))
# == compute_mask and masks
class L(tf.keras.layers.Layer):
    def call(self, x, mask=None):
        return x
    def compute_mask(self, inputs, mask=None):
        tensor(inputs)
        return mask
L()(tf.ones(1))
# == a layer inside a plain class
class L(tf.keras.layers.Layer):
    def call(self, x):
        tensor(x)
        return x
class Net:
    def __init__(self):
        self.l = L()
    def forward(self, x):
        tensor_forward(x)
        return self.l(x)
Net().forward(tf.ones(1))
# == call used directly
class L(tf.keras.layers.Layer):
    def call(self, x):
        mixed(x)
        return x
L().call(tf.ones(1))
L().call([1, 2])
# == a model that a factory makes
class M(tf.keras.Model):
    def __init__(self, units, act=tf.nn.relu):
        super().__init__()
        plain(units)
        self.act = act
    def call(self, x):
        tensor(x)
        return self.act(x)
KINDS = {"m": M}
def build(kind, **options):
    return KINDS[kind](**options)
tensor_out(build("m", units=3)(tf.ones(1)))
# == model.call made to be another function
class M(tf.keras.Model):
    def call(self, x):
        return x
def other(x):
    tensor(x)
    return x
m = M()
m.call = other
m(tf.ones(1))
# == an embedding, attention, normalization
e = tf.keras.layers.Embedding(10, 3)
tensor(e([1, 2]))
out, scores = tf.keras.layers.MultiHeadAttention(2, 2)(tf.ones((1, 2, 3)), tf.ones((1, 2, 3)), return_attention_scores=True)
tensor_out(out); tensor_scores(scores)
# == Keras backend functions and function
from tensorflow.keras import backend as K
f = K.function([tf.keras.Input((3,))], [])
x = K.variable(1.0)
tensor(x)
tensor_mean(K.mean(x))
plain(K.epsilon())
plain_np(K.get_value(x))
# == an image generator of Keras
gen = tf.keras.preprocessing.image.ImageDataGenerator()
for x, y in gen.flow_from_directory("d"):
    plain(x)
plain_text(tf.keras.preprocessing.sequence.pad_sequences([[1]], maxlen=3))
ds = tf.keras.utils.image_dataset_from_directory("d")
for x, y in ds:
    tensor(x); tensor_y(y)
# == data that Keras loads are arrays
(x_train, y_train), _ = tf.keras.datasets.mnist.load_data()
plain(x_train); plain_y(y_train / 255.0)
# == a layer by name, and whether it is a model
def freeze(layer):
    plain(layer)
    layer.trainable = False
    if isinstance(layer, tf.keras.Model):
        for inner in layer.layers:
            plain_inner(inner)
            freeze(inner)
        for weight in layer.trainable_weights:
            tensor(weight)
inputs = tf.keras.Input((3,))
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(inputs))
freeze(model.get_layer("dense"))
# == Sequential gives what its last layer gives
class Twice(tf.keras.layers.Layer):
    def call(self, x):
        tensor(x)
        return x, {"double": x * 2}
model = tf.keras.Sequential([tf.keras.layers.Dense(1), Twice()])
one, both = model(tf.ones((1, 3)))
tensor_one(one)
nested_both(both)
# == Sequential that is given a further layer may give something else
class Twice(tf.keras.layers.Layer):
    def call(self, x):
        return x, 1
model = tf.keras.Sequential([Twice()])
model.add(tf.keras.layers.Lambda(lambda pair: pair[0]))
tensor_out(model(tf.ones((1, 3))))
# == Keras makes the object of a table that its name says
from tensorflow.keras.utils import deserialize_keras_object
class Near:
    def __init__(self, scale=None):
        self.scale = scale
    def __call__(self, x):
        tensor_near(x)
        plain_scale(self.scale)
class Far(Near):
    def __call__(self, x):
        unseen_far(x)
class Deep(Near):
    def __call__(self, x):
        tensor_deep(x)
CLASSES = {"near": Near, "far": Far, "deep": Deep}
def get(name):
    return deserialize_keras_object({"class_name": name, "config": {"scale": 2.0}}, module_objects=CLASSES)
get("near")(tf.ones(1))
deserialize_keras_object("deep", module_objects=CLASSES)(tf.ones(1))
# == Keras makes the object of a table, any of them where the name is not known
import sys
class Near:
    def __call__(self, x):
        tensor_near(x)
class Far:
    def __call__(self, x):
        tensor_far(x)
def plain(x):
    tensor_function(x)
CLASSES = {"near": Near, "far": Far, "plain": plain}
made = tf.keras.saving.deserialize_keras_object(sys.argv[1], module_objects=CLASSES)
made(tf.ones(1))
# == Keras makes the object of a table with many classes only where the name is known
import sys
class C0:
    def __call__(self, x):
        unseen_c(x)
class C1(C0):
    def __call__(self, x):
        tensor_c(x)
class C2(C0): pass
class C3(C0): pass
class C4(C0): pass
class C5(C0): pass
class C6(C0): pass
class C7(C0): pass
class C8(C0): pass
class C9(C0): pass
class D0(C0): pass
class D1(C0): pass
class D2(C0): pass
ALL = {"c0": C0, "c1": C1, "c2": C2, "c3": C3, "c4": C4, "c5": C5, "c6": C6, "c7": C7, "c8": C8, "c9": C9, "d0": D0, "d1": D1, "d2": D2}
tf.keras.utils.legacy.deserialize_keras_object(sys.argv[1], module_objects=ALL)(tf.ones(1))
tf.keras.utils.legacy.deserialize_keras_object({"class_name": "c1", "config": {}}, ALL)(tf.ones(1))
# == what a statement adds to a list on its way arrives at all layers that it calls the next time
import numpy as np
class First(tf.keras.layers.Layer):
    def call(self, x):
        nested_first(x)
class Second(tf.keras.layers.Layer):
    def call(self, x):
        nested_second(x)
def run(first, second, parts):
    return first(parts), parts.append(np.ones(1)), list(parts), second(parts)
args = First(), Second(), []
run(*args)
run(*args)
