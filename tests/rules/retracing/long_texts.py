# HYB002: texts that differ behind what a report shows of them
import tensorflow as tf


@tf.function
def f(x, path):
    return x if path else -x


f(tf.ones(2), "gs://bucket/experiments/of/the/year/checkpoints/of/the/first/run")
f(tf.ones(2), "gs://bucket/experiments/of/the/year/checkpoints/of/the/first/try")
f(tf.ones(2), "gs://bucket/experiments/of/the/year/checkpoints/of/the/first/day")
f(tf.ones(2), "gs://bucket/experiments/of/the/year/checkpoints/of/the/first/day/of/all")
