"""Style transfer with a small network of fixed random filters: the image itself is what is optimised."""

from __future__ import annotations

import argparse

import numpy as np
import tensorflow as tf

SIZE = 24
CONTENT_WEIGHT = 1.0
STYLE_WEIGHT = 0.5
VARIATION_WEIGHT = 0.02


def random_filters() -> list[tf.Tensor]:  # expect: none - no parameter
    """Three layers of fixed filters; random ones are good enough for textures."""
    random = np.random.RandomState(12)
    shapes = [(3, 3, 3, 8), (3, 3, 8, 12), (3, 3, 12, 16)]
    return [tf.constant(random.normal(scale=np.sqrt(1.0 / (9 * s[2])), size=s).astype(np.float32)) for s in shapes]


filters = random_filters()


def paint(kind: str) -> tf.Tensor:  # expect: none - receives a string
    """A picture made of a disc, or of diagonal stripes."""
    y, x = np.mgrid[0:SIZE, 0:SIZE] / SIZE
    if kind == "content":
        disc = ((x - 0.5) ** 2 + (y - 0.5) ** 2 < 0.1).astype(np.float32)
        picture = np.stack([disc, 0.5 * disc, 1.0 - disc], axis=-1)
    else:
        stripes = 0.5 + 0.5 * np.sin(30.0 * (x + y))
        picture = np.stack([stripes, stripes**2, 0.2 + 0.0 * x], axis=-1)
    return tf.constant(picture[np.newaxis].astype(np.float32))


def extract(image: tf.Tensor) -> list[tf.Tensor]:  # expect: none - `train_step` has it, and else it runs twice
    """The activations of each layer."""
    activations = []
    x = 2.0 * image - 1.0
    for kernel in filters:
        x = tf.nn.leaky_relu(tf.nn.conv2d(x, kernel, strides=1, padding="SAME"), alpha=0.1)
        activations.append(x)
        x = tf.nn.avg_pool2d(x, ksize=2, strides=2, padding="SAME")
    return activations


def gram_matrix(activation: tf.Tensor) -> tf.Tensor:  # expect: none - 7 operations are too few
    """The correlations between channels."""
    gram = tf.linalg.einsum("bijc,bijd->bcd", activation, activation)
    shape = tf.shape(activation)
    locations = tf.cast(shape[1] * shape[2], tf.float32)
    return gram / locations


content_targets = extract(paint("content"))
style_targets = [gram_matrix(activation) for activation in extract(paint("style"))]


def style_content_loss(activations: list[tf.Tensor]) -> tf.Tensor:  # expect: none - `train_step` has it
    """How far the activations are from content and style."""
    content = tf.reduce_mean(tf.square(activations[-1] - content_targets[-1]))
    style = tf.add_n(
        [tf.reduce_mean(tf.square(gram_matrix(a) - target)) for a, target in zip(activations, style_targets)]
    )
    return CONTENT_WEIGHT * content + STYLE_WEIGHT * style


def total_variation(image: tf.Tensor) -> tf.Tensor:  # expect: none - `train_step` has it
    """The mean difference between neighbours."""
    across = image[:, :, 1:, :] - image[:, :, :-1, :]
    down = image[:, 1:, :, :] - image[:, :-1, :, :]
    return tf.reduce_mean(tf.abs(across)) + tf.reduce_mean(tf.abs(down))


optimizer = tf.keras.optimizers.Adam(learning_rate=0.02, epsilon=1e-3)


def train_step(image: tf.Variable) -> tf.Tensor:  # expect: HYB001 - the step; it assigns the variable it gets
    """Move the image a little; gives the loss."""
    with tf.GradientTape() as tape:
        loss = style_content_loss(extract(image)) + VARIATION_WEIGHT * total_variation(image)
    gradient = tape.gradient(loss, image)
    optimizer.apply_gradients([(gradient, image)])
    image.assign(tf.clip_by_value(image, 0.0, 1.0))
    return loss


def tensor_to_image(tensor: tf.Tensor) -> np.ndarray:  # expect: none - converts to a NumPy array of bytes
    """The picture as bytes."""
    return np.array(np.clip(tensor.numpy()[0] * 255.0, 0, 255), dtype=np.uint8)


def main() -> None:  # expect: none - no parameter, and it prints
    """Optimise the image and print what becomes of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=60)
    steps = parser.parse_args().steps
    image = tf.Variable(paint("content"))
    for step in range(1, steps + 1):
        loss = train_step(image)
        if step % 15 == 0:
            print(f"Train step: {step}, loss: {float(loss):.4f}")
    print("mean colour", np.round(tensor_to_image(image).mean(axis=(0, 1)) / 10.0, 1).tolist())


if __name__ == "__main__":
    main()
