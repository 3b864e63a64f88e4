"""A directive in the project's own words: `ACC_LOOP` where a macro in sight stands for exactly that, and nothing else in any build."""

from __future__ import annotations

from collections import Counter

from loopwright.openacc.arms import around
from loopwright.openacc.directive import Directive, parse_directive
from loopwright.source.directive_macros import DirectiveMacros
from loopwright.source.outline import Outline

_PROBE = "loopwright_stands_here"


def macro_for(outline: Outline, directive: str, at: int) -> str:
    """The use of a macro at ``at`` that is ``directive`` written out, of several the one that the file uses most; empty if there is none."""
    macros = outline.directive_macros
    if not macros.names:
        return ""
    wanted = parse_directive(directive)
    used = Counter(use.name for use in outline.source.uses)
    for name in sorted(macros.names, key=lambda name: (-used[name], name)):
        if macros.is_certain(name) and _is_there(outline, macros, name, at):
            for text in (name, f"{name}()", _with_arguments(macros, name, directive)):
                if text and _stands_for(macros, text) == wanted:
                    return text
    return ""


def _is_there(outline: Outline, macros: DirectiveMacros, name: str, at: int) -> bool:
    """Whether a macro has a definition at ``at`` in every build, as far as can be told: an empty one beside the other, or the file
    uses it where no condition is."""
    data, word = outline.source.data, name.encode()
    mentioned = data.find(word)
    if b"undef " + word in data or (name in outline.source.definitions and not 0 <= mentioned < at):
        return False
    used = (use for use in outline.source.uses if use.name == name)
    return len(macros.definitions[name]) > 1 or any(not around(outline, use.span.start) for use in used)


def _with_arguments(macros: DirectiveMacros, name: str, directive: str) -> str:
    """``name`` with what of ``directive`` its own words leave open."""
    probed = macros.directives(f"{name}({_PROBE})")
    if len(probed) != 1 or probed[0].count(_PROBE) != 1:
        return ""
    before, after = probed[0].split(_PROBE)
    text = f"acc {directive}"
    if len(text) < len(before) + len(after) or not text.startswith(before.rstrip()) or not text.endswith(after):
        return ""
    return f"{name}({text[len(before) : len(text) - len(after)].strip()})"


def _stands_for(macros: DirectiveMacros, text: str) -> Directive | None:
    found = macros.directives(text)
    if len(found) != 1 or not found[0].startswith("acc "):
        return None
    return parse_directive(found[0].removeprefix("acc "))
