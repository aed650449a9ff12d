"""`python -m calls TASKS RESULTS FIRST`: calls of functions and layers of an installed release, and what they give.

Run by `calling` inside that release's interpreter. TensorFlow's functions are called in a graph, with placeholders: so
the operations' shape functions answer, and dimensions and ranks may be left open. Then they are called eagerly, since
shape functions do not see all mistakes. Keras layers are called with symbolic inputs, NumPy's functions with arrays.
"""

from __future__ import annotations

import json
import signal
import sys
import warnings
from typing import Any, List

from .functions import Caller
from .layers import LayerCaller
from .values import Maker, loaded


def main(arguments: List[str]) -> int:
    tasks_path, results_path, first = arguments
    warnings.simplefilter("ignore")
    with open(tasks_path) as file:
        tasks = json.load(file)
    numpy_maker = Maker()
    maker = numpy_maker if all(task["name"].startswith("numpy.") for task in tasks) else loaded()
    releases = {name: sys.modules[name].__version__ for name in ("numpy", "tensorflow", "keras") if name in sys.modules}
    signal.signal(signal.SIGPROF, _stop)
    with open(results_path, "a") as output:
        for index, task in enumerate(tasks):
            if index < int(first):
                continue
            signal.setitimer(signal.ITIMER_PROF, task["seconds"] * 3 + 5)
            try:
                chosen = numpy_maker if task["name"].startswith("numpy.") else maker
                if task["role"] == "layer":
                    found = LayerCaller(chosen, task).run()
                else:
                    found = Caller(chosen, task).run()
            except Exception as error:
                found = {
                    "name": task["name"],
                    "calls": [],
                    "failed": [],
                    "errors": [f"{type(error).__name__}: {error}"[:300]],
                }
            signal.setitimer(signal.ITIMER_PROF, 0)
            found["releases"] = releases
            output.write(json.dumps(found) + "\n")
            output.flush()
    return 0


def _stop(*_: Any) -> None:
    raise TimeoutError


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
