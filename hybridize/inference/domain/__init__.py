"""What an expression may hold: abstract objects and the values made of them; nothing else of the analysis."""
