"""Statements → lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from loopwright.cuda.ir.functions import Function, Head, head_code
from loopwright.cuda.ir.statements import SILENT, Body, Control, Directive, Loop, Plain, Remarks, Statement
from loopwright.cuda.print.code import text
from loopwright.cuda.print.layout import PLAIN, Layout, moved, moved_in

_HEADS = {
    "if": "if ({})",
    "else": "else",
    "for": "for ({}; {}; {})",
    "forever": "for (;;)",
    "while": "while ({})",
    "do": "do",
    "parallel": "#pragma omp parallel{}",
    "together": "blocks_together(gridDim, [&](const uint3 {})",
    "lambda": "{}",
}


def lines(statements: Iterable[Statement], layout: Layout = PLAIN) -> list[str]:
    """``statements`` as lines."""
    found: list[str] = []
    for statement in statements:
        remarks = statement.remarks if not isinstance(statement, Loop) else SILENT
        if found and remarks.apart:
            found.append("")
        found += _explained(list(_lines(statement, layout)), remarks)
    return found


def _explained(written: list[str], remarks: Remarks) -> list[str]:
    """The lines of a statement with what is said beside it."""
    if written and remarks.behind is not None:
        first, *rest = text(remarks.behind).split("\n")
        written = [*written[:-1], f"{written[-1]} {first}", *(line.strip() for line in rest)]
    return [*lines(remarks.before), *written, *lines(remarks.after)]


def function_text(function: Function, layout: Layout = PLAIN) -> str:
    """A whole function, its first line in the first column."""
    opened = f"{_head(function.head, layout.step)}{layout.opens}"
    return "\n".join([opened, *_inside(function.body, layout), "}"])


def _head(head: Head, step: str) -> str:
    """A head, its parameters in lines as in the source."""
    if not any(parameter.begins or parameter.remark for parameter in head.parameters):
        return text(head_code(head))
    written = f"{text(head.before)}("
    aligned = step if head.parameters[0].begins else " " * len(written.rpartition("\n")[2])
    for number, parameter in enumerate(head.parameters):
        written += f"\n{aligned}" if parameter.begins else " " if number else ""
        written += text(parameter.code) + ("," if number < len(head.parameters) - 1 else "")
        written += f" {text(parameter.remark)}" if parameter.remark is not None else ""
    return f"{written}\n)" if head.closes else f"{written})"


def _lines(statement: Statement, layout: Layout) -> Iterator[str]:
    if isinstance(statement, Plain):
        written = text(statement.code)
        if statement.column is not None:
            written = dedented(written, statement.column).lstrip("\n")
        if written:
            yield from written.split("\n")
        return
    if isinstance(statement, Control):
        yield from _control(statement, layout)
        return
    if statement.directive is not None:
        yield directive(statement.directive)
    name = statement.name
    test = text(statement.test) if statement.test is not None else f"{name} < {text(statement.bound)}"
    head = f"for ({statement.type} {name} = {text(statement.start)}; {test}; {statement.step or f'++{name}'})"
    yield from _around(head, statement.body, statement.tight, layout)


def _control(control: Control, layout: Layout) -> Iterator[str]:
    parts = [text(part) for part in control.parts]
    if control.kind == "block":
        yield from ("{", *_inside(control.body, layout), "}")
    elif control.kind == "parallel":
        yield from (_HEADS["parallel"].format(*parts), "{", *_inside(control.body, layout), "}")
    elif control.kind == "together":
        yield from (_HEADS["together"].format(*parts) + " {", *_inside(control.body, layout), "});")
    elif control.kind == "lambda":
        yield from (*_opened(_HEADS["lambda"].format(*parts), layout), *_inside(control.body, layout), "};")
    elif control.kind == "do":
        yield from (*_opened("do", layout), *_inside(control.body, layout), f"}} while ({parts[0]});")
    else:
        yield from _around(_HEADS[control.kind].format(*parts), control.body, control.tight, layout)


def _around(head: str, body: Body, bare: bool, layout: Layout) -> Iterator[str]:
    if bare:
        yield from (head, *_inside(body, layout))
    else:
        yield from (*_opened(head, layout), *_inside(body, layout), "}")


def _opened(head: str, layout: Layout) -> list[str]:
    return f"{head}{layout.opens_inside}".split("\n")


def _inside(body: Body, layout: Layout) -> list[str]:
    return moved_in(lines(body, layout), layout.step)


def directive(told: Directive) -> str:
    """A line of its own."""
    collapse = f" collapse({told.collapse})" if told.collapse > 1 else ""
    schedule = f" schedule({told.schedule})" if told.schedule else ""
    condition = text(told.condition) if told.condition is not None else ""
    return f"#pragma omp {' '.join(told.words)}{collapse}{schedule}{condition}"


def dedented(text: str, column: int) -> str:
    """Later lines moved left as far as the first one stood."""
    return "\n".join(moved(text.split("\n"), lambda line: line[min(column, len(line) - len(line.lstrip())) :].rstrip()))
