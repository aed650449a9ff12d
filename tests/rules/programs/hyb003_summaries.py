"""A summary is written by an operation, and what is not known may be tensors; fields that are put together are none."""
import pickle
import tempfile

import tensorflow as tf

writer = tf.summary.create_file_writer(tempfile.mkdtemp())


@tf.function
def write(loss, step):
    with writer.as_default():
        tf.summary.write("loss", loss, step=step)


@tf.function
def fields(loss, step):  # expect: HYB003 - it has no operations
    return {"loss": loss, "step": step}


@tf.function
def best_of_unknown(rows):
    return tf.argmin([row["loss"] for row in rows])


@tf.function
def best_of_numbers(rows):  # expect: HYB003 - no tensor comes to it
    return tf.argmin([row["loss"] for row in rows])


write(tf.constant(1.0), tf.constant(1, tf.int64))
assert sorted(fields(tf.constant(1.0), tf.constant(1))) == ["loss", "step"]
assert int(best_of_unknown([pickle.loads(pickle.dumps({"loss": loss})) for loss in (2.0, 1.0)])) == 1
assert int(best_of_numbers([{"loss": 2.0}, {"loss": 1.0}])) == 1
