"""The release of TensorFlow that a project is bound to."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.sources.requirements import required_tensorflow


@pytest.mark.parametrize(
    ("requirement", "release"),
    [
        ("tensorflow==2.9.3", "2.9"),
        ("TensorFlow_CPU ~= 2.15.0", "2.15"),
        ("tensorflow[and-cuda]>=2.16,<2.17  # with Keras 3", "2.16"),
        ("tensorflow>=2.9", None),
        ("tensorflow", None),
        ("tensorflow==1.15", None),
        ("tensorflow-datasets==2.9.3", None),
        ("-r other.txt", None),
    ],
)
def test_only_one_release_counts(tmp_path: Path, requirement: str, release: str | None) -> None:
    (tmp_path / "requirements.txt").write_text(f"numpy\n{requirement}\n", encoding="utf-8")
    assert required_tensorflow(tmp_path) == release


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", '[project]\ndependencies = ["numpy", "tensorflow==2.15.*"]\n'),
        ("setup.cfg", "[options]\ninstall_requires =\n    numpy\n    tensorflow==2.15.1\n"),
        ("setup.py", "from setuptools import setup\nsetup(install_requires=['numpy', 'tensorflow==2.15.1'])\n"),
        ("requirements-gpu.txt", "tensorflow-gpu==2.15.0\n"),
    ],
)
def test_packaging_files_are_read(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert required_tensorflow(tmp_path) == "2.15"


def test_files_narrow_each_other_down(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("tensorflow>=2.15\n", encoding="utf-8")
    (tmp_path / "setup.cfg").write_text("[options]\ninstall_requires = tensorflow<2.16\n", encoding="utf-8")
    assert required_tensorflow(tmp_path) == "2.15"


@pytest.mark.parametrize("name", ["pyproject.toml", "setup.cfg", "setup.py", "requirements.txt"])
@pytest.mark.parametrize("data", [b"\xff\xfe\0", b"[project\ndependencies = 3", b"[project]\ndependencies = 3"])
def test_broken_files_ask_for_nothing(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    assert required_tensorflow(tmp_path) is None


@pytest.mark.parametrize(
    "text",
    [
        "needs = ['tensorflow==2.7.0']\nsetup(install_requires=needs)\n",
        "parts = {'install': ['tensorflow==2.7.0'], 'test': ['tensorflow==2.9.0']}\n"
        "needs = parts['install']\nsetup(install_requires=needs)\n",
    ],
)
def test_names_in_a_setup_file_are_followed(text: str, tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(text, encoding="utf-8")
    assert required_tensorflow(tmp_path) == "2.7"
