"""Decorators of the project that make the graph: at once, with the first call, of an inner function, or by a flag."""

import functools

import tensorflow as tf

DEBUG = False


def compiled(jit=False):
    def decorator(function):
        graph = tf.function(function, jit_compile=jit)

        @functools.wraps(function)
        def inner(*args, **kwargs):
            return graph(*args, **kwargs)

        return inner

    return decorator


def unless_debugging(function):
    return function if DEBUG else tf.function(function)


def at_first_call(function):
    graph = None

    @functools.wraps(function)
    def call(*args):
        nonlocal graph
        if graph is None:
            graph = tf.function(function)
        return graph(*args)

    return call


class Lazy:
    def __init__(self, function):
        self.function = function
        self.graph = None

    def __call__(self, *args):
        if self.graph is None:
            self.graph = tf.function(self.function)
        return self.graph(*args)


def kept_by_object(num_args, optional=0):
    def decorator(function):
        def decorated(self, *args, **kwargs):
            graphs = self.__dict__.setdefault("_graphs", {})
            key = (function.__name__, num_args - optional)
            if key not in graphs:

                def graph(*given):
                    with tf.name_scope(function.__name__):
                        return function(self, *given, **kwargs)

                graphs[key] = tf.function(func=graph, autograph=False)
            return graphs[key](*args)

        return decorated

    return decorator
