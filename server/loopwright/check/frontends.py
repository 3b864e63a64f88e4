"""What a compiler says of the directives of a file, put beside our own findings: one finding, with who reports it."""

from __future__ import annotations

from dataclasses import replace

from loopwright.openacc.findings import Finding
from loopwright.source.outline import Outline
from loopwright.source.text import Span
from loopwright.toolchain.compilers import Compiler
from loopwright.toolchain.messages import Message

CODE = "LW001"


def merge(
    outline: Outline, ours: tuple[Finding, ...], messages: tuple[Message, ...], compiler: Compiler
) -> tuple[Finding, ...]:
    """Our findings with the compiler's on the lines of directives.

    An error that we have on the same directive is the same finding, also reported by the compiler. What clang and nvc
    add is an error; what gcc alone refuses may be legal (it knows OpenACC 2.6) and is told as information.
    """
    lines = outline.source.lines
    found = list(ours)
    for message in messages:
        place = _directive_at(outline, message)
        if place is None:
            continue
        same = [i for i, f in enumerate(found) if f.severity == "error" and place.start <= f.span.start <= place.end]
        if same:
            for index in same:
                found[index] = found[index].also(compiler.name)
            continue
        start = place.start
        if message.column:
            line = lines.line_span(message.line - 1)
            start = min(max(line.start + message.column - 1, place.start), max(place.end - 1, place.start))
        severity = "information" if compiler.kind == "gcc" else "error"
        text = f"{compiler.name}: {message.text}"
        finding = Finding(CODE, severity, Span(start, place.end), text, "2", origin=(compiler.name,))  # type: ignore[arg-type]
        if not any(f.code == CODE and f.message == text and f.span == finding.span for f in found):
            found.append(finding)
    return tuple(sorted((replace(f) for f in found), key=lambda f: (f.span, f.code)))


def _directive_at(outline: Outline, message: Message) -> Span | None:
    """The directive that a message speaks of: its lines, or for errors of OpenACC on a statement the one above it."""
    lines = outline.source.lines
    for pragma in outline.pragmas:
        if pragma.sentinel != "acc":
            continue
        first, last = lines.line_of(pragma.span.start) + 1, lines.line_of(pragma.span.end) + 1
        if first <= message.line <= last:
            return pragma.span
        governed = lines.line_of(min(pragma.governs, max(0, len(outline.source.data) - 1))) + 1
        if message.line == governed and "OpenACC" in message.text:
            return pragma.span
    return None
