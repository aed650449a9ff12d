"""Answers to questions that may lead back to themselves: the same ones, whichever question is put first.

Where a question waits for its own answer, what is taken for that at first is the least there is. An answer that rests
on such a guess is not kept until the guess has proved true: else those who ask later would get what the order of the
questions has made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from hybridize.program.components import strong_components

K = TypeVar("K", bound=Hashable)
A = TypeVar("A")
_MOST = 20
"""How many guesses are tried: what does not come to rest by then, does not."""


class Recursive(Generic[K, A]):
    """The answers to the questions of one kind, which are put while others are answered."""

    def __init__(self, least: A) -> None:
        self._least = least
        self._known: dict[K, A] = {}
        self._guessed: dict[K, A] = {}
        """What is open, or rests on the guess about something open."""
        self._rests_on: dict[K, int] = {}
        """By such a question: the first of them that it rests on, by its place in the row."""
        self._row: list[K] = []
        """These questions, in the order in which they were put."""
        self._lowest = 0
        """The first of the row that the answers rest on which the innermost open question has got so far."""

    def of(self, key: K, answer: Callable[[], A]) -> A:
        """The answer to a question; `answer` finds it, and may put others."""
        if key in self._known:
            return self._known[key]
        if key in self._guessed:
            self._lowest = min(self._lowest, self._rests_on[key])
            return self._guessed[key]
        place, outer = len(self._row), self._lowest
        self._row.append(key)
        self._guessed[key], self._rests_on[key] = self._least, place
        done = False
        try:
            for _ in range(_MOST):
                self._forget(place + 1)
                self._lowest = place + 1
                found = answer()
                lowest = self._lowest
                if lowest > place or found == self._guessed[key]:
                    break
                self._guessed[key] = found
            done = True
        finally:
            self._lowest = outer
            if not done:
                self._forget(place)
        self._guessed[key] = found
        if lowest >= place:
            self._known.update((each, self._guessed[each]) for each in self._row[place:])
            self._forget(place)
        else:
            self._rests_on[key] = lowest
            self._lowest = min(outer, lowest)
        return found

    def _forget(self, place: int) -> None:
        """Take back all guesses from a place of the row on."""
        for each in self._row[place:]:
            del self._guessed[each], self._rests_on[each]
        del self._row[place:]


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
