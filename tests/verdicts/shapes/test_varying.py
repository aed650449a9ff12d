"""HYB001 is silent where each call brings another shape, traced anew; the neighbours of one are found."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import cv2
import numpy as np
import tensorflow as tf
from PIL import Image


def network(x):
    for _ in range(8):
        x = tf.tanh(x * 2.0 + 1.0)
    return tf.reduce_sum(x)


def loaded(path):
    picture = Image.open(path)
    return np.asarray(picture.convert("RGB"))


def scaled(picture, size):
    return cv2.resize(picture, (size[1], size[0]))


def limited(picture, most):
    height, width, _ = picture.shape
    factor = most / max(height, width)
    return np.array(Image.fromarray(picture).resize((int(width * factor), int(height * factor))))


def merged(parts, labels):
    parts = [np.array(part) for part in parts]
    return tf.concat(parts, 0), tf.constant(labels)


"""
VARYING = {
    "grown": """
def closest(found, x):
    if not found:
        return 0.0
    return network(tf.stack(found) - x)

found = []
for x in tf.random.uniform((100, 3)):
    if closest(found, x) < 1.0:
        found.append(x)
""",
    "pyramid": """
picture = cv2.imread("a.png")
for scale in (1.0, 0.7, 0.5, 0.3):
    height, width = int(np.ceil(300 * scale)), int(np.ceil(200 * scale))
    data = (scaled(picture, (height, width)) - 127.5) / 128
    network(tf.constant(np.expand_dims(data, 0)))
""",
    "pyramid of tensors": """
def pyramid(batch):
    for scale in (1.0, 0.7, 0.5):
        size = scale * tf.shape(batch)[1:3].numpy()
        network(tf.image.resize(batch, size))

for _ in range(100):
    pyramid(tf.ones((1, 32, 32, 3)))
""",
    "rows that a mask selects": """
def selected(rows):
    return tf.boolean_mask(rows, rows[:, 0] > 0.0)

for _ in range(100):
    network(selected(tf.random.normal((8, 4))))
""",
    "rows that a comparison selects": """
def selected(rows):
    found = rows[:, 0] > 0.0
    rows = rows[found]
    return rows[:, :4]

for _ in range(100):
    network(selected(tf.random.normal((8, 5))))
""",
    "rows where something is so": """
for rows in tf.random.normal((100, 8, 4)):
    network(tf.gather(rows, tf.where(rows[:, 0] > 0.0)[:, 0]))
""",
    "images as they are": """
for path in open("images.txt"):
    network(tf.constant(loaded(path)))
""",
    "images in a lambda": """
scale = lambda found: tf.constant(found / 255)
for path in open("images.txt"):
    network(scale(loaded(path)))
""",
    "images with one limit": """
def features(picture):
    return network(tf.convert_to_tensor(limited(picture, 512)))

for path in open("images.txt"):
    features(loaded(path))
""",
    "loaded by Keras": """
for path in open("images.txt"):
    network(tf.constant(tf.keras.utils.img_to_array(tf.keras.utils.load_img(path))))
""",
    "decoded": """
for path in open("images.txt"):
    network(tf.io.decode_jpeg(tf.io.read_file(path)) / 255)
""",
    "shrinking": """
boxes = np.random.rand(50, 5)
while len(boxes):
    best = np.argmax(boxes[:, 4])
    boxes = np.concatenate([boxes[:best], boxes[best + 1:]])
    weights = network(tf.constant(boxes[:, :4]))
    mask = boxes[:, 4] > weights.numpy()
    boxes = boxes[mask]
""",
    "growing": """
tokens = tf.ones((1, 1))
for _ in range(100):
    tokens = tf.concat([tokens, tf.ones((1, 1))], -1)
    network(tokens)
""",
    "from the front": """
signal = tf.random.normal((100,))
for n in range(1, 100):
    network(signal[:n])
""",
    "graphs put together": """
def batches():
    for n in range(10):
        yield [np.ones((k, 3)) for k in range(n)], [n]

for nodes, labels in batches():
    nodes, labels = merged(nodes, labels)
    nodes = tf.cast(nodes, tf.float32)
    network(nodes)
""",
}
STEADY = {
    "a list of its own in each round": """
for batch in tf.random.uniform((100, 4, 3)):
    rows = []
    for row in batch:
        rows.append(row * 2.0)
    network(tf.stack(rows))
""",
    "the best of fewer and fewer": """
boxes = np.random.rand(50, 5)
while len(boxes):
    best = np.argmax(boxes[:, 4])
    network(tf.constant(boxes[best]))
    boxes = np.concatenate([boxes[:best], boxes[best + 1:]])
""",
    "one size": """
for path in open("images.txt"):
    network(tf.constant(scaled(loaded(path), (300, 200)) / 255))
""",
    "loaded by Keras in one size": """
for path in open("images.txt"):
    network(tf.constant(tf.keras.utils.img_to_array(tf.keras.utils.load_img(path, target_size=(32, 32)))))
""",
    "one size in a lambda": """
scale = lambda found, size: tf.constant(scaled(found, size) / 255)
for path in open("images.txt"):
    network(scale(loaded(path), (300, 200)))
""",
    "one size, filled up": """
for path in open("images.txt"):
    picture = cv2.imread(path)
    height, width = picture.shape[:2]
    factor = 300 / max(height, width)
    height, width = int(height * factor), int(width * factor)
    picture = cv2.resize(picture, (width, height))
    picture = cv2.copyMakeBorder(picture, 0, 300 - height, 0, 300 - width, 0)
    network(tf.constant(picture / 255))
""",
    "one size under one name": """
for path in open("images.txt"):
    picture = cv2.imread(path)
    picture = cv2.resize(picture, (300, 200))
    network(tf.constant(picture / 255))
""",
    "one size of tensors": """
for path in open("images.txt"):
    network(tf.image.resize(tf.io.decode_jpeg(tf.io.read_file(path)), (32, 32)))
""",
    "one image": """
picture = cv2.imread("a.png") / 255
for _ in range(100):
    network(tf.constant(picture))
""",
    "steps for each image": """
for path in open("images.txt"):
    picture = loaded(path) / 255
    for _ in range(1000):
        network(tf.constant(picture))
""",
    "windows": """
signal = tf.random.normal((100,))
for n in range(0, 100, 10):
    network(signal[n : n + 10])
""",
    "channels": """
for batch in tf.data.Dataset.from_tensor_slices(tf.ones((100, 8, 4))).batch(10):
    network(tf.concat([batch[..., :2], batch[..., 2:]], -1))
""",
    "training and images": """
for batch in tf.data.Dataset.from_tensor_slices(tf.ones((100, 8, 8, 3))).batch(10):
    network(batch)
for path in open("images.txt"):
    network(tf.constant(loaded(path)))
""",
    "training and rows that are selected": """
for batch in tf.data.Dataset.from_tensor_slices(tf.ones((100, 8, 3))).batch(10):
    network(batch)
for rows in tf.random.normal((100, 8, 4)):
    network(rows[rows[:, 0] > 0.0])
""",
    "one of two by a comparison": """
for rows in tf.random.normal((100, 8, 4)):
    network(tf.where(rows > 0.0, rows, 0.0))
""",
    "joined anew": """
for batch in tf.data.Dataset.from_tensor_slices(tf.ones((100, 8))).batch(10):
    whole = tf.zeros((10, 8))
    whole = tf.concat([whole, batch], 0)
    network(whole)
""",
}


def reported(folder: Path, calls: str) -> tuple[list[str], list[str]]:
    """The functions with a finding, and why `network` would not pay."""
    report = analysed(folder, PROGRAM + calls, target_tensorflow="2.21")
    (network,) = [row for row in report.functions if row.qualname == "network"]
    found = [finding.qualname for finding in report.findings if finding.code == "HYB001"]
    return found, [hazard.message for hazard in network.hazards if hazard.kind == "low-gain"]


@pytest.mark.parametrize("calls", [pytest.param(text, id=name) for name, text in VARYING.items()])
def test_a_shape_for_each_call_is_no_gain(tmp_path: Path, calls: str) -> None:
    found, reasons = reported(tmp_path, calls)
    assert "network" not in found
    assert reasons == ["`x` may have another shape at nearly every call, and each shape would be traced"]


@pytest.mark.parametrize("calls", [pytest.param(text, id=name) for name, text in STEADY.items()])
def test_the_same_with_one_shape_or_two_is_found(tmp_path: Path, calls: str) -> None:
    again = f"for epoch in range(9):\n{textwrap.indent(calls, '    ')}"
    assert reported(tmp_path, again) == (["network"], [])
