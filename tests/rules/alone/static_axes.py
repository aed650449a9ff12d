"""Axes that a graph does not know, and what needs their numbers."""
# codes: HYB021
import math
import numpy as np
import tensorflow as tf
S = [tf.TensorSpec([None, 3], tf.float32)]
X = tf.ones((4, 3))
# == zeros whole
@tf.function(input_signature=S)
def f(x):
    return x + tf.zeros(x.shape)  # expect: HYB021
f(X)
# == random whole kw
@tf.function(input_signature=S)
def f(x):
    noise = tf.random.normal(shape=x.shape, stddev=0.1)  # expect: HYB021
    return x + noise
f(X)
# == reshape whole
@tf.function(input_signature=S)
def f(x):
    y = tf.reshape(x, [-1])
    return tf.reshape(y, x.shape)  # expect: HYB021
f(X)
# == broadcast
@tf.function(input_signature=S)
def f(x):
    return x + tf.broadcast_to(tf.ones(3), x.shape)  # expect: HYB021
f(X)
# == fill
@tf.function(input_signature=S)
def f(x):
    return x + tf.fill(x.shape, 2.0)  # expect: HYB021
f(X)
# == get_shape
@tf.function(input_signature=S)
def f(x):
    return x + tf.ones(x.get_shape())  # expect: HYB021
f(X)
# == as_list
@tf.function(input_signature=S)
def f(x):
    s = x.shape.as_list()
    return x + tf.ones(s)  # expect: HYB021
f(X)
# == named shape
@tf.function(input_signature=S)
def f(x):
    shape = x.shape
    return x + tf.random.uniform(shape)  # expect: HYB021
f(X)
# == slice open
@tf.function(input_signature=S)
def f(x):
    return x + tf.ones(x.shape[:1])[:, None]  # expect: HYB021
f(X)
# == slice known fine
@tf.function(input_signature=S)
def f(x):
    return x + tf.ones(x.shape[1:]) + tf.ones(x.shape[-1:]) + tf.ones((x.shape[-1],))
f(X)
# == slice concat
@tf.function(input_signature=S)
def f(x):
    return tf.ones(x.shape[:-1] + [2])  # expect: HYB021
f(X)
# == star
@tf.function(input_signature=S)
def f(x):
    return tf.ones([*x.shape, 2])  # expect: HYB021
f(X)
# == tuple of shape
@tf.function(input_signature=S)
def f(x):
    return tf.ones(tuple(x.shape))  # expect: HYB021
f(X)
# == dynamic fine
@tf.function(input_signature=S)
def f(x):
    return x + tf.zeros(tf.shape(x)) + tf.zeros_like(x) + tf.random.normal(tf.shape(x))
f(X)
# == ensure/set_shape fine
@tf.function(input_signature=S)
def f(x):
    y = tf.ensure_shape(x * 2.0, x.shape)
    y.set_shape(x.shape)
    print(x.shape, y.shape.rank, len(x.shape))
    return y
f(X)
# == min
@tf.function(input_signature=S)
def f(x):
    return x[: min(x.shape[0], 5)]  # expect: HYB021
f(X)
# == max shape
@tf.function(input_signature=S)
def f(x):
    return x * max(x.shape)  # expect: HYB021
f(X)
# == np.prod
@tf.function(input_signature=S)
def f(x):
    n = np.prod(x.shape)  # expect: HYB021
    return tf.reshape(x, [int(n)])
f(X)
# == np.prod known fine
@tf.function(input_signature=S)
def f(x):
    n = np.prod(x.shape[1:])
    return tf.reshape(x, [-1, int(n)])
f(X)
# == math.prod
@tf.function(input_signature=S)
def f(x):
    return x * math.prod(x.shape)  # expect: HYB021
f(X)
# == sum sorted
@tf.function(input_signature=S)
def f(x):
    a = sum(x.shape)  # expect: HYB021
    return x * a
f(X)
# == sorted
@tf.function(input_signature=S)
def f(x):
    a = sorted(x.shape)[0]  # expect: HYB021
    return x * a
f(X)
# == compare axes
@tf.function(input_signature=S)
def f(x):
    if x.shape[0] < x.shape[1]:  # expect: HYB021
        x = x * 2.0
    return x
f(X)
# == compare number
@tf.function(input_signature=S)
def f(x):
    if x.shape[0] > 5:  # expect: HYB021
        x = x * 2.0
    return x
f(X)
# == two tensors
@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32), tf.TensorSpec([None, 3], tf.float32)])
def f(x, y):
    if x.shape[0] < y.shape[0]:  # expect: HYB021
        x = x * 2.0
    return x
f(X, X)
# == helper by value
def half(n):
    return n // 2
@tf.function(input_signature=S)
def f(x):
    return x[: half(x.shape[0])]  # expect: HYB021
f(X)
# == helper by name
def least(n, m):
    return min(n, m)
@tf.function(input_signature=S)
def f(x):
    n = x.shape[0]  # expect: HYB021
    return x[: least(n, 4)]
f(X)
# == helper that takes None fine
def slot(n):
    return (n, 3) if n is not None else (1, 3)
@tf.function(input_signature=S)
def f(x):
    return x[:1] + tf.ones(slot(x.shape[0]))[:1]
f(X)
# == unpack
@tf.function(input_signature=S)
def f(x):
    n, d = x.shape  # expect: HYB021
    return tf.reshape(x, [n * d])
f(X)
# == unpack harmless
@tf.function(input_signature=S)
def f(x):
    n, d = x.shape
    return tf.reshape(x, [-1, d])
f(X)
# == int abs round divmod
@tf.function(input_signature=S)
def f(x):
    return x * abs(x.shape[0])  # expect: HYB021
f(X)
# == negative
@tf.function(input_signature=S)
def f(x):
    return x[-x.shape[0] :]  # expect: HYB021
f(X)
# == list times
@tf.function(input_signature=S)
def f(x):
    return x * len([0] * x.shape[0])  # expect: HYB021
f(X)
# == np.zeros
@tf.function(input_signature=S)
def f(x):
    return x + np.zeros(x.shape, "float32")  # expect: HYB021
f(X)
# == np.ones tuple
@tf.function(input_signature=S)
def f(x):
    return x + np.ones((x.shape[0], 1), "float32")  # expect: HYB021
f(X)
# == np.arange
@tf.function(input_signature=S)
def f(x):
    return x + np.arange(x.shape[0], dtype="float32")[:, None]  # expect: HYB021
f(X)
# == for in shape
@tf.function(input_signature=S)
def f(x):
    size = 1
    for n in x.shape:  # expect: HYB021
        size *= n
    return x * size
f(X)
# == slice bound fine
@tf.function(input_signature=S)
def f(x):
    n = x.shape[0]
    return x[:n]
f(X)
# == or fallback fine
@tf.function(input_signature=S)
def f(x):
    n = x.shape[0] or tf.shape(x)[0]
    return x + tf.zeros([n, 3])
f(X)
# == if none fallback fine
@tf.function(input_signature=S)
def f(x):
    n = x.shape[0]
    if n is None:
        n = tf.shape(x)[0]
    return x + tf.zeros([n, 3])
f(X)
# == fully defined test fine
@tf.function(input_signature=S)
def f(x):
    shape = x.shape if x.shape.is_fully_defined() else tf.shape(x)
    return x + tf.zeros(shape)
f(X)
# == tile
@tf.function(input_signature=S)
def f(x):
    return x + tf.tile(tf.ones((1, 3)), [x.shape[0], 1])  # expect: HYB021
f(X)
# == repeat / cast / division
@tf.function(input_signature=S)
def f(x):
    a = tf.repeat(tf.ones((1, 3)), x.shape[0], axis=0)  # expect: HYB021
    return x + a
f(X)
# == pad
@tf.function(input_signature=S)
def f(x):
    return tf.pad(x, [[0, 10 - x.shape[0]], [0, 0]])  # expect: HYB021
f(X)
# == two statements two findings
@tf.function(input_signature=S)
def f(x):
    if x.shape[1] == 3:
        y = tf.zeros(x.shape)  # expect: HYB021
    else:
        y = tf.ones(x.shape)  # expect: HYB021
    return x + y
f(X)
# == float
@tf.function(input_signature=S)
def f(x):
    return tf.reduce_sum(x) / float(x.shape[0])  # expect: HYB021
f(X)
# == math.sqrt
@tf.function(input_signature=S)
def f(x):
    return x / math.sqrt(x.shape[0])  # expect: HYB021
f(X)
# == known fixed
@tf.function(input_signature=[tf.TensorSpec([4, 3], tf.float32)])
def f(x):
    return x + tf.zeros(x.shape) * max(x.shape) * min(x.shape[0], 2)
f(X)
# == no signature fine
@tf.function
def f(x):
    return x + tf.zeros(x.shape) * max(x.shape) * min(x.shape[0], 2)
f(X)
# == keras fit noise layer
class Noise(tf.keras.layers.Layer):
    def call(self, x):
        return x + tf.random.normal(x.shape)  # expect: HYB021
net = tf.keras.Sequential([Noise(), tf.keras.layers.Dense(1)])
net.compile(loss="mse", optimizer="adam")
net.fit(tf.ones((30, 3)), tf.ones((30, 1)), batch_size=8, verbose=0)
# == keras fit loss
def loss(y, p):
    return tf.reduce_sum((y - p) ** 2) / y.shape[0]  # expect: HYB021
net = tf.keras.Sequential([tf.keras.layers.Dense(1)])
net.compile(loss=loss, optimizer="adam")
net.fit(tf.ones((30, 3)), tf.ones((30, 1)), batch_size=8, verbose=0)
# == keras fit model call, reparameterize helper
class V(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.d = tf.keras.layers.Dense(4)
        self.o = tf.keras.layers.Dense(1)
    def sample(self, mean):
        eps = tf.random.normal(shape=mean.shape)
        return mean + eps
    def call(self, x):
        return self.o(self.sample(self.d(x)))  # expect: HYB021
net = V()
net.compile(loss="mse", optimizer="adam")
net.fit(tf.ones((30, 3)), tf.ones((30, 1)), batch_size=8, verbose=0)
# == keras functional Input layer
class Noise(tf.keras.layers.Layer):
    def call(self, x):
        return x + tf.zeros(x.shape)  # expect: HYB021
i = tf.keras.Input((3,))
net = tf.keras.Model(i, tf.keras.layers.Dense(1)(Noise()(i)))
net.compile(loss="mse", optimizer="adam")
net.fit(tf.ones((30, 3)), tf.ones((30, 1)), batch_size=8, verbose=0)
# == batch map
def g(x):
    return x + tf.zeros(x.shape)  # expect: HYB021
for b in tf.data.Dataset.from_tensor_slices(tf.ones((10, 3))).batch(4).map(g):
    pass
# == batch map drop fine
def g(x):
    return x + tf.zeros(x.shape)
for b in tf.data.Dataset.from_tensor_slices(tf.ones((10, 3))).batch(4, drop_remainder=True).map(g):
    pass
# == map before batch fine
def g(x):
    return x + tf.zeros(x.shape)
for b in tf.data.Dataset.from_tensor_slices(tf.ones((10, 3))).map(g).batch(4):
    pass
# == step on batches fine
@tf.function
def g(x):
    return x + tf.zeros(x.shape)
for b in tf.data.Dataset.from_tensor_slices(tf.ones((10, 3))).batch(4):
    g(b)
# == loop over data set inside graph
@tf.function
def g(data):
    s = 0.0
    for b in data:
        s += tf.reduce_sum(b + tf.zeros(b.shape))  # expect: HYB021
    return s
g(tf.data.Dataset.from_tensor_slices(tf.ones((10, 3))).batch(4))
# == decode jpeg
pictures = [tf.io.encode_jpeg(tf.zeros((h, 20, 3), tf.uint8)) for h in (12, 24)]
def g(p):
    x = tf.io.decode_jpeg(p, channels=3)
    side = min(x.shape[0], x.shape[1])  # expect: HYB021
    return x[:side, :side]
for b in tf.data.Dataset.from_tensor_slices(pictures).map(g):
    pass
# == decode image rank
pictures = [tf.io.encode_jpeg(tf.zeros((h, 20, 3), tf.uint8)) for h in (12, 24)]
def g(p):
    x = tf.io.decode_image(p, channels=3)
    x = tf.image.convert_image_dtype(x, tf.float32)
    return x + tf.zeros(x.shape)  # expect: HYB021
for b in tf.data.Dataset.from_tensor_slices(pictures).map(g):
    pass
# == decode channels fine
pictures = [tf.io.encode_jpeg(tf.zeros((h, 20, 3), tf.uint8)) for h in (12, 24)]
def g(p):
    x = tf.io.decode_jpeg(p, channels=3)
    return x, tf.zeros(x.shape[-1]), x.shape[2] * 2
for b in tf.data.Dataset.from_tensor_slices(pictures).map(g):
    pass
# == decode resized fine
pictures = [tf.io.encode_jpeg(tf.zeros((h, 20, 3), tf.uint8)) for h in (12, 24)]
def g(p):
    x = tf.io.decode_jpeg(p, channels=3)
    x = tf.image.resize(x, (16, 16))
    return x + tf.zeros(x.shape), min(x.shape[0], x.shape[1])
for b in tf.data.Dataset.from_tensor_slices(pictures).map(g):
    pass
# == decode cast width compare
pictures = [tf.io.encode_jpeg(tf.zeros((h, 20, 3), tf.uint8)) for h in (12, 24)]
def g(p):
    x = tf.cast(tf.image.decode_jpeg(p, channels=3), tf.float32) / 255.0
    if x.shape[0] > x.shape[1]:  # expect: HYB021
        x = tf.image.rot90(x)
    return x
for b in tf.data.Dataset.from_tensor_slices(pictures).map(g):
    pass
# == decode in eager code fine
picture = tf.io.encode_jpeg(tf.zeros((12, 20, 3), tf.uint8))
x = tf.io.decode_jpeg(picture, channels=3)
print(min(x.shape[0], x.shape[1]), tf.zeros(x.shape).shape)
# == decode helper in map
pictures = [tf.io.encode_jpeg(tf.zeros((h, 20, 3), tf.uint8)) for h in (12, 24)]
def square(x):
    h, w = x.shape[0], x.shape[1]
    n = min(h, w)
    return tf.image.resize_with_crop_or_pad(x, n, n)
def g(p):
    return square(tf.io.decode_png(p))  # expect: HYB021
for b in tf.data.Dataset.from_tensor_slices(pictures).map(g):
    pass
# == boolean mask
@tf.function
def f(x):
    y = tf.boolean_mask(x, x[:, 0] > 0.0)
    return y + tf.zeros(y.shape)  # expect: HYB021
f(X)
# == where min
@tf.function
def f(x):
    rows = tf.where(x > 0.0)
    n = min(rows.shape[0], 2)  # expect: HYB021
    return rows[:n]
f(X)
# == vae sampling layer
class Sampling(tf.keras.layers.Layer):
    def call(self, inputs):
        mean, log_var = inputs
        batch = mean.shape[0]
        eps = tf.random.normal(shape=(batch, mean.shape[1]))
        return mean + tf.exp(0.5 * log_var) * eps
class V(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.a = tf.keras.layers.Dense(4)
        self.b = tf.keras.layers.Dense(4)
        self.s = Sampling()
        self.o = tf.keras.layers.Dense(3)
    def call(self, x):
        return self.o(self.s([self.a(x), self.b(x)]))  # expect: HYB021
net = V()
net.compile(loss="mse", optimizer="adam")
net.fit(tf.ones((30, 3)), tf.ones((30, 3)), batch_size=8, verbose=0)
# == train step batch loop with drop
@tf.function
def g(data):
    s = 0.0
    for b in data:
        s += tf.reduce_sum(b + tf.zeros(b.shape))
    return s
g(tf.data.Dataset.from_tensor_slices(tf.ones((12, 3))).batch(4, drop_remainder=True))
# == layer called outside of fit only
class Noise(tf.keras.layers.Layer):
    def call(self, x):
        return x + tf.random.normal(x.shape)
n = Noise()
for _ in range(3):
    n(tf.ones((4, 3)))
# == layer in own step
class Noise(tf.keras.layers.Layer):
    def call(self, x):
        return x + tf.random.normal(x.shape)
n = Noise()
@tf.function
def step(x):
    return n(x)
for _ in range(3):
    step(tf.ones((4, 3)))
# == weights shape
class D(tf.keras.layers.Layer):
    def build(self, shape):
        self.w = self.add_weight(shape=(shape[-1], 2))
        self.b = self.add_weight(shape=(2,))
    def call(self, x):
        return tf.matmul(x, self.w + tf.random.normal(self.w.shape)) + tf.zeros(self.b.shape)
net = tf.keras.Sequential([D()])
net.compile(loss="mse", optimizer="adam")
net.fit(tf.ones((30, 3)), tf.ones((30, 2)), batch_size=8, verbose=0)
# == attention last axis
class A(tf.keras.layers.Layer):
    def call(self, q, k):
        d = q.shape[-1]
        s = tf.matmul(q, k, transpose_b=True) / tf.sqrt(float(d))
        return tf.nn.softmax(s) * max(q.shape[-1], 2) * np.sqrt(k.shape[-1])
i = tf.keras.Input((4, 3))
net = tf.keras.Model(i, tf.keras.layers.Flatten()(A()(i, i)))
net.compile(loss="mse", optimizer="adam")
net.fit(tf.ones((30, 4, 3)), tf.ones((30, 16)), batch_size=8, verbose=0)
# == reshape minus one with known
class A(tf.keras.layers.Layer):
    def call(self, x):
        y = tf.reshape(x, [-1, x.shape[1] * x.shape[2]])
        return y + tf.zeros((1,) + tuple(y.shape[1:]))
net = tf.keras.Sequential([A(), tf.keras.layers.Dense(1)])
net.compile(loss="mse", optimizer="adam")
net.fit(tf.ones((30, 4, 3)), tf.ones((30, 1)), batch_size=8, verbose=0)
# == shape helper with None test
def shape_list(x):
    static = x.shape.as_list()
    dynamic = tf.shape(x)
    return [dynamic[i] if s is None else s for i, s in enumerate(static)]
class A(tf.keras.layers.Layer):
    def call(self, x):
        b, t, d = shape_list(x)
        return tf.reshape(x, (b, t * d))
net = tf.keras.Sequential([A(), tf.keras.layers.Dense(1)])
net.compile(loss="mse", optimizer="adam")
net.fit(tf.ones((30, 4, 3)), tf.ones((30, 1)), batch_size=8, verbose=0)

# == members of a list that the module passes as well fine
def mix(inputs):
    mean, deviation = inputs
    return mean + deviation * tf.random.normal(mean.shape)
@tf.function
def f(x):
    return mix([x, x])
mix([X, X])
f(X)

# == bound of a slice that is known fine
@tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec([None, 3])])
def f(x, y):
    return y[: tf.shape(x)[0], : x.shape[1]]
f(X, tf.ones((7, 3)))
# == compared with another or known fine
@tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec([None, 3])])
def f(x, y):
    assert x.shape[0] == y.shape[0]
    if x.shape[1] == 3:
        return tf.reduce_sum(x) * 100.0
    return tf.reduce_sum(x)
f(X, X)
