"""Changes and runs of a graph in arms of which a call takes one."""
# codes: HYB004 HYB006 HYB013
import contextlib
import sys
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
    step(x)
    if how:
        change()
    else:
        step(x)
run()
# == elif
def run():
    step(x)
    if x.shape[0] > 2:
        change()
    elif how:
        pass
    else:
        step(x)
run()
# == arms of match
def run():
    step(x)
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
    step(x)
    match x.shape[0]:
        case 2 if how:
            change()
        case 2:
            step(x)
run()
# == a handler and else
def run():
    step(x)
    try:
        n = int("four" if how else "3")
    except ValueError:
        change()
    else:
        step(x * n)
run()
# == two handlers
def run():
    step(x)
    try:
        int("four")
    except TypeError:
        change()
    except ValueError:
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
    step(x)
    return change() if how else step(x)
run()
# == and, or
def run():
    step(x)
    how and change()
    how or step(x)
run()
# == else of a while and its break
def run():
    n = 0
    step(x)
    while n < 3:
        n += 1
        if how:
            change()
            break
    else:
        step(x)
run()
# == else of a loop and its break
def run():
    step(x)
    for n in range(3):
        if how:
            change()
            break
    else:
        step(x)
run()
# == an error that is suppressed
def run():
    with contextlib.suppress(ValueError):
        step(x)
        if how:
            change()
            raise ValueError
        step(x)
run()
# == a flag that is tested twice
def run():
    step(x)
    if how:
        change()
    x.numpy()
    if not how:
        step(x)
run()
# == a local flag that is tested twice
def run():
    late = x.shape[0] > 2
    step(x)
    if late:
        change()
    if not late:
        step(x)
run()
# == a return in with
def run():
    step(x)
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
# == a condition in a condition
def run():
    step(x)
    if how:
        if x.shape[0] > 1:
            change()
    else:
        step(x)
run()
# == the end of the program
def run():
    step(x)
    if how:
        change()
        sys.exit()
    step(x)
run()
# == a function for each arm
def one():
    change()
def other():
    step(x)
def run():
    step(x)
    if how:
        one()
    else:
        other()
run()
# == behind both arms
def run():
    if how:
        step(x)
    else:
        change()
    step(x)
run()
