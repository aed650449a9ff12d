"""Variables, layers and optimizers: when they are made, and the graphs that Keras builds of them."""
