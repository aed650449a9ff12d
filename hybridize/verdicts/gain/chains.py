"""Chains of Monte Carlo: many rounds in one call, which a graph holds as a loop."""

from __future__ import annotations

from hybridize.inference.results.facts import Facts, FunctionFacts

CHAINS = frozenset(
    {"tensorflow_probability.mcmc.sample_chain", "tensorflow_probability.mcmc.sample_annealed_importance_chain"}
)
"""Each step of them runs the density with its gradient several times, and what proposes and accepts."""


def runs_chain(facts: Facts, function: FunctionFacts) -> bool:
    """Whether one call of a function goes through so many rounds with operations that it pays for its trace.

    Sixty steps of Hamiltonian Monte Carlo take 9 s eagerly, and 2 s as a graph with its trace.
    """
    chains, operations = facts.operations_of(CHAINS), facts.graph.operations
    return any(not chains.isdisjoint(operations.get(context, ())) for context in function.contexts)
