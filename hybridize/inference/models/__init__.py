"""The outside: builtins, the standard library, TensorFlow and Keras, as far as the framework data cannot say it."""
