"""Edits: how the declarations of the rules become text, and nothing but the declared text changes.

`apply.plan` turns fixes into changed files without touching the disk, `apply.diff` shows them, `apply.write` writes
them. libcst finds the places, `names` (on the ast of the same text) knows what the file's names stand for.
"""
