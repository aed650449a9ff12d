"""Where Python needs the numbers or the length of a tensor: unpacking, shapes, axes, ranges."""
# codes: HYB007
import numpy as np
import tensorflow as tf
# == h,w = tf.shape(x)[1:3]
@tf.function
def f(x):
    h, w = tf.shape(x)[1:3]  # expect: HYB007
    return tf.zeros((h, w))
f(tf.ones((2, 3, 4, 1)))
# == a,b=t
@tf.function
def f(t):
    a, b = t  # expect: HYB007
    return a + b
f(tf.constant([1, 2]))
# == a,*b=t
@tf.function
def f(t):
    a, *b = t  # expect: HYB007
    return a
f(tf.constant([1, 2]))
# == for pairs tensor
@tf.function
def f(t):
    s = 0
    for a, b in t:  # expect: HYB007
        s += a * b
    return s
f(tf.constant([[1, 2], [3, 4]]))
# == for in zip of tensors
@tf.function
def f(t, u):
    s = 0
    for a, b in zip(t, u):  # expect: HYB007
        s += a * b
    return s
f(tf.constant([1, 2]), tf.constant([1, 2]))
# == enumerate tensor
@tf.function
def f(t):
    s = 0
    for i, a in enumerate(t):  # expect: HYB007
        s += a
    return s
f(tf.constant([1, 2]))
# == unstack fine
@tf.function
def f(t):
    a, b = tf.unstack(t)
    return a + b
f(tf.constant([1, 2]))
# == split fine
@tf.function
def f(t):
    a, b = tf.split(t, 2)
    return a + b
f(tf.constant([1, 2]))
# == static shape fine
@tf.function
def f(t):
    b, h, w, c = t.shape
    return tf.reshape(t, (b, h * w * c))
f(tf.ones((2, 3, 4, 1)))
# == data set element is a tuple, fine
@tf.function
def f(data):
    s = 0.0
    for x, y in data:
        s += tf.reduce_sum(x * y)
    return s
f(tf.data.Dataset.from_tensor_slices((tf.ones(3), tf.ones(3))))
# == variable
v = tf.Variable([1.0, 2.0])
@tf.function
def f(t):
    a, b = v  # expect: HYB007
    return t * a + b
f(tf.constant(1.0))
# == list of tensors is fine
@tf.function
def f(ts):
    a, b = ts
    return a + b
f([tf.constant(1), tf.constant(2)])
# == for a,b in list of tensors
@tf.function
def f(t):
    s = 0
    for a, b in [t, t * 2]:  # expect: HYB007
        s += a * b
    return s
f(tf.constant([1, 2]))
# == helper
def pair(t):
    a, b = t
    return a + b
@tf.function
def f(t):
    return pair(t)  # expect: HYB007
f(tf.constant([1, 2]))
# == star call
def add(a, b):
    return a + b
@tf.function
def f(t):
    return add(*t)  # expect: HYB007
f(tf.constant([1, 2]))
# == eager is fine
def f(t):
    a, b = t
    return a + b
f(tf.constant([1, 2]))
# == moments fine
@tf.function
def f(t):
    m, v = tf.nn.moments(t, 0)
    return m + v
f(tf.ones((3, 2)))
# == TensorShape
target = tf.constant([2, 2])
@tf.function
def f(x):
    return tf.ensure_shape(x, tf.TensorShape(target))  # expect: HYB007
f(tf.ones((2, 2)))
# == TensorShape of list
@tf.function
def f(x, n):
    return tf.ensure_shape(x, tf.TensorShape([n, 2]))  # expect: HYB007
f(tf.ones((2, 2)), tf.constant(2))
# == ensure_shape tensor
@tf.function
def f(x, y):
    return tf.ensure_shape(x, tf.shape(y))  # expect: HYB007
f(tf.ones((2, 2)), tf.ones((2, 2)))
# == set_shape tensor
@tf.function
def f(x, y):
    z = x + 1.0
    z.set_shape(tf.shape(y))  # expect: HYB007
    return z
f(tf.ones((2, 2)), tf.ones((2, 2)))
# == set_shape static fine
@tf.function
def f(x, y):
    z = x + 1.0
    z.set_shape(y.shape)
    return tf.ensure_shape(z, [None, 2])
f(tf.ones((2, 2)), tf.ones((2, 2)))
# == TensorSpec tensor
@tf.function
def f(x, n):
    spec = tf.TensorSpec([n], tf.float32)  # expect: HYB007
    return x
f(tf.ones((2, 2)), tf.constant(2))
# == constant shape tensor
@tf.function
def f(x, s):
    return x + tf.constant(0.0, shape=s)  # expect: HYB007
f(tf.ones((2, 2)), tf.constant([2, 2]))
# == zeros of tensor fine
@tf.function
def f(x, s):
    return x + tf.zeros(s) + tf.fill(s, 1.0)
f(tf.ones((2, 2)), tf.constant([2, 2]))
# == TensorArray element shape
@tf.function
def f(x, s):
    a = tf.TensorArray(tf.float32, size=1, element_shape=s)  # expect: HYB007
    return a.write(0, x).stack()
f(tf.ones((2, 2)), tf.constant([2, 2]))
# == np.zeros tensor
@tf.function
def f(x, n):
    return x + np.zeros(n)  # expect: HYB007
f(tf.ones((2, 2), tf.float64), tf.constant(2))
# == range in comprehension
@tf.function
def f(x, n):
    return tf.stack([x * i for i in range(n)])  # expect: HYB007
f(tf.ones(2, tf.int32), tf.constant(2))
# == list(range)
@tf.function
def f(x, n):
    return x * tf.stack(list(range(n)))  # expect: HYB007
f(tf.ones(2, tf.int32), tf.constant(2))
# == enumerate(range)
@tf.function
def f(x, n):
    for i, j in enumerate(range(n)):  # expect: HYB007
        x += j
    return x
f(tf.ones(2, tf.int32), tf.constant(2))
# == range for fine
@tf.function
def f(x, n):
    for i in range(n):
        x += i
    return x
f(tf.ones(2, tf.int32), tf.constant(2))
# == unstack with num tensor
@tf.function
def f(x, n):
    return tf.add_n(tf.unstack(x, n))  # expect: HYB007
f(tf.ones(2), tf.constant(2))
# == squeeze axis tensor
@tf.function
def f(x, n):
    return tf.squeeze(x, n)  # expect: HYB007
f(tf.ones((2, 1)), tf.constant(1))
# == stack axis tensor
@tf.function
def f(x, n):
    return tf.stack([x, x], n)  # expect: HYB007
f(tf.ones((2, 1)), tf.constant(1))
# == softmax axis tensor
@tf.function
def f(x, n):
    return tf.nn.softmax(x, n)  # expect: HYB007
f(tf.ones((2, 1)), tf.constant(1))
# == split num tensor
@tf.function
def f(x, n):
    return tf.split(x, n)[0]  # expect: HYB007
f(tf.ones((2, 1)), tf.constant(2))
# == split sizes tensor known
@tf.function
def f(x, n):
    return tf.split(x, n)[0]
f(tf.ones((2, 1)), tf.constant([1, 1]))
# == concat axis fine
@tf.function
def f(x, n):
    return tf.concat([x, x], n) + tf.reduce_sum(x, n, keepdims=True)
f(tf.ones((2, 1)), tf.constant(0))
# == comprehension of pairs in list
@tf.function
def f(ts):
    return tf.add_n([a * b for a, b in ts])  # expect: HYB007
f([tf.constant([1, 2]), tf.constant([3, 4])])
# == comprehension of tuples fine
@tf.function
def f(ts):
    return tf.add_n([a * b for a, b in ts])
f([(tf.constant([1, 2]), tf.constant([3, 4]))])
# == zip of gradients fine
v = tf.Variable(1.0)
@tf.function
def f(x):
    with tf.GradientTape() as tape:
        y = v * x
    for g, w in zip(tape.gradient(y, [v]), [v]):
        w.assign_sub(g)
    return y
f(tf.constant(1.0))
# == data set of single tensors
@tf.function
def f(data):
    s = 0
    for a, b in data:  # expect: HYB007
        s += a * b
    return s
f(tf.data.Dataset.from_tensor_slices([[1, 2], [3, 4]]))
# == enumerate data set fine
@tf.function
def f(data):
    s = tf.constant(0, tf.int64)
    for i, (a, b) in data.enumerate():
        s += i * tf.cast(a * b, tf.int64)
    return s
f(tf.data.Dataset.from_tensor_slices(([1, 2], [3, 4])))
# == get_shape slice
@tf.function
def f(x):
    h, w = x.get_shape()[1:3]
    return tf.zeros((h, w))
f(tf.ones((2, 3, 4, 1)))
# == conditional value
@tf.function
def f(x, size=None):
    if size is None:
        size = tf.shape(x)[1:3]
    h, w = size  # expect: HYB007
    return tf.zeros((h, w))
f(tf.ones((2, 3, 4, 1)))
# == shape helper
def shape_list(x):
    s = x.shape.as_list()
    d = tf.shape(x)
    return [d[i] if k is None else k for i, k in enumerate(s)]
@tf.function
def f(x):
    b, h, w, c = shape_list(x)
    return tf.reshape(x, (b, h * w * c))
f(tf.ones((2, 3, 4, 1)))
# == sum that begins with a tensor
@tf.function
def f(x):
    outs = tf.vectorized_map(lambda v: [v, v * 2.0], x)
    return sum(outs[1:], outs[0])
f(tf.ones((3, 2)))
