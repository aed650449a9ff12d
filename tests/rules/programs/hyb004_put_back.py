"""What a function puts back is no effect, parts of tuples one by one; what it leaves there is one."""
import tensorflow as tf


class Settings:
    mode = "train"
    rate = 1.0


SETTINGS = Settings()
TABLE = {"mode": "train"}


def scaled(x):
    return x * (2.0 if SETTINGS.mode == "test" else 3.0) * SETTINGS.rate


@tf.function
def swapped(x):
    before, SETTINGS.mode = SETTINGS.mode, "test"
    y = scaled(x)
    SETTINGS.mode = before
    return y


@tf.function
def swapped_twice(x):
    mode = "test"
    SETTINGS.mode, mode = mode, SETTINGS.mode
    y = scaled(x)
    SETTINGS.mode, mode = mode, SETTINGS.mode
    return y


@tf.function
def kept_in_tuple(x):
    before = SETTINGS.mode, SETTINGS.rate
    SETTINGS.mode, SETTINGS.rate = "test", 0.5
    y = scaled(x)
    SETTINGS.mode, SETTINGS.rate = before
    return y


@tf.function
def one_by_one(x):
    mode, rate = SETTINGS.mode, SETTINGS.rate
    SETTINGS.mode, SETTINGS.rate = "test", 0.5
    y = scaled(x)
    SETTINGS.mode = mode
    SETTINGS.rate = rate
    return y


@tf.function
def put_back_in_any_case(x):
    before = SETTINGS.mode, SETTINGS.rate
    try:
        SETTINGS.mode, SETTINGS.rate = "test", 0.5
        return scaled(x)
    finally:
        SETTINGS.mode, SETTINGS.rate = before


@tf.function
def annotated(x):
    before: str = SETTINGS.mode
    SETTINGS.mode = "test"
    y = scaled(x)
    SETTINGS.mode = before
    return y


@tf.function
def bound_in_condition(x):
    if (before := SETTINGS.mode) == "test":
        return scaled(x)
    SETTINGS.mode = "test"
    y = scaled(x)
    SETTINGS.mode = before
    return y


@tf.function
def read_with_default(x):
    before = getattr(SETTINGS, "mode", None)
    SETTINGS.mode = "test"
    y = scaled(x)
    SETTINGS.mode = before
    return y


@tf.function
def item_with_default(x):
    before = TABLE.get("mode", "train")
    TABLE["mode"] = "test"
    y = x * (2.0 if TABLE["mode"] == "test" else 3.0)
    TABLE["mode"] = before
    return y


def check(function, expected):
    before = SETTINGS.mode, SETTINGS.rate, dict(TABLE)
    for number in (1.0, 2.0, 3.0):
        assert function(tf.constant(number)).numpy() == expected * number
        assert (SETTINGS.mode, SETTINGS.rate, TABLE) == before


for function, expected in (
    (swapped, 2.0), (swapped_twice, 2.0), (kept_in_tuple, 1.0), (one_by_one, 1.0), (put_back_in_any_case, 1.0),
    (annotated, 2.0), (bound_in_condition, 2.0), (read_with_default, 2.0), (item_with_default, 2.0),
):
    check(function, expected)


@tf.function
def one_stays(x):
    mode, rate = SETTINGS.mode, SETTINGS.rate
    SETTINGS.mode, SETTINGS.rate = "test", rate * 0.5  # expect: HYB004 - the rate falls with each trace
    y = scaled(x)
    SETTINGS.mode = mode
    return y


@tf.function
def another_is_put_back(x):
    before, SETTINGS.mode = SETTINGS.rate, "test"  # expect: HYB004 - that was the rate
    y = scaled(x)
    SETTINGS.mode = before  # expect: HYB004 - the mode is a number now
    return y


@tf.function
def another_item_is_put_back(x):
    before = TABLE.get("other", "train")
    TABLE["mode"] = "test"  # expect: HYB004 - that was another item
    y = x * 2.0
    TABLE["mode"] = before  # expect: HYB004 - the mode is the other one now
    return y


@tf.function
def swapped_once(x, mode):
    SETTINGS.mode, mode = mode, SETTINGS.mode  # expect: HYB004 - it stays
    return scaled(x)


for _ in range(3):
    one_stays(tf.constant(1.0))
assert (SETTINGS.mode, SETTINGS.rate) == ("train", 0.5)
SETTINGS.rate = 1.0
another_is_put_back(tf.constant(1.0))
assert SETTINGS.mode == 1.0
TABLE["other"] = "new"
another_item_is_put_back(tf.constant(1.0))
assert TABLE["mode"] == "new"
for mode in ("test", "test", "train", "test"):
    swapped_once(tf.constant(1.0), mode)
assert SETTINGS.mode == "train"
