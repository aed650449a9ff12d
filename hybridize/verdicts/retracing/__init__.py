"""How often functions are traced, and how long their graphs live."""
