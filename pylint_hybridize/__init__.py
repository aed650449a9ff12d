"""hybridize inside pylint: `load-plugins=pylint_hybridize`; the messages carry the rules' names as symbols.

pylint checks file by file, too. With one job the analysis is made when the checker opens, before pylint builds trees of
its own. With several, pylint pickles its linter once for all workers, when every option and file is known: that is when
the parent makes the analysis, and the findings travel along.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from astroid import nodes
from pylint.checkers import BaseChecker
from pylint.interfaces import INFERENCE, INFERENCE_FAILURE, Confidence

from hybridize.surfaces import adapter
from hybridize.surfaces.adapter import ANALYSIS_OPTIONS, HostFinding, HostRule, OptionError
from hybridize.surfaces.hosts import HostRun, complain

if TYPE_CHECKING:
    from pylint.lint import PyLinter
    from pylint.typing import MessageDefinitionTuple

__all__ = ["HybridizeChecker", "load_configuration", "message_id", "register"]

_ATTRIBUTE = "hybridize_session"
"""Where the session lies on the linter: its attributes reach the workers however these are started."""


def message_id(code: str) -> str:
    """HYB001 -> W5801 (58 is the number of this plugin), HYB100 -> W5899.

    HYB900 -> F5800: that a file was not checked is what pylint calls fatal.
    """
    number = int(code.removeprefix("HYB"))
    return "F5800" if code == adapter.UNCHECKED else f"W58{number if number < 99 else 99:02d}"


def _messages(rules: Sequence[HostRule]) -> dict[str, MessageDefinitionTuple]:
    return {message_id(rule.code): ("%s", rule.name, f"{rule.code}: {rule.summary}") for rule in rules}


def _options() -> tuple[tuple[str, dict[str, Any]], ...]:
    yes_or_no = {"type": "yn", "default": None, "metavar": "<y or n>"}
    out: list[tuple[str, dict[str, Any]]] = []
    for option in ANALYSIS_OPTIONS:
        if option.kind == "flag":
            described: dict[str, Any] = dict(yes_or_no)
        elif option.choices:
            described = {"type": "choice", "choices": option.choices, "default": None}
        else:
            kind = "csv" if option.kind == "list" else "string"
            described = {"type": kind, "default": None, "metavar": f"<{option.metavar}>"}
        out.append((f"hybridize-{option.name}", {**described, "help": option.help}))
    out.append(("hybridize-preview", {**yes_or_no, "help": "report codes that are in preview, too"}))
    return tuple(out)


class HybridizeChecker(BaseChecker):
    """Reports the findings of the one analysis at the nodes where they stand."""

    name = "hybridize"
    msgs = _messages(adapter.rules())
    options = _options()

    def __init__(self, linter: PyLinter) -> None:
        super().__init__(linter)
        self._pending: dict[int, list[HostFinding]] = {}

    def open(self) -> None:
        """Before pylint builds any tree (one job), or before each file (several jobs: the tables are there already)."""
        session = _session(self.linter)
        try:
            session.begin()
        except OptionError as error:
            _refuse(error)

    def visit_module(self, node: nodes.Module) -> None:
        """Take out the findings of this file."""
        self._pending = {}
        try:
            for finding in _session(self.linter).findings(node):
                self._pending.setdefault(finding.line, []).append(finding)
        except Exception as error:  # pylint with several jobs would end the whole run.
            complain(error)
            self._add(adapter.unchecked(f"{type(error).__name__}: {error}"), node)

    def leave_module(self, node: nodes.Module) -> None:
        """What stands at no node of its own (there should be none) is reported at the module."""
        for findings in list(self._pending.values()):
            for finding in findings:
                self._add(finding, node)
        self._pending = {}

    def visit_default(self, node: nodes.NodeNG) -> None:
        """Report what stands at the line of a statement or expression, at its outermost node."""
        if self._pending and node.lineno is not None:
            self._emit(node, node.lineno)

    def _emit(self, node: nodes.NodeNG, line: int) -> None:
        for finding in self._pending.pop(line, ()):
            self._add(finding, node)

    def _add(self, finding: HostFinding, node: nodes.NodeNG) -> None:
        self.add_message(
            finding.name,
            node=node,
            line=finding.line,
            col_offset=finding.column,
            end_lineno=finding.end_line,
            end_col_offset=finding.end_column,
            args=(finding.message,),
            confidence=_confidence(finding),
        )


def _confidence(finding: HostFinding) -> Confidence:
    return INFERENCE if finding.confidence == "proven" else INFERENCE_FAILURE


def register(linter: PyLinter) -> None:
    """pylint's hook for plugins."""
    linter.register_checker(HybridizeChecker(linter))


def load_configuration(linter: PyLinter) -> None:
    """pylint's hook after all options are read, in the parent and again in each worker.

    Whoever enables a message of ours hears of files that could not be checked: those that are no Python are pylint's
    own messages, and all of them are off after `--disable=all`.
    """
    _session(linter)
    if linter.is_message_enabled("internal-error"):
        return
    if any(linter.is_message_enabled(rule.name) for rule in adapter.rules()):
        for name in ("internal-error", "syntax-error", "parse-error", "astroid-error", "fatal"):
            linter.enable(name)


class _Session:
    """The run, in the parent and in its workers."""

    def __init__(self, linter: PyLinter) -> None:
        self._linter = linter
        self._run: HostRun | None = None
        self._in_worker = False

    def begin(self) -> None:
        """Analyse anew, unless this is a worker, whose parent has done so."""
        if not self._in_worker:
            self._run = self._new_run()
            if not self._linter.config.from_stdin:
                self._run.prepare()

    def findings(self, node: nodes.Module) -> Sequence[HostFinding]:
        """The findings in the file that pylint checks, perhaps an unsaved buffer."""
        if self._run is None:
            self._run = self._new_run()
        if node.file is None:
            return ()
        with node.stream() as stream:
            text = stream.read().decode(node.file_encoding or "utf-8", "replace")
        if self._linter.config.from_stdin:
            return self._run.buffer_findings(node.file, text, self._is_selected)
        return self._run.findings(node.file, text, self._is_selected)

    def _is_selected(self, finding: HostFinding) -> bool:
        """By pylint's options; its comments suppress, which comes later."""
        return self._linter.is_message_enabled(finding.name, confidence=_confidence(finding))

    def __getstate__(self) -> dict[str, object]:
        """Called when pylint pickles its linter for its workers: analyse now, if any message of ours is wanted."""
        run = self._new_run()
        if any(self._linter.is_message_enabled(rule.name) for rule in adapter.rules()):
            try:
                run.prepare()
            except OptionError as error:
                _refuse(error)
        return {"_linter": self._linter, "_run": run, "_in_worker": True}

    def _new_run(self) -> HostRun:
        config = self._linter.config
        fields = [*(option.field for option in ANALYSIS_OPTIONS), "preview"]
        # pylint says which files it will check from 4.1 on.
        return HostRun(
            getattr(config, "files", None) or (), {name: getattr(config, f"hybridize_{name}", None) for name in fields}
        )


def _session(linter: PyLinter) -> _Session:
    session = getattr(linter, _ATTRIBUTE, None)
    if session is None:
        session = _Session(linter)
        setattr(linter, _ATTRIBUTE, session)
    assert isinstance(session, _Session)
    return session


def _refuse(error: OptionError) -> NoReturn:
    """End as pylint does for wrong usage."""
    print(f"hybridize: {error}", file=sys.stderr)
    sys.exit(32)
