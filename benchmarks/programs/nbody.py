"""Planets by the leapfrog method: TensorFlow as an array library, no training at all."""

from __future__ import annotations

import argparse

import numpy as np
from tensorflow import Tensor, constant, expand_dims, float32, linalg, norm, reduce_sum, square

BODIES = 12
TIME_STEP = 0.002
SOFTENING = 0.05
REPORT_EVERY = 50


def solar_system(bodies: int) -> tuple[Tensor, Tensor, Tensor]:  # expect: none - receives an integer, makes the tensors
    """Masses, positions and velocities of a sun and its planets on nearly circular orbits."""
    random = np.random.RandomState(9)
    masses = np.concatenate([[1.0], random.uniform(1e-4, 1e-3, size=bodies - 1)])
    radius = np.concatenate([[0.0], np.linspace(0.6, 3.0, bodies - 1)])
    angle = random.uniform(0.0, 2 * np.pi, size=bodies)
    positions = radius[:, np.newaxis] * np.stack([np.cos(angle), np.sin(angle), 0.02 * angle], axis=1)
    speed = np.concatenate([[0.0], 1.0 / np.sqrt(radius[1:])])
    velocities = speed[:, np.newaxis] * np.stack([-np.sin(angle), np.cos(angle), 0.0 * angle], axis=1)
    return constant(masses, dtype=float32), constant(positions, dtype=float32), constant(velocities, dtype=float32)


def accelerations(masses: Tensor, positions: Tensor) -> Tensor:  # expect: none - `leapfrog` has it
    """Newton's law with softening."""
    difference = expand_dims(positions, axis=0) - expand_dims(positions, axis=1)
    distance = (reduce_sum(square(difference), axis=2) + SOFTENING**2) ** 0.5
    weight = expand_dims(masses, axis=0) / distance**3
    return reduce_sum(expand_dims(weight, axis=2) * difference, axis=1)


def leapfrog(masses, positions, velocities):  # expect: HYB001 - tensors only, called in the loop of the simulation
    """One kick-drift-kick step."""
    velocities = velocities + 0.5 * TIME_STEP * accelerations(masses, positions)
    positions = positions + TIME_STEP * velocities
    velocities = velocities + 0.5 * TIME_STEP * accelerations(masses, positions)
    return positions, velocities


def energy(masses: Tensor, positions: Tensor, velocities: Tensor) -> Tensor:  # expect: none - for the report
    """Kinetic plus potential energy."""
    kinetic = 0.5 * reduce_sum(masses * reduce_sum(square(velocities), axis=1))
    difference = expand_dims(positions, axis=0) - expand_dims(positions, axis=1)
    distance = (reduce_sum(square(difference), axis=2) + SOFTENING**2) ** 0.5
    pairs = expand_dims(masses, axis=0) * expand_dims(masses, axis=1) / distance
    diagonal = reduce_sum(square(masses)) / SOFTENING
    return kinetic - 0.5 * (reduce_sum(pairs) - diagonal)


def report(step: int, total: Tensor, positions: Tensor) -> None:  # expect: none - prints
    """Print energy and the distance of the outermost planet."""
    outermost = norm(positions[-1] - positions[0])
    print("step %5d  energy %.5f  outermost %.4f" % (step, float(total), float(outermost)))


def main() -> None:  # expect: none - no parameter, and it prints
    """Simulate, and check that energy is conserved."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200)
    steps = parser.parse_args().steps
    masses, positions, velocities = solar_system(BODIES)
    first = total = energy(masses, positions, velocities)
    for step in range(1, steps + 1):
        positions, velocities = leapfrog(masses, positions, velocities)
        if step % REPORT_EVERY == 0:
            total = energy(masses, positions, velocities)
            report(step, total, positions)
    momentum = linalg.matvec(velocities, masses, transpose_a=True)
    print("momentum %.4f, energy kept: %s" % (float(norm(momentum)), bool(abs(total - first) < 0.01)))


if __name__ == "__main__":
    main()
