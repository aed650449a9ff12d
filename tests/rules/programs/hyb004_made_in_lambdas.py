"""What a lambda makes that `dataset.map` traces is its own, also where a method changes it; what was there is not."""
import tensorflow as tf


class Sample:
    def __init__(self, image):
        self.image = image
        self.label = None

    def labelled(self, label):
        self.label = label
        return self


class Tally:
    def __init__(self):
        self.last = None

    def note(self, image):
        self.last = image.shape  # expect: HYB004 - the program asks for it
        return image


tally = Tally()
data = tf.data.Dataset.from_tensor_slices((tf.ones((4, 2)), tf.ones((4, 3))))
pairs = data.map(lambda x, y: (Sample(x).labelled(y).image, Sample(x).labelled(y).label))
noted = data.map(lambda x, y: (tally.note(x), y))
assert [len(label) for _, label in pairs] == [3, 3, 3, 3]
for _ in noted:
    pass
assert tally.last == (2,)
