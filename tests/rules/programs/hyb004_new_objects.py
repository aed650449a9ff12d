"""What a callee gives to objects that it, or the trace, has made is no effect; what others hold is another thing."""
import tensorflow as tf

kept = []


class Node:
    def __init__(self, value):
        self.value = value
        self.colour = None


class Chain:
    def __init__(self, tensors):
        self.tensors = tensors
        self.center = None

    def copy(self):
        result = Chain(list(self.tensors))
        result.center = self.center
        return result


def colour(nodes, name):
    for node in nodes:
        node.colour = name


def nodes_of(x, number):
    return [Node(x * float(each)) for each in range(number)] if number else kept


@tf.function
def copied(x):
    return Chain([x, x]).copy().tensors[0] * 2.0


@tf.function
def coloured(x, number):
    nodes = nodes_of(x, number)
    colour(nodes, "red")
    return tf.add_n([each.value for each in nodes])


@tf.function
def coloured_for_good(x):
    colour(kept, "blue")  # expect: HYB004 - the program looks at them
    return x * 2.0


def named(name):
    def scaled(x):
        return x * 2.0

    scaled.label = name
    return scaled


at_hand = named("at hand")


@tf.function
def of_new_function(x):
    return named("new")(x)


@tf.function
def of_function_at_hand(x):
    at_hand.label = "traced"  # expect: HYB004 - the program looks at it
    return at_hand(x)


kept.append(Node(1.0))
for _ in range(2):
    copied(tf.ones(2))
    coloured(tf.ones(2), 2)
    coloured_for_good(tf.ones(2))
    print(Chain([tf.ones(2)]).copy().center, kept[0].colour)
    kept[0].colour = None
assert kept[0].colour is None
of_new_function(tf.ones(2))
assert at_hand.label == "at hand"
of_function_at_hand(tf.ones(2))
at_hand.label = "at hand"
of_function_at_hand(tf.ones(2))
assert at_hand.label == "at hand"
