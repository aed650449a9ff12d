"""A model that is made together with its layers is one cause, and one finding."""
import tensorflow as tf


@tf.function
def judge(x):
    model = tf.keras.Sequential([  # expect: HYB006 - with the layers that are written in it
        tf.keras.layers.Dense(3),
        tf.keras.layers.Dense(1),
    ])
    head = tf.keras.layers.Dense(1)  # expect: HYB006 - this one stands by itself
    return head(model(x))


try:
    judge(tf.ones((2, 3)))
    judge(tf.ones((4, 3)))
    raise AssertionError("a second trace makes variables")
except ValueError as error:
    assert "tf.function only supports singleton" in str(error)
