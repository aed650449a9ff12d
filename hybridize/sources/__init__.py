"""From paths to source files: the project root, which files belong to it, and their text."""

from __future__ import annotations
