"""What the sources say about results: operation definitions, annotations, docstrings and bodies, each as a kind.

Every function here answers with the text of a kind expression, or with "" where its source says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

Facts = Mapping[str, Any]
"""What `collect` found out about one symbol."""


def from_operation(definition: Facts) -> str:
    """The kind of what an operation gives when it is called eagerly."""
    kinds = ["list(tensor)" if repeated else "tensor" for _, repeated, _, _ in definition["outputs"]]
    if not kinds:
        return "none"
    return kinds[0] if len(kinds) == 1 else f"tuple({', '.join(kinds)})"


ANNOTATIONS: tuple[tuple[str, str], ...] = (
    (r"None|NoneType|builtins\.NoneType", "none"),
    (r"(builtins\.)?(str|int|float|bool|bytes)", r"\2"),
    (r"Annotated\[.*fuzzing.*|Annotated\[.*TV_.*", "tensor"),
    (r"(tensorflow\.python\.(framework\.(ops|tensor)|types\.core)\.)?(Tensor|EagerTensor|TensorLike|Symbol)", "tensor"),
    (r".*\b(TensorShape|DType|TypeSpec|TensorSpec|DeviceSpecV2|Dimension|Mesh|Layout|MeshDimension)", "python"),
    (r".*_pb2\.\w+|(typing\.)?Type\[.*", "python"),
    (r"(tensorflow\.python\.ops\.variables\.)?Variable", "variable"),
    (r"(.*\.)?(SparseTensor)", "sparse"),
    (r"(.*\.)?(RaggedTensor)", "ragged"),
    (r"numpy\.ndarray|np\.ndarray", "ndarray"),
    (r"(collections\.abc\.Iterator|Generator|ContextManager|contextlib\..*ContextManager)\[.*", "python"),
    (r"(collections\.abc\.)?(Callable)\b.*", "python"),
)
"""Annotations as `collect` writes them, and what they come to."""


def from_annotation(text: str, classes: Mapping[str, str]) -> str:
    """The kind of a return annotation. `classes`: public names by the path (or the bare name) of their definition."""
    text = text.strip("'\" ")
    inner = re.fullmatch(r"(?:Union|Optional)\[(.*)\]", text)
    if inner:
        parts = [from_annotation(part, classes) for part in split(inner[1])]
        if text.startswith("Optional"):
            parts.append("none")
        return "|".join(dict.fromkeys(parts)) if all(parts) else ""
    if "|" in text and "[" not in text:
        parts = [from_annotation(part, classes) for part in text.split("|")]
        return "|".join(dict.fromkeys(parts)) if all(parts) else ""
    holder = re.fullmatch(
        r"(?:typing\.|collections\.abc\.|builtins\.)?([Ll]ist|[Tt]uple|[Dd]ict|Sequence|Mapping)\[(.*)\]", text
    )
    if holder:
        parts = [from_annotation(part, classes) for part in split(holder[2]) if part.strip() != "..."]
        name = {"sequence": "list", "mapping": "dict"}.get(holder[1].lower(), holder[1].lower())
        if not parts or not all(parts):
            return ""
        if name == "tuple":
            return f"tuple*({parts[0]})" if "..." in holder[2] else f"tuple({', '.join(parts)})"
        return f"{name}({parts[-1]})"
    for pattern, kind in ANNOTATIONS:
        match = re.fullmatch(pattern, text)
        if match:
            return match.expand(kind)
    known = classes.get(text) or classes.get(text.rpartition(".")[2])
    return f"instance:{known}" if known else ""


def split(text: str) -> list[str]:
    """The members of a bracket, at its commas."""
    parts, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += (character in "[(") - (character in "])")
        if character == "," and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


TENSORS = r"`?(?:tf\.|keras\.)?tensors?`?(?: objects?)?\b"
DOCUMENTED: tuple[tuple[str, str], ...] = (
    (r"(none|nothing)\b", "none"),
    (r"self\b|this (?:module|object|instance)", "self"),
    (r"(the|a)? ?(created|new)? ?operation\b", "none"),
    (r"(an? |the )?`?op(eration)?`? (that|raising|which|instance|updat|to run)", "none"),
    (r"(update|an? `?assert`?) `?op|the operation that|an operation (that|which|instance)", "none"),
    (r"(an? )?(json-serializable |python |serializable )*(dict\b|dictionary\b)(?!.*tensor)", "dict(python)"),
    (r"(a |an )?(\w+ )?(dict|dictionary)\b.*tensor", "dict(tensor)"),
    (r"(a |the )?(python )?(context manager|context-manager)", "python"),
    (r"(a |an |the )?(new |resulting |output )?`?(tf\.|tf\.sparse\.)?sparsetensor`?", "sparse"),
    (r"(a |an |the )?(new |resulting |output )?`?(tf\.|tf\.ragged\.)?raggedtensor`?", "ragged"),
    (r"(a |an |the )?(new |created )?`?tensorarray", "tensorarray"),
    (r"(a |the )?(list|sequence|iterable) of (`?tf\.)?(trainable |non-trainable )?`?variables?", "list(variable)"),
    (rf"(a |the )?(possibly empty )?(python )?list (of|containing|with) [^.]{{0,60}}?{TENSORS}", "list(tensor)"),
    (r"(a |the )?(python )?list of (strings?|str|names)", "list(str)"),
    (r"(a |the )?(python )?list of (ints?|integers)", "list(int)"),
    (r"(a |an |the )?(list|sequence) of (numpy|np)", "list(ndarray)"),
    (r"(a |an |the )?(batch of )?(numpy|np\.|`?np\.)( ?nd)?-?array", "ndarray"),
    (r"`?true`?\b|(a |the )?(python )?bool(ean)?(?! (tensor|`tensor))\b|whether\b|returns? true", "bool"),
    (r"(a |the )?(updated |new |projected )?`?(tf\.)?variable`?\b", "variable"),
    (r"(a |an |the )?(compiled )?(keras )?`?(keras )?model`?( instance| with|\b)", "instance:keras.Model"),
    (r"(a |an |the )?(keras )?`?optimizer`? instance", "instance:keras.optimizers.Optimizer"),
    (r"(a |an |the )?(keras )?`?layer`? instance", "instance:keras.layers.Layer"),
    (r"(a |an |the )?(keras )?initializer( instance)?\b", "instance:keras.initializers.Initializer"),
    (r"(a |an |the )?(python |full |absolute )?(string|str\b|path|name\b|url|textual)(?!.{0,12}tensor)", "str"),
    (r"(a |an |the )?(python |number|total )?(integer|int\b|number of|count)(?!.{0,14}tensor)", "int"),
    (r"(a |an |the )?(python )?float\b(?!.{0,14}tensor)", "float"),
    (
        r"(a |an |the )?`?(shape tuple|tf\.tensorshape|tensorshape|tf\.dtype|dtype|tf\.typespec|typespec|device)\b",
        "python",
    ),
    (r"(a |an )(callable|function|decorator|decorated|python function)", "python"),
    (rf"(a |an |the )?(nested |\(nested\) )?(\(possibly nested\) )?structure of {TENSORS}", "tensor"),
)
"""How docstrings begin to speak of results, in lower case, and what they mean."""
COUNTED = re.compile(rf"(?:a )?(?:pair|tuple|two|three|four)\b[^(]{{0,60}}?{TENSORS}[^(]{{0,20}}\(([\w`, ]+)\)")
NUMPY: tuple[tuple[str, str], ...] = (
    (r"(bool|boolean|bool or ndarray of bool)$|bool\b(?!.*array)", "bool"),
    (r".*array|.*scalar|.*matrix|.*dtype\b(?! object)|.*recarray", "ndarray"),
    (r"(python )?int(eger)?\b", "int"),
    (r"str(ing)?\b|bytes\b", "str"),
    (r"float\b|complex\b|number", "ndarray"),
    (r"dict", "dict(python)"),
    (r"none", "none"),
    (r"tuple|list", ""),
    (r"dtype|data-type|type|\w*object", "python"),
)


def from_docstring(text: str, package: str) -> str:
    """The kind that a `Returns:` section speaks of."""
    if text.startswith("Yields: "):
        return ""
    if package == "numpy":
        return from_numpy_docstring(text)
    words = text.lower()
    named = re.match(r"`?(\w+)`?: (?=a |an |the |tensor|`tensor)", words)
    entries = re.findall(rf"(?:^|[.;] |\s)`?\w+`?: (?:a |an |the )?[^:]{{0,40}}?{TENSORS}", words)
    if named and len(entries) > 1:
        return f"tuple({', '.join(['tensor'] * len(entries))})"
    words = words[named.end() :] if named else words
    counted = COUNTED.match(words)
    if counted:
        return f"tuple({', '.join(['tensor'] * len(split(counted[1])))})"
    for pattern, kind in DOCUMENTED:
        if re.match(pattern, words):
            return kind
    first = re.split(r"\. |, or |\bif\b", words)[0]
    if re.search(r"\b(tuple|pair|list|dict|dictionary|structure|dataset|iterator|function|callable)\b", first):
        return ""
    return "tensor" if re.search(rf"{TENSORS}|\bscalar\b", first) else ""


def from_numpy_docstring(text: str) -> str:
    """`out : ndarray`; several results are a tuple."""
    kinds = []
    for entry in text.split("; "):
        name, _, type_text = entry.rpartition(" : ")
        words = (type_text or name).lower().strip("{}` ")
        kinds.append(next((kind for pattern, kind in NUMPY if re.match(pattern, words)), ""))
    if not all(kinds):
        return ""
    return kinds[0] if len(kinds) == 1 else f"tuple({', '.join(kinds)})"


WORDS: Mapping[str, str] = {
    "compare": "bool", "none": "none", "self": "self", "dict": "dict(python)", "str": "str", "int": "int",
    "float": "float", "bool": "bool", "bytes": "bytes",
}  # fmt: skip
BUILTIN: Mapping[str, str] = {
    "call:builtins.len": "int", "call:builtins.all": "bool", "call:builtins.any": "bool",
    "new:builtins.dict": "dict(python)",
    "call:builtins.isinstance": "bool", "call:builtins.issubclass": "bool", "call:builtins.hasattr": "bool",
    "new:builtins.str": "str", "new:builtins.int": "int", "new:builtins.float": "float", "new:builtins.bool": "bool",
    "call:builtins.repr": "str", "call:builtins.id": "int", "call:builtins.hash": "int",
    "call:posixpath.join": "str",
}  # fmt: skip


def from_body(words: list[str], decided: Mapping[str, str], bodies: Mapping[str, list[str]], depth: int = 0) -> str:
    """The kind of what `return` statements give. `decided`: kinds of functions and classes by where they are defined.

    One word that cannot be told leaves the whole undecided, for what it gives may be anything.
    """
    kinds = []
    for word in words:
        kind = WORDS.get(word) or BUILTIN.get(word, "")
        if not kind and word.startswith(("call:", "new:")):
            path = word.partition(":")[2]
            kind = decided.get(path, "")
            if not kind and depth < 4 and word.startswith("call:"):
                kind = from_body(bodies.get(path, []), decided, bodies, depth + 1)
        if not kind or kind == "unknown":
            return ""
        kinds.append(kind)
    found = list(dict.fromkeys(kinds))
    if depth and "self" in found:
        return ""
    return "|".join(found) if len(found) < 3 else ""
