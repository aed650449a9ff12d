"""What it costs to ask about TensorFlow: how long the data takes to load, and how large it is.

    python -m benchmarks.knowledge [--repeat 5]

Each measurement is a fresh process that asks what a typical file with TensorFlow, Keras and NumPy asks. The time of
`import hybridize.frameworks.knowledge` is apart: most of it is Python's own modules, which the analysis needs anyway.
Processor time is measured: files are in the cache of the system, and other work on the machine does not count.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from importlib import resources

NAMES = (
    "builtins.print", "builtins.list.append", "os.path.join", "random.random", "numpy.zeros", "numpy.random.rand",
    "tensorflow.function", "tensorflow.matmul", "tensorflow.data.Dataset.map", "tensorflow.keras.layers.Dense",
    "tensorflow.keras.Model.fit", "tensorflow.keras.optimizers.Adam", "tensorflow.python.ops.math_ops.reduce_sum",
)  # fmt: skip
_PROGRAM = """
import json, sys, time
start = time.process_time()
from hybridize.frameworks.knowledge import load
imported = time.process_time()
known = load()
for name in sys.argv[1:]:
    known.lookup(name)
print(json.dumps([1000 * (imported - start), 1000 * (time.process_time() - imported)]))
"""


def milliseconds(names: tuple[str, ...] = NAMES, repeat: int = 5) -> tuple[float, float]:
    """The cheapest import and the cheapest loading of the data for these names, of several processes each."""
    runs = []
    for _ in range(repeat):
        done = subprocess.run([sys.executable, "-c", _PROGRAM, *names], capture_output=True, text=True, check=True)
        runs.append(json.loads(done.stdout))
    return min(imported for imported, _ in runs), min(loaded for _, loaded in runs)


def sizes() -> dict[str, int]:
    """The data files that are installed, in bytes."""
    folder = resources.files("hybridize.frameworks").joinpath("data")
    return {entry.name: len(entry.read_bytes()) for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)}


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=5)
    repeat = parser.parse_args().repeat
    imported, loaded = milliseconds(repeat=repeat)
    print(f"import                       {imported:6.1f} ms")
    print(f"a file with TensorFlow       {loaded:6.1f} ms")
    print(f"a file of Python alone       {milliseconds(NAMES[:4], repeat)[1]:6.1f} ms")
    for name, size in sizes().items():
        print(f"{name:28} {size / 1024:6.0f} KiB")
    print(f"{'together':28} {sum(sizes().values()) / 1024:6.0f} KiB")


if __name__ == "__main__":
    main()
