"""Names for what the source has no name for."""

from __future__ import annotations

from collections.abc import Iterable


class Names:
    """Names that a function does not use yet."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken = set(taken)

    def fresh(self, *wishes: str) -> str:
        """The first wish that is free."""
        name = next((w for w in wishes if w not in self.taken), None)
        if name is None:
            number = 2
            while f"{wishes[-1]}_{number}" in self.taken:
                number += 1
            name = f"{wishes[-1]}_{number}"
        self.taken.add(name)
        return name
