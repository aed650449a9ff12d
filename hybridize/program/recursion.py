"""Answers to questions that depend on themselves: least fixpoints, the same in whatever order questions are asked.

Where a question needs its own answer, the least element is assumed first. An answer that depends on an assumed one is
not kept until that has been confirmed: otherwise the answers would depend on the order of the questions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from hybridize.program.components import strong_components

K = TypeVar("K", bound=Hashable)
A = TypeVar("A")
_MOST = 20
"""Rounds after the first: what does not come to rest by then, does not."""


class Recursive(Generic[K, A]):
    """The answers to the questions of one kind, which are put while others are answered.

    Of questions that lead to each other, the one that was put first goes through all of them in rounds, each once a
    round, until nothing changes. More known of one must not make less of another.
    """

    def __init__(self, least: A) -> None:
        self._least = least
        self._known: dict[K, A] = {}
        self._guessed: dict[K, A] = {}
        """What is not known yet: no more than what will be."""
        self._rests_on: dict[K, int] = {}
        """By question of this round: the first of them that it rests on, by its place in the row."""
        self._row: list[K] = []
        """These questions, in the order in which they were put."""
        self._lowest = 0
        """The first of the row that the answers rest on which the innermost open question has got so far."""
        self._changed = False
        """Whether one of these answers is another one than in the round before."""

    def of(self, key: K, answer: Callable[[], A]) -> A:
        """The answer to a question; `answer` finds it, and may put others."""
        if key in self._known:
            return self._known[key]
        if key in self._rests_on:
            self._lowest = min(self._lowest, self._rests_on[key])
            return self._guessed.get(key, self._least)
        place, lowest, changed = len(self._row), self._lowest, self._changed
        self._row.append(key)
        self._rests_on[key] = place
        try:
            found = self._round(key, place, answer)
            for _ in range(_MOST):
                if self._lowest != place or not self._changed:
                    break
                self._forget(place + 1)
                found = self._round(key, place, answer)
        except BaseException:
            self._lowest, self._changed = lowest, changed
            self._forget(place)
            raise
        if self._lowest >= place:
            self._known.update((each, self._guessed[each]) for each in self._row[place:])
            self._forget(place)
            self._lowest, self._changed = lowest, changed
        else:
            self._rests_on[key] = self._lowest
            self._lowest, self._changed = min(lowest, self._lowest), changed or self._changed
        return found

    def _round(self, key: K, place: int, answer: Callable[[], A]) -> A:
        self._lowest, self._changed = place + 1, False
        found = answer()
        self._changed = self._changed or found != self._guessed.get(key, self._least)
        self._guessed[key] = found
        return found

    def _forget(self, place: int) -> None:
        """Take the questions from a place of the row on as not put in this round."""
        for each in self._row[place:]:
            del self._rests_on[each]
        del self._row[place:]
        if not place:
            self._guessed.clear()


def settle(
    start: K, known: dict[K, A], following: Callable[[K], Iterable[K]], answer: Callable[[K], A], least: A
) -> A:
    """The answer to a question, and to all that it leads to, which go into `known`.

    `following` says what a question leads to, and `answer` answers it by what is known of these. What leads to each
    other is answered together, in as many rounds as there are of them: then each has heard of each.
    """
    for component in strong_components([start], lambda each: [one for one in following(each) if one not in known]):
        known.update(dict.fromkeys(component, least))
        done = False
        try:
            for _ in component:
                found = {each: answer(each) for each in component}
                if found == {each: known[each] for each in component}:
                    break
                known.update(found)
            done = True
        finally:
            if not done:
                # A guess is no answer.
                for each in component:
                    del known[each]
    return known[start]


__all__ = ["Recursive", "settle"]
