"""Which of several functions of a name take the arguments of a call, as far as types tell (C++17 [over.match])."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loopwright.cuda.spec.types import FUNDAMENTAL, RANKS

_PROMOTED = {"float": "double", **{name: "int" for name in RANKS[: RANKS.index("int")]}}
Type = tuple[str, int]  # its name, and how many times it points; without a name: no more is known than that it points


@dataclass(frozen=True)
class Parameter:
    """``type``: ``None`` where it depends on a template, or is not known."""

    type: Type | None
    optional: bool = False
    pack: bool = False


@dataclass(frozen=True)
class Signature:
    """What a function takes. ``template``: the names of its template's parameters."""

    parameters: tuple[Parameter, ...]
    template: bool = False


def chosen(signatures: Mapping[int, Signature], arguments: Sequence[Type | None]) -> list[int]:
    """The functions that a call with such arguments may mean; all of them if it seems that none fits."""
    counted = [key for key, signature in signatures.items() if _takes(signature, len(arguments))]
    fitting = [key for key in counted if not _never_fits(signatures[key], arguments)]
    exact = [k for k in fitting if not signatures[k].template and _is_exact(signatures[k], arguments)]
    best = exact if len(exact) == 1 else _without_conversions([signatures[k] for k in fitting], fitting, arguments)
    return best or fitting or counted or list(signatures)


def _without_conversions(signatures: list[Signature], keys: list[int], arguments: Sequence[Type | None]) -> list[int]:
    """The only function that numbers need no more than a promotion for, where no template takes them as they are ([over.ics.rank])."""
    if any(signature.template for signature in signatures):
        return []
    promoted = [key for key, signature in zip(keys, signatures, strict=True) if _is_promoted(signature, arguments)]
    return promoted if len(promoted) == 1 else []


def _is_promoted(signature: Signature, arguments: Sequence[Type | None]) -> bool:
    pairs = _pairs(signature, arguments)
    return len(pairs) == len(arguments) and all(
        (wanted == given and wanted[0]) or (not given[1] and wanted == (_PROMOTED.get(given[0]), 0))
        for wanted, given in pairs
    )


def _takes(signature: Signature, count: int) -> bool:
    parameters = signature.parameters
    least = sum(not p.optional and not p.pack for p in parameters)
    return least <= count and (count <= len(parameters) or any(p.pack for p in parameters))


def _pairs(signature: Signature, arguments: Sequence[Type | None]) -> list[tuple[Type, Type]]:
    """Of parameters and arguments those whose types are both known."""
    plain = [p for p in signature.parameters if not p.pack]
    both = zip((p.type for p in plain), arguments, strict=False)
    return [(wanted, given) for wanted, given in both if wanted is not None and given is not None]


def _never_fits(signature: Signature, arguments: Sequence[Type | None]) -> bool:
    return any(_never(wanted, given) for wanted, given in _pairs(signature, arguments))


def _never(wanted: Type, given: Type) -> bool:
    """Whether no conversion leads from one type to another; constructors and conversions of classes may."""
    if wanted == given or wanted == ("void", 1):
        return False
    if not wanted[0] or not given[0]:  # a pointer to what is not known, and what is none
        other = wanted if not given[0] else given
        return not other[1] and other[0] in FUNDAMENTAL and wanted != ("bool", 0)
    if given[1] and wanted[1]:
        return {wanted[0], given[0]} <= FUNDAMENTAL  # one class may be a base of the other
    if given[1] != wanted[1]:
        return {wanted[0], given[0]} <= FUNDAMENTAL
    return False


def _is_exact(signature: Signature, arguments: Sequence[Type | None]) -> bool:
    pairs = _pairs(signature, arguments)
    return len(pairs) == len(arguments) and all(wanted == given and wanted[0] for wanted, given in pairs)
