"""What users meet: the command line, the report, the formats of findings, and the door for flake8 and pylint."""

from __future__ import annotations
