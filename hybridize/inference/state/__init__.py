"""What one analysis remembers while it runs: heap, contexts, worklist, classes, modules, budgets."""
