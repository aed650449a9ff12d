"""What functions ask of the process is no obstacle where it is set before anything runs."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

LIBRARY = """\
import tensorflow as tf

weights = tf.Variable(tf.ones((3, 3)))


def step(x):
    x = tf.cast(x, tf.keras.backend.floatx())
    for _ in range(4):
        x = tf.nn.tanh(tf.matmul(x, tf.cast(weights, x.dtype)) + 0.5)
    return tf.reduce_sum(x)
"""
SET = "tf.keras.backend.set_floatx('float64')\n"
RUN = "for _ in range(100):\n    step(tf.ones((2, 3)))\n"
IMPORTS = "import tensorflow as tf\nfrom library import step\n"
FIRST = {
    "below the imports": {"main.py": IMPORTS + SET + RUN},
    "in a module that is imported": {
        "settings.py": "import tensorflow as tf\n" + SET, "main.py": f"{IMPORTS}import settings\n{RUN}",
    },
    "in a function, before it calls the step": {
        "main.py": f"{IMPORTS}def main(wide):\n    if wide:\n        {SET}    for _ in range(9):\n"
        "        step(tf.ones((2, 3)))\nmain(True)\n",
    },
    "in another script": {
        "main.py": f"{IMPORTS}{RUN}",
        "other.py": f"import tensorflow as tf\ndef main():\n    {SET}\n\nif __name__ == '__main__':\n    main()\n",
    },
    "in a program that never comes to what others of the library do": {
        "api.py": f"{IMPORTS}def train():\n    {RUN.replace('    step', '        step')}",
        "main.py": f"{IMPORTS}def main(wide):\n    if wide:\n        {SET}    for _ in range(9):\n"
        "        step(tf.ones((2, 3)))\nif __name__ == '__main__':\n    main(True)\n",
    },
    "in tests": {
        "main.py": IMPORTS + RUN, "test_it.py": f"{IMPORTS}def test_it():\n    {SET}    step(tf.ones((2, 3)))\n",
    },
}  # fmt: skip
LATER = {
    "between calls": {"main.py": IMPORTS + RUN + SET + RUN},
    "in a loop": {"main.py": f"{IMPORTS}{RUN.replace('    step', f'    {SET}    step')}"},
    "in a function": {"main.py": f"{IMPORTS}def wide():\n    {SET}{RUN}wide()\n{RUN}"},
    "in a function that another one comes before": {
        "main.py": f"{IMPORTS}def wide():\n    {SET}    for _ in range(9):\n        step(tf.ones((2, 3)))\n"
        f"{RUN}wide()\n",
    },
    "in a program that comes to what the library does, too": {
        "api.py": f"{IMPORTS}def train():\n    {RUN.replace('    step', '        step')}",
        "main.py": f"{IMPORTS}from api import train\ndef main(wide):\n    {SET}    for _ in range(9):\n"
        "        step(tf.ones((2, 3)))\nif __name__ == '__main__':\n    train()\n    main(True)\n",
    },
    "in a function that nobody calls": {
        "main.py": f"{IMPORTS}def wide():\n    {SET}    for _ in range(9):\n        step(tf.ones((2, 3)))\n{RUN}",
    },
    "in a function that runs twice": {
        "main.py": f"{IMPORTS}def wide(kind):\n    if kind:\n        {SET}    for _ in range(9):\n"
        "        step(tf.ones((2, 3)))\nwide(False)\nwide(True)\n",
    },
    "in a module that a function imports": {
        "settings.py": "import tensorflow as tf\n" + SET,
        "main.py": f"{IMPORTS}{RUN}def wide():\n    import settings\nwide()\n{RUN}",
    },
}  # fmt: skip


def advised(folder: Path, files: dict[str, str]) -> bool:
    for name, text in {"library.py": LIBRARY, **files}.items():
        (folder / name).write_text(text, encoding="utf-8")
    found = hybridize.analyze(folder, root=folder).functions
    return any("HYB001" in each.codes for each in found if each.qualname == "step")


@pytest.mark.parametrize("files", FIRST.values(), ids=FIRST.keys())
def test_what_is_set_first_holds_for_all_graphs(tmp_path: Path, files: dict[str, str]) -> None:
    assert advised(tmp_path, files)


@pytest.mark.parametrize("files", LATER.values(), ids=LATER.keys())
def test_what_is_set_later_is_another_answer(tmp_path: Path, files: dict[str, str]) -> None:
    assert not advised(tmp_path, files)
