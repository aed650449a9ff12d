import dataclasses

import tensorflow as tf


@dataclasses.dataclass
class Record:
    value: tf.Tensor


def subject(x):
    text = f"{Record(tf.sin(x))}"  # refused: uncovered
    return x * float(len(text))


for i in range(3):
    print(subject(tf.constant([1.0, 2.0]) + i).numpy())
