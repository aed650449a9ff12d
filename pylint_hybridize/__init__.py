"""hybridize inside pylint: `load-plugins=pylint_hybridize`; the messages carry the rules' names as symbols.

pylint checks file by file, too. With one job the analysis is made when the checker opens; with several the parent makes
it once, before it sends its linter to the workers, and the findings travel on the linter (a plain table: everything on
a linter is pickled).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from astroid import nodes
from pylint.checkers import BaseChecker
from pylint.interfaces import INFERENCE, INFERENCE_FAILURE

from hybridize.surfaces import adapter
from hybridize.surfaces.adapter import ANALYSIS_OPTIONS, FileFindings, HostFinding, HostRule

if TYPE_CHECKING:
    from pylint.lint import PyLinter
    from pylint.typing import MessageDefinitionTuple

__all__ = ["HybridizeChecker", "load_configuration", "message_id", "register"]

Table = dict[str, FileFindings]
_ATTRIBUTE = "hybridize_findings"
"""Where the table lies on the linter: such an attribute reaches the workers however they are started."""


def message_id(code: str) -> str:
    """HYB001 -> W5801 (58 is the number of this plugin), HYB100 -> W5899."""
    number = int(code.removeprefix("HYB"))
    return f"W58{number if number < 99 else 99:02d}"


def _messages(rules: Sequence[HostRule]) -> dict[str, MessageDefinitionTuple]:
    return {message_id(rule.code): ("%s", rule.name, f"{rule.code}: {rule.summary}") for rule in rules}


def _options() -> tuple[tuple[str, dict[str, Any]], ...]:
    out: list[tuple[str, dict[str, Any]]] = []
    for option in ANALYSIS_OPTIONS:
        kind = {"flag": "yn", "list": "csv", "text": "string"}[option.kind]
        metavar = {"yn": "<y or n>", "csv": "<folders>", "string": "<value>"}[kind]
        out.append(
            (f"hybridize-{option.name}", {"type": kind, "default": None, "metavar": metavar, "help": option.help})
        )
    text = "report codes that are in preview, too"
    out.append(("hybridize-preview", {"type": "yn", "default": None, "metavar": "<y or n>", "help": text}))
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
        """Before pylint builds any tree (one job), or before each file (several jobs: the table is there already)."""
        if getattr(self.linter, _ATTRIBUTE, None) is None:
            setattr(self.linter, _ATTRIBUTE, _analyse(self.linter))

    def visit_module(self, node: nodes.Module) -> None:
        """Take out the findings of this file."""
        self._pending = {}
        try:
            for finding in self._findings(node):
                self._pending.setdefault(finding.line, []).append(finding)
            self._emit(node, 0)
        except Exception as error:  # pylint with several jobs would end the whole run.
            _complain(error)

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

    def _findings(self, node: nodes.Module) -> Sequence[HostFinding]:
        table: Table = getattr(self.linter, _ATTRIBUTE, None) or {}
        path = node.file
        if path is None:
            return ()
        if path not in table:
            # The file lies in another project than the folder in which pylint was started.
            table.update(_analyse(self.linter, paths=[path]))
            setattr(self.linter, _ATTRIBUTE, table)
        with node.stream() as stream:
            data = stream.read()
        text = data.decode(node.file_encoding or "utf-8", "replace")
        found = table.get(path)
        if found is not None and adapter.text_digest(text) == found.digest:
            return found.findings
        changed = _analyse(self.linter, {path: text}).get(path)
        return changed.findings if changed is not None else ()

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
            confidence=INFERENCE if finding.confidence == "proven" else INFERENCE_FAILURE,
        )


def register(linter: PyLinter) -> None:
    """pylint's hook for plugins."""
    linter.register_checker(HybridizeChecker(linter))


def load_configuration(linter: PyLinter) -> None:
    """pylint's hook after all options are read, in the parent and again in each worker."""
    if getattr(linter, _ATTRIBUTE, None) is not None or linter.config.jobs == 1 or _only_errors(linter):
        return
    if any(linter.is_message_enabled(rule.name) for rule in adapter.rules()):
        setattr(linter, _ATTRIBUTE, _analyse(linter))


def _only_errors(linter: PyLinter) -> bool:
    """`-E` switches warnings off after this hook has run."""
    return bool(getattr(linter, "_error_mode", False))


def _analyse(linter: PyLinter, overlay: dict[str, str] | None = None, paths: Sequence[str] = ()) -> Table:
    try:
        given: dict[str, object] = {
            o.field: getattr(linter.config, f"hybridize_{o.field}", None) for o in ANALYSIS_OPTIONS
        }
        given["preview"] = getattr(linter.config, "hybridize_preview", None)
        paths = [*paths, *(overlay or ())]
        return adapter.findings_by_file(adapter.settings(paths, given), paths, overlay)
    except Exception as error:
        _complain(error)
        return {}


def _complain(error: Exception) -> None:
    print(f"hybridize: {type(error).__name__}: {error}", file=sys.stderr)
