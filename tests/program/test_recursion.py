"""Questions that depend on each other get the same answers in any order."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from hybridize.program.components import closure
from hybridize.program.recursion import Recursive, settle

Graph = dict[int, list[int]]


def drawn(seed: int) -> tuple[Graph, set[int]]:
    """A random graph with many cycles, and some of its members."""
    chance = random.Random(seed)
    count = chance.randrange(2, 12)
    graph = {each: [chance.randrange(count) for _ in range(chance.randrange(4))] for each in range(count)}
    return graph, set(chance.sample(range(count), 1 + count // 8))


def leading(graph: Graph, marked: set[int]) -> dict[int, frozenset[int]]:
    """The marks that each member of a graph leads to."""
    return {each: marked.intersection(closure([each], graph.__getitem__)) for each in graph}  # type: ignore[misc]


def by_recursion(graph: Graph, marked: set[int]) -> Callable[[int], frozenset[int]]:
    known: Recursive[int, frozenset[int]] = Recursive(frozenset())

    def ask(each: int) -> frozenset[int]:
        return known.of(each, lambda: frozenset({each} & marked).union(*map(ask, graph[each])))

    return ask


def by_components(graph: Graph, marked: set[int]) -> Callable[[int], frozenset[int]]:
    known: dict[int, frozenset[int]] = {}

    def answer(each: int) -> frozenset[int]:
        return frozenset({each} & marked).union(*(known[one] for one in graph[each]))

    return lambda each: known[each] if each in known else settle(each, known, graph.__getitem__, answer, frozenset())


@pytest.mark.parametrize("asked", [by_recursion, by_components])
def test_answers_are_the_same_in_any_order(
    asked: Callable[[Graph, set[int]], Callable[[int], frozenset[int]]]
) -> None:
    for seed in range(300):
        graph, marked = drawn(seed)
        order = random.Random(seed).sample(list(graph), len(graph))
        ask = asked(graph, marked)
        assert {each: ask(each) for each in order} == leading(graph, marked), seed


def test_an_assumed_answer_is_not_kept() -> None:
    """`any` stops at the first True: a False that was only assumed before that must be computed again."""
    graph = {0: [1, 2], 1: [0], 2: []}
    known: Recursive[int, bool] = Recursive(False)

    def ask(each: int) -> bool:
        return known.of(each, lambda: each == 2 or any(map(ask, graph[each])))

    assert [ask(each) for each in graph] == [True, True, True]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_a_question_that_fails_leaves_no_assumed_answer(first: int) -> None:
    graph = {0: [1], 1: [2, 0], 2: [0, 3], 3: []}
    known: Recursive[int, bool] = Recursive(False)
    settled: dict[int, bool] = {}
    fails = True

    def ask(each: int) -> bool:
        def answer() -> bool:
            if each == 3 and fails:
                raise ValueError
            return each == 3 or any(map(ask, graph[each]))

        return known.of(each, answer)

    def answer(each: int) -> bool:
        if each == 2 and fails:
            raise ValueError
        return each == 3 or any(settled[one] for one in graph[each])

    with pytest.raises(ValueError):
        ask(first)
    with pytest.raises(ValueError):
        settle(first, settled, graph.__getitem__, answer, False)
    fails = False
    assert [ask(each) for each in graph] == [True] * 4
    assert settle(first, settled, graph.__getitem__, answer, False) and settled == dict.fromkeys(graph, True)


def test_answers_that_never_settle_end() -> None:
    known: Recursive[int, bool] = Recursive(False)
    runs = 0

    def contrary() -> bool:
        nonlocal runs
        runs += 1
        return not known.of(0, contrary)

    assert known.of(0, contrary) in (True, False)
    assert 1 < runs < 100


def test_questions_in_many_cycles_are_computed_a_few_times() -> None:
    """Every question depends on every other one: following each cycle by itself would not end."""
    count, runs = 12, 0
    known: Recursive[int, frozenset[int]] = Recursive(frozenset())

    def ask(each: int) -> frozenset[int]:
        def answer() -> frozenset[int]:
            nonlocal runs
            runs += 1
            return frozenset({each}).union(*map(ask, range(count)))

        return known.of(each, answer)

    assert [ask(each) for each in range(count)] == [frozenset(range(count))] * count
    assert runs <= 3 * count
