# HYB002: only the outer variable
import tensorflow as tf


@tf.function
def f(x, epoch):
    return x * epoch


for epoch in range(3):
    for _ in range(4):
        f(tf.ones(3), epoch)
