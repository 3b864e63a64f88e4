"""Statements → lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from loopwright.cuda.ir.functions import Function, head_code
from loopwright.cuda.ir.statements import Body, Control, Directive, Plain, Statement
from loopwright.cuda.print.code import text

_STEP = "    "
_HEADS = {
    "if": "if ({})",
    "else": "else",
    "for": "for ({}; {}; {})",
    "forever": "for (;;)",
    "while": "while ({})",
    "do": "do",
    "parallel": "#pragma omp parallel{}",
    "together": "blocks_together(gridDim, [&](const uint3 {})",
}


def lines(statements: Iterable[Statement]) -> list[str]:
    """``statements`` as lines."""
    return [line for statement in statements for line in _lines(statement)]


def function_text(function: Function) -> str:
    """A whole function."""
    return "\n".join([f"{text(head_code(function.head))} {{", *_inner(lines(function.body)), "}"])


def _lines(statement: Statement) -> Iterator[str]:
    if isinstance(statement, Plain):
        written = text(statement.code)
        if statement.column is not None:
            written = dedented(written, statement.column).lstrip("\n")
        if written:
            yield from written.split("\n")
        return
    if isinstance(statement, Control):
        yield from _control(statement)
        return
    if statement.directive is not None:
        yield directive(statement.directive)
    name = statement.name
    test = text(statement.test) if statement.test is not None else f"{name} < {text(statement.bound)}"
    head = f"for ({statement.type} {name} = {text(statement.start)}; {test}; {statement.step or f'++{name}'})"
    yield from _around(head, statement.body, statement.tight)


def _control(control: Control) -> Iterator[str]:
    parts = [text(part) for part in control.parts]
    if control.kind == "block":
        yield from ("{", *_inner(lines(control.body)), "}")
    elif control.kind == "parallel":
        yield from (_HEADS["parallel"].format(*parts), "{", *_inner(lines(control.body)), "}")
    elif control.kind == "together":
        yield from (_HEADS["together"].format(*parts) + " {", *_inner(lines(control.body)), "});")
    elif control.kind == "do":
        yield from ("do {", *_inner(lines(control.body)), f"}} while ({parts[0]});")
    else:
        yield from _around(_HEADS[control.kind].format(*parts), control.body, control.tight)


def _around(head: str, body: Body, bare: bool) -> Iterator[str]:
    yield from (head if bare else f"{head} {{", *_inner(lines(body)))
    if not bare:
        yield "}"


def directive(told: Directive) -> str:
    """A line of its own."""
    collapse = f" collapse({told.collapse})" if told.collapse > 1 else ""
    schedule = f" schedule({told.schedule})" if told.schedule else ""
    condition = text(told.condition) if told.condition is not None else ""
    return f"#pragma omp {' '.join(told.words)}{collapse}{schedule}{condition}"


def _inner(written: Iterable[str]) -> list[str]:
    return [
        line if line.startswith("#") and not line.startswith("#pragma omp") else _STEP + line if line.strip() else ""
        for line in written
    ]


def dedented(text: str, column: int) -> str:
    """Later lines moved left as far as the first one stood."""
    first, *rest = text.split("\n")
    moved = [line[min(column, len(line) - len(line.lstrip())) :] for line in rest]
    return "\n".join([first, *(line.rstrip() for line in moved)])
