"""What runs after what in one scope: a control-flow graph, and the questions that it answers."""
