"""Changes that come before another run of a graph though they stand in other arms of a statement."""
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
    return x * scale  # expect: HYB013
x = tf.ones(2)
how = bool(tf.reduce_sum(x) > 5.0)
# == if and else
def run():
    for n in range(4):
        if n % 2:
            change()
        else:
            step(x)
run()
# == elif
def run():
    for n in range(3):
        if n == 0:
            step(x)
        elif n == 1:
            change()
        else:
            step(x)
run()
# == arms of match
def run():
    for n in range(3):
        match n:
            case 1:
                change()
            case _:
                step(x)
run()
# == a guard of match
def run():
    for n in range(4):
        match x.shape[0]:
            case 2 if n % 2:
                change()
            case 2:
                step(x)
run()
# == a handler and else
def run():
    for text in ("1", "four", "2"):
        try:
            n = int(text)
        except ValueError:
            change()
        else:
            step(x * n)
run()
# == two handlers
def run():
    for given in ("four", None, "four"):
        try:
            int(given)
        except TypeError:
            change()
        except ValueError:
            step(x)
run()
# == an early return
def run(n):
    if n == 1:
        change()
        return
    step(x)
for n in range(3):
    run(n)
# == an exception
def run():
    step(x)
    if not how:
        change()
        raise ValueError
try:
    run()
except ValueError:
    step(x)
# == the end of a loop
def run():
    for n in range(3):
        step(x)
        if not how:
            change()
            break
    step(x)
run()
# == the next round of a loop
def run():
    for n in range(4):
        if n == 1:
            change()
            continue
        step(x)
run()
# == an expression with a condition
def run():
    for n in range(3):
        change() if n == 1 else step(x)
run()
# == and, or
def run():
    step(x)
    how or change()
    how or step(x)
run()
# == else of a while and its break
def run():
    n = 0
    step(x)
    while n < 3:
        n += 1
        change()
        if how:
            break
    else:
        step(x)
run()
# == else of a loop and its break
def run():
    step(x)
    for n in range(3):
        change()
        if how:
            break
    else:
        step(x)
run()
# == an error that is suppressed
def run():
    with contextlib.suppress(ValueError):
        step(x)
        change()
        raise ValueError
    step(x)
run()
# == a flag that is tested twice
def run():
    step(x)
    if not how:
        change()
    x.numpy()
    if not how:
        step(x)
run()
# == a local flag that is tested twice
def run():
    late = x.shape[0] > 2
    step(x)
    if not late:
        change()
        late = True
    if late:
        step(x)
run()
# == a return in with
def run():
    step(x)
    with tf.name_scope("s"):
        if how:
            return None
        change()
    return step(x)
run()
# == a return in try with finally
def run():
    step(x)
    try:
        if not how:
            change()
            return None
    finally:
        step(x)
run()
# == a condition in a condition
def run():
    step(x)
    if not how:
        if x.shape[0] > 1:
            change()
        step(x)
run()
# == the end of the program
def run():
    step(x)
    try:
        change()
        sys.exit()
    except SystemExit:
        step(x)
run()
# == a function for each arm
def one():
    change()
def other():
    step(x)
def run():
    for n in range(3):
        if n == 1:
            one()
        else:
            other()
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
# == behind a function that does both
def run():
    step(x)
    change()
run()
step(x)
# == a function that does both, called twice
def run():
    step(x)
    change()
run()
run()
# == behind both arms
def run():
    step(x)
    if how:
        step(x)
    else:
        change()
    step(x)
run()
