"""The worklist: contexts that have to be evaluated again."""

from __future__ import annotations

import heapq

from hybridize.inference.state.contexts import Context, by_serial


class Worklist:
    """Contexts in sweeps from the first to the last, so that what grows several times meanwhile is read once."""

    def __init__(self) -> None:
        self._entries: list[tuple[int, int, Context]] = []
        self._queued: set[Context] = set()
        self._later: dict[Context, None] = {}
        self._sweep = (0, 0)
        """The sweep over the contexts that is under way, and the serial number that it has come to."""

    def __bool__(self) -> bool:
        return bool(self._entries)

    def schedule(self, context: Context) -> None:
        """Add a context, unless it waits already: in this sweep if it is still ahead, else in the next one."""
        if context not in self._queued:
            self._queued.add(context)
            ahead = context.serial > self._sweep[1]
            heapq.heappush(self._entries, (self._sweep[0] + (not ahead), context.serial, context))

    def schedule_later(self, context: Context) -> None:
        """Add a context that reads what has grown in types alone: it waits until everything else has come to an end.

        So types change no order in which contexts are evaluated, and with it nothing else.
        """
        self._later[context] = None

    def bring_on(self) -> None:
        """The turn of all that waits for the end of everything else."""
        for context in by_serial(self._later):
            self.schedule(context)
        self._later.clear()

    @property
    def has_later(self) -> bool:
        """Whether anything waits for the end of everything else."""
        return bool(self._later)

    def take(self) -> Context:
        """Remove and give the next context."""
        sweep, serial, context = heapq.heappop(self._entries)
        self._sweep = (sweep, serial)
        self._queued.discard(context)
        return context
