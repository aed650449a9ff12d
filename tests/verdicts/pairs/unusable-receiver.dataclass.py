# A dataclass has `__eq__` without `__hash__`; a frozen one has both.
import dataclasses

import tensorflow as tf


@dataclasses.dataclass
class Matern:
    scale: float

    def breaks(self, x):
        return x * self.scale


@dataclasses.dataclass(frozen=True)
class Fixed:
    scale: float

    def works(self, x):
        return x * self.scale


one, other = Matern(2.0), Fixed(2.0)
for _ in range(3):
    print(float(one.breaks(tf.constant(1.0))), float(other.works(tf.constant(1.0))))
