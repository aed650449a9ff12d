"""What the methods of Python's containers do, by their names."""

from __future__ import annotations

ADDING = frozenset("add append appendleft extend extendleft insert setdefault update".split())
"""They put what they are given into the container."""
TAKING = frozenset("clear discard pop popitem popleft remove".split())
"""They take something out."""
ORDERING = frozenset("reverse rotate sort".split())
"""They change the order."""
CHANGING = ADDING | TAKING | ORDERING
OF_CONTAINERS = (ADDING | TAKING) - frozenset("add clear discard insert remove update".split())
"""Methods that change what they are called on, and that hardly anything but a container has."""
