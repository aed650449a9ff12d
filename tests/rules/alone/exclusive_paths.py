"""Changes and runs of a graph in arms of which a call takes one."""
# codes: HYB013
import tensorflow as tf
scale = 1.0
def change():
    global scale
    scale = scale + 1.0
@tf.function
def step(x):
    return x * scale
x = tf.ones(2)
how = bool(tf.reduce_sum(x) > 5.0)
# == if and else
def run():
    if how:
        step(x)
        change()
    else:
        step(x)
        step(x)
run()
# == elif
def run():
    if how:
        step(x)
    elif x.shape[0] > 2:
        change()
    else:
        step(x)
run()
# == arms of match
def run():
    match x.shape[0]:
        case 3:
            change()
        case 2:
            step(x)
        case _:
            step(x)
            change()
run()
# == a guard of match
def run():
    match x.shape[0]:
        case 2 if how:
            change()
        case 2:
            step(x)
run()
# == a handler and else
def run():
    try:
        n = int("3" if how else "four")
    except ValueError:
        step(x)
        change()
    else:
        step(x * n)
run()
# == two handlers
def run():
    try:
        n = int("four")
    except ValueError:
        change()
    except TypeError:
        step(x)
run()
# == an early return
def run():
    step(x)
    if how:
        change()
        return
    step(x)
run()
# == an exception
def run():
    step(x)
    if how:
        change()
        raise ValueError
    step(x)
run()
# == the end of a loop
def run():
    for _ in range(3):
        step(x)
        if how:
            change()
            break
run()
# == an expression with a condition
def run():
    return change() if how else step(x)
run()
# == else of a loop and its break
def run():
    for n in range(3):
        if how:
            change()
            break
    else:
        step(x)
run()
# == a return in with
def run():
    with tf.name_scope("s"):
        if how:
            change()
            return None
    return step(x)
run()
# == a return in try with finally
def run():
    try:
        if how:
            change()
            return None
        step(x)
    finally:
        x.numpy()
    return step(x)
run()
# == behind both arms
def run():
    if how:
        step(x)
    else:
        change()
    step(x)
run()
