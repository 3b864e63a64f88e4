"""Statements of a kernel as passes see them: what is quoted from the source, loops over threads and blocks, control around them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from loopwright.cuda.ir.code import Code, spelled, words

Kind = Literal["block", "if", "else", "for", "forever", "while", "do", "parallel", "together", "lambda"]


@dataclass(frozen=True, slots=True)
class Remarks:
    """What the source says beside a statement: in lines of their own ``before`` and ``after`` it, on its last line ``behind``.
    ``apart``: an empty line stood before all of it."""

    before: tuple[Plain, ...] = ()
    behind: Code | None = None
    after: tuple[Plain, ...] = ()
    apart: bool = False


SILENT = Remarks()


@dataclass(frozen=True, slots=True)
class Plain:
    """One statement, or several in lines of their own. ``column``: where its first line stood, if it is one of the source."""

    code: Code
    column: int | None = None
    remarks: Remarks = SILENT


@dataclass(frozen=True, slots=True)
class Directive:
    """``#pragma omp`` before a loop: its words, clauses, and the condition of ``parallel``."""

    words: tuple[str, ...]  # of parallel, for, simd
    collapse: int = 1
    schedule: str = ""
    condition: Code | None = None


@dataclass(frozen=True, slots=True)
class Loop:
    """``for (type name = start; name < bound; ++name)``: its rounds are threads, or blocks. ``step``: another one than 1."""

    type: str
    name: str
    bound: Code
    body: tuple[Statement, ...]
    start: Code = field(default_factory=lambda: spelled("0"))
    step: str = ""
    directive: Directive | None = None
    test: Code | None = None  # another one than that the name is below the bound
    tight: bool = False  # the loop inside is all that it does: it is written without braces


@dataclass(frozen=True, slots=True)
class Control:
    """Control that the whole block takes: the parts of its head as they are written, a block of its own where there is none."""

    kind: Kind
    parts: tuple[Code, ...]
    body: tuple[Statement, ...]
    tight: bool = False
    remarks: Remarks = SILENT


Statement: TypeAlias = "Plain | Loop | Control"
Body = tuple[Statement, ...]


def plain(text: str) -> Plain:
    """A statement of our own."""
    return Plain(spelled(text))


def codes(statements: Iterable[Statement]) -> Iterator[Code]:
    """The code in statements and in what is inside of them, in its order."""
    for statement in statements:
        if isinstance(statement, Plain):
            yield statement.code
        elif isinstance(statement, Control):
            yield from statement.parts
            yield from codes(statement.body)
        else:
            directive = statement.directive
            if directive is not None and directive.condition is not None:
                yield directive.condition
            yield spelled(f"{statement.type} {statement.name}")
            yield statement.start
            yield statement.test or statement.bound
            if statement.step:
                yield spelled(statement.step)
            yield from codes(statement.body)


def without(statements: Iterable[Statement], gone: Collection[int]) -> Body:
    """The same without the plain statements of these identities (:func:`id`)."""
    left = (statement for statement in statements if id(statement) not in gone)
    return tuple(s if isinstance(s, Plain) else replace(s, body=without(s.body, gone)) for s in left)


def mapped(statements: Iterable[Statement], change: Callable[[Code], Code]) -> Body:
    """The same statements with other code in them."""
    return tuple(_mapped(statement, change) for statement in statements)


def _mapped(statement: Statement, change: Callable[[Code], Code]) -> Statement:
    if isinstance(statement, Plain):
        return replace(statement, code=change(statement.code))
    body = mapped(statement.body, change)
    if isinstance(statement, Control):
        return replace(statement, parts=tuple(map(change, statement.parts)), body=body)
    told = statement.directive
    if told is not None and told.condition is not None:
        told = replace(told, condition=change(told.condition))
    test = change(statement.test) if statement.test is not None else None
    bound, start = change(statement.bound), change(statement.start)
    return replace(statement, bound=bound, start=start, test=test, directive=told, body=body)


def mentioned(statements: Iterable[Statement]) -> frozenset[str]:
    """The names and keywords in statements."""
    return frozenset[str]().union(*map(words, codes(statements)))


def loops_over(statements: Iterable[Statement]) -> Iterator[Loop]:
    """The loops among statements and inside of them, outer ones first."""
    for statement in statements:
        if isinstance(statement, Loop):
            yield statement
        if isinstance(statement, Loop | Control):
            yield from loops_over(statement.body)
