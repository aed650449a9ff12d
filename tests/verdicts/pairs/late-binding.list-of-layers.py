# Layers that are appended after the first call; those of the beginning are all there.
import tensorflow as tf


class Stack:
    def __init__(self):
        self.growing = [tf.Variable(2.0)]
        self.fixed = []
        for _ in range(2):
            self.fixed.append(tf.Variable(2.0))

    def grow(self):
        self.growing.append(tf.Variable(3.0))

    def breaks(self, x):
        for scale in self.growing:
            x = x * scale
        return x

    def works(self, x):
        for scale in self.fixed:
            x = x * scale
        return x


stack = Stack()
for _ in range(3):
    print(float(stack.breaks(tf.constant(1.0))), float(stack.works(tf.constant(1.0))))
    stack.grow()
