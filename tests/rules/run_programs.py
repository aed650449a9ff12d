"""`python run_programs.py PROGRAM...`: run each with TensorFlow; those whose assertions fail are printed as JSON."""

from __future__ import annotations

import json
import runpy
import sys
import traceback
from collections.abc import Sequence


def failures(programs: Sequence[str]) -> dict[str, str]:
    """What the programs raise, by their paths; what one switches is switched back before the next."""
    import tensorflow as tf

    failed: dict[str, str] = {}
    for program in programs:
        try:
            runpy.run_path(program, run_name="__main__")
        except Exception:
            failed[program] = traceback.format_exc()
        finally:
            tf.config.run_functions_eagerly(False)
    return failed


if __name__ == "__main__":
    print(json.dumps(failures(sys.argv[1:])))
