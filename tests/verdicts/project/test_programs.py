"""What two scripts pass to a graph is passed by two programs, each of which traces once."""

from __future__ import annotations

from pathlib import Path

import hybridize

LIBRARY = """\
import tensorflow as tf


@tf.function
def power(x, exponent):
    return tf.ones((exponent, 3)) * x


def shown(x, exponent):
    print(power(x, exponent))
"""
SCRIPT = "import tensorflow as tf\nfrom library import shown\n\nshown(tf.ones(3), {0})\n"


def codes(folder: Path, **files: str) -> list[str]:
    """What is said of `power`."""
    (folder / "library.py").write_text(LIBRARY, encoding="utf-8")
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    report = hybridize.analyze(folder, root=folder)
    return [finding.code for finding in report.findings if finding.qualname == "power"]


def test_each_script_passes_one_number(tmp_path: Path) -> None:
    assert codes(tmp_path, one=SCRIPT.format(1), two=SCRIPT.format(2)) == []


def test_a_script_passes_two_numbers(tmp_path: Path) -> None:
    assert codes(tmp_path, one=SCRIPT.format(1) + "shown(tf.ones(3), 2)\n") == ["HYB002"]


def test_a_module_that_is_imported_is_a_part_of_the_other_program(tmp_path: Path) -> None:
    assert codes(tmp_path, one=SCRIPT.format(1), two="import one\n" + SCRIPT.format(2)) == ["HYB002"]


def test_a_function_that_anybody_may_call_is_a_part_of_every_program(tmp_path: Path) -> None:
    public = "import tensorflow as tf\nfrom library import shown\n\n\ndef run():\n    shown(tf.ones(3), 2)\n"
    assert codes(tmp_path, one=SCRIPT.format(1), two=public) == ["HYB002"]
