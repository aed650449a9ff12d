"""The map of the code in docs/map.md: each module with the first sentence of its docstring.

`python tests/project/module_map.py` draws it anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "map.md"
BEGIN, END = "<!-- map -->\n", "<!-- end of map -->\n"
LAYERS = (
    "hybridize/process.py", "hybridize/workers.py", "hybridize/version.py", "hybridize/settings.py",
    "hybridize/sources", "hybridize/program", "hybridize/frameworks", "hybridize/inference", "hybridize/verdicts",
    "hybridize/rules", "hybridize/fixes", "hybridize/surfaces", "flake8_hybridize", "pylint_hybridize",
)  # fmt: skip


def redrawn(text: str) -> str:
    """The page with a map that is right."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + "".join(f"{line}\n" for line in _lines()) + END + rest.partition(END)[2]


def _lines() -> Iterator[str]:
    for layer in LAYERS:
        path = ROOT / layer
        yield from ("", f"**{layer.removesuffix('.py').replace('/', '.')}**", "", "| module | |", "|---|---|")
        for module in [path] if path.is_file() else sorted(path.rglob("*.py")):
            if module.name != "__init__.py" or layer.count("/") == 0:
                yield f"| `{module.relative_to(ROOT).as_posix()}` | {_sentence(module)} |"
    yield ""


def _sentence(module: Path) -> str:
    docstring = re.match(r'"""(.*?)(?:\n\n|""")', module.read_text("utf-8"), re.DOTALL)
    return re.split(r"(?<=[.!?])\s+(?=[A-Z`])", " ".join(docstring[1].split() if docstring else ()))[0]


if __name__ == "__main__":
    PAGE.write_text(redrawn(PAGE.read_text("utf-8")), encoding="utf-8")
