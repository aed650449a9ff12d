"""Values that come to a function and go out of it: arrays, objects, results, gradients."""
