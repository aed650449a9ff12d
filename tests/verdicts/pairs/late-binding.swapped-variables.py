# Attributes that change their variables between the calls; values that are assigned are read anew.
import tensorflow as tf


class Tables:
    def __init__(self):
        self.one = tf.Variable(1.0)
        self.other = tf.Variable(2.0)
        self.kept = tf.Variable(1.0)

    def swap(self):
        self.one, self.other = self.other, self.one
        self.kept.assign(self.one)

    def breaks(self, x):
        return x * self.one

    def works(self, x):
        return x * self.kept


tables = Tables()
for _ in range(3):
    print(float(tables.breaks(tf.constant(2.0))), float(tables.works(tf.constant(2.0))))
    tables.swap()
