"""Cells that hold a value: what kinds there are, how each is read and written, and by whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.fuzz.grammar import Operation


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a value is kept: `{value}` is what it starts with."""

    module: str
    read: str
    write: str
    """A statement; `{value}` is the new value."""
    before: str = ""
    visible: bool = True
    """Whether the caller can read and write it, too."""


CELLS = {
    "local": Cell("", "c§", "c§ = {value}", "c§ = {value}", visible=False),
    "local-item": Cell("", 'c§["a"]', 'c§["a"] = {value}', 'c§ = {{"a": {value}}}', visible=False),
    "local-list": Cell("", "c§[-1]", "c§.append({value})", "c§ = [{value}]", visible=False),
    "local-object": Cell("class K§:\n    v = None", "c§.v", "c§.v = {value}", "c§ = K§()\nc§.v = {value}", visible=False),
    "global": Cell("c§ = {value}", "c§", "c§ = {value}", "global c§"),
    "attribute": Cell("class K§:\n    v = {value}\n\n\nc§ = K§()", "c§.v", "c§.v = {value}"),
    "class-attribute": Cell("class K§:\n    v = {value}", "K§.v", "K§.v = {value}"),
    "nested-attribute": Cell(
        "class K§:\n    v = {value}\n\n\nc§ = K§()\nc§.o = K§()", "c§.o.v", "c§.o.v = {value}"
    ),
    "by-method": Cell(
        "class K§:\n    v = {value}\n\n    def put(self, v):\n        self.v = v\n\n    def get(self):\n"
        "        return self.v\n\n\nc§ = K§()",
        "c§.get()", "c§.put({value})",
    ),
    "property": Cell(
        "class K§:\n    _v = {value}\n\n    @property\n    def v(self):\n        return self._v\n\n    @v.setter\n"
        "    def v(self, v):\n        self._v = v\n\n\nc§ = K§()",
        "c§.v", "c§.v = {value}",
    ),
    "key": Cell('c§ = {{"a": {value}}}', 'c§["a"]', 'c§["a"] = {value}'),
    "key-by-get": Cell('c§ = {{"a": {value}}}', 'c§.get("a")', 'c§.update(a={value})'),
    "index": Cell("c§ = [{value}]", "c§[0]", "c§[0] = {value}"),
    "last": Cell("c§ = [{value}]", "c§[-1]", "c§.append({value})"),
    "deque": Cell("import collections\n\nc§ = collections.deque([{value}], 2)", "c§[-1]", "c§.append({value})"),
    "namespace": Cell("import types\n\nc§ = types.SimpleNamespace(v={value})", "c§.v", "c§.v = {value}"),
    "context-variable": Cell(
        'import contextvars\n\nc§ = contextvars.ContextVar("c")\nc§.set({value})', "c§.get()", "c§.set({value})"
    ),
    "thread-local": Cell("import threading\n\nc§ = threading.local()\nc§.v = {value}", "c§.v", "c§.v = {value}"),
    "default-dictionary": Cell(
        "import collections\n\nc§ = collections.defaultdict(lambda: {value})", 'c§["a"]', 'c§["a"] = {value}'
    ),
    "closure": Cell(
        "def make§():\n    c = {value}\n\n    def get():\n        return c\n\n    def put(v):\n        nonlocal c\n"
        "        c = v\n\n    return get, put\n\n\nget§, put§ = make§()",
        "get§()", "put§({value})",
    ),
    "default-argument": Cell("def g§(kept=[{value}]):\n    return kept", "g§()[0]", "g§()[0] = {value}"),
    "function-attribute": Cell("def g§():\n    return 1.0\n\n\ng§.v = {value}", "g§.v", "g§.v = {value}"),
    "dataclass": Cell(
        "import dataclasses\n\n\n@dataclasses.dataclass\nclass K§:\n    v: object\n\n\nc§ = K§({value})", "c§.v", "c§.v = {value}"
    ),
    "setattr": Cell("class K§:\n    v = {value}\n\n\nc§ = K§()", 'getattr(c§, "v")', 'setattr(c§, "v", {value})'),
    "instance-dictionary": Cell(
        "class K§:\n    pass\n\n\nc§ = K§()\nc§.v = {value}", "c§.v", 'c§.__dict__["v"] = {value}'
    ),
    "globals": Cell("c§ = {value}", "c§", 'globals()["c§"] = {value}'),
    "layer": Cell("c§ = tf.keras.layers.Layer()\nc§.held = {value}", "c§.held", "c§.held = {value}"),
    "tf-module": Cell("c§ = tf.Module()\nc§.held = {value}", "c§.held", "c§.held = {value}"),
    "chain-map": Cell(
        'import collections\n\nc§ = collections.ChainMap({{"a": {value}}})', 'c§["a"]', 'c§["a"] = {value}'
    ),
    "user-dictionary": Cell(
        'import collections\n\nc§ = collections.UserDict(a={value})', 'c§["a"]', 'c§["a"] = {value}'
    ),
    "module": Cell('import types\n\nc§ = types.ModuleType("c")\nc§.v = {value}', "c§.v", "c§.v = {value}"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value: `{read}` stands for the cell."""

    start: str
    between: str
    """What the caller writes before call `k`."""
    inside: str
    use: str


KINDS = {
    "float": Kind("2.0", "float(k)", "{read} + 1.0", "x = x * {read}"),
    "int": Kind("2", "k", "{read} + 1", "x = x + tf.ones([3])[{read} % 3] * float({read})"),
    "bool": Kind("True", "k % 2 == 0", "not {read}", "if {read}:\n    x = x + 1.0"),
    "text": Kind('"a"', '"ab"[k % 2]', '{read} + "b"', 'x = x + (1.0 if {read} == "a" else 2.0)'),
    "tensor": Kind("tf.constant(2.0)", "tf.constant(float(k))", "x * 0.5", "x = x + {read}"),
    "none": Kind("None", "1.5 if k % 2 else None", "2.5 if {read} is None else None", "if {read} is not None:\n    x = x + {read}"),
    "tuple": Kind("(1.0, 2.0)", "(float(k), 2.0)", "({read}[0] + 1.0, 4.0)", "x = x + {read}[0]"),
    "function": Kind("tf.sin", "(tf.sin, tf.cos)[k % 2]", "tf.cos if {read} is tf.sin else tf.sin", "x = {read}(x)"),
}


def cells() -> Iterator[Operation]:
    """Each cell with each kind of value, written by nobody, between the calls, inside before it is read, and after."""
    for name, cell in CELLS.items():
        for kind, value in KINDS.items():
            def write(new: str, cell: Cell = cell) -> str:
                return cell.write.format(value=new.format(read=cell.read))

            module = cell.module.format(value=value.start)
            before = "" if cell.before.startswith("global") else cell.before.format(value=value.start)
            use = value.use.format(read=cell.read)
            own = cell.before if cell.before.startswith("global") else before
            shown = cell.read if cell.visible and kind not in ("function",) else ""
            yield Operation(f"{name}/{kind}/none", use, before, module=module)
            if cell.visible:
                yield Operation(f"{name}/{kind}/between", use, before, module=module, between=write(value.between))
            inside = write(value.inside)
            yield Operation(f"{name}/{kind}/inside", f"{use}\n{inside}", own, module=module, shown=shown)
            yield Operation(f"{name}/{kind}/first", f"{inside}\n{use}", own, module=module, shown=shown)
            if not cell.visible:
                yield Operation(f"{name}/{kind}/after", inside, own, use, module)
