"""LW002: what was not looked at, said instead of nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from loopwright.openacc.findings import Finding
from loopwright.source.includes import includes_in, why_unread
from loopwright.source.outline import Outline
from loopwright.source.text import Span

CODE = "LW002"


def not_seen(span: Span, reason: str) -> Finding:
    """The finding; ``reason`` ends the sentence."""
    return Finding(CODE, "warning", span, f"This was not looked at: {reason}.", "")


def unseen_parts(outline: Outline) -> Iterator[Finding]:
    """Parts of the file that are too deep, or all of it where it is too large, each on its first line."""
    lines = outline.source.lines
    for span, reason in outline.source.unseen:
        end = min(span.end, lines.line_span(lines.line_of(span.start)).end)
        yield not_seen(Span(span.start, max(span.start, end)), reason)


def unseen_headers(outline: Outline, path: Path | None, folders: Iterable[Path]) -> Iterator[Finding]:
    """Headers that are no files, or too large, or must not be read, on the line that includes them: of a file with directives,
    as nothing else is asked of headers."""
    if not outline.has_openacc:
        return
    folders = tuple(folders)
    for include in includes_in(outline.source.data):
        reason = why_unread(include, path.parent if path is not None else None, folders, outline.source.language)
        if reason:
            yield not_seen(include.span, f"{include.name}: {reason}")
