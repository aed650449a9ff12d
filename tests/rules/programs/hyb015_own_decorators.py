"""What a program's own decorator is given is for the decorator; `tf.function` gets what that hands on."""
import tensorflow as tf


def of_any_backend(func=None, **given):
    given.pop("static_argnames", None)
    decorator = tf.function(**given)
    return decorator(func) if func else decorator


def compiled(experimental_compile=False):
    return tf.function(jit_compile=experimental_compile)


def handing_on(**given):
    return tf.function(**given)


jitted = tf.function(experimental_relax_shapes=True)


@of_any_backend(autograph=True, static_argnames="twice")
def kept_apart(x, twice=True):
    return x * 2.0 if twice else x


@compiled(experimental_compile=False)
def under_its_own_name(x):
    return x * 2.0


@handing_on(experimental_compile=None)
def handed_on(x):  # expect: HYB015 - the old name arrives at `tf.function`
    return x * 2.0


@jitted
def said_before(x):  # expect: HYB015 - so it does here
    return x * 2.0


@tf.function(experimental_relax_shapes=True)
def outright(x):  # expect: HYB015 - and here
    return x * 2.0


two = tf.constant(2.0)
for each in (kept_apart, under_its_own_name, handed_on, said_before, outright):
    assert float(each(two)) == 4.0
