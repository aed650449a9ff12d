"""The extensions of a compiled build; all else stands in pyproject.toml."""

from __future__ import annotations

import sys

from setuptools import setup

from building import compiled

_BUILDING = {"bdist_wheel", "build_ext", "editable_wheel"}
"""The other commands (metadata, an sdist) need no extensions, and may run before mypy is there."""

setup(
    ext_modules=[] if _BUILDING.isdisjoint(sys.argv) else compiled.extensions(),
    cmdclass={"build_ext": compiled.BuildSideBySide},
    options={"build_ext": {"parallel": True}},
)
