# HYB002: only the inner variable
import tensorflow as tf


@tf.function
def f(x, step):
    return x * step


for epoch in range(3):
    for step in range(4):
        f(tf.ones(3), step)
