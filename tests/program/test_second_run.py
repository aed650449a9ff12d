"""Whether a place is reached again when its function runs once more: Python runs each program twice and decides.

`mark()` stands at the place. The answer *again* is the cautious one: of a place that the second run does not come to it
may be given, never the other way round.
"""

from __future__ import annotations

import contextlib
import contextvars
import textwrap
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import astroid
import pytest
from astroid import nodes

from hybridize.program.second_run import (
    comes_again,
    is_for_a_while,
    is_known_beyond,
    is_put_back,
    runs_until_flag_is_set,
    stays_left,
)
from hybridize.program.syntax import last_name
from hybridize.program.writes import members_of, targets_of

Program = tuple[str, str]
"""What the constructor does, and the body of the method that runs."""

ONCE: dict[str, Program] = {
    "is None": ("self.v = None", "if self.v is None:\n    self.v = mark()"),
    "== None": ("self.v = None", "if self.v == None:\n    self.v = mark()"),
    "not": ("self.v = None", "if not self.v:\n    self.v = mark()"),
    "not is not None": ("self.v = None", "if not self.v is not None:\n    self.v = mark()"),
    "else": ("self.v = None", "if self.v is not None:\n    pass\nelse:\n    self.v = mark()"),
    "elif": ("self.v = None", "if x == 3:\n    pass\nelif self.v is None:\n    self.v = mark()"),
    "early return": ("self.v = None", "if self.v is not None:\n    return self.v\nself.v = mark()"),
    "early exception": ("self.v = None", "if self.v is not None:\n    raise ValueError\nself.v = mark()"),
    "and": ("self.v = None", "if x and self.v is None:\n    self.v = mark()"),
    "or": ("self.v = None\nself.w = None", "if self.v is None or self.w is None:\n    self.v = self.w = mark()"),
    "in a loop": ("self.v = None", "for i in (1, 2):\n    if self.v is None:\n        self.v = mark()"),
    "while": ("self.v = None", "while self.v is None:\n    self.v = mark()"),
    "with": ("self.v = None", "with closing(Made()):\n    if self.v is None:\n        self.v = mark()"),
    "match": ("self.v = None", "match self.v:\n    case None:\n        self.v = mark()"),
    "match or": ("self.v = None", "match self.v:\n    case None | False:\n        self.v = mark()"),
    "match rest": (
        "self.v = None",
        "match self.v:\n    case None:\n        self.v = mark()\n    case _:\n        pass",
    ),
    "match value": ("self.n = 0", "match self.n:\n    case 0:\n        self.n = 1\n        mark()"),
    "match other values": (
        "self.n = 0",
        "match self.n:\n    case 1:\n        return\n    case _:\n        self.n = 1\n        mark()",
    ),
    "match class": (
        "self.v = None",
        "match self.v:\n    case Made():\n        return\n    case _:\n        mark()\n        self.v = Made()",
    ),
    "match name": ("self.v = None", "match self.v:\n    case None as v:\n        self.v = mark()"),
    "walrus": ("self.v = None", "if (v := self.v) is None:\n    self.v = mark()"),
    "local name": ("self.v = None", "v = self.v\nif v is None:\n    self.v = mark()"),
    "value or": ("self.v = None", "self.v = self.v or mark()"),
    "value and": ("self.v = None", "self.v is None and self.keep(mark())"),
    "conditional expression": ("self.v = None", "self.v = mark() if self.v is None else self.v"),
    "other way round": ("self.v = None", "self.v = self.v if self.v is not None else mark()"),
    "hasattr": ("", "if not hasattr(self, 'v'):\n    self.v = mark()"),
    "getattr": ("", "if getattr(self, 'v', None) is None:\n    self.v = mark()"),
    "setattr": ("", "if not hasattr(self, 'v'):\n    setattr(self, 'v', mark())"),
    "delattr": ("self.v = 1", "if hasattr(self, 'v'):\n    mark()\n    delattr(self, 'v')"),
    "del": ("self.v = 1", "if hasattr(self, 'v'):\n    mark()\n    del self.v"),
    "vars": ("", "if 'v' not in vars(self):\n    self.v = mark()"),
    "__dict__": ("", "if self.__dict__.get('v') is None:\n    self.v = mark()"),
    "AttributeError": ("", "try:\n    self.v\nexcept AttributeError:\n    self.v = mark()"),
    "several errors": ("", "try:\n    self.v\nexcept (TypeError, AttributeError):\n    self.v = mark()"),
    "any error": ("", "try:\n    self.v\nexcept Exception:\n    self.v = mark()"),
    "bare except": ("", "try:\n    self.v\nexcept:\n    self.v = mark()"),
    "KeyError": ("self.d = {}", "try:\n    self.d['a']\nexcept KeyError:\n    self.d['a'] = mark()"),
    "or unknown": (
        "self.o = False\nself.done = False", "if self.o or self.done:\n    return\nself.done = True\nmark()"
    ),
    "and unknown": (
        "self.o = True\nself.fresh = True", "if not (self.o and self.fresh):\n    return\nself.fresh = False\nmark()"
    ),
    "__setitem__": ("self.d = {}", "if 'a' not in self.d:\n    self.d.__setitem__('a', mark())"),
    "in": ("self.d = {}", "if 'a' not in self.d:\n    self.d['a'] = mark()"),
    "in keys": ("self.d = {}", "if 'a' not in self.d.keys():\n    self.d['a'] = mark()"),
    "get": ("self.d = {}", "if self.d.get('a') is None:\n    self.d['a'] = mark()"),
    "an argument as key": ("self.d = {}", "if x not in self.d:\n    self.d[x] = mark()"),
    "setdefault": ("self.d = {}", "if 'a' not in self.d:\n    self.d.setdefault('a', mark())"),
    "del item": ("self.d = {'a': 1}", "if 'a' in self.d:\n    mark()\n    del self.d['a']"),
    "set": ("self.d = set()", "if x not in self.d:\n    self.d.add(x)\n    mark()"),
    "update": ("self.d = {}", "if not self.d:\n    self.d.update(a=mark())"),
    "extend": ("self.l = []", "if not self.l:\n    self.l.extend([mark()])"),
    "len == 0": ("self.l = []", "if len(self.l) == 0:\n    self.l.append(mark())"),
    "0 == len": ("self.l = []", "if 0 == len(self.l):\n    self.l.append(mark())"),
    "len < 1": ("self.l = []", "if len(self.l) < 1:\n    self.l.append(mark())"),
    "len <= 0": ("self.l = []", "if len(self.l) <= 0:\n    self.l.append(mark())"),
    "1 > len": ("self.l = []", "if 1 > len(self.l):\n    self.l.append(mark())"),
    "len > 0": ("self.l = []", "if len(self.l) > 0:\n    return\nself.l.append(mark())"),
    "len >= 1": ("self.l = []", "if len(self.l) >= 1:\n    return\nself.l.append(mark())"),
    "len": ("self.l = []", "if not len(self.l):\n    self.l.append(mark())"),
    "bool": ("self.l = []", "if not bool(self.l):\n    self.l.insert(0, mark())"),
    "== []": ("self.l = []", "if self.l == []:\n    self.l.append(mark())"),
    "+=": ("self.l = []", "if not self.l:\n    self.l += [mark()]"),
    "a new list": ("self.l = []", "if not self.l:\n    self.l = [mark()]"),
    "any": ("self.v = None", "if any(each is None for each in (self.v,)):\n    self.v = mark()"),
    "all": ("self.v = None", "if not all([self.v, 1]):\n    self.v = mark()"),
    "a flag": ("self.done = False", "if not self.done:\n    self.done = True\n    mark()"),
    "a flag is True": ("self.done = False", "if self.done is True:\n    return\nself.done = True\nmark()"),
    "a flag for fresh": ("self.fresh = True", "if self.fresh:\n    self.fresh = False\n    mark()"),
    "a flag behind": ("self.done = False", "if self.done:\n    return\nif x:\n    mark()\nself.done = True"),
    "a state": ("self.s = 'new'", "if self.s == 'new':\n    self.s = 'used'\n    mark()"),
    "a count": ("self.n = 0", "self.n += 1\nif self.n == 1:\n    mark()"),
    "a count before": ("self.n = 0", "if self.n == 0:\n    mark()\nself.n += 1"),
    "a count that is less": ("self.n = 0", "if self.n < 1:\n    mark()\nself.n += 1"),
    "a count down": ("self.n = 1", "if self.n > 0:\n    mark()\nself.n -= 1"),
    "several": ("self.v = None", "if self.v is None:\n    self.v, self.w = mark(), 1"),
    "annotated": ("self.v = None", "if self.v is None:\n    self.v: int = mark()"),
    "isinstance": ("self.v = None", "if not isinstance(self.v, Made):\n    mark()\n    self.v = Made()"),
    "isinstance of several": (
        "self.v = None",
        "if not isinstance(self.v, (list, Made)):\n    mark()\n    self.v = Made()",
    ),
    "type": ("self.v = None", "if type(self.v) is not Made:\n    mark()\n    self.v = Made()"),
    "a method that asks": ("self.v = None", "if self.missing():\n    self.v = mark()"),
    "a property": ("self.v = None", "if self.lacking:\n    self.v = mark()"),
    "a static method": ("self.v = None", "if self.none(self.v):\n    self.v = mark()"),
    "a function": ("self.v = None", "if is_none(self.v):\n    self.v = mark()"),
    "a function with a default": ("self.v = None", "if equals(self.v):\n    self.v = mark()"),
    "a function with a name that it must be given": ("self.v = None", "if is_other(self.v):\n    self.v = mark()"),
    "a function with a name that it may be given": (
        "self.v = None", "if is_other(self.v, other=None):\n    self.v = mark()"
    ),
    "a function with a name": ("self.v = None", "if equals(self.v, other=None):\n    self.v = mark()"),
    "a method that sets": ("self.v = None", "if self.v is None:\n    mark()\n    self.keep(3)"),
    "a method of the base": ("self.v = None", "if self.v is None:\n    mark()\n    self.put(3)"),
    "a method that raises": (
        "self.v = None",
        "if self.v is None:\n    self.keep(3)\n    mark()\nelse:\n    self.fail()",
    ),
    "built": ("self.built = False", "if not self.built:\n    mark()\n    self.build(x)"),
    "a global": ("", "global V\nif V is None:\n    V = mark()"),
    "an item of a global": ("", "if 'a' not in KEPT:\n    KEPT['a'] = mark()"),
    "a sum is no None": ("self.v = None", "if self.v is None:\n    mark()\n    self.v = x + 1"),
    "a text": ("self.d = {}", "if f'a{x}' not in self.d:\n    self.d[f'a{x}'] = mark()"),
    "a tuple as key": ("self.d = {}", "if (x, 1) not in self.d:\n    self.d[x, 1] = mark()"),
    "a name for a key": ("self.d = {}", "k = str(x)\nif k not in self.d:\n    self.d[k] = mark()"),
    "kept from elsewhere": ("self.v = None\nself.w = 3", "if self.v is None:\n    mark()\n    self.v = self.w"),
    "finally": ("self.v = None", "if self.v is None:\n    try:\n        mark()\n    finally:\n        self.v = 3"),
    "the next of a list": ("self.l = [None]", "if next(iter(self.l)) is None:\n    self.l[0] = mark()"),
    "the next of a list, or something": (
        "self.l = []", "if next(iter(self.l), None) is None:\n    self.l.append(mark())"
    ),
    "the first item": ("self.l = [None]", "if self.l[0] is None:\n    self.l[0] = mark()"),
    "an item of minus one": ("self.l = [None]", "if self.l[-1] is None:\n    self.l[-1] = mark()"),
    "an index that is there": ("self.l = []", "if not 0 < len(self.l):\n    self.l.append(mark())"),
    "a key that a test makes": (
        "self.d = {}", "k = 'a' if x == 1 else 'b'\nif k not in self.d:\n    self.d[k] = mark()"
    ),
    "a key that the opposite test makes": (
        "self.d = {}",
        "k = 'a' if not x == 1 else 'b'\nif k not in self.d:\n    self.d['b' if x == 1 else 'a'] = mark()",
    ),
    "a function is no None": (
        "self.v = None", "if self.v is None:\n    def g():\n        pass\n    mark()\n    self.v = g"
    ),
    "a class is no None": (
        "self.v = None", "if self.v is None:\n    class G:\n        pass\n    mark()\n    self.v = G"
    ),
    "get, when it is there": ("self.d = {'a': 1}", "if self.d.get('a'):\n    mark()\n    self.d['a'] = 0"),
    "get, with another default": ("self.d = {}", "if not self.d.get('a', False):\n    mark()\n    self.d['a'] = True"),
    "an elif of several": (
        "self.s = 'a'", "if self.s == 'b':\n    pass\nelif self.s == 'a':\n    mark()\n    self.s = 'c'"
    ),
    "set in a try": (
        "self.v = None", "if self.v is None:\n    mark()\n    try:\n        self.v = 1\n    finally:\n        pass"
    ),
    "a key of several parts": (
        "self.d = {}", "k = 'a' + str(x) + repr(x)\nif k not in self.d:\n    self.d[k] = mark()"
    ),
    "not twice": ("self.v = None", "if not (not (self.v is None)):\n    self.v = mark()"),
    "not of a flag": ("self.done = False", "done = not self.done\nif done:\n    self.done = True\n    mark()"),
    "a member of an enumeration": (
        "self.s = Kind.NEW", "if self.s is Kind.NEW:\n    mark()\n    self.s = Kind.USED"
    ),
    "another member": ("self.s = Kind.NEW", "if self.s == Kind.USED:\n    return\nmark()\nself.s = Kind.USED"),
    "a flag of the module": ("self.s = OFF", "if self.s == OFF:\n    mark()\n    self.s = ON"),
    "vars, set": ("", "if 'v' not in vars(self):\n    vars(self)['v'] = mark()"),
    "__dict__, set": ("", "if 'v' not in self.__dict__:\n    self.__dict__['v'] = mark()"),
    "getattr without a default": ("self.v = None", "if getattr(self, 'v') is None:\n    self.v = mark()"),
    "isinstance of None": ("self.v = None", "if isinstance(self.v, type(None)):\n    self.v = mark()"),
    "a class of a constant": ("self.v = 1", "if isinstance(self.v, int):\n    mark()\n    self.v = 'a'"),
    "any of a list": ("self.v = None", "if any([self.v is None]):\n    self.v = mark()"),
    "all of several": ("self.v = None", "if all(e is None for e in [self.v]):\n    self.v = mark()"),
    "appended, in front": ("self.l = []", "if not self.l:\n    self.l.insert(0, mark())"),
    "an item of a list": ("self.l = []", "if len(self.l) == 0:\n    self.l.extend([1, mark()])"),
    "a list of one": ("self.l = []", "if len(self.l) < 1:\n    self.l += [mark()]"),
    "a chain of methods": ("self.v = None", "if self.asks_more():\n    self.v = mark()"),
    "a method that leaves": ("self.v = None", "if self.either_way(x):\n    self.v = mark()"),
    "try else": (
        "self.v = None",
        "try:\n    x + 1\nexcept TypeError:\n    pass\nelse:\n    if self.v is None:\n        self.v = mark()",
    ),
    "an IndexError": ("self.l = []", "try:\n    self.l[0]\nexcept IndexError:\n    self.l.append(mark())"),
    "a LookupError": ("self.d = {}", "try:\n    self.d['a']\nexcept LookupError:\n    self.d['a'] = mark()"),
    "suppressed": (
        "self.d = {}", "with suppress(KeyError):\n    self.d['a']\n    return\nself.d['a'] = mark()"
    ),
    "unpacked": ("self.v, self.w = None, 1", "if self.v is None:\n    (self.v, *self.w), y = (mark(), 1), 2"),
    "a nested function": ("self.v = None", "def g():\n    return self.v is None\nif g():\n    self.v = mark()"),
    "for else": (
        "self.v = None",
        "if self.v is None:\n    for i in ():\n        pass\n    else:\n        self.v = mark()",
    ),
}  # fmt: skip
AGAIN: dict[str, Program] = {
    "no test": ("", "mark()"),
    "a test of an argument": ("", "if x:\n    mark()"),
    "nothing is kept": ("self.v = None", "if self.v is None:\n    mark()"),
    "another attribute": ("self.v = None", "if self.v is None:\n    self.w = mark()"),
    "another object": ("self.v = None\nself.o = Made()", "if self.v is None:\n    self.o.v = mark()"),
    "set back": ("self.v = None", "if self.v is None:\n    self.v = mark()\n    self.v = None"),
    "None is kept": ("self.v = None", "if self.v is None:\n    mark()\n    self.v = None"),
    "what is there": ("self.v = 3", "if self.v is not None:\n    self.v = mark()"),
    "what is true": ("self.v = 3", "if self.v:\n    self.v = mark()"),
    "a flag that stays": ("self.done = False", "if not self.done:\n    mark()\n    self.done = False"),
    "a flag turned too late": ("self.done = False", "if self.done and x == 2:\n    return\nself.done = True\nmark()"),
    "a falsy value": ("self.v = None", "if not self.v:\n    mark()\n    self.v = 0"),
    "an empty list": ("self.v = None", "if not self.v:\n    mark()\n    self.v = []"),
    "an empty call": ("self.v = None", "if not self.v:\n    mark()\n    self.v = list()"),
    "another key": ("self.d = {}", "if 'a' not in self.d:\n    self.d['b'] = mark()"),
    "popped": ("self.d = {}", "if 'a' not in self.d:\n    self.d['a'] = mark()\n    self.d.pop('a')"),
    "deleted": ("self.d = {}", "if 'a' not in self.d:\n    self.d['a'] = mark()\n    del self.d['a']"),
    "cleared": ("self.l = []", "if not self.l:\n    self.l.append(mark())\n    self.l.clear()"),
    "removed": ("self.d = set()", "if x not in self.d:\n    self.d.add(x)\n    mark()\n    self.d.remove(x)"),
    "len < 2": ("self.l = []", "if len(self.l) < 2:\n    self.l.append(mark())"),
    "len <= 1": ("self.l = []", "if len(self.l) <= 1:\n    self.l.append(mark())"),
    "not len > 1": ("self.l = []", "if len(self.l) > 1:\n    return\nself.l.append(mark())"),
    "len != 2": ("self.l = []", "if len(self.l) != 2:\n    self.l.append(mark())"),
    "count < 2": ("self.n = 0", "self.n += 1\nif self.n <= 2:\n    mark()"),
    "count of two": ("self.n = 0", "if self.n != 2:\n    mark()\nself.n += 1"),
    "a missing attribute": ("", "try:\n    self.v\nexcept AttributeError:\n    self.w = mark()"),
    "a missing key": ("self.d = {}", "try:\n    self.d['a']\nexcept KeyError:\n    self.d['b'] = mark()"),
    "an error of a call": ("self.d = {}", "try:\n    int('a')\nexcept ValueError:\n    self.d['b'] = mark()"),
    "tried": ("self.v = None", "try:\n    self.v = mark()\nexcept AttributeError:\n    pass"),
    "set for another": ("self.v = None", "if self.v is None or x == 1:\n    self.v = mark()"),
    "one of two": ("self.v = None\nself.w = None", "if self.v is None or self.w is None:\n    self.v = mark()"),
    "a local name": ("", "v = None\nif v is None:\n    v = mark()"),
    "any of several": (
        "self.v = None\nself.w = None",
        "if any(e is None for e in (self.v, self.w)):\n    self.v = mark()",
    ),
    "not all": ("self.v = None\nself.w = None", "if not all([self.v, self.w]):\n    self.v = mark()"),
    "a class of another name": ("self.v = None", "if not isinstance(self.v, list):\n    mark()\n    self.v = Made()"),
    "a method that does not keep": ("self.v = None", "if self.missing():\n    self.look(mark())"),
    "a method that asks for something else": ("self.v = None", "if self.missing():\n    self.w = mark()"),
    "the other side": ("self.v = None", "if self.v is None:\n    self.v = 3\nelse:\n    pass\nmark()"),
    "match of the rest": (
        "self.v = None",
        "match self.v:\n    case 3:\n        pass\n    case _:\n        self.v = mark()",
    ),
    "match nothing kept": ("self.v = None", "match self.v:\n    case None:\n        self.w = mark()"),
    "a global that stays": ("", "if V is None:\n    mark()"),
    "an object that is kept": ("self.v = None\nself.o = Made()", "if self.v is not self.o:\n    self.v = mark()"),
    "behind a loop": ("self.v = None", "for i in (1, 2):\n    self.v = i\nmark()"),
    "a key that another test makes": (
        "self.d = {}",
        "k = 'a' if not x == 1 else 'b'\nif k not in self.d:\n    self.d['a' if x == 1 else 'b'] = mark()",
    ),
    "get, set to what it was": ("self.d = {'a': 1}", "if self.d.get('a'):\n    mark()\n    self.d['a'] = 2"),
    "set in one arm": (
        "self.v = None",
        "if self.v is None:\n    mark()\n    if x == 7:\n        self.v = 1\n    else:\n        self.v = None"
    ),
    "the next of another list": (
        "self.l = [None]\nself.m = [None]", "if next(iter(self.l)) is None:\n    self.m[0] = mark()"
    ),
    "another item": ("self.l = [None, None]", "if self.l[0] is None:\n    self.l[1] = mark()"),
    "another key of rounds": (
        "self.d = {}\nself.p = ['a', 'b']",
        "k = ''\nfor p in self.p:\n    k = k + p\nif k not in self.d:\n    self.d[k + 'c'] = mark()",
    ),
    "not of what stays": ("self.done = False", "done = not self.done\nif done:\n    mark()"),
    "the same member": ("self.s = Kind.NEW", "if self.s is Kind.NEW:\n    mark()\n    self.s = Kind.NEW"),
    "a member with the same value": (
        "self.s = Kind.NEW", "if self.s is Kind.NEW:\n    mark()\n    self.s = Kind.FRESH"
    ),
    "a flag of the module that stays": ("self.s = OFF", "if self.s == OFF:\n    mark()\n    self.s = OFF"),
    "vars of another": ("self.o = Made()", "if 'v' not in vars(self):\n    vars(self.o)['v'] = mark()"),
    "a name that must be given": ("self.v = None", "if is_other(self.v, other=3):\n    pass\nelse:\n    mark()"),
    "a method that leaves either way": ("self.v = None", "if self.either_way(x):\n    self.w = mark()"),
    "an IndexError of another list": (
        "self.l = []\nself.m = []", "try:\n    self.l[0]\nexcept IndexError:\n    self.m.append(mark())"
    ),
    "suppressed, and not made": (
        "self.d = {}", "with suppress(KeyError):\n    self.d['a']\n    return\nself.d['b'] = mark()"
    ),
    "a nested function that asks for an argument": (
        "self.v = None", "def g():\n    return x\nif g():\n    self.v = mark()"
    ),
    "taken out and put in": ("self.l = [1]", "self.l.pop()\nif not self.l:\n    self.l.append(mark())"),
    "in what a loop keeps": ("self.l = []", "for i in (1, 2):\n    self.l.append(mark())"),
}  # fmt: skip
CAUTIOUS: dict[str, Program] = {
    "a count that is set": ("self.n = 0", "if self.n == 0:\n    mark()\nself.n = self.n + 1"),
    "a chain": ("self.n = 0", "if 0 <= self.n < 1:\n    mark()\nself.n += 1"),
    "a guard of a case": ("self.v = None", "match x:\n    case _ if self.v is None:\n        self.v = mark()"),
    "a product": ("self.n = 1", "if self.n == 1:\n    mark()\n    self.n *= 2"),
    "a state of several": ("self.s = 'new'", "if self.s in ('new', 'old'):\n    mark()\n    self.s = 'used'"),
    "set in all arms": (
        "self.v = None", "if self.v is None:\n    mark()\n    if x:\n        self.v = 1\n    else:\n        self.v = 2"
    ),
    "a key that rounds make": (
        "self.d = {}\nself.p = ['a', 'b']",
        "k = ''\nfor p in self.p:\n    k = k + p\nif k not in self.d:\n    self.d[k] = mark()",
    ),
    "while else": ("self.v = None", "while self.v is not None:\n    return\nelse:\n    self.v = mark()"),
    "while, with an end": (
        "self.v = None", "while True:\n    if self.v is not None:\n        break\n    self.v = mark()"
    ),
    "a generator": ("self.v = None", "if next(self.several()) is None:\n    self.v = mark()"),
}
"""What only the first run comes to, and is not seen to."""
KEPT: dict[str, Program] = {
    "or": ("self.v = None", "self.v = self.v or x"),
    "or, of several": ("self.v = None", "self.v = self.v or x or 3"),
    "a conditional expression": ("self.v = None", "self.v = 3 if self.v is None else self.v"),
    "other way round": ("self.v = None", "self.v = self.v if self.v is not None else 3"),
    "setdefault": ("self.d = {}", "self.d.setdefault('a', x)"),
    "setdefault of what is there": ("self.d = {}", "if not self.d:\n    self.d['a'] = x\nself.d.setdefault('a', 1)"),
    "up to a length": ("self.l = []", "self.l += [None] * (3 - len(self.l))"),
    "up to a length, turned": ("self.l = []", "self.l += (x - len(self.l)) * [None]"),
    "what refuses another": (
        "self.d = {}", "if x in self.d:\n    if self.d[x] != x:\n        raise ValueError\nself.d[x] = x",
    ),
    "what refuses another, turned": (
        "self.d = {}", "if x in self.d:\n    if not x == self.d[x]:\n        raise ValueError\nself.d[x] = x",
    ),
    "an item of itself": ("self.d = {1: 3}", "self.d[x] = self.d[x]"),
}  # fmt: skip
"""The last statement leaves what it finds there, once it has run."""
CHANGED: dict[str, Program] = {
    "and": ("self.v = 3", "self.v = self.v and x + self.v"),
    "longer each time": ("self.l = []", "self.l += [None] * 3"),
    "another length": ("self.l = []\nself.m = []", "self.l += [None] * (3 - len(self.m))"),
    "turned": ("self.v = True", "self.v = not self.v"),
    "counted": ("self.n = 0", "self.n += x"),
    "appended": ("self.l = []", "self.l.append(x)"),
    "popped": ("self.l = [1, 2, 3]", "self.l.pop()"),
    "popped in front": ("self.l = [1, 2, 3]", "self.l.pop(0)"),
    "removed": ("self.l = [1, 1, 1]", "self.l.remove(x)"),
    "or of something else": ("self.v = 0\nself.w = 0", "self.w += 1\nself.v = (self.v and 0) or self.w"),
}
PUT_BACK: dict[str, Program] = {
    "by a name": ("self.a = 3", "before = self.a\nself.a = x\nself.a = before"),
    "by a walrus": ("self.a = 3", "if (before := self.a) == x:\n    return\nself.a = x\nself.a = before"),
    "parts of tuples": (
        "self.a = self.b = 3", "before = self.a, self.b\nself.a, self.b = x, x\nself.a, self.b = before"
    ),
    "swapped": ("self.a = 3", "self.a, x = x, self.a\nself.a, x = x, self.a"),
    "by `finally`": ("self.a = 3", "before = self.a\ntry:\n    self.a = x\nfinally:\n    self.a = before"),
    "by setattr": ("self.a = 3", "before = self.a\nself.a = x\nsetattr(self, 'a', before)"),
    "by getattr": ("self.a = 3", "before = getattr(self, 'a', None)\nself.a = x\nself.a = before"),
    "what all others set": ("self.a = 0", "self.a = x\nself.a = 0"),
    "an item": ("self.d = {'a': 3}", "before = self.d['a']\nself.d['a'] = x\nself.d['a'] = before"),
    "an item by get": ("self.d = {'a': 3}", "before = self.d.get('a')\nself.d['a'] = x\nself.d['a'] = before"),
    "an item by `del`": ("self.d = {}", "self.d['a'] = x\ndel self.d['a']"),
    "an item by `pop`": ("self.d = {}", "self.d['a'] = x\nself.look(self.d.pop('a'))"),
    "an item by an argument": ("self.d = {}", "self.d[x] = 3\nself.d.pop(x)"),
    "an attribute by `del`": ("", "self.a = x\ndel self.a"),
    "by a token": ("self.t = contextvars.ContextVar('t')", "old = self.t.set(x)\nself.t.reset(old)"),
    "a list": ("self.l = [1, 2]", "self.l.append(x)\nself.l.pop()"),
    "a list by `del`": ("self.l = [1, 2]", "self.l.append(x)\ndel self.l[-1]"),
    "a list by its value": ("self.l = [3, 2]", "self.l.append(x)\nself.l.remove(x)"),
    "a list, in front": ("self.l = [1, 2]", "self.l.insert(0, x)\nself.l.pop(0)"),
    "a list that gets longer": ("self.l = [1, 2]", "self.l += [x]\nself.l.append(3)\nself.l.pop()\nself.l.pop()"),
    "a set": ("self.d = {3}", "self.d.add(x)\nself.d.discard(x)"),
    "on one way": ("self.a = 3", "if x == 2:\n    before = self.a\n    self.a = x\n    self.a = before"),
    "under the same test": (
        "self.a = 3", "if x == 1:\n    before = self.a\n    self.a = x\nif x == 1:\n    self.a = before"
    ),
    "under the opposite test": (
        "self.a = 3",
        "if not x == 1:\n    pass\nelse:\n    before = self.a\n    self.a = x\nif x == 1:\n    self.a = before",
    ),
    "in a loop": ("self.a = 3", "for i in range(x):\n    before = self.a\n    self.a = x\n    self.a = before"),
    "in rounds of a list": ("self.l = [3]", "[(self.l.append(i), self.l.pop()) for i in range(3)]"),
    "in each arm": ("self.l = [3]", "self.l.append(x)\nself.l.pop() if x == 7 else self.l.pop()"),
    "behind a loop": (
        "self.n = 3", "old = self.n\nk = 0\nwhile k < 2:\n    self.n += x\n    k += 1\nelse:\n    self.n = old"
    ),
    "in the only round": ("self.n = 3", "self.n += x\nwhile True:\n    self.n -= x\n    break"),
    "several, named elsewhere": (
        "self.a = self.b = 0", "for n in NAMES:\n    setattr(self, n, x)\nfor n in NAMES:\n    setattr(self, n, 0)",
    ),
    "a number, by the opposite": ("self.n = 3", "self.n += x\nself.n -= x"),
    "a number, by the opposite of less": ("self.n = 3", "self.n -= x\nself.n = self.n + x"),
    "by either": (
        "self.a = 3", "old = self.a\nself.a = x\ntry:\n    self.a = old\nexcept ValueError:\n    self.a = old"
    ),
    "by a method": ("self.a = 3", "before = self.a\nself.a = x\nself.a = self.look(before)"),
    "through an alias": ("self.l = [1]", "l = self.l\nl.append(x)\nself.l.pop()"),
    "several": (
        "self.a = self.b = 0",
        "for n in ('a', 'b'):\n    setattr(self, n, x)\nfor n in ('a', 'b'):\n    setattr(self, n, 0)",
    ),
}  # fmt: skip
"""All that the method writes is there again at its end."""
LEFT: dict[str, Program] = {
    "nothing": ("self.a = 3", "self.a = x\nself.a = 5"),
    "another item": ("self.d = {'b': 3}", "self.d['a'] = x\nself.look(self.d.pop('b'))"),
    "another attribute": ("self.a = self.b = 3", "before = self.b + 1\nself.a = x\nself.a = before"),
    "a name that has got something else": (
        "self.a = 3", "before = self.a\nbefore = 0\nself.a = x\nself.a = before"
    ),
    "what some others set": ("self.a = 3\nself.a = 0\nself.a = 3", "self.a = x\nself.a = 0"),
    "a token of another variable": (
        "self.t = contextvars.ContextVar('t')\nself.t.set(3)\nself.u = [contextvars.ContextVar('u')]",
        "self.t.set(x)\nold = self.u[0].set(x)\nself.u[0].reset(old)",
    ),
    "a list, the other end": ("self.l = [3, 2]", "self.l.append(x)\nself.l.pop(0)"),
    "a list, another value": ("self.l = [3, 2]", "self.l.append(x)\nself.l.remove(2)"),
    "a list, once too often": ("self.l = [3, 2]", "self.l.append(x)\nself.l.append(x)\nself.l.pop()"),
    "on the other way": (
        "self.a = 3", "before = self.a\nif x == 1:\n    self.a = x\nif x == 2:\n    self.a = before"
    ),
    "behind a return": ("self.a = 3", "before = self.a\nself.a = x\nif x == 1:\n    return\nself.a = before"),
    "in several rounds": ("self.n = 3", "self.n += x\nfor i in range(2):\n    self.n -= x"),
    "in a lambda that waits": ("self.l = [3]", "self.l.append(x)\nself.look(lambda: self.l.pop())"),
    "in a lambda that is kept": ("self.l = [3]", "self.l.append(x)\nlater = lambda: self.l.pop()"),
    "in a generator that waits": ("self.l = [3]", "self.l.append(x)\nlater = (self.l.pop() for _ in range(1))"),
    "put in by rounds": ("self.l = [3]", "[self.l.append(i) for i in range(3)]\nself.l.pop()"),
    "behind what may fail": (
        "self.n = 3", "try:\n    self.n += x\n    self.fail()\n    self.n -= x\nexcept ValueError:\n    pass"
    ),
    "where errors are swallowed": (
        "self.n = 3", "with contextlib.suppress(ValueError):\n    self.n += x\n    self.fail()\n    self.n -= x"
    ),
    "in one arm": ("self.l = [3]", "self.l.append(x)\nself.l.pop() if x == 7 else None"),
    "by the next of nothing": ("self.l = [3]", "self.l.append(x)\nif x == 7:\n    self.l.pop(next())"),
    "in a chain": ("self.l = [3]", "self.l.append(x)\n0 > x > self.l.pop()"),
    "in rounds while a number is small": (
        "self.n = 3", "k = 0\nwhile k < 2:\n    self.n += x\n    k += 1\nself.n -= x"
    ),
    "by what hides a builtin": (
        "self.a = 3", "def setattr(o, n, v):\n    pass\nold = self.a\nself.a = x\nsetattr(self, 'a', old)"
    ),
    "as what is unpacked says": (
        "self.a = 3", "old = self.a\nself.a = x\nif self.pick(*[x, False]):\n    self.a = old"
    ),
    "where nothing fails": ("self.a = 3", "try:\n    self.a = x\nexcept ValueError:\n    self.a = 3"),
    "behind `and`": ("self.l = [3]", "self.l.append(x)\nx == 7 and self.l.pop()"),
    "behind `or`": ("self.l = [3]", "self.l.append(x)\nx == 1 or self.l.pop()"),
    "in a chain of operators": ("self.l = [3]", "self.l.append(x)\nx == 1 and x == 7 and self.l.pop()"),
    "in the `else` of what fails": (
        "self.a = 3",
        "old = self.a\nself.a = x\ntry:\n    self.fail()\nexcept ValueError:\n    pass\nelse:\n    self.a = old",
    ),
    "a number, by more": ("self.n = 3", "self.n += x\nself.n -= 2 * x"),
    "a number, by less": ("self.n = 3", "self.n += x\nself.n -= 2"),
    "several of several": (
        "self.a = self.b = 3", "for n in NAMES:\n    setattr(self, n, x)\nfor n in ('a',):\n    setattr(self, n, 3)",
    ),
    "what a method changes": ("self.a = 3", "before = self.a\nself.a = x\nself.a = self.more(before)"),
    "until it is small": ("self.n = 3", "self.n += x\nwhile True:\n    self.n -= x\n    if self.n < 2:\n        break"),
}  # fmt: skip
A_WHILE: dict[str, tuple[str, str, str]] = {
    "set and set back": ("self.a = 0", "self.a = x", "self.a = 0"),
    "what it was": ("self.a = 3", "self.b = self.a\nself.a = x", "self.a = self.b\ndel self.b"),
    "put in and taken out": ("self.l = [3]", "self.l.append(x)", "self.l.pop()"),
    "deleted": ("self.d = {}", "self.d['k'] = x", "del self.d['k']"),
    "in addition": ("self.n = 3", "self.n += 1", "self.n -= 1"),
    "setattr": ("self.a = 0", "setattr(self, 'a', x)", "setattr(self, 'a', 0)"),
    "another manager": ("self.o = suppress()", "self.o.__enter__()", "self.o.__exit__(None, None, None)"),
    "under the same test": (
        "self.a = 3\nself.f = True",
        "if self.f:\n    self.b = self.a\n    self.a = x", "if self.f:\n    self.a = self.b\n    del self.b",
    ),
}  # fmt: skip
"""What stands before, and behind, the `yield` of a context manager, or in its two methods."""
FOR_GOOD: dict[str, tuple[str, str, str]] = {
    "another attribute": ("self.a = self.b = 0", "self.a = x", "self.b = 0"),
    "another value": ("self.a = 3", "self.a = x", "self.a = 0"),
    "nothing behind": ("self.a = 3", "self.a = x", "pass"),
    "put in twice": ("self.l = []", "self.l.append(x)", "self.l.append(3)"),
    "one of two": ("self.a = self.b = 3", "self.a, self.b = x, x", "self.a = 3"),
    "the other end": ("self.l = [3]", "self.l.append(x)", "self.l.pop(0)"),
}
LATCHES: dict[str, tuple[str, str]] = {
    "a flag": ("if not self.v:\n    a()", "self.v = True"),
    "is False": ("if self.v is False:\n    a()", "self.v = True"),
    "early return": ("if self.v:\n    return\na()", "self.v = True"),
    "a text": ("if self.v != 'used':\n    a()", "self.v = 'used'"),
    "match": ("match self.v:\n    case False:\n        a()", "self.v = True"),
    "a method that asks": ("if self.missing():\n    a()", "self.v = True"),
    "in addition": ("if x and not self.v:\n    a()", "self.v = True"),
    "beside several": ("if not self.v:\n    a()", "self.v = True\n        *self.w, y = x"),
    "turned where it is asked": ("if not self.v:\n    a()\n    self.v = True", "pass"),
}
NO_LATCHES: dict[str, tuple[str, str]] = {
    "turned by another value": ("if not self.v:\n    a()", "self.v = x"),
    "turned back": ("if not self.v:\n    a()", "self.v = False"),
    "turned by nobody": ("if not self.v:\n    a()", "pass"),
    "turned both ways": ("if not self.v:\n    a()", "self.v = True\n        self.v = False"),
    "another flag": ("if not self.w:\n    a()", "self.v = True"),
    "another object": ("if not x.v:\n    a()", "self.v = True"),
    "part of another object": ("if not self.x.v:\n    a()", "self.v = True"),
    "turned by addition": ("if not self.v:\n    a()", "self.v += True"),
    "turned among several": ("if not self.v:\n    a()", "*self.v, y = x"),
    "deleted": ("if not self.v:\n    a()", "del self.v"),
    "no test": ("a()", "self.v = True"),
    "the other side": ("if self.v:\n    a()", "self.v = True"),
    "or": ("if x or not self.v:\n    a()", "self.v = True"),
}
BEYOND: dict[str, bool] = {
    "self.n": True, "not self.n": True, "self.n > 0": True, "0 < self.n": True, "self.n >= 1": True,
    "self.n == 0": True, "self.n != 0": True, "self.n < 1": True, "0 == self.n": True,
    "self.n > 0 and self.n > x": False,
    "self.n > 1": False, "1 < self.n": False, "self.n == 1": False, "self.n != 1": False, "self.n <= 1": False,
    "self.n < x": False, "self.n % 2": False, "self.n == x": False, "self.m == 0": False,
}  # fmt: skip
"""Whether a test comes out alike for all numbers from one on."""
MODULE = """\
V = None
KEPT = {}
NAMES = ('a', 'b')
OFF = 0
ON = 1
class OwnEnum: pass
class Kind(OwnEnum):
    NEW = 1
    USED = 2
    FRESH = 1
def is_none(value):
    return value is None
def equals(value, other=None):
    return value is other
def is_other(value, *, other=None, more=1):
    return value is other
class Made:
    def close(self): pass
class Base:
    def put(self, value):
        self.v = value
class C(Base):
    o = None
    def __init__(self):
        pass
__init__
    @property
    def lacking(self):
        return self.v is None
    def missing(self):
        return self.v is None
    @staticmethod
    def none(value):
        return value is None
    def several(self):
        yield self.v
    def keep(self, value):
        self.v = value
    def look(self, value):
        return value
    def build(self, shape):
        self.built = True
    def pick(self, one, value=True):
        return value
    def fail(self):
        raise ValueError
    def asks_more(self):
        return self.missing() and not self.none(3)
    def either_way(self, x):
        if x:
            return self.v is None
        return self.v is None
    def more(self, value):
        return value + 1
    def run(self, x):
__run__
"""


def written(program: Program) -> str:
    begin, body = (textwrap.indent(each, " " * 8) for each in program)
    return MODULE.replace("__init__\n    @", f"{begin}\n    @").replace("__run__", body)


def twice(code: str) -> list[bool]:
    """Whether each of two runs of the method comes to the place."""
    reached: list[int] = []

    class Value:
        pass

    def mark() -> Value:
        reached[-1] += 1
        return Value()

    names = {"mark": mark, "closing": contextlib.closing, "suppress": contextlib.suppress}
    exec(code, names)
    made = names["C"]()  # type: ignore[operator]
    for _ in range(2):
        reached.append(0)
        with contextlib.suppress(ValueError):
            made.run(1)
    return [each > 0 for each in reached]


def place(code: str) -> nodes.Call:
    (found,) = (each for each in astroid.parse(code).nodes_of_class(nodes.Call) if each.func.as_string() == "mark")
    assert isinstance(found, nodes.Call)
    return found


@pytest.mark.parametrize("program", ONCE.values(), ids=ONCE)
def test_what_only_the_first_run_comes_to(program: Program) -> None:
    code = written(program)
    assert twice(code) == [True, False]
    assert not comes_again(place(code))


@pytest.mark.parametrize("program", CAUTIOUS.values(), ids=CAUTIOUS)
def test_what_is_not_seen_to_come_once(program: Program) -> None:
    code = written(program)
    assert twice(code) == [True, False]
    assert comes_again(place(code))


@pytest.mark.parametrize("program", AGAIN.values(), ids=AGAIN)
def test_what_each_run_comes_to(program: Program) -> None:
    code = written(program)
    assert twice(code) == [True, True]
    assert comes_again(place(code))


STORING = (nodes.Assign, nodes.AugAssign, nodes.Call, nodes.Delete)
METHODS = frozenset("add append discard insert pop remove reset set setattr __enter__ __exit__".split())


def kept(value: object) -> object:
    """What an object holds, to compare it later."""
    if isinstance(value, contextvars.ContextVar):
        return value.get(None)
    if isinstance(value, list):
        return [*map(kept, value)]
    return value.copy() if isinstance(value, (dict, set)) else value


def states(code: str, run: Callable[[dict[str, Any]], list[Any]]) -> list[dict[str, object]]:
    """What the object holds after each step of a run."""
    names: dict[str, Any] = {"contextvars": contextvars, "contextlib": contextlib, "suppress": contextlib.suppress}
    exec(code, names)
    return [{name: kept(value) for name, value in vars(each()).items()} for each in run(names)]


def several(names: dict[str, Any]) -> list[Any]:
    made = names["C"]()

    def once_more() -> object:
        made.run(1)
        return made

    return [lambda: made, once_more, once_more]


def writes(*scopes: nodes.NodeNG) -> list[nodes.NodeNG]:
    """What writes more than local names."""
    found = [each for scope in scopes for each in scope.nodes_of_class(STORING)]
    calls = [each for each in found if isinstance(each, nodes.Call) and last_name(each.func) in METHODS]
    places = (nodes.AssignAttr, nodes.DelAttr, nodes.Subscript)
    targets = [each for each in found if any(isinstance(p, places) for t in targets_of(each) for p in members_of(t))]
    return calls + [each for each in targets if not isinstance(each, nodes.Call)]


def method(code: str, name: str = "run") -> nodes.FunctionDef:
    (found,) = (each for each in astroid.parse(code).nodes_of_class(nodes.FunctionDef) if each.name == name)
    assert isinstance(found, nodes.FunctionDef)
    return found


@pytest.mark.parametrize("program", KEPT.values(), ids=KEPT)
def test_what_leaves_what_it_finds(program: Program) -> None:
    code = written(program)
    _, first, second = states(code, several)
    last = method(code).body[-1]
    assert first == second
    assert not comes_again(last.value if isinstance(last, nodes.Expr) else last)


@pytest.mark.parametrize("program", CHANGED.values(), ids=CHANGED)
def test_what_changes_what_it_finds(program: Program) -> None:
    code = written(program)
    _, first, second = states(code, several)
    last = method(code).body[-1]
    assert first != second
    assert comes_again(last.value if isinstance(last, nodes.Expr) else last)


@pytest.mark.parametrize("program", PUT_BACK.values(), ids=PUT_BACK)
def test_what_is_put_back(program: Program) -> None:
    code = written(program)
    before, first, second = states(code, several)
    assert before == first == second
    found = writes(method(code))
    assert len(found) > 1 and all(map(is_put_back, found)) and not any(map(is_for_a_while, found))


@pytest.mark.parametrize("program", LEFT.values(), ids=LEFT)
def test_what_is_not_put_back(program: Program) -> None:
    code = written(program)
    before, first = states(code, lambda names: several(names)[:2])
    assert before != first
    assert not all(map(is_put_back, writes(method(code))))


def managed(begin: str, enter: str, leave: str) -> tuple[str, str]:
    """The same as a generator, and as two methods."""
    init = f"    def __init__(self):\n{textwrap.indent(begin, ' ' * 8)}\n        self.x = 1\n"
    behind = textwrap.indent(leave, " " * 4)
    within = textwrap.indent(f"x = self.x\n{enter}\ntry:\n    yield\nfinally:\n{behind}", " " * 8)
    one = f"class C:\n{init}    @contextlib.contextmanager\n    def run(self):\n{within}\n"
    other = f"class C:\n{init}    def __enter__(self):\n        x = self.x\n{textwrap.indent(enter, ' ' * 8)}\n"
    return one, other + f"    def __exit__(self, *error):\n{textwrap.indent(leave, ' ' * 8)}\n"


@pytest.mark.parametrize(
    ("program", "holds"),
    [*((each, True) for each in A_WHILE.values()), *((each, False) for each in FOR_GOOD.values())],
    ids=[*A_WHILE, *FOR_GOOD],
)
def test_what_a_manager_changes_for_a_while(program: tuple[str, str, str], holds: bool) -> None:
    one, other = managed(*program)

    def twice_managed(names: dict[str, Any]) -> list[Any]:
        made = names["C"]()

        def once_more() -> object:
            with made.run() if hasattr(made, "run") else made:
                return made

        return [lambda: made, lambda: once_more() and made]

    for code, scopes in ((one, ["run"]), (other, ["__enter__", "__exit__"])):
        before, first = states(code, twice_managed)
        assert (before == first) is holds
        found = writes(*(method(code, name) for name in scopes))
        assert all(map(is_for_a_while, found)) is holds
        assert not any(map(is_put_back, found))


def test_a_generator_that_is_no_manager_is_seen_in_between() -> None:
    code = "def run(self):\n    before = self.a\n    self.a = 1\n    yield\n    self.a = before"
    assert not any(map(is_put_back, writes(method(code))))
    code = f"@contextlib.contextmanager\n{code}\n    yield"
    assert not any(map(is_for_a_while, writes(method(code))))


@pytest.mark.parametrize(
    ("latch", "holds"),
    [*((each, True) for each in LATCHES.values()), *((each, False) for each in NO_LATCHES.values())],
    ids=[*LATCHES, *NO_LATCHES],
)
def test_flags_that_are_turned_for_good(latch: tuple[str, str], holds: bool) -> None:
    body, turn = latch
    code = f"class C:\n    def __init__(self):\n        self.v = False\n    def turn(self, x):\n        {turn}\n"
    code += "    def missing(self):\n        return not self.v\n    def run(self, x):\n"
    code += textwrap.indent(body, " " * 8)
    (asked,) = (each for each in method(code).nodes_of_class(nodes.Call) if each.as_string() == "a()")
    assert runs_until_flag_is_set(asked) is holds
    assert not runs_until_flag_is_set(astroid.extract_node("a()"))


@pytest.mark.parametrize(("test", "known"), BEYOND.items())
def test_what_a_test_says_of_all_larger_numbers(test: str, known: bool) -> None:
    outcomes = {bool(eval(test, {"self": SimpleNamespace(n=n, m=m), "x": 3})) for n in range(1, 9) for m in (0, 1)}
    assert known is (len(outcomes) == 1)
    asked = method(f"def run(self, x):\n    if {test}:\n        pass").body[0].test
    counted = next(each for each in asked.nodes_of_class(nodes.Attribute))
    assert is_known_beyond(asked, counted if counted.attrname == "n" else asked.ops[0][1], 1) is known


LEFT_THERE: dict[str, tuple[str, str, bool]] = {
    # What the method writes last, what another method writes, and whether they are the same.
    "the same constant": ("self.a = x\nself.a = 0", "self.a = 0", True),
    "another constant": ("self.a = x\nself.a = 0", "self.a = 1", False),
    "no constant": ("self.a = x\nself.a = 0", "self.a = x", False),
    "what was there": ("old = self.a\nself.a = x\nself.a = old", "self.a = 1", True),
    "deleted": ("self.a = x\ndel self.a", "del self.a", True),
    "deleted, and set": ("self.a = x\ndel self.a", "self.a = 0", False),
    "another type": ("self.a = x\nself.a = 0", "self.a = False", False),
}


@pytest.mark.parametrize(("body", "other", "stays"), LEFT_THERE.values(), ids=LEFT_THERE)
def test_constants_that_others_leave_as_well(body: str, other: str, stays: bool) -> None:
    body = textwrap.indent(body, " " * 8)
    code = f"class C:\n    def other(self, x):\n        {other}\n    def run(self, x):\n{body}\n"
    run = method(code)
    (others,) = (each for each in run.parent.body if each.name == "other")
    (first,) = (each for each in run.body if each.as_string() == "self.a = x")
    assert stays_left(first, "a", others.body) is stays
    assert stays_left(first, "a", run.body)
    assert stays_left(first, "b", others.body)
