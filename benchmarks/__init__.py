"""What shows that the tool is right and worth its cost: programs with known answers, and measurements (README.md)."""
