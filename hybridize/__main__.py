"""`python -m hybridize`."""

from __future__ import annotations

import sys

from hybridize.surfaces.cli import main

if __name__ == "__main__":
    sys.exit(main())
