"""Shapes and dtypes: what a trace does not know, what varies, what does not fit, input signatures."""
