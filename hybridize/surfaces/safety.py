"""Which fixes the project holds for safe."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hybridize.rules.model import DISPLAY_ONLY, SAFE, UNSAFE, Fix
from hybridize.surfaces.selection import longest


@dataclass(frozen=True)
class Safety:
    """Whose fixes the project trusts more, or less, than the rules do. The longest beginning decides, unsafe a tie."""

    safe: tuple[str, ...] = ()
    unsafe: tuple[str, ...] = ()

    def judged(self, code: str, fix: Fix | None) -> Fix | None:
        """The fix of a finding with the applicability that the project gives it; display-only stays that."""
        if fix is None or fix.applicability == DISPLAY_ONLY:
            return fix
        more, less = longest(code, self.safe) or 0, longest(code, self.unsafe) or 0
        if more == less == 0:
            return fix
        return replace(fix, applicability=SAFE if more > less else UNSAFE)
