"""JUnit's XML, which most continuous integration services read: a suite a file, a failed case a finding."""

from __future__ import annotations

from itertools import groupby
from xml.etree import ElementTree

from hybridize.surfaces.formats.view import View


def render(view: View) -> str:
    """The findings as XML."""
    total = str(len(view.findings))
    suites = ElementTree.Element("testsuites", name="hybridize", tests=total, failures=total, errors="0")
    for path, group in groupby(view.findings, key=lambda finding: finding.place.path):
        findings = list(group)
        count = str(len(findings))
        name = view.name(path)
        suite = ElementTree.SubElement(suites, "testsuite", name=name, tests=count, failures=count, errors="0")
        for finding in findings:
            place = finding.place
            case = ElementTree.SubElement(
                suite, "testcase", name=f"{finding.code} {finding.qualname}", classname=name, line=str(place.line)
            )
            failure = ElementTree.SubElement(case, "failure", message=finding.message, type=finding.code)
            failure.text = f"{name}:{place.line}:{place.column}: {finding.code} {finding.message}"
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=False) + "\n"
