"""HYB900: a file was not checked."""

from __future__ import annotations

from hybridize.rules.base import Rule


class InternalError(Rule):
    """A file that was not checked: it cannot be read or parsed, or the analysis failed.

    ## What to do
    Repair the file, or exclude it. Where hybridize itself failed, please report that: with `HYBRIDIZE_DEBUG=1` it shows
    where.

    ## What it does
    Stands, in flake8, in pylint and in reports for machines, at the first line of each file of which nothing is known:
    it cannot be read, is in no encoding that Python accepts, is no Python or larger than 2 MB, or hybridize itself
    failed. The command names such files on stderr instead.

    ## Why is this bad?
    Where a linter is silent, people believe that nothing was found.

    ## Example
    ```python
    def f(:
    ```

    ## Use instead
    ```python
    def f():
        pass
    ```

    ## Fix safety
    There is no fix: the message says what is wrong with the file. If hybridize failed, please report it.

    ## Limits
    flake8 and pylint tell syntax errors themselves (E999, E0001) and call no plug-in for such a file. Where a code of
    hybridize is selected these are switched on, too, so that `flake8 --select HYB` does not end well.

    ## References
    `hybridize --help`, exit status
    """

    code = "HYB900"
    name = "internal-error"
    severity = "error"
    # Of files that were not checked there are no verdicts: the surfaces tell them.
