"""The codes and names of all rules, from the names of their modules: known without importing one."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

_MODULE = re.compile(r"(hyb\d{3})_(\w+)")


@lru_cache(maxsize=1)
def rule_names() -> Mapping[str, str]:
    """The names of all rules by code: `hyb001_should_hybridize` holds HYB001, should-hybridize."""
    modules = sorted(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]))
    found = filter(None, map(_MODULE.fullmatch, modules))
    return {match[1].upper(): match[2].replace("_", "-") for match in found}
