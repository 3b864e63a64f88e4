"""Functions whose names say which directive they are for, as `copyin_acc`, `updateHost`, `acc_delete` do, in a file where others hold
what their names say (OpenACC 3.4, sections 2.6.6, 2.14.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from loopwright.openacc.constructs import Construct
from loopwright.openacc.directive import Clause, Directive
from loopwright.source.outline import Function, Outline
from loopwright.suggest.standing.counterparts import class_of
from loopwright.suggest.standing.data_place import Place, can_say
from loopwright.suggest.standing.mentions import Body, body_at, moved_by

_CLAUSES = {"copyin": "enter data", "create": "enter data", "copyout": "exit data", "delete": "exit data"}
_OPPOSITE = {"enter": "enter data", "exit": "exit data"}
_UNDONE = {"copyin": "copyout", "copyout": "copyin", "create": "delete", "delete": "create"}
_HOST, _DEVICE = ("self", "host", "cpu"), ("device", "dev", "gpu")


def said_by_name(outline: Outline, offset: int) -> list[str]:
    """The directive that the name of the function around a place promises, for the variables of its neighbours' directives."""
    body = body_at(outline, offset) if b"acc" in outline.source.data else None
    if body is None or body.block_of(offset) != body.node:
        return []
    promised = _promise(body.function)
    if promised is None or any(c.name == promised[0] for c in body.constructs):
        return []
    directive, clause = promised
    place = Place(body, offset, lambda name, variable: False)
    for texts in _moved_beside(body):
        if all(can_say(place, text) for text in texts):
            return [str(Directive(directive, (Clause(clause, ",".join(texts)),)))]
    return []


def as_named(outline: Outline, offset: int, directive: Directive) -> Directive:
    """``directive``; where the function around a place is called after an end of the data's life (`exit_data`) and the directive is for the
    beginning, or the other way round, its opposite."""
    body = body_at(outline, offset)
    words = set(_words(body.function.name.rpartition("::")[2])) if body is not None else set()
    said = words & _OPPOSITE.keys()
    if len(said) != 1 or directive.name not in _OPPOSITE.values() or directive.name == _OPPOSITE[said.pop()]:
        return directive
    other = "exit data" if directive.name == "enter data" else "enter data"
    clauses = tuple(replace(clause, name=_UNDONE.get(clause.name, clause.name)) for clause in directive.clauses)
    return replace(directive, name=other, clauses=clauses)


def is_done(outline: Outline, offset: int) -> bool:
    """Whether the function around a place holds what its name promises, and those of its neighbours no more than one such directive."""
    body = body_at(outline, offset)
    if body is None or not _kept(body):
        return False
    others = (body.other(function) for function in outline.functions if function != body.function)
    return all(len(_kept(other)) < 2 for other in others)


def _kept(body: Body) -> list[Construct]:
    """The directives of a function that its name promises."""
    promised = _promise(body.function)
    return [c for c in body.constructs if promised is not None and c.name == promised[0]]


def _promise(function: Function) -> tuple[str, str] | None:
    """(directive, clause) that a name stands for."""
    words = list(_words(function.name.rpartition("::")[2]))
    for word in words:
        if word in _CLAUSES:
            return _CLAUSES[word], word
    if "update" in words:
        to_host, to_device = (any(word in names for word in words) for names in (_HOST, _DEVICE))
        if to_host != to_device:
            return "update", "self" if to_host else "device"
    return None


def _moved_beside(body: Body) -> Iterator[list[str]]:
    """What the functions beside one move that hold what their own names promise."""
    for function in body.unit.outline.functions:
        other, promised = body.other(function), _promise(function)
        if promised is None or function == body.function or class_of(other) != class_of(body):
            continue
        held = _kept(other)
        if len(held) != 1:
            continue
        moved = list(moved_by(held))
        if moved and all(m.clause == promised[1] for m in moved):
            yield [m.text for m in moved]


def _words(name: str) -> Iterator[str]:
    """`updateHost`, `update_host` → update, host."""
    word = ""
    for letter in name:
        if letter == "_" or (letter.isupper() and word and not word[-1].isupper()):
            yield word.lower()
            word = ""
        word += letter if letter != "_" else ""
    yield word.lower()
