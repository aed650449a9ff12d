"""The release of TensorFlow that a project is bound to."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize
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
        ("tensorflow==2.9.0rc1", "2.9"),
        ("tensorflow==2.0.0b1", "2.0"),
        ("tensorflow-datasets==2.9.3", None),
        ("-r other.txt", None),
    ],
)
def test_only_one_release_counts(tmp_path: Path, requirement: str, release: str | None) -> None:
    (tmp_path / "requirements.txt").write_text(f"numpy\n{requirement}\n", encoding="utf-8")
    assert required_tensorflow(tmp_path).only == release


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
    assert required_tensorflow(tmp_path).only == "2.15"


@pytest.mark.parametrize(
    ("line", "release"),
    [
        ("- tensorflow=2.9", "2.9"),
        ("- tensorflow-gpu=2.9.1=gpu_py39h8236f22_0", "2.9"),
        ("- conda-forge::tensorflow=2.9.*", "2.9"),
        ('- "tensorflow>=2.9,<2.10"', "2.9"),
        ("- pip:\n    - tensorflow==2.0.0b1", "2.0"),
        ("- tensorflow", None),
        ("- tensorflow-datasets=2.9", None),
        ("name: tensorflow=2.9", None),
    ],
)
def test_environments_of_conda_are_read(tmp_path: Path, line: str, release: str | None) -> None:
    (tmp_path / "environment.yml").write_text(f"dependencies:\n  - numpy\n  {line}\n", encoding="utf-8")
    assert required_tensorflow(tmp_path).only == release


@pytest.mark.parametrize(
    ("requirement", "newest"),
    [
        ("tensorflow>=2.10.1,<2.16", "2.15"),
        ("tensorflow >= 2.4, < 2.11; sys_platform != 'darwin'", "2.10"),
        ("tensorflow==2.9.3", "2.9"),
        ("tensorflow>=2.9", None),
        ("tensorflow", None),
        ("tensorflow==1.15", None),
    ],
)
def test_the_newest_release_that_is_allowed(tmp_path: Path, requirement: str, newest: str | None) -> None:
    (tmp_path / "requirements.txt").write_text(f"numpy\n{requirement}\n", encoding="utf-8")
    assert required_tensorflow(tmp_path).newest == newest


def test_files_narrow_each_other_down(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("tensorflow>=2.15\n", encoding="utf-8")
    (tmp_path / "setup.cfg").write_text("[options]\ninstall_requires = tensorflow<2.16\n", encoding="utf-8")
    assert required_tensorflow(tmp_path).only == "2.15"


def test_distributions_that_exclude_each_other_leave_the_releases_of_each(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("tensorflow==2.12.0\ntensorflow_gpu==2.6.0\n", encoding="utf-8")
    assert required_tensorflow(tmp_path) == (None, "2.12")


@pytest.mark.parametrize("name", ["pyproject.toml", "setup.cfg", "setup.py", "requirements.txt"])
@pytest.mark.parametrize("data", [b"\xff\xfe\0", b"[project\ndependencies = 3", b"[project]\ndependencies = 3"])
def test_broken_files_ask_for_nothing(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    assert required_tensorflow(tmp_path).only is None


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
    assert required_tensorflow(tmp_path).only == "2.7"


BUILT_BY_KERAS_3 = """\
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    @tf.function
    def call(self, x):
        return self.dense(x)


net = Net()
for _ in range(3):
    net(tf.ones((1, 2)))
"""


@pytest.mark.parametrize(
    ("requirement", "found"), [("tensorflow>=2.9", ["HYB016"]), ("tensorflow>=2.9,<2.16", []), ("numpy", ["HYB016"])]
)
def test_what_a_range_of_releases_leaves_out_is_no_fault(tmp_path: Path, requirement: str, found: list[str]) -> None:
    (tmp_path / "requirements.txt").write_text(f"{requirement}\n", encoding="utf-8")
    (tmp_path / "program.py").write_text(BUILT_BY_KERAS_3, encoding="utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path, select=["HYB016"])
    assert [finding.code for finding in report.findings] == found
