"""What is drawn where a file is missing, and written to it, is drawn once; elsewhere the graph keeps what was drawn."""
import os
import tempfile

import numpy as np
import tensorflow as tf

PATH = os.path.join(tempfile.mkdtemp(), "rows.npy")


def kept():
    if not os.path.exists(PATH):
        rows = np.random.choice(100, 3)
        np.save(PATH, rows)
    else:
        rows = np.load(PATH)
    return rows


def drawn():
    if not os.path.exists(PATH + ".other"):
        return np.random.choice(100, 3)
    return np.load(PATH)


def of_kept(i):
    return tf.data.Dataset.from_tensor_slices(kept() + i)


def of_drawn(i):
    return tf.data.Dataset.from_tensor_slices(drawn() + i)  # expect: HYB004, HYB011 - all get the same rows


for made in (of_kept, of_drawn):
    rows = list(tf.data.Dataset.range(2).interleave(made, cycle_length=2).as_numpy_iterator())
    assert [odd - even for even, odd in zip(rows[::2], rows[1::2])] == [1, 1, 1]
