"""Transfer functions: what each construct of Python does to values and to the heap."""
