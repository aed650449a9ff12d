"""Where to begin with functions that nobody has called so far: with those that call others, not with what these call.

A helper that is run before its callers is run with arguments of which nothing is known, and they stay with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from astroid import nodes

from hybridize.inference.domain.objects import Function
from hybridize.inference.state.analysis import Analysis
from hybridize.program.components import strong_components
from hybridize.program.inside import nodes_inside

_OF_OBJECTS = frozenset({"call"})
"""Methods that are run by calling the object, as those with underscores around their names are."""


class _Name(NamedTuple):
    """What some functions of a project are called by."""

    home: str
    name: str


def uncalled_roots(analysis: Analysis, waiting: Sequence[Function]) -> list[Function]:
    """Those of the functions that none of the others may call, by the names that these write.

    A function calls none of a project of which no run that loads it loads anything.

    Functions that call each other count as one: all of them are given where nothing else calls one of them.
    """
    by_name: dict[_Name, list[Function]] = {}
    homes: dict[str, set[str]] = {}
    program, path_of = analysis.scopes.program, analysis.scopes.path_of
    for function in waiting:
        name = _called_by(analysis, function)
        home = analysis.scopes.home(function.node)
        by_name.setdefault(_Name(home, name), []).append(function)
        homes.setdefault(name, set()).add(home)

    def following(each: Function | _Name) -> Iterable[Function | _Name]:
        # What is called leads by way of its name, of which there may be many functions.
        if isinstance(each, _Name):
            return by_name[each]
        beside = program.projects_beside(path_of(each.node))
        names = _names_in(each.node, homes.keys())
        return [_Name(home, name) for name in names for home in sorted(homes[name] & beside)]

    called: set[Function] = set()
    members: Sequence[Function | _Name] = waiting
    components = strong_components(members, following)
    component_of = {member: position for position, component in enumerate(components) for member in component}
    for position, component in enumerate(components):
        for member in component:
            for below in following(member):
                if component_of[below] != position:
                    called.update(_without_names(components[component_of[below]]))
    return [function for function in waiting if function not in called]


def _without_names(component: Iterable[Function | _Name]) -> Iterator[Function]:
    """The functions of a strongly connected component."""
    return (member for member in component if not isinstance(member, _Name))


def _called_by(analysis: Analysis, function: Function) -> str:
    """The name that is written where the function is called."""
    name = function.node.name
    owner = next(iter(analysis.functions.definitions[function.node].values())).cls
    by_object = name in _OF_OBJECTS or (name.startswith("__") and name.endswith("__"))
    return str(owner.node.name if owner is not None and by_object else name)


def _names_in(node: nodes.NodeNG, wanted: Set[str]) -> list[str]:
    found = {each.name for each in nodes_inside(node, nodes.Name)}
    found |= {each.attrname for each in nodes_inside(node, nodes.Attribute)}
    return sorted(found & wanted)
