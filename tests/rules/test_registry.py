"""All rules together: discovery, one code for one place, and rules that fail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hybridize.rules.base import Rule, RuleContext
from hybridize.rules.model import Finding
from hybridize.rules.registry import all_rules, codes, most_specific, rule, run
from hybridize.settings import AnalysisOptions
from hybridize.sources.model import SourceError
from hybridize.verdicts.model.parts import Place
from hybridize.verdicts.model.verdict import Verdict
from tests.rules.fakes import SUBJECT, eager, effect, hybrid, number

OPTIONS = AnalysisOptions()


def heard(findings: Iterable[Finding]) -> list[str]:
    """The codes of the findings that are left when each cause has one."""
    return [finding.code for finding in most_specific(findings)]


def test_rules_are_found_by_code() -> None:
    codes = [each.code for each in all_rules()]
    assert codes == sorted(set(codes))
    assert {"HYB001", "HYB002", "HYB003", "HYB004", "HYB005"} <= set(codes)


def test_a_rule_is_found_by_code_or_name() -> None:
    found = rule("hyb001")
    assert found is not None and found is rule("should-hybridize")
    assert rule("HYB999") is None


def test_the_more_specific_code_is_heard() -> None:
    parameters = (*hybrid().parameters, number("n", (1, 30), (2, 31)))
    verdict = hybrid(parameters=parameters, is_recursive=True, precondition="P3", has_tensor_computation=False)
    found = run([verdict], OPTIONS)
    assert [finding.code for finding in found] == ["HYB002", "HYB003", "HYB005"]
    assert heard(found) == ["HYB002", "HYB005"]
    assert codes(found) == {verdict.subject: ("HYB002", "HYB005")}
    assert heard(finding for finding in found if finding.code == "HYB003") == ["HYB003"]
    assert heard([]) == []


CODES = [each.code for each in all_rules()]
PLACES = [Place("model.py", 12), Place("model.py", 13), Place("other.py", 12)]
said = st.builds(
    lambda code, place, origin: Finding(code, code.lower(), "", place, "f", origin=origin),
    st.sampled_from(CODES),
    st.sampled_from(PLACES),
    st.sampled_from([None, *PLACES]),
)


@settings(suppress_health_check=list(HealthCheck))
@given(st.lists(said), st.sets(st.sampled_from(CODES)))
def test_each_cause_with_a_selected_code_keeps_all_that_yield_to_no_other_there(
    findings: list[Finding], selected: set[str]
) -> None:
    shown = [finding for finding in findings if finding.code in selected]
    kept = most_specific(shown)
    assert {finding.cause for finding in kept} == {finding.cause for finding in shown}
    for finding in shown:
        there = {other.code for other in shown if other.cause == finding.cause}
        (above,) = (each.yields_to for each in all_rules() if each.code == finding.code)
        assert (finding in kept) is not bool(there & set(above))
    assert most_specific(kept) == kept


def test_no_rule_yields_in_a_circle_or_to_a_code_that_is_none() -> None:
    above = {each.code: each.yields_to for each in all_rules()}
    for code, others in above.items():
        assert set(others) <= set(above)
        seen: set[str] = set()
        pending = list(others)
        while pending:
            seen.add(following := pending.pop())
            pending += [each for each in above[following] if each not in seen]
        assert code not in seen


def test_each_subject_has_the_codes_of_its_findings() -> None:
    verdict = hybrid(effects=(effect(14), effect(15)), parameters=(number("n", (1, 30), (2, 31)),))
    other = eager(subject=replace(SUBJECT, qualname="other", place=Place("model.py", 40)))
    found = run([verdict, other], OPTIONS)
    assert [finding.code for finding in found] == ["HYB002", "HYB004", "HYB004", "HYB001"]
    assert codes(found) == {verdict.subject: ("HYB002", "HYB004"), other.subject: ("HYB001",)}


def test_findings_come_by_place() -> None:
    late, early = eager(), eager(subject=replace(SUBJECT, path="a.py", place=Place("a.py", 3)))
    assert [finding.place.path for finding in run([late, early], OPTIONS)] == ["a.py", "model.py"]


class Failing(Rule):
    """A rule with a fault."""

    code = "HYB900"
    name = "failing"

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """Fails half-way."""
        yield self.finding(verdict.subject, "never heard")
        raise ValueError("a fault\nof two lines")


def test_a_failing_rule_costs_no_other_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = (Failing(), *all_rules())
    monkeypatch.setattr("hybridize.rules.registry.all_rules", lambda: rules)
    errors: list[SourceError] = []
    assert [finding.code for finding in run([eager()], OPTIONS, errors)] == ["HYB001"]
    assert errors == [
        SourceError(
            "model.py", 12, "internal-error", "HYB900 failed on `step`: ValueError: a fault (please report this)"
        )
    ]
    with pytest.raises(ValueError, match="a fault"):
        run([eager()], OPTIONS)
