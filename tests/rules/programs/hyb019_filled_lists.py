"""Lists that are written `[]` in a call and filled later are as long as what is put into them."""

import numpy as np
import tensorflow as tf

grid = np.ones((8, 3))
rows = []
for i in range(3):
    rows.append([])
    for j in range(8):
        rows[i].append(grid[j, i])
targets = tf.tile(tf.expand_dims(tf.convert_to_tensor(rows, dtype=tf.float32), axis=0), [8, 1, 1])
assert (targets - tf.ones((8, 3, 8))).shape == (8, 3, 8)


def collected(parts, x):
    parts.append(x)
    parts.append(x)
    return tf.stack(parts) + tf.ones((2, 3))


assert collected([], tf.ones((3,))).shape == (2, 3)
by_name = {}
by_name.setdefault("a", []).append(tf.ones((3,)))
by_name.setdefault("a", []).append(tf.ones((3,)))
assert (tf.stack(by_name["a"]) + tf.ones((2, 3))).shape == (2, 3)

assert (tf.zeros([]) + tf.ones((3,))).shape == (3,)
