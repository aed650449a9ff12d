"""Runs calls of hybrid functions with signatures, and prints which of them TensorFlow refuses.

    python bind_signatures.py CASES.json > REFUSED.json

CASES.json is a list of [signature, parameters, arguments, ...], each as source. A script of its own: it is run by
interpreters that have TensorFlow and need not have this project.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def refused(signature: str, parameters: str, arguments: str) -> bool:
    """Whether making the function or calling it raises `TypeError`; any other exception is raised."""
    import numpy as np
    import tensorflow as tf

    names: dict[str, Any] = {"tf": tf, "np": np}
    exec(f"def f({parameters}):\n    return 1\n", names)  # a case is source, and the tests wrote it
    names["signature"] = eval(signature, names)
    try:
        eval(f"tf.function(f, input_signature=signature)({arguments})", names)
    except TypeError:
        return True
    return False


if __name__ == "__main__":
    cases = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    print(json.dumps([refused(*case[:3]) for case in cases]))
