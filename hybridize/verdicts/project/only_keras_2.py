"""Programs that run with Keras 2 alone: they use what Keras 3 lacks or refuses, or packages that need Keras 2."""

from __future__ import annotations

import re
from collections.abc import Collection, Set

from astroid import nodes

from hybridize.inference.facts.facts import Facts
from hybridize.program.calls import called_by, passed_as, passed_at
from hybridize.program.lookup import constant, lookup
from hybridize.program.syntax import is_constant, last_name
from hybridize.verdicts.project.obsolete import programs_with


def programs_of_keras_2(facts: Facts) -> Set[str]:
    """Their modules: those that show it, what imports them, and what is imported there."""
    calls, path_of = facts.analysis.events.calls, facts.analysis.scopes.path_of
    paths = {path_of(call) for call, names in calls.callees.items() if _shows_old_name(facts, call, names)}
    for call, names in (*calls.callees.items(), *calls.called_methods.items()):
        if names and all(_saves_old(each, call) for each in names):
            paths.add(path_of(call))
    own = {module.file.module.partition(".")[0] for module in facts.program.modules}
    for module in facts.program.modules:
        if any(match[1] not in own for match in _NEEDS_KERAS_2.finditer(module.file.text)):
            paths.add(module.file.relative)
    return programs_with(facts, paths)


_NEEDS_KERAS_2 = re.compile(
    r"^\s*(?:from|import)\s+(tf_keras|tensorflow_addons|tensorflow_gan|tensorflow\.(?:python\.keras|estimator))\b",
    re.MULTILINE,
)
"""Imports of Keras 2 itself, and of what works with it alone. Run on 2.21: `tensorflow_gan` asks for `tf.estimator`."""


def _shows_old_name(facts: Facts, call: nodes.NodeNG, names: Collection[str]) -> bool:
    """Whether what is called, or an argument, is gone with Keras 3."""
    symbols = [facts.knowledge.lookup(name) for name in names if name.startswith("keras.")]
    gone = all(each is not None and each.is_gone_with_keras_3 for each in symbols)
    old = all(_names_old_rate(name, call) or _is_gone_from_tensorflow(name, call) for name in names)
    return bool(symbols) and (gone or old)


def _names_old_rate(name: str, call: nodes.NodeNG) -> bool:
    """Whether an optimizer is given its rate as `lr`, which those of Keras 3 refuse."""
    return name.startswith("keras.optimizers.") and passed_as(call, "lr") is not None


def _saves_old(name: str, call: nodes.NodeNG) -> bool:
    """Whether a model is saved in a file whose name Keras 3 refuses: `save_weights("weights")`, `save("model")`.

    Run on 2.21: weights must end in `.weights.h5`, models in `.keras` or `.h5`.
    """
    what = name.rpartition(".")[2]
    if what not in _SAVING or not name.startswith("keras.") or not isinstance(call, nodes.Call):
        return False
    path = passed_at(call, 0, "filepath")
    weights = what == "save_weights" or is_constant(passed_as(call, "save_weights_only"), True)
    written = None if path is None else constant(path)
    return isinstance(written, str) and not written.endswith(_OF_WEIGHTS if weights else _OF_MODELS)


_SAVING = frozenset({"ModelCheckpoint", "save", "save_weights"})
_OF_WEIGHTS, _OF_MODELS = (".weights.h5",), (".keras", ".h5", ".hdf5")


def _is_gone_from_tensorflow(name: str, call: nodes.NodeNG) -> bool:
    """`tf.keras.losses.mean_squared_error`: with Keras 3 TensorFlow has these functions under short names only."""
    function = called_by(call)
    if name.rpartition(".")[2] not in _LONG_NAMES or last_name(function) not in _LONG_NAMES:
        return False
    while isinstance(function, nodes.Attribute):
        function = function.expr
    bound = lookup(function)[1] if isinstance(function, nodes.Name) else ()
    imports = [each for each in bound if isinstance(each, (nodes.Import, nodes.ImportFrom))]
    roots = {name.split(".")[0] for each in imports for name in _modules_of(each)}
    return roots == {"tensorflow"}


def _modules_of(statement: nodes.Import | nodes.ImportFrom) -> list[str]:
    if isinstance(statement, nodes.ImportFrom):
        return [statement.modname]
    return [name for name, _ in statement.names]


_LONG_NAMES = frozenset(
    "kl_divergence log_cosh mean_absolute_error mean_absolute_percentage_error mean_squared_error"
    " mean_squared_logarithmic_error".split()
)
"""Losses that `tf.keras` of Keras 3 has as `mse` and the like only (run on 2.21)."""
