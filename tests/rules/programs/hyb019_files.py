"""Images from files, and samples that are split: their shapes follow from what is asked for."""

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import tensorflow as tf
from tensorflow.keras import Input, Sequential
from tensorflow.keras.layers import Conv2D, Dense, Flatten
from tensorflow.keras.preprocessing.image import ImageDataGenerator


def refused(work: Callable[[], object]) -> bool:
    try:
        work()
    except (tf.errors.InvalidArgumentError, tf.errors.UnimplementedError, TypeError, ValueError):
        return True
    return False


folder = Path(tempfile.mkdtemp())
for number in range(6):
    target = folder / f"class_{number % 3}"
    target.mkdir(exist_ok=True)
    pixels = np.random.randint(0, 255, (20, 20, 3)).astype("uint8")
    (target / f"{number}.png").write_bytes(tf.io.encode_png(pixels).numpy())

try:
    import PIL  # noqa: F401
except ImportError:
    readable = False
else:
    readable = True


def classifier() -> Sequential:
    model = Sequential([Input((20, 20, 3)), Conv2D(4, 3), Flatten(), Dense(3, activation="softmax")])
    model.compile(optimizer="sgd", loss="categorical_crossentropy")
    return model


def of_channels() -> Sequential:
    model = Sequential([Input((20, 20, 1)), Conv2D(4, 3), Flatten(), Dense(3, activation="softmax")])
    model.compile(optimizer="sgd", loss="categorical_crossentropy")
    return model


def of_size() -> Sequential:
    model = Sequential([Input((24, 24, 3)), Conv2D(4, 3), Flatten(), Dense(3, activation="softmax")])
    model.compile(optimizer="sgd", loss="categorical_crossentropy")
    return model


if readable:
    images = ImageDataGenerator().flow_from_directory(folder, target_size=(20, 20), batch_size=2)
    numbers = ImageDataGenerator().flow_from_directory(
        folder, target_size=(20, 20), batch_size=2, class_mode="sparse"
    )
    assert not refused(lambda: classifier().fit(images, verbose=0))
    assert refused(lambda: of_size().fit(images, verbose=0))  # expect: HYB019 - 24 and 20
    assert refused(lambda: of_channels().fit(images, verbose=0))  # expect: HYB019 - one channel and three
    assert refused(lambda: classifier().fit(numbers, verbose=0))  # expect: HYB019 - numbers are no categories
