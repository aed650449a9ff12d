"""What the analysis found: the call graph with effects and conditions, and a row of facts for each function."""
