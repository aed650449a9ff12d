"""Tensor types: the dtype, shape and kind of tensors and arrays, and the rules that say what calls give.

`dimensions`, `dtypes`, `promotion` and `types` are the domain: immutable values, pure functions. `arguments` describes
what calls are made with, `expressions` is the language of the rules, `shape_rules`, `array_rules`, `window_rules` and
`dtype_rules` are its words, and `interpreter` applies a rule to arguments. See docs/frameworks.md, "Types of results".
"""
