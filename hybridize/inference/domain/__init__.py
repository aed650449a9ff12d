"""What an expression may hold: abstract objects and the values made of them. Knows nothing of the rest of the analysis."""
