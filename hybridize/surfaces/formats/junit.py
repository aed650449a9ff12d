"""JUnit's XML, which most continuous integration services read: a suite a file, a failed case a finding."""

from __future__ import annotations

from xml.etree import ElementTree

from hybridize.rules.model import Finding
from hybridize.surfaces.formats.view import View


def render(view: View) -> str:
    """The findings as failures, the files that were not checked as errors."""
    found = [*view.findings, *view.problems]
    by_path: dict[str, list[Finding]] = {}
    for finding in found:
        by_path.setdefault(finding.place.path, []).append(finding)
    counts = {"tests": str(len(found)), "failures": str(len(view.findings)), "errors": str(len(view.problems))}
    suites = ElementTree.Element("testsuites", {"name": "hybridize", **counts})
    for path, findings in by_path.items():
        errors = sum(finding in view.problems for finding in findings)
        counts = {"tests": str(len(findings)), "failures": str(len(findings) - errors), "errors": str(errors)}
        name = view.name(path)
        suite = ElementTree.SubElement(suites, "testsuite", {"name": name, **counts})
        for finding in findings:
            place = view.in_file(finding.place)
            case = ElementTree.SubElement(
                suite,
                "testcase",
                name=f"{finding.code} {finding.qualname}".rstrip(),
                classname=name,
                line=str(place.line),
            )
            kind = "error" if finding in view.problems else "failure"
            failure = ElementTree.SubElement(case, kind, message=finding.message, type=finding.code)
            failure.text = f"{view.at(finding.place)}:{place.column}: {finding.code} {finding.message}"
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=False) + "\n"
