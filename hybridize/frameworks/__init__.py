"""What TensorFlow, Keras, NumPy, the builtins and the standard library do: data, and how to ask for it.

`knowledge.load()` answers questions about names, methods, attributes and hooks; `kinds` is the small language in which
the answers say what a call gives back. See docs/frameworks.md for the format of the data.
"""
