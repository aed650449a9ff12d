"""Evidence: why something holds of a function or does not, and the sentence for each kind."""
