"""Functions of data sets run as Python."""
import tensorflow as tf

calls = []


def double(x):
    calls.append(x)  # expect: HYB004 - once for each trace, without the switch
    return 2 * x


def main():
    tf.data.experimental.enable_debug_mode()  # expect: HYB012 - nothing takes it back
    assert [int(x) for x in tf.data.Dataset.range(3).map(double)] == [0, 2, 4]
    assert len(calls) >= 3


if __name__ == "__main__":
    main()
