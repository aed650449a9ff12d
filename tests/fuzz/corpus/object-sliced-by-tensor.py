import tensorflow as tf


class Rows:
    def __init__(self):
        self.rows = [1.0, 2.0, 3.0]

    def __getitem__(self, index):
        return self.rows[index]


rows = Rows()


def subject(x, n):
    return x * float(len(rows[n:]))  # refused: uncovered


for i in range(3):
    print(subject(tf.constant([1.0, 2.0]), tf.constant(i)).numpy())
