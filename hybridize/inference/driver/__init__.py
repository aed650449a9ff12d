"""What is run: entry points, the fixpoint over all of them, and what changes when functions are decorated."""
