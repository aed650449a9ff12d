"""After a repair: the analysis of the project with decorators added, made from the one before."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from typing import TYPE_CHECKING

from hybridize.sources.model import SourceFile
from hybridize.sources.project import renewed
from hybridize.surfaces.analysis import WITHOUT_COLLECTOR, Analysis, Layer, Progress, Stopped, judge

if TYPE_CHECKING:
    from astroid import nodes

    from hybridize.inference import Facts
    from hybridize.program import Program


def with_decorators(
    analysis: Analysis, decorated: Mapping[str, Set[int]], texts: Mapping[str, str], progress: Progress | None = None
) -> Analysis | None:
    """The analysis of the project with `@tf.function` above some functions; None where it has to be made anew.

    `decorated` holds the lines of their `def` by path, `texts` the files with the decorators. The facts
    that `analysis` kept are used up.
    """
    from hybridize.inference import hybridized

    facts, analysis.facts = analysis.facts, None
    if facts is None:
        return None
    out = Analysis(
        analysis.project, analysis.options, whole=analysis.whole, blocks=analysis.blocks, jobs=analysis.jobs
    )
    layer = Layer(out, progress)
    try:
        with WITHOUT_COLLECTOR:
            made = layer("program", lambda: _grafted(facts, decorated, texts))
            if made is None:
                return None
            program, decorators = made
            out.project = program.project
            out.errors = [*program.project.errors, *program.errors]
            amended = layer("inference", lambda: hybridized(facts, program, decorators))
            if amended is None:
                return None
            judge(out, amended, layer)
    except Stopped:
        return None
    return out


def _grafted(
    facts: Facts, decorated: Mapping[str, Set[int]], texts: Mapping[str, str]
) -> tuple[Program, dict[nodes.FunctionDef, nodes.NodeNG]] | None:
    """The program with the decorators, on the trees of the one before, and the decorators by function.

    None, and nothing is changed, where the files differ in more, or something tells the functions from hybrid ones.
    """
    from hybridize.inference import unaffected
    from hybridize.program import Graft, Program, parse

    project = facts.program.project
    files: dict[str, SourceFile] = {}
    grafts: list[Graft] = []
    for module in facts.program.modules:
        path = module.file.relative
        if path in texts:
            files[path] = renewed(module.file, texts[path])
            rows = [f for f in facts.functions if f.module is module and f.site.line in decorated[path]]
            grafts.append(Graft(module.tree, parse(files[path]), {f.node for f in rows}))
    decorators = {function: decorator for graft in grafts for function, decorator in graft.added.items()}
    wanted = sum(map(len, decorated.values()))
    if len(decorators) != wanted or not all(g.fits for g in grafts) or not unaffected(facts, set(decorators)):
        return None
    for graft in grafts:
        graft.apply()
    project = replace(project, files=tuple(files.get(file.relative, file) for file in project.files))
    modules = (replace(each, file=files.get(each.file.relative, each.file)) for each in facts.program.modules)
    return Program(project, modules, facts.program.errors), decorators
