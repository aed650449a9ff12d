"""What a graph may bring: operations, loops, and which function gets the decorator."""
