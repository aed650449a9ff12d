"""What works eagerly and not in a trace, noted where the interpreter sees it."""
