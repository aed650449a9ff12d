# HYB002: the time of each call
import time

import tensorflow as tf


@tf.function
def f(x, now):
    return x * now


for _ in range(4):
    f(tf.ones(3), time.perf_counter())
