"""Spellings of CUDA that C++ has another word or place for, and names of the file that are ours in a translation."""

from __future__ import annotations

import re

from loopwright.cuda.read.names import Names
from loopwright.cuda.spec import operations
from loopwright.lang.method_heads import is_use_of_member
from loopwright.source.nodes import text_of
from loopwright.source.syntax import parse
from loopwright.source.text import Span, names_in
from loopwright.source.tokens import tokenize

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


def _renamed(text: str) -> str:
    """``text`` with other names for what is called like something of ours: variables and types, and members of the file's own classes."""
    taken = frozenset(word for word in operations().own if word in text)
    if not taken:
        return text
    source = parse(text.encode("utf-8", errors="replace"), "k.cu", "cuda")
    fields = [n for n in source.kinds.of("field_identifier") if text_of(n) in taken]
    members = {text_of(n) for n in fields if not is_use_of_member(n)}
    plain = source.kinds.of("identifier", "type_identifier", "namespace_identifier", "statement_identifier")
    named = [(text_of(n), n.start_byte) for n in (*plain, *fields) if text_of(n) in taken]
    used = {n.start_byte for n in fields if is_use_of_member(n)}
    for macro in source.kinds.of("preproc_arg"):
        before = ""
        for token in tokenize(source.data, Span(macro.start_byte, macro.end_byte)):
            if token.kind == "name" and token.text in taken:
                named.append((token.text, token.span.start))
                used |= {token.span.start} if before in (".", "->") else set()
            before = token.text
    names = Names(names_in(text))
    new = {name: names.fresh(f"{name}_", f"{name}__") for name in {name for name, _ in named}}
    data = source.data
    for name, at in sorted(named, key=lambda each: each[1], reverse=True):
        if name in members or at not in used:
            data = data[:at] + new[name].encode() + data[at + len(name) :]
    return data.decode("utf-8", errors="replace")
