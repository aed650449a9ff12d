# == a tensor of the module
w = tf.Variable(1.0)
# report: implicit_tensor_parameters=w, has_tensor_parameter=false
def run():
    return w * 2
run()
# == a tensor of the module defined after the function
# report: implicit_tensor_parameters=w
def run():
    return w * 2
w = tf.Variable(1.0)
run()
# == a tensor of the enclosing function
def outer(t):
    # report: implicit_tensor_parameters=t
    def inner():
        return t * 2
    return inner
outer(tf.ones(1))()
# == through two levels
def outer(t):
    def middle():
        # report: implicit_tensor_parameters=t
        def inner():
            return t * 2
        return inner
    return middle()
outer(tf.ones(1))()
# == imported from another module
from data import w
import data
# report: implicit_tensor_parameters=w
def run():
    return w * 2
run()
# -- data.py
import tensorflow as tf
w = tf.ones(1)
# == set by another function
w = None
def init():
    global w
    w = tf.ones(1)
# report: implicit_tensor_parameters=w
def run():
    return w * 2
init()
run()
# == numbers and functions are none
n = 3
def helper():
    return 1
# report: implicit_tensor_parameters=
def run():
    return helper() + n
run()
# == a parameter is none
w = tf.ones(1)
# report: implicit_tensor_parameters=
def run(w):
    return w
run(w)
# == a local of the same name is none
w = tf.ones(1)
# report: implicit_tensor_parameters=
def run():
    w = 1
    return w
run()
# == in a method
w = tf.ones(1)
class C:
    # report: implicit_tensor_parameters=w
    def m(self):
        return w
C().m()
# == in a lambda and a comprehension of the function
w = tf.ones(1)
# report: implicit_tensor_parameters=w
def run():
    return [w * i for i in range(3)]
run()
# == a hybrid function over a closure counts it against P2
w = tf.Variable(1.0)
# report: implicit_tensor_parameters=w, published_precondition=P2, precondition=null
@tf.function
def step():
    w.assign_add(1.0)
step()
# == closures and globals as implicit parameters: two levels, a class body between, in a comprehension, after a loop
w = tf.Variable(1.0)
n = 3
for scale in [tf.ones(1)]:
    pass
# report: implicit_tensor_parameters=scale w
def run(x):
    return w * x * scale * n
def outer():
    b = tf.ones(1)
    class C:
        # report: implicit_tensor_parameters=b
        def m(self):
            return b
    # report: implicit_tensor_parameters=b
    def inner():
        return [b for _ in range(2)]
    C().m()
    inner()
outer()
run(1)
