"""What is decided about one function, and how its places and calls are told."""
