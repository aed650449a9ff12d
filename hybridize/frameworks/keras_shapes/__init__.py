"""What Keras refuses: shapes that a layer, a model or a loss does not take. No analysis: types go in, reasons come out.

Keras 2 and Keras 3 differ, so every question names the release that is asked. The answers are what runs of both gave.
"""
