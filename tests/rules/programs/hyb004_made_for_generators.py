"""What a trace makes, and what a constructor gives it, is the trace's own."""
import tensorflow as tf

made = []


class Rows:
    def __init__(self, table):
        self.table = table
        made.append("rows")  # expect: HYB004 - the list is nobody's own

    def __call__(self, numbers):
        yield [self.table[int(number)] for number in numbers]


table = [1.0, 2.0]
numbers = tf.data.Dataset.from_tensor_slices([[0, 1], [1, 0]])
rows = numbers.interleave(
    lambda row: tf.data.Dataset.from_generator(
        Rows(table), output_signature=tf.TensorSpec([2], tf.float32), args=(row,)
    )
)
assert [row.numpy().tolist() for row in rows] == [[1.0, 2.0], [2.0, 1.0]]
assert made == ["rows"]
