"""From the questions to verdicts: hazards, preconditions, coverage, what is advised and how safe it is."""
