"""Run the project: `python -m package_project --steps 60`."""

from __future__ import annotations

import argparse
from dataclasses import replace

from package_project import Config, Factorization, Trainer
from package_project.data import ratings


def main() -> None:  # expect: none - no parameter, and it prints
    """Train a model and print how good it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=90)
    config = replace(Config(), steps=parser.parse_args().steps)
    train_data, test_data = ratings(config)
    trainer = Trainer(Factorization(config), config)
    trainer.fit(train_data, test_data)
    print("done after", trainer.log[-1])


if __name__ == "__main__":
    main()
