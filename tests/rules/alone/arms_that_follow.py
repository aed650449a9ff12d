"""Changes that come before another run of a graph though they stand in other arms of a statement."""
# codes: HYB013
import tensorflow as tf
scale = 1.0
def change():
    global scale
    scale = scale + 1.0
@tf.function
def step(x):
    return x * scale  # expect: HYB013
x = tf.ones(2)
how = bool(tf.reduce_sum(x) > 5.0)
# == the next round of a loop takes the other arm
def run():
    for n in range(4):
        if n % 2:
            change()
        else:
            step(x)
run()
# == the next round after continue
def run():
    for n in range(4):
        if n == 1:
            change()
            continue
        step(x)
run()
# == finally comes behind all
def run():
    step(x)
    try:
        change()
    finally:
        step(x)
run()
# == else comes behind its try
def run():
    step(x)
    try:
        change()
    except ValueError:
        return
    else:
        step(x)
run()
# == a handler comes behind its try
def run():
    step(x)
    try:
        change()
        int("four")
    except ValueError:
        step(x)
run()
