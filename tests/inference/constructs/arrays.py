# == arrays are no tensors
import numpy as np
a = np.zeros((2, 2))
plain(a); plain_sum(a + a); plain_dot(a @ a); plain_item(a[0]); plain_mean(a.mean()); plain_t(a.T)
for row in a:
    plain_row(row)
# == an operation makes them tensors
import numpy as np
a = np.zeros((2, 2))
tensor(tf.constant(a)); tensor_c(tf.convert_to_tensor(a)); tensor_r(tf.reduce_sum(a)); tensor_v(tf.Variable(a))
# == mixed arithmetic gives tensors
import numpy as np
a, t = np.zeros(2), tf.ones(2)
tensor(t + a); tensor_r(a + t); tensor_m(a * t); tensor_n(-t); tensor_c(t > a)
# == numpy() gives arrays
t = tf.ones(2)
plain(t.numpy()); plain_s(t.numpy() + 1); plain_i(t.numpy()[0]); plain_item(t.numpy().item())
# == numpy functions of tensors give arrays
import numpy as np
t = tf.ones(2)
plain(np.mean(t)); plain_a(np.array(t)); plain_as(np.asarray(t)); plain_c(np.concatenate([t, t]))
# == built-in functions of tensors
t = tf.ones(())
plain(float(t)); plain_i(int(t)); plain_l(len(tf.ones(3))); plain_b(bool(t))
tensor(abs(t)); tensor_s(sum([t, t])); tensor_p(pow(t, 2)); tensor_m(max(t, t))
# == shapes are no tensors, tf.shape is one
t = tf.ones((2, 3))
plain(t.shape); plain_0(t.shape[0]); plain_l(t.shape.as_list()); plain_d(t.dtype); plain_n(t.shape.ndims)
tensor(tf.shape(t)); tensor_0(tf.shape(t)[0]); tensor_r(tf.rank(t)); plain_g(t.get_shape())
# == iterating over a tensor and an array
import numpy as np
for x in tf.ones(3):
    tensor(x)
for x in np.ones(3):
    plain(x)
for i, x in enumerate(np.ones(3)):
    plain_e(x)
# == an array passed to a function stays one
import numpy as np
def f(x):
    plain(x)
    return tf.reduce_sum(x)
tensor(f(np.zeros(3)))
# == an array passed to a layer by the project's function
import numpy as np
class L(tf.keras.layers.Layer):
    def call(self, x):
        tensor(x)
        return x
def f(layer, x):
    plain(x)
    return layer(x)
tensor_out(f(L(), np.zeros(3)))
# == an array passed to a hybrid function is an array until it is traced
import numpy as np
@tf.function
def f(x):
    return tf.reduce_sum(x)
tensor(f(np.zeros(3)))
# == a list of arrays, stacked
import numpy as np
xs = [np.zeros(3) for _ in range(2)]
tensor(tf.stack(xs)); plain(np.stack(xs))
# == random arrays
import numpy as np
rng = np.random.default_rng(0)
plain(rng.normal(size=3)); plain_r(np.random.rand(3)); plain_c(np.random.choice([1, 2]))
# == tf.experimental.numpy gives tensors
import tensorflow.experimental.numpy as tnp
tensor(tnp.ones(3)); tensor_s(tnp.sum(tnp.ones(3)))
# == evaluating in a tf.Variable
v = tf.Variable([1.0])
plain(v.numpy()); tensor(v.read_value()); tensor_v(v.value()); tensor_a(v.assign([2.0])); tensor_i(v[0])
plain_l(v.numpy().tolist())
# == tensors in an object array, in pandas
import numpy as np
import pandas as pd
frame = pd.DataFrame({"a": [1]})
plain(frame["a"]); plain_v(frame.values); plain_n(frame["a"].to_numpy())
tensor(tf.constant(frame["a"]))
# == images
from PIL import Image
import numpy as np
image = np.array(Image.open("f"))
plain(image)
tensor(tf.image.resize(image, (2, 2)))
# == np.where of tensors and comparisons of arrays
import numpy as np
a = np.zeros(3)
plain(a > 0); plain_w(np.where(a > 0, a, -a)); plain_a((a > 0).any())
tensor(tf.where(a > 0, a, -a))
# == in-place arithmetic on an array with a tensor
import numpy as np
total = 0.0
for x in [tf.ones(1)]:
    total += x
mixed(total)
loss = np.zeros(1)
loss = loss + tf.ones(1)
tensor(loss)
# == scalars by NumPy types
import numpy as np
plain(np.float32(1)); plain_i(np.int64(3)); plain_p(np.pi)
# == tensors in containers and out again
import numpy as np
box = {"a": tf.ones(1), "b": np.zeros(1)}
tensor(box["a"]); plain(box["b"])
# == sparse and ragged
s = tf.sparse.from_dense([[1, 0]])
tensor(s); tensor_d(tf.sparse.to_dense(s)); tensor_v(s.values)
r = tf.RaggedTensor.from_row_lengths(tf.range(3), [1, 2])
tensor_r(r); tensor_t(r.to_tensor()); plain(r.to_list())
