"""How probable it is that what the analysis offers above a statement is what the author would write: counted, by kind of directive.

What the project writes elsewhere is scored by votes, which were found to say what they mean; what the analysis says is as probable as it was
right in the projects of `spec/standing.json`, whose card says which these are.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Any

from loopwright.openacc.directive import parse_directive


def share_of(text: str) -> float:
    """Of what the analysis alone says."""
    shares, usual = _shares()
    return shares.get(parse_directive(text).name, usual)


def least() -> float:
    """The score from which a move of data that only the project's habits speak for is offered."""
    return float(_document()["least"])


def share_of_the_project() -> float:
    """Of what the project says of this very function."""
    right, of = _document()["project"]
    return float(right) / float(of)


@lru_cache(maxsize=1)
def _shares() -> tuple[dict[str, float], float]:
    """By kind, and of all together, to which a kind that was seen a few times alone is held."""
    document = _document()
    counts: dict[str, list[int]] = document["right"]
    usual = sum(right for right, _ in counts.values()) / sum(of for _, of in counts.values())
    weight = float(document["weight"])
    return {name: (right + weight * usual) / (of + weight) for name, (right, of) in counts.items()}, usual


@lru_cache(maxsize=1)
def _document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(
        resources.files("loopwright.suggest.spec").joinpath("standing.json").read_text("utf-8")
    )
    return document
