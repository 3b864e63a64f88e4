"""What a compiler says of the directives of a file, put beside our own findings: one finding, with who reports it."""

from __future__ import annotations

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

    The nearest error that we have on the same directive, and that the compiler has not reported yet, is the same finding.
    What clang and nvc add is an error; what gcc alone refuses may be legal (it knows OpenACC 2.6) and is told as information.
    """
    lines = outline.source.lines
    found = list(ours)
    for message in messages:
        place = _directive_at(outline, message)
        if place is None:
            continue
        offset = lines.line_span(message.line - 1).start + message.column - 1 if message.column else place.end
        same = _nearest(found, place, offset, compiler.name)
        if same is not None:
            found[same] = found[same].also(compiler.name)
            continue
        start = place.start
        if message.column:
            start = min(max(offset, place.start), max(place.end - 1, place.start))
        severity = "information" if compiler.kind == "gcc" else "error"
        text = f"{compiler.name}: {message.text}"
        finding = Finding(CODE, severity, Span(start, place.end), text, "2", origin=(compiler.name,))  # type: ignore[arg-type]
        if not any(f.code == CODE and f.message == text and f.span == finding.span for f in found):
            found.append(finding)
    return tuple(sorted(found, key=lambda f: (f.span, f.code)))


def _nearest(found: list[Finding], place: Span, offset: int, who: str) -> int | None:
    for index, finding in enumerate(found):
        # After a syntax error a compiler stumbles on; what it says of the rest follows from the first.
        if (
            finding.code.startswith("LW1")
            and finding.severity == "error"
            and place.start <= finding.span.start <= offset
        ):
            return index
    own = [
        index
        for index, finding in enumerate(found)
        if finding.severity == "error" and place.start <= finding.span.start <= place.end and who not in finding.origin
    ]
    return min(own, key=lambda index: abs(found[index].span.start - offset), default=None)


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
