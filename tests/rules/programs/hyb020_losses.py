"""Labels and predictions that are broadcast against each other, and what Keras sees to itself."""

import numpy as np
from tensorflow.keras import Input, Sequential
from tensorflow.keras.layers import Dense

x = np.random.rand(40, 20).astype("float32")
labels = np.arange(40, dtype="float32")
wide = np.stack([labels, labels, labels], axis=1)
single = Sequential([Input((20,)), Dense(1)])
predictions = single.predict(x, verbose=0)


def compiled() -> Sequential:
    """A model of its own for each shape of labels: Keras would trace with unknown ranks after a few."""
    model = Sequential([single])
    model.compile(optimizer="sgd", loss="mse")
    return model


# Each of three labels is compared with the one prediction.
given = compiled().evaluate(x, wide, verbose=0)  # expect: HYB020 - (40, 3) and (40, 1)
assert np.isclose(given, np.mean((wide - predictions) ** 2), rtol=1e-4)
# Keras makes a column of it.
given = compiled().evaluate(x, labels, verbose=0)
assert np.isclose(given, np.mean((labels[:, None] - predictions) ** 2), rtol=1e-4)
given = compiled().evaluate(x, labels[:, None], verbose=0)
assert np.isclose(given, np.mean((labels[:, None] - predictions) ** 2), rtol=1e-4)
