"""What a trace reads and writes of Python: values that graphs keep, writes that happen while tracing only, output."""
