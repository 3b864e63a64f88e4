"""A loop in its file → the text around the directive that the model fills in.

Product and training call the same functions, so that the model is asked what it was taught. The
prompt is fill-in-the-middle in prefix–suffix–middle order: the file before the loop, cut at a line
so that it fits, ending with ``#pragma acc``; the loop and what follows; the model writes the rest of
the directive. What a cut-off prefix would lose is put back in front of it: the head of the enclosing
function and the declarations of names that the loop uses.

With ``nearest`` the prompt also shows the project: what the file says elsewhere stands at its beginning, where it stays the
same from loop to loop, and the annotated loops that are most like this one (:mod:`shown`) behind the text after the loop.

Budgets are in characters, not tokens, so that a prompt does not depend on the tokenizer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from loopwright.memory.recall import Near
from loopwright.model.shown import directives_of_file, examples_shown
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span, names_in

# Half of what the model was trained with: the list that is shown stays the same (RESULTS, "length of the prompt"), and is there
# in three quarters of the time.
PREFIX_CHARACTERS = 900
DECLARATION_CHARACTERS = 350
LOOP_CHARACTERS = 1000
SUFFIX_CHARACTERS = 200
# With the project in the prompt: directives of the file that the window does not show are taken out of the window, examples
# get what loop and text after it leave of `BEHIND_CHARACTERS`.
LISTED_CHARACTERS = 300
EXAMPLE_CHARACTERS = 750
BEHIND_CHARACTERS = 1350
# The window's upper edge moves in steps, so that the prompts of neighbouring loops, and of one loop
# while its neighbourhood is edited, share their beginning and with it llama.cpp's cache.
_WINDOW_STEP = 300

_DECLARATION = re.compile(
    r"^[ \t]*(?:#[ \t]*define[ \t]+(?P<macro>\w+)[^\n]*"
    r"|(?:(?:static|const|extern|unsigned|signed|long|short|struct|volatile|constexpr|register)[ \t]+)*"
    r"(?!return\b|goto\b|else\b|case\b|delete\b|using\b|typedef\b|throw\b)"
    r"[A-Za-z_][\w:]*(?:<[^;{}\n]{0,80}>)?[ \t*&]+(?P<names>[\w \t,*&\[\]()+\-/=.]{1,200});[^\n]*)$",
    re.MULTILINE,
)
_KEYWORDS = frozenset(
    [
        "for",
        "if",
        "else",
        "while",
        "do",
        "int",
        "float",
        "double",
        "char",
        "long",
        "short",
        "unsigned",
        "signed",
        "const",
        "static",
        "return",
        "void",
        "size_t",
        "bool",
        "auto",
        "break",
        "continue",
        "struct",
        "sizeof",
    ]
)


@dataclass(frozen=True)
class FillIn:
    """Text before and after the hole."""

    prefix: str
    suffix: str


def fill_in(
    outline: Outline,
    loop: Loop,
    sentinel: str = "acc",
    removed: tuple[Span, ...] = (),
    nearest: Sequence[Near] | None = None,
) -> FillIn:
    """The fill-in for a directive above ``loop``.

    ``removed``: whole-line spans (pragmas, as a rule) that the model does not see. The loop's own
    pragmas of ``sentinel`` and all pragmas inside the loop are never shown. ``nearest`` are examples of the project, those of
    this file among them (:func:`~loopwright.memory.recall.nearest`); ``None`` for a model that was not taught to use them.
    """
    source = outline.source
    hidden = [*removed, *(p.span for p in loop.pragmas if p.sentinel == sentinel)]
    hidden += [p.span for p in outline.pragmas if loop.span.contains(p.span)]
    line_start = source.data.rfind(b"\n", 0, loop.span.start) + 1
    indent = source.slice(Span(line_start, loop.span.start))
    if indent.strip():  # something stands before the loop on its line
        line_start, indent = loop.span.start, ""
    before = _without(source.data, Span(0, line_start), hidden)
    body = _without(source.data, loop.span, hidden)
    after = _without(source.data, Span(loop.span.end, len(source.data)), hidden, SUFFIX_CHARACTERS * 4)
    head = ""
    if loop.function is not None:
        head = " ".join(source.slice(Span(loop.function.span.start, loop.function.body.start)).split())
    behind = f"\n{indent}{_cut_end(body, LOOP_CHARACTERS)}{_cut_end(after, SUFFIX_CHARACTERS)}"
    if nearest is None:
        return FillIn(_window(before, head, body) + f"{indent}#pragma {sentinel}", behind)
    whole = _window(before, head, body)
    listed = directives_of_file(outline, loop, hidden, whole, LISTED_CHARACTERS)
    window = _window(before, head, body, PREFIX_CHARACTERS - len(listed)) if listed else whole
    # What the smaller window lost may have been a directive; the list is made once more, for what is seen in the end.
    listed = directives_of_file(outline, loop, hidden, window, LISTED_CHARACTERS) if listed else ""
    room = min(EXAMPLE_CHARACTERS, BEHIND_CHARACTERS - len(behind))
    examples = examples_shown(outline, nearest, hidden, window, room)
    return FillIn(f"{listed}{window}{indent}#pragma {sentinel}", f"{behind}{examples}")


def fill_in_alone(outline: Outline, loop: Loop, sentinel: str = "acc") -> FillIn:
    """The fill-in with nothing but the loop, as published work has it."""
    inner = [p.span for p in outline.pragmas if loop.span.contains(p.span)]
    body = _without(outline.source.data, loop.span, inner)
    return FillIn(f"#pragma {sentinel}", f"\n{_cut_end(body, LOOP_CHARACTERS)}")


def _without(data: bytes, span: Span, hidden: list[Span], most: int | None = None) -> str:
    """Text of ``span`` without the lines of ``hidden``; ``most`` bytes of source are enough."""
    end = span.end if most is None else min(span.end, span.start + most)
    pieces, position = [], span.start
    for piece in sorted(set(hidden)):
        if piece.end <= position or piece.start >= end:
            continue
        line_start = data.rfind(b"\n", 0, piece.start) + 1
        line_end = data.find(b"\n", piece.end) + 1 or len(data)
        pieces.append(data[position : max(position, line_start)])
        position = line_end
    pieces.append(data[position : max(position, end)])
    return b"".join(pieces).decode("utf-8", errors="replace").replace("\r\n", "\n").replace("\r", "\n")


def _window(before: str, head: str, body: str, most: int = PREFIX_CHARACTERS) -> str:
    if len(before) <= most:
        return before
    edge = len(before) - most
    edge += -edge % _WINDOW_STEP if most > 2 * _WINDOW_STEP else 0
    edge = before.find("\n", min(edge, len(before) - 1)) + 1 or len(before) - most
    shown, cut = before[edge:], before[:edge]
    lines = _declarations(cut, shown, body)
    if head and head not in " ".join(shown.split()):
        lines.append(head[:DECLARATION_CHARACTERS] + " {")
    return "\n".join([*lines, shown]) if lines else shown


def _declarations(cut: str, shown: str, body: str) -> list[str]:
    """Lines of the unseen part that declare names used in the loop, nearest first kept."""
    wanted = set(names_in(body)) - _KEYWORDS
    lines: list[str] = []
    left = DECLARATION_CHARACTERS
    for match in reversed(list(_DECLARATION.finditer(cut[-40_000:]))):
        names = {match["macro"]} if match["macro"] else set(names_in(match["names"]))
        line = " ".join(match[0].split())
        if names & wanted and len(line) <= left:
            left -= len(line)
            wanted -= names
            lines.insert(0, line)
    return lines


def _cut_end(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    return text[: text.rfind("\n", 0, most) + 1 or most]
