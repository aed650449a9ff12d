"""Closures and strongly connected components of a graph, and sets of its nodes as bits of a number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

N = TypeVar("N")


def set_bits(bits: int) -> Iterator[int]:
    """The positions of the bits that are set, the highest first."""
    while bits:
        highest = bits.bit_length() - 1
        yield highest
        bits ^= 1 << highest


def closure(starts: Iterable[N], following: Callable[[N], Iterable[N]]) -> list[N]:
    """The starts and all that leads on from them, step by step, the nearest first."""
    found = dict.fromkeys(starts)
    queue = list(found)
    for each in queue:
        new = [one for one in dict.fromkeys(following(each)) if one not in found]
        found.update(dict.fromkeys(new))
        queue += new
    return queue


def strong_components(members: Iterable[N], callees: Callable[[N], Iterable[N]]) -> list[list[N]]:
    """Strongly connected components of a graph, callees first (Tarjan, without recursion)."""
    number: dict[N, int] = {}
    low: dict[N, int] = {}
    stack: list[N] = []
    on_stack: set[N] = set()
    out: list[list[N]] = []
    for root in members:
        if root in number:
            continue
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        work = [(root, iter(callees(root)))]
        while work:
            current, following = work[-1]
            for callee in following:
                if callee not in number:
                    number[callee] = low[callee] = len(number)
                    stack.append(callee)
                    on_stack.add(callee)
                    work.append((callee, iter(callees(callee))))
                    break
                if callee in on_stack:
                    low[current] = min(low[current], number[callee])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[current])
                if low[current] == number[current]:
                    component: list[N] = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.append(member)
                        if member is current:
                            break
                    out.append(component)
    return out
