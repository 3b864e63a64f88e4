"""Spellings of CUDA that C++ has another word or place for, and names of the file that are ours in a translation."""

from __future__ import annotations

import re

from loopwright.cuda.spec import operations
from loopwright.source.nodes import text_of
from loopwright.source.syntax import parse

_ALIGN = r"alignas\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_MOVED = re.compile(
    rf"((?:\b(?:__shared__|__device__|__constant__|__managed__|static|extern|volatile|const)\b\s+)+)({_ALIGN})\s*"
)
_DYNAMIC = re.compile(rf"{_ALIGN}\s*((?:extern\s+__shared__|__shared__\s+extern)\b)")
_TYPE_OF = "typeof"
_ONE_FOR_THE_GRID = "__grid_constant__"  # such a parameter's address may be taken, as that of any here
_OF_TYPES = frozenset(
    ("struct", "enum", "union", "const", "volatile", "unsigned", "signed", "char", "short", "int", "long", "float", "double", "bool", "void")
)  # fmt: skip
_NO_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)


def spelled(text: str) -> str:
    """``text`` with alignments where C++ wants them, and other names for what the file calls like something of ours."""
    if "__align__" in text or "alignas" in text:
        text = re.sub(r"\b__align__(?=\s*\()", "alignas", text)
        text = _MOVED.sub(r"\2 \1", text)
        text = _DYNAMIC.sub(r"\1", text)  # a block's memory is aligned for every type
    if _ONE_FOR_THE_GRID in text:
        text = text.replace(_ONE_FOR_THE_GRID, "")
    for word in ("__device__", "__host__"):
        text = text.replace(f"{word}(", f"{word} (")  # of a lambda: the grammar takes it for a call without the space
    if _TYPE_OF in text:
        text = _without_typeof(text)
    return _renamed(text)


def _without_typeof(text: str) -> str:
    """``text`` with a spelling of C++ for GNU's ``typeof (…)``, which nvcc takes and the grammar does not; a single word may be a type or a
    value, and keeps GNU's."""
    parts, at = [], 0
    while (start := text.find(_TYPE_OF, at)) >= 0:
        open_, end = start + len(_TYPE_OF), start
        while text[open_ : open_ + 1].isspace():
            open_ += 1
        before = text[start - 1 : start] if start else ""
        if text[open_ : open_ + 1] == "(" and not (before.isalnum() or before == "_"):
            end = _closing(text, open_)
        inner = text[open_ + 1 : end]
        if end in (start, open_):
            parts.append(text[at:open_])
            at = open_
            continue
        first = next(iter(inner.replace("*", " * ").split()), "")
        if first in _OF_TYPES:
            said = f"std::remove_reference_t<{inner}>"
        else:
            single = inner.strip().isidentifier()
            said = f"__typeof__({inner})" if single else f"std::remove_reference_t<decltype({inner})>"
        parts += [text[at:start], said]
        at = end + 1
    return "".join([*parts, text[at:]])


def _closing(text: str, open_: int) -> int:
    """Where the parenthesis closes that opens there, ``open_`` if it does not."""
    depth = 0
    for at in range(open_, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at
    return open_


def _members(text: str, names: set[str]) -> set[str]:
    """Which of some names the file gives members of its classes: uses behind an object are of these."""
    declared = parse(text.encode("utf-8", errors="replace"), "k.cu", "cuda").kinds.of("field_identifier")
    return {
        text_of(name)
        for name in declared
        if text_of(name) in names and name.parent is not None and name.parent.type != "field_expression"
    }


def _renamed(text: str) -> str:
    own = operations().own
    taken = {word for word in own if word in text}
    if not taken:
        return text
    members = _members(text, taken)
    plain = "|".join(sorted(taken - members)) or "(?!)"
    words = re.compile(rf"(?<![\w.>])(?:{plain})\b|\b(?:{'|'.join(sorted(members)) or '(?!)'})\b")
    skipped = [(match.start(), match.end()) for match in _NO_CODE.finditer(text)]
    parts, at, quoted = [], 0, 0
    for match in words.finditer(text):
        while quoted < len(skipped) and skipped[quoted][1] <= match.start():
            quoted += 1
        if quoted < len(skipped) and skipped[quoted][0] <= match.start():
            continue
        name = f"{match[0]}_"
        while re.search(rf"\b{name}\b", text):
            name += "_"
        parts += [text[at : match.start()], name]
        at = match.end()
    return "".join([*parts, text[at:]])
