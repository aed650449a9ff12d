# A variable of the environment that the program sets; the default of a parameter is read once anyway.
import os

import tensorflow as tf

os.environ["SCALE"] = "1"


def breaks(x):
    return x * float(os.environ.get("SCALE", "1"))


def works(x, scale=float(os.environ.get("OTHER", "1"))):
    return x * scale


for i in range(3):
    print(float(breaks(tf.constant(2.0))), float(works(tf.constant(2.0))))
    os.environ["SCALE"] = str(i + 2)
