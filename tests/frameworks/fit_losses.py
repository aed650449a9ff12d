"""`python fit_losses.py`: which labels and predictions `fit` refuses under which loss, as JSON."""

from __future__ import annotations

import json
import random

BATCH = 6
PREDICTIONS = ((), (1,), (3,), (2, 3), (2, 1), (1, 3), (1, 1), (2, 2, 3), (2, 2, 1))
LABELS = (*PREDICTIONS, (2,), (1, 2), (3, 3), (2, 2), (1, 1, 1), (2, 2, 3, 1))
LOSSES = (
    "mean_squared_error", "binary_crossentropy", "categorical_crossentropy", "sparse_categorical_crossentropy", "hinge",
    "huber", "log_cosh", "kl_divergence", "cosine_similarity", "categorical_hinge", "mean_absolute_error", "poisson",
)  # fmt: skip
COUNT = 150


def main() -> None:
    import numpy as np
    import tensorflow as tf

    keras = tf.keras
    every = [
        (loss, activation, labels, predictions)
        for loss in LOSSES
        for activation in ("", "sigmoid", "softmax")
        for labels in LABELS
        for predictions in PREDICTIONS
        if predictions or activation != "softmax"
    ]
    found = []
    for loss, activation, labels, predictions in random.Random(0).sample(every, COUNT):
        model = keras.Sequential([keras.Input(shape=predictions), keras.layers.Activation(activation or "linear")])
        model.compile("sgd", loss)
        x, y = np.ones((BATCH, *predictions), "float32"), np.zeros((BATCH, *labels), "float32")
        try:
            model.fit(x, y, batch_size=BATCH, verbose=0)
            raised = False
        except (ValueError, TypeError, tf.errors.InvalidArgumentError):
            raised = True
        found.append((loss, activation, (BATCH, *labels), (BATCH, *predictions), raised))
        keras.backend.clear_session()
    print(json.dumps({"release": tf.__version__, "fits": found}))


if __name__ == "__main__":
    main()
