"""A constant that a function leaves is what was there only where nobody writes another one, whoever does it."""
import tensorflow as tf


class Switch:
    def __init__(self):
        self.on = 0


class Alone(Switch):
    @tf.function
    def run(self, x):
        self.on = 1
        y = x * 2.0
        self.on = 0
        return y


class SetByName(Switch):
    @tf.function
    def run(self, x):
        self.on = 1  # expect: HYB004 - a call turns it off again, whatever `setattr` gave it
        y = x * 2.0
        self.on = 0  # expect: HYB004
        return y


class SetByLoop(Switch):
    @tf.function
    def run(self, x):
        self.on = 1  # expect: HYB004 - a loop gives it others
        y = x * 2.0
        self.on = 0  # expect: HYB004
        return y


class Base(Switch):
    @tf.function
    def run(self, x):
        self.on = 1  # expect: HYB004 - a class below gives it another
        y = x * 2.0
        self.on = 0  # expect: HYB004
        return y


class Derived(Base):
    def turn(self):
        self.on = 7


class Tools:
    @staticmethod
    def turn(switch):
        switch.on = 7


class SetByFunction(Switch):
    @tf.function
    def run(self, x):
        self.on = 1  # expect: HYB004 - a function of another class gives it another
        y = x * 2.0
        self.on = 0  # expect: HYB004
        return y


class Later:
    def __init__(self):
        self.rows = []

    @tf.function
    def waits(self, x):
        self.rows.append(1)  # expect: HYB004 - what takes it out waits for a call
        later = [lambda: self.rows.pop()]
        return x * float(len(later))

    @tf.function
    def in_rounds(self, x):
        [self.rows.append(number) for number in range(3)]  # expect: HYB004 - of three one is taken out
        self.rows.pop()  # expect: HYB004
        return x * 2.0


x = tf.constant(1.0)
alone, by_name, by_loop, derived, by_function = Alone(), SetByName(), SetByLoop(), Derived(), SetByFunction()
for each in (alone, by_name, derived, by_function):
    each.run(x)
setattr(by_name, "on", 7)
derived.turn()
Tools.turn(by_function)
for each in (alone, by_name, derived, by_function):
    each.run(x)
for by_loop.on in (3, 4):
    by_loop.run(x)
assert alone.on == 0
assert (by_name.on, by_loop.on, derived.on, by_function.on) == (7, 4, 7, 7)
later = Later()
for _ in range(3):
    later.in_rounds(x)
assert len(later.rows) == 2
for _ in range(3):
    later.waits(x)
assert len(later.rows) == 3
