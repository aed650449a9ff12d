"""Arrays that arrive at a graph are tensors in it: what raises there, and what does not."""
# codes: HYB007
import numpy as np
import tensorflow as tf
rng = np.random.default_rng(0)
# == mean
@tf.function
def f(x):
    m = np.mean(x)  # expect: HYB007
    return x - m
f(np.random.rand(4).astype("float32"))
# == two statements
@tf.function
def f(x):
    if tf.reduce_sum(x) > 0:
        a = np.mean(x)  # expect: HYB007
    else:
        a = np.std(x)  # expect: HYB007
    return x - a
f(np.ones(3, "float32"))
# == method in expression
@tf.function
def f(x):
    return tf.reduce_sum(x.astype("float32"))  # expect: HYB007
f(np.arange(4))
# == T
@tf.function
def f(x):
    return tf.matmul(x, x.T)  # expect: HYB007
f(np.ones((2, 3)))
# == size attr
@tf.function
def f(x):
    return tf.reduce_sum(x) / x.size  # expect: HYB007
f(np.ones((2, 3)))
# == compare all
@tf.function
def f(x):
    if (x > 0).all():  # expect: HYB007
        return x
    return -x
f(np.ones((2, 3)))
# == dict member
@tf.function
def f(batch):
    y = batch["y"]
    return np.log(y) + batch["x"]  # expect: HYB007
f({"x": np.ones(3), "y": np.ones(3)})
# == list member
@tf.function
def f(parts):
    return parts[0].sum() + parts[1]  # expect: HYB007
f([np.ones(3), np.ones(3)])
# == list loop
@tf.function
def f(parts):
    total = 0.0
    for p in parts:
        total += p.mean()  # expect: HYB007
    return total
f([np.ones(3), np.ones(3)])
# == helper
def norm(v):
    return v / np.linalg.norm(v)
@tf.function
def f(x):
    return norm(x) * 2.0  # expect: HYB007
f(np.ones(3))
# == helper of helper with maths
def low(v):
    return np.clip(v, 0.0, 1.0)
def mid(v):
    return low(v * 2.0)
class A:
    @tf.function
    def step(self, x):
        return mid(x)  # expect: HYB007
a = A()
a.step(np.ones(3))
# == scalar float64
@tf.function
def f(x, s):
    return x * np.exp(s)  # expect: HYB007
f(tf.ones(3), np.float64(0.5))
# == scalar from mean
@tf.function
def f(x, s):
    return x * np.exp(-s)  # expect: HYB007
data = np.random.rand(10)
f(tf.ones(3, tf.float64), data.mean())
# == python number from random
@tf.function
def f(x, s):
    return x * np.exp(s)
f(tf.ones(3), np.random.rand())
# == python number from item
@tf.function
def f(x, s):
    return x * np.exp(s)
f(tf.ones(3), np.ones(3).sum().item())
# == python number from float()
@tf.function
def f(x, s):
    return x * np.sqrt(s)
f(tf.ones(3), float(np.mean(np.ones(3))))
# == python list from tolist
@tf.function
def f(x, s):
    return x * np.float32(np.sum(s))
f(tf.ones(3), np.ones(3).tolist())
# == shape functions work
@tf.function
def f(x):
    n = np.shape(x)[0]
    return tf.reduce_sum(x) / n / np.ndim(x)
f(np.ones((2, 3), "float64"))
# == shape attr works
@tf.function
def f(x):
    return tf.reshape(x, (x.shape[0] * x.shape[1],)) + np.zeros(x.shape).sum()
f(np.ones((2, 3)))
# == dtype eq works
@tf.function
def f(x):
    if x.dtype == np.float32:
        x = x / 255.0
    return x
f(np.ones((2, 3), "float32"))
# == dtype kind raises
@tf.function
def f(x):
    if x.dtype.kind == "f":  # expect: HYB007
        x = x / 255.0
    return x
f(np.ones((2, 3), "float32"))
# == issubdtype
@tf.function
def f(x):
    if np.issubdtype(x.dtype, np.floating):  # expect: HYB007
        x = x / 255.0
    return x
f(np.ones((2, 3), "float32"))
# == rebound to tensor
@tf.function
def f(x):
    x = tf.convert_to_tensor(x)
    return tf.reduce_max(x)
f(np.ones((2, 3), "float32"))
# == guarded by isinstance
@tf.function
def f(x):
    if isinstance(x, np.ndarray):
        x = np.sqrt(x)
    return x
f(np.ones((2, 3), "float32"))
# == guarded by is_tensor
@tf.function
def f(x):
    if not tf.is_tensor(x):
        x = x.astype("float32")
    return x
f(np.ones((2, 3), "float32"))
# == guarded hasattr
@tf.function
def f(x):
    if hasattr(x, "astype"):
        x = x.astype("float32")
    return x
f(np.ones((2, 3), "float32"))
# == own array in graph
@tf.function
def f(x):
    w = np.ones(3, "float32")
    return x * np.sqrt(w) * w.max()
f(np.ones(3, "float32"))
# == captured array
w = np.ones(3, "float32")
@tf.function
def f(x):
    return x * np.sqrt(w) * w.max()
f(np.ones(3, "float32"))
# == array in object works
class Box:
    def __init__(self, a):
        self.a = a
@tf.function
def f(x, box):
    return x * np.sqrt(box.a)
f(tf.ones(3), Box(np.ones(3, "float32")))
# == numpy_function
def host(a):
    return np.sqrt(a).astype("float32")
@tf.function
def f(x):
    return tf.numpy_function(host, [x], tf.float32)
f(np.ones(3, "float32"))
# == py_function inner
@tf.function
def f(x):
    def inner(v):
        return v.numpy().max()
    return tf.py_function(inner, [x], tf.float32)
f(np.ones(3, "float32"))
# == eager caller only helper
def prep(x):
    return np.sqrt(x)
@tf.function
def f(x):
    return x * 2.0
f(prep(np.ones(3)))
# == eager function is fine
def f(x):
    return np.sqrt(x) + x.max()
for _ in range(3):
    f(np.ones(3))
# == item assign
@tf.function
def f(x):
    x[0] = 1.0  # expect: HYB007
    return x
f(np.ones(3))
# == numpy mixed number
@tf.function
def f(x):
    return np.sqrt(x) * tf.ones(2)
f(4.0)
f(9.0)
# == wrapped by call
def f(x):
    return tf.constant(1.0) * np.square(x)  # expect: HYB007
g = tf.function(f)
g(np.ones(3, "float32"))
# == round
@tf.function
def f(x):
    return round(x)  # expect: HYB007
f(np.float64(1.5))
# == math
import math
@tf.function
def f(x, s):
    return x * math.sqrt(s)  # expect: HYB007
f(tf.ones(3), np.float64(1.5))
# == list builtin
@tf.function
def f(x):
    return max(x)  # expect: HYB007
f(np.ones(3))
# == comprehension
@tf.function
def f(x):
    return tf.stack([v * 2 for v in x])  # expect: HYB007
f(np.ones(3))
# == unpack
@tf.function
def f(x):
    a, b = x  # expect: HYB007
    return a + b
f(np.ones(2))
# == list index by numpy int
@tf.function
def f(x, i):
    return x * [1.0, 2.0, 3.0][i]  # expect: HYB007
f(tf.ones(2), np.argmax(np.ones(3)))
# == tf.constant of array
@tf.function
def f(x):
    return tf.constant(x) * 2.0  # expect: HYB007
f(np.ones(2))
# == f-string format
@tf.function
def f(x, s):
    tf.print(f"{s:.2f}")  # expect: HYB007
    return x * s
f(tf.ones(2), np.float32(1.0))
# == default array
@tf.function
def f(x, w=np.ones(2, "float32")):
    return x * np.sqrt(w)  # expect: HYB007
f(tf.ones(2))
# == tuple unpack of param
@tf.function
def f(batch):
    x, y = batch
    return x * y.max()  # expect: HYB007
f((np.ones(2), np.ones(2)))
# == for in array works
@tf.function
def f(x):
    s = tf.zeros((), tf.float64)
    for v in x:
        s += v
    return s
f(np.ones(2))
# == if on array scalar works
@tf.function
def f(x, s):
    if s > 0:
        y = x
    else:
        y = -x
    return y
f(tf.ones(2), np.float64(1.0))
# == copy of dict
@tf.function
def f(batch):
    batch = batch.copy()
    return batch["x"] * 2
f({"x": np.ones(2)})
# == list methods
@tf.function
def f(parts):
    parts = list(parts)
    return tf.add_n(parts)
f([np.ones(2), np.ones(2)])
# == sum of list
@tf.function
def f(parts):
    return sum(parts)
f([np.ones(2), np.ones(2)])
# == signature
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def f(x):
    return np.sqrt(x)  # expect: HYB007
f(np.ones(2, "float32"))
# == experimental numpy works
import tensorflow.experimental.numpy as tnp
@tf.function
def f(x):
    return tnp.sqrt(x)
f(np.ones(2, "float32"))
# == np float constant times
@tf.function
def f(x):
    return np.float32(2.0) * x + np.pi
f(np.ones(2, "float32"))
# == a
@tf.function
def f(x, s):
    return x * np.exp(s)
f(tf.ones(3), rng.normal())
# == b
@tf.function
def f(x, s):
    return x * np.exp(s)
f(tf.ones(3), np.random.randint(5))
# == c
@tf.function
def f(x, s):
    return x * np.exp(s)
f(tf.ones(3), np.random.uniform(0.1, 0.2))
# == d
@tf.function
def f(x, s):
    return x * np.exp(s)
f(tf.ones(3), rng.random())
# == e
@tf.function
def f(x, s):
    return x * np.exp(s)
f(tf.ones(3), np.random.beta(0.1, 0.2))
# == f
@tf.function
def f(x, s):
    return x * np.exp(float(s))
f(tf.ones(3), np.size(np.ones(3)))
# == h
@tf.function
def f(x, s):
    return x * np.sqrt(s)
f(tf.ones(3), np.ones((2, 3)).shape[0])
# == i
@tf.function
def f(x, s):
    return x * np.sqrt(s)
for lr in [0.1, 0.2]:
    f(tf.ones(3), lr)
# == j
@tf.function
def f(x, s):
    return x * np.sqrt(s)  # expect: HYB007
for lr in np.linspace(0.1, 0.2, 3):
    f(tf.ones(3, tf.float64), lr)
# == k
@tf.function
def f(x, s):
    return x * np.sqrt(s)
for lr in np.linspace(0.1, 0.2, 3).tolist():
    f(tf.ones(3), lr)
# == l np.random.normal scaled
@tf.function
def f(x, s):
    return x * np.sqrt(s)
f(tf.ones(3), 2.0 * np.random.rand() + 1.0)
# == m array from rows
@tf.function
def f(x):
    return np.square(x)  # expect: HYB007
for row in np.ones((3, 2)):
    f(row)
# == n max of arrays
@tf.function
def f(x, s):
    return x * np.sqrt(s)
f(tf.ones(3), max(np.random.rand(), 0.5))
# == np.c_ passed
@tf.function
def f(x):
    return np.sqrt(x)  # expect: HYB007
f(np.c_[np.ones(3), np.ones(3)])
# == np.r_ passed
@tf.function
def f(x):
    return np.sqrt(x)  # expect: HYB007
f(np.r_[0:3, 1.0])
# == np.mgrid
@tf.function
def f(x):
    return np.sqrt(x)  # expect: HYB007
f(np.mgrid[0:3, 0:3])
# == np.ogrid unpack ok
@tf.function
def f(x):
    return np.sqrt(x)  # expect: HYB007
a, b = np.ogrid[0:3, 0:3]
f(a)
# == np.s_ is a slice
@tf.function
def f(x):
    return x[np.s_[1:3]]
f(tf.ones(4))
# == np.c_ in graph of arrays fine
a = np.ones(3, "float32")
@tf.function
def f(x):
    return x + np.c_[a, a]
f(tf.ones((3, 2)))
# == np.c_ in graph of tensors raises
@tf.function
def f(x):
    return np.c_[x, x]  # expect: HYB007
f(tf.ones(3))
# == np.r_ in graph of tensors raises
@tf.function
def f(x):
    return np.r_[x, 1.0]  # expect: HYB007
f(tf.ones(3))
# == rows by an array that arrives
@tf.function
def f(x, rows):
    return tf.reduce_sum(x[rows])  # expect: HYB007
f(np.ones((4, 2)), np.array([0, 2]))
# == rows by an array that is captured
rows = np.array([0, 2])
@tf.function
def f(x):
    return tf.reduce_sum(x[rows + 1])  # expect: HYB007
f(np.ones((4, 2)))
# == rows by a list
@tf.function
def f(x):
    return tf.reduce_sum(x[[0, 2]])  # expect: HYB007
f(np.ones(4))
# == columns by an array
@tf.function
def f(x, columns):
    return tf.reduce_sum(x[:, columns])  # expect: HYB007
f(np.ones((4, 2)), np.array([0, 1, 1]))
# == a mask beside a number
@tf.function
def f(x):
    return tf.reduce_sum(x[x[:, 0] > 0, 1])  # expect: HYB007
f(np.ones((4, 2)))
# == elements of what is computed
@tf.function
def f(x, rows):
    y = x * 2.0
    return tf.reduce_sum(y[rows])  # expect: HYB007
f(np.ones((4, 2)), np.array([0, 2]))
# == a mask, numbers and slices fine
@tf.function
def f(x, mask, row):
    return tf.reduce_sum(x[mask]) + tf.reduce_sum(x[x > 0]) + tf.reduce_sum(x[row]) + tf.reduce_sum(x[1:row, None])
f(np.ones((4, 2)), np.array([True, False, True, True]), np.arange(4)[2])
