"""Which kind of licence a source has, for the filter of `mine` and the shares that a model card tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib import resources

import yaml

from loopwright_training.config import ConfigError

UNKNOWN = "unknown"


def kinds() -> tuple[str, ...]:
    """The kinds there are."""
    return tuple(_table())


def kind_of(licence: str) -> str:
    """The kind of a licence by its name in the manifest; :data:`UNKNOWN` for a name that is not known."""
    found = [(len(name), kind) for kind, names in _table().items() for name in names if licence.startswith(name)]
    return max(found, default=(0, UNKNOWN))[1]


def check_kinds(chosen: Iterable[str]) -> None:
    """Raise :class:`ConfigError` for a kind that there is not."""
    for kind in chosen:
        if kind not in kinds():
            raise ConfigError(f"licences cannot be {kind!r}; the kinds are {', '.join(kinds())}")


def shares(sizes: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Kind → its share, of (licence, size) rows; kinds without a row are left out."""
    sums: Counter[str] = Counter()
    for licence, size in sizes:
        sums[kind_of(licence)] += size  # type: ignore[assignment]
    total = sum(sums.values()) or 1
    return {kind: sums[kind] / total for kind in kinds() if sums[kind]}


def told(found: dict[str, float]) -> str:
    """Shares in one line."""
    return "  ".join(f"{kind} {share:.1%}" for kind, share in found.items())


@cache
def _table() -> dict[str, list[str]]:
    text = (resources.files("loopwright_training") / "licences.yaml").read_text("utf-8")
    return yaml.safe_load(text)  # type: ignore[no-any-return]
