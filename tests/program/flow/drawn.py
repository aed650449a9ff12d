"""Small programs that are drawn by chance, for `runs`."""

from __future__ import annotations

import random
import string
import textwrap


class Drawing:
    """The body of a function, with a call of each letter at one place."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._letters = iter(sorted(set(string.ascii_letters) - set("fijxyABC"), key=str.swapcase))

    def body(self, statements: int, depth: int = 2, loop: bool = False) -> str:
        """Some statements, with others inside them down to a depth."""
        return "\n".join(self._statement(depth, loop) for _ in range(statements))

    def _call(self) -> str:
        return f"{next(self._letters)}({self._chance.choice(['', '', 'x'])})"

    def _block(self, depth: int, loop: bool) -> str:
        return textwrap.indent(self.body(self._chance.choice([1, 1, 2]), depth - 1, loop), "    ")

    def _test(self) -> str:
        forms = ["{}", "{}", "{}", "not {}", "{} and {}", "{} or not {}", "(x := {})"]
        form = self._chance.choice(forms)
        return form.format(*(self._call() for _ in range(form.count("{}"))))

    def _statement(self, depth: int, loop: bool) -> str:
        simple = [self._plain, self._plain, self._plain, self._binding, self._binding, self._leaving]
        compound = [self._if, self._if, self._while, self._for, self._try, self._with, self._match]
        chosen = self._chance.choice(simple if depth == 0 else [*simple, *compound])
        return chosen(depth, loop)

    def _plain(self, depth: int, loop: bool) -> str:
        return self._call()

    def _binding(self, depth: int, loop: bool) -> str:
        call = self._call()
        forms = [
            f"x = {call}", f"x = {call}", f"x += {call}", "del x", "def x(): pass", f"x: 1 = {call}",
            f"[{call} for i in x]", f"y = (x := {call})",
        ]  # fmt: skip
        return self._chance.choice(forms)

    def _leaving(self, depth: int, loop: bool) -> str:
        jumps = [f"return {self._call()}", "raise error()", f"assert {self._test()}"]
        return self._chance.choice([*jumps, "break", "continue", "break", "continue"] if loop else jumps)

    def _if(self, depth: int, loop: bool) -> str:
        out = f"if {self._test()}:\n{self._block(depth, loop)}"
        return out if self._chance.random() < 0.5 else f"{out}\nelse:\n{self._block(depth, loop)}"

    def _else(self, depth: int, loop: bool) -> str:
        return "" if self._chance.random() < 0.7 else f"\nelse:\n{self._block(depth, loop)}"

    def _while(self, depth: int, loop: bool) -> str:
        test = self._chance.choice([self._test(), "True"])
        return f"while {test}:\n{self._block(depth, True)}{self._else(depth, loop)}"

    def _for(self, depth: int, loop: bool) -> str:
        target = self._chance.choice("ix")
        return f"for {target} in {self._call()}:\n{self._block(depth, True)}{self._else(depth, loop)}"

    def _try(self, depth: int, loop: bool) -> str:
        out = f"try:\n{self._block(depth, loop)}"
        handlers = self._chance.choice([["A"], ["A"], ["A", "B"], ["Exception"], []])
        for each in handlers:
            name = self._chance.choice(["", " as x"])
            out += f"\nexcept {each}{name}:\n{self._block(depth, loop)}"
        out += self._else(depth, loop) if handlers else ""
        if not handlers or self._chance.random() < 0.3:
            out += f"\nfinally:\n{self._block(depth, loop)}"
        return out

    def _with(self, depth: int, loop: bool) -> str:
        manager = self._chance.choice(["suppress()", self._call(), f"{self._call()} as x"])
        return f"with {manager}:\n{self._block(depth, loop)}"

    def _match(self, depth: int, loop: bool) -> str:
        cases = [self._chance.choice(["1", "2", f"1 if {self._test()}"]), self._chance.choice(["3", "_"])]
        blocks = [f"\n    case {each}:\n{textwrap.indent(self._block(depth, loop), '    ')}" for each in cases]
        return f"match {self._call()}:{''.join(blocks)}"
