"""Parts of names, and names for what the source has no name for."""

from __future__ import annotations

from collections.abc import Iterable


def last_part(name: str) -> str:
    """What stands behind the last ``::`` of a name that is in no template arguments: `run<Kind::fast>` of `app::run<Kind::fast>`."""
    start, open_ones = 0, list[str]()
    for at, sign in enumerate(name):
        if sign == "(" or (sign == "<" and "(" not in open_ones):
            open_ones.append(sign)
        elif open_ones and sign == {"(": ")", "<": ">"}[open_ones[-1]]:
            open_ones.pop()
        elif not open_ones and name.startswith("::", at):
            start = at + 2
    return name[start:]


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
