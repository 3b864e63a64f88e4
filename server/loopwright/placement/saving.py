"""What a `data` region saves: bytes that move once with it, and in each round of a loop without it."""

from __future__ import annotations

from dataclasses import dataclass

from loopwright.source.linear import Linear

_UNITS = ((1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB"))


@dataclass(frozen=True)
class Saving:
    """Bytes, ``None`` where some are not known: what the region moves where it begins and ends (``once``), and what its kernels move
    without it (``without``) and `update` directives with it (``inside``), in each round where there are rounds: so many
    (``rounds``), ``None`` where that is not known, 0 where there is no loop; ``seldom`` what they move in branches that are taken now
    and then. ``names`` are the variables."""

    names: tuple[str, ...]
    once: Linear | None
    without: Linear | None
    inside: Linear | None
    seldom: Linear | None
    rounds: int | None

    @property
    def sentence(self) -> str:
        """In a few words: `moves 1.0 MB once, not 2.1 MB in each of 100 rounds`."""
        often = {None: " in each round", 0: ""}.get(self.rounds, f" in each of {self.rounds} rounds")
        in_words = f"moves {', '.join(self.names)} once, not {often.strip() or 'with each kernel'}"
        if self.once is None or self.without is None or self.inside is None or self.seldom is None:
            return in_words
        if any(name.startswith("sizeof ") for name in self.without.names):  # of what has no size here
            return in_words
        inside = ((self.inside, often), (self.seldom, " now and then"))
        moved = [
            f"{_amount(self.once)} once",
            *(f"{_amount(size)}{when}" for size, when in inside if size != Linear(0)),
        ]
        return f"moves {', '.join(moved[:-1])}{' and ' if moved[1:] else ''}{moved[-1]}, not {_amount(self.without)}{often}"


def _amount(size: Linear) -> str:
    """Bytes for people: `2.1 MB`, `16*n*n bytes`."""
    if not size.terms:
        unit, name = next(((unit, name) for unit, name in _UNITS if size.constant >= unit), (1, "bytes"))
        return f"{size.constant / unit:.1f} {name}" if unit > 1 else f"{size.constant} {name}"
    parts = ["*".join([str(factor), *(_name(name) for name in product)]) for product, factor in size.terms]
    parts += [str(size.constant)] if size.constant else []
    return f"{' + '.join(parts).replace('+ -', '- ')} bytes"


def _name(name: str) -> str:
    """A number of the analysis as the program calls it."""
    return name.split("#")[0].split("=")[0].lstrip(".") or "size"
