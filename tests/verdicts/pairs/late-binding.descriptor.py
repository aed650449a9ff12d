# A descriptor keeps what it is given in the dictionary of the object, where nothing was before the first call.
import tensorflow as tf


class Kept:
    def __get__(self, owner, cls):
        return owner.__dict__.get("_kept", 1.0)

    def __set__(self, owner, value):
        owner.__dict__["_kept"] = value


class Changing:
    scale = Kept()

    def breaks(self, x):
        return x * self.scale


class Fixed:
    scale = Kept()

    def works(self, x):
        return x * self.scale


changing, fixed = Changing(), Fixed()
fixed.scale = 2.0
for i in range(3):
    print(float(changing.breaks(tf.constant(2.0))), float(fixed.works(tf.constant(2.0))))
    changing.scale = 10.0 * (i + 1)
