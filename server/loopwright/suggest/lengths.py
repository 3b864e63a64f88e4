"""How many elements an array has where its function does not tell: what its callers pass, where it is allocated, a size that bears its
name. Who ports a loop looks there; what is found is an assumption, since other code may set the array or call the function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from loopwright.lang.declarations import Declaration
from loopwright.lang.passed import Call, calls_of, parameters_of
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.types import is_integer
from loopwright.source.nodes import text_of
from loopwright.source.outline import Function, Loop, Outline
from loopwright.source.text import names_in, with_names
from loopwright.suggest.extents import count_passed, counts_of

_MOST_CALLS = 3  # from the loop's function upwards
_WORDS = ("size", "length", "len", "count", "num", "n")


def lengths(outline: Outline, loop: Loop, names: Iterable[str], others: Mapping[str, str]) -> dict[str, str]:
    """Elements of each of ``names`` that is a pointer to elements, where something tells of them; ``others`` are those of other arrays."""
    function = loop.function
    found: dict[str, str] = {}
    for name in names if function is not None else ():
        assert function is not None
        known = scopes_of(outline).lookup(name, loop.span.start)
        if known is None:
            count = _of_its_name_in(outline, loop, name)
        elif scopes_of(outline).type_of(known).referred().layers in (("*",), ("[]",)):
            count = _length(outline, function, name, known, loop.span.start, _MOST_CALLS)
            count = count or _as_many_as_another(outline, function, name, others)
        else:
            count = ""
        if count:
            found[name] = count
    return found


def _length(outline: Outline, function: Function, name: str, known: Declaration, offset: int, most: int) -> str:
    if known.kind == "parameter":
        return _passed(outline, function, name, most) or _of_its_name(outline, name, offset)
    if known.is_global:
        return _allocated_anywhere(outline, name) or _of_its_name(outline, name, offset)
    return _of_its_name(outline, name, offset)


def _passed(outline: Outline, function: Function, name: str, most: int) -> str:
    """What all calls in sight pass for a parameter, in terms of the others."""
    parameters = parameters_of(outline, function)
    if name not in parameters or most == 0:
        return ""
    place = parameters.index(name)
    counts = {_in_parameters(outline, call, parameters, place, most) for call in calls_of(outline, function)}
    return counts.pop() if len(counts) == 1 else ""


def _in_parameters(outline: Outline, call: Call, parameters: list[str], place: int, most: int) -> str:
    arguments = ["".join(text_of(argument).split()) for argument in call.arguments]
    if len(arguments) != len(parameters):
        return ""
    name, scopes = arguments[place], scopes_of(call.file)
    count = count_passed(call, place)
    known = scopes.lookup(name, call.node.start_byte)
    if not count and known is not None:
        count = _length(call.file, call.caller, name, known, call.node.start_byte, most - 1)
    given = dict(zip(arguments, parameters))
    others = {word for word in names_in(count) if word not in given}
    seen = (_is_of_a_file(scopes, word, call.node.start_byte) for word in others)
    return with_names(count, given) if all(seen) and all(_is_of_a_file(scopes_of(outline), w) for w in others) else ""


def _is_of_a_file(scopes: Scopes, word: str, offset: int = 0) -> bool:
    """Whether a name means the same at ``offset`` as at the beginning of the file: a macro, a constant or a variable of it."""
    known = scopes.lookup(word, offset) if offset else scopes.names.get(word)
    return word in scopes.macros or (known is not None and known.is_global and known.kind != "function")


def _as_many_as_another(outline: Outline, function: Function, name: str, others: Mapping[str, str]) -> str:
    """The length of another parameter for which all calls in sight pass an array of the same size."""
    parameters = parameters_of(outline, function)
    calls = [call for call in calls_of(outline, function) if len(call.arguments) == len(parameters)]
    if name not in parameters or not calls:
        return ""
    own = [count_passed(call, parameters.index(name)) for call in calls]
    for other, length in others.items() if all(own) else ():
        if other in parameters and [count_passed(call, parameters.index(other)) for call in calls] == own:
            return length
    return ""


def _allocated_anywhere(outline: Outline, name: str) -> str:
    """Elements of a variable of the file, if all that it is ever set to are allocations of one size."""
    scopes, counts = scopes_of(outline), counts_of(outline, name)
    count = counts.pop() if len(counts) == 1 else ""
    return count if all(_is_of_a_file(scopes, word) for word in names_in(count)) else ""


def _of_its_name(outline: Outline, name: str, offset: int) -> str:
    """A number in sight that is called the size of ``name``: `idx_len`, `num_points`."""
    scopes = scopes_of(outline)
    for other in _names_of_sizes(name):
        known = scopes.lookup(other, offset)
        if known is not None and known.kind in ("variable", "parameter") and _is_number(scopes, known):
            return other
    return ""


def _of_its_name_in(outline: Outline, loop: Loop, path: str) -> str:
    """The same of a member, `data->length_concs` of `data->concs`."""
    owner, sign, field = path.rpartition("->") if path.rfind("->") > path.rfind(".") else path.rpartition(".")
    scopes = scopes_of(outline)
    known = scopes.lookup(owner, loop.span.start) if owner.isidentifier() else None
    members = scopes.members(scopes.type_of(known).referred().base) if known is not None else None
    for other in _names_of_sizes(field) if members else ():
        member = (members or {}).get(other)
        if member is not None and _is_number(scopes, member):
            return f"{owner}{sign}{other}"
    return ""


def _names_of_sizes(name: str) -> Iterator[str]:
    for word in _WORDS:
        yield f"{name}_{word}"
        yield f"{word}_{name}"
        yield f"{name}{word.capitalize()}"
        yield f"{word}{name[:1].upper()}{name[1:]}"


def _is_number(scopes: Scopes, known: Declaration) -> bool:
    type = scopes.type_of(known).referred()
    return not type.layers and is_integer(type.base)
