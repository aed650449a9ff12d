# HYB002: the loop variable of the caller's caller
import tensorflow as tf


@tf.function
def f(x, epoch):
    return x * epoch


def train(epoch):
    for _ in range(2):
        f(tf.ones(3), epoch)


for epoch in range(5):
    train(epoch)
