"""hybridize inside flake8: the codes HYB001, HYB002, ... come from one analysis of the whole project per run.

flake8 checks file by file, in several processes, and has no hook for "before all files". So the main process analyses
the project while it parses options (before flake8 makes its workers), and leaves the findings in a private hand-over
file that workers find by their parent's process id: under `fork` they inherit the table, under `spawn` and `forkserver`
they read it.
"""

from __future__ import annotations

import ast
from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from flake8.exceptions import ExecutionError

from flake8_hybridize.session import Session
from hybridize import __version__
from hybridize.surfaces.adapter import ANALYSIS_OPTIONS, OptionError, unchecked
from hybridize.surfaces.hosts import complain

if TYPE_CHECKING:
    from flake8.options.manager import OptionManager

    from hybridize.surfaces.adapter import HostFinding

__all__ = ["Plugin"]


class Plugin:
    """The flake8 plugin (entry point `HYB`)."""

    name = "hybridize"
    version = __version__
    session: ClassVar[Session | None] = None
    """The run; None before options are parsed, and after a failure."""
    failure: ClassVar[str] = ""
    """What went wrong, if the run failed."""

    def __init__(self, tree: ast.AST, filename: str, lines: Sequence[str]) -> None:
        self.filename = filename
        self.lines = lines

    @classmethod
    def add_options(cls, manager: OptionManager) -> None:
        """Register `--hybridize-...`, each readable from flake8's configuration files."""
        for option in ANALYSIS_OPTIONS:
            name = f"--hybridize-{option.name}"
            if option.kind == "flag":
                _add_flag(manager, option.name, option.field, option.help)
            elif option.kind == "list":
                manager.add_option(
                    name, default=None, comma_separated_list=True, parse_from_config=True, help=option.help
                )
            else:
                manager.add_option(
                    name, type=str, default=None, choices=option.choices or None, metavar=option.metavar,
                    parse_from_config=True, help=option.help,
                )  # fmt: skip
        _add_flag(manager, "preview", "preview", "report codes that are in preview, too")

    @classmethod
    def parse_options(cls, options: Namespace) -> None:
        """Called once in the main process, and once in each worker that does not inherit its memory.

        Raises ExecutionError, which flake8 shows, for a value that an option cannot have, and for what is wrong with
        `[tool.hybridize]`.
        """
        cls.session, cls.failure = Session(options), ""
        try:
            cls.session.begin()
        except OptionError as error:
            raise ExecutionError(str(error)) from None
        except Exception as error:  # An exception here would cost the user the findings of every other plugin.
            cls._fail(error)

    def run(self) -> Iterator[tuple[int, int, str, type[Plugin]]]:
        """The findings in one file: line from 1, column from 0."""
        found: Sequence[HostFinding] = ()
        if self.session is not None:
            try:
                found = self.session.findings(self.filename, "".join(self.lines))
            except Exception as error:
                self._fail(error)
        if self.failure:
            found = [unchecked(self.failure)]
        for finding in found:
            yield finding.line, finding.column, f"{finding.code} {finding.message}", type(self)

    @classmethod
    def _fail(cls, error: Exception) -> None:
        """Tell it once, and in each file that nothing is known: what failed for one file would fail for each."""
        cls.session, cls.failure = None, f"{type(error).__name__}: {error}".splitlines()[0]
        complain(error)


def _add_flag(manager: OptionManager, name: str, field: str, text: str) -> None:
    """Two options with one destination: flake8 reads only store_true and store_false as Booleans from its files."""
    dest = f"hybridize_{field}"
    manager.add_option(
        f"--hybridize-{name}", action="store_true", dest=dest, default=None, parse_from_config=True, help=text
    )
    manager.add_option(
        f"--hybridize-no-{name}",
        action="store_false",
        dest=dest,
        default=None,
        parse_from_config=True,
        help=f"not: {text}",
    )
