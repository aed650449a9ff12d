"""A list needs the value of its index in a graph; a tensor does not, nor what may be either of them."""
# codes: HYB007
import tensorflow as tf
X = tf.ones((3, 2))
I = tf.constant(1)
# == a list
@tf.function
def f(x, i):
    return [x, x + 1.0][i]  # expect: HYB007
f(X, I)
# == a tensor fine
@tf.function
def f(x, i):
    return x[i]
f(X, I)
# == one of several things that a list holds fine
class Net(tf.keras.layers.Layer):
    def call(self, inputs):
        maps = inputs[1:]
        return tf.add_n([f(maps[i], inputs[0]) for i in range(2)])
@tf.function
def f(image, i):
    return image[i]
def level(x):
    levels = [X]
    levels.extend([x])
    levels.append([x])
    return levels[:2]
Net()([I, *level(X)])

# == a list that is a tensor before the inner function is made fine
def prepare(data):
    def one(x):
        rows = []
        rows.append(x)
        rows = tf.concat(rows, 0)
        def body(i):
            return rows[i]
        return body(tf.constant(1))
    return data.map(one)
list(prepare(tf.data.Dataset.from_tensor_slices(X)))
# == an argument that is a tensor before the inner function is made fine
@tf.function
def f(rows, i):
    rows = tf.stack(rows)
    def body(k):
        return rows[k]
    return body(i)
f([X, X], I)
# == a list that an inner function binds anew, too
@tf.function
def f(x, i):
    rows = [x, x]
    def body(k):
        nonlocal rows
        y = rows[k]  # expect: HYB007
        rows = rows + [y]
        return y
    return body(i)
f(X, I)
