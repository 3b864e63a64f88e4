"""Macros that hide CUDA (an index, a barrier, a launch or its sizes): their uses are written out before anything else is read. In functions of the
device so are those that do something (`LEAVE_IF(c)`, `SWAP(a, b)`), since whoever looks at a call sees neither a jump nor what is set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from loopwright.source.text import names_in

_CUDA = re.compile(
    r"\b(?:threadIdx|blockIdx|blockDim|gridDim|__syncthreads|__syncwarp|__shfl\w*|__shared__|__ballot\w*|__any_sync|__all_sync"
    r"|__global__|__launch_bounds__|__device__|__constant__|__ldg|__activemask)\b|<<<"
)
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)\n]*\))?((?:\\\r?\n|[^\n])*)", re.MULTILINE)
_TOKEN = re.compile(
    r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|//[^\n]*|/\*.*?\*/|[A-Za-z_]\w*|^[ \t]*#(?:\\\r?\n|[^\n])*",
    re.DOTALL | re.MULTILINE,
)
_COPIED = re.compile(r"(?:::\s*)?\bcuda::std::")
_COPIED_HEADER = re.compile(r"(#[ \t]*include[ \t]*)<cuda/std/(\w+)>")
_NO_REMARK = re.compile(r"//[^\n]*")
_DEPTH = 8
_ACTS = frozenset(("return", "continue", "break", "goto", "if", "else", "for", "while", "do", "switch", "case"))
_COMPARES = ("==", "!=", "<=", ">=")


@dataclass(frozen=True)
class Macro:
    """``parameters`` is ``None`` for one without parentheses."""

    name: str
    parameters: tuple[str, ...] | None
    body: str


def written_out(text: str, more: frozenset[str] = frozenset()) -> str:
    """``text`` with the uses of such macros replaced by what they stand for, and their definitions left out; libcu++'s copy
    of the standard library is the standard library. ``more``: names of macros to write out beside them."""
    if "cuda" in text:
        text = _COPIED_HEADER.sub(r"\1<\2>", text)
        text = _COPIED.sub("std::", text)
    macros = _hiding(text, more)
    if not macros:
        return text
    text = _DEFINE.sub(
        lambda m: "\n" * m[0].count("\n") if m[1] in macros else m[0], text
    )  # every line keeps its number
    for _ in range(_DEPTH):
        new = _expanded(text, macros)
        if new == text:
            break
        text = new
    return text


def with_actions_written_out(
    text: bytes, spans: Sequence[tuple[int, int]], functions: frozenset[str] = frozenset()
) -> bytes:
    """``text`` where macros that set something, jump or call one of ``functions``, in which threads may wait, are written out in the given
    parts of it; their definitions stay."""
    found = _definitions(text.decode("utf-8", "replace"))
    acts = {
        name for name, macro in found.items() if _acts(macro.body) or not functions.isdisjoint(names_in(macro.body))
    }
    acting = _with_users(acts, found)
    if not acting:
        return text
    for start, end in sorted(spans, reverse=True):
        part = text[start:end].decode("utf-8", "replace")
        if acting.keys().isdisjoint(names_in(part)):
            continue
        for _ in range(_DEPTH):
            before, part = part, _expanded(part, acting)
            if part == before:
                break
        text = text[:start] + part.encode() + text[end:]
    return text


def _acts(body: str) -> bool:
    if not _ACTS.isdisjoint(names_in(body)) or "++" in body or "--" in body:
        return True
    for sign in _COMPARES:
        body = body.replace(sign, "")
    return "=" in body and "[=]" not in body


def _hiding(text: str, more: frozenset[str]) -> dict[str, Macro]:
    found = _definitions(text)
    launched = _in_launches(text)
    hiding = {
        name
        for name, macro in found.items()
        if name in more or _CUDA.search(macro.body) or (name in launched and _is_list(macro.body))
    }
    return _with_users(hiding, found)


def _in_launches(text: str) -> frozenset[str]:
    """The words between ``<<<`` and ``>>>``."""
    starts = text.split("<<<")[1:]
    return frozenset(word for part in starts for word in names_in(part.partition(">>>")[0]))


def _is_list(body: str) -> bool:
    """Whether a macro stands for several arguments."""
    given = _arguments(f"({body})", 0)
    return given is not None and len(given[0]) > 1


def _with_users(names: set[str], found: dict[str, Macro]) -> dict[str, Macro]:
    """Macros of some names, and those that are made of them."""
    while True:
        others = {n for n, m in found.items() if n not in names and not names.isdisjoint(names_in(m.body))}
        if not others:
            return {name: found[name] for name in names}
        names |= others


def _definitions(text: str) -> dict[str, Macro]:
    """The macros that a text defines once."""
    found: dict[str, Macro] = {}
    seen: set[str] = set()
    for match in _DEFINE.finditer(text):
        body = re.sub(r"//[^\n]*", "", re.sub(r"\\\r?\n", "\n", match[3]))
        body = " ".join(body.split("\n")).strip()
        parameters = tuple(p.strip() for p in match[2][1:-1].split(",") if p.strip()) if match[2] else None
        if match[1] in seen:
            found.pop(match[1], None)  # defined twice: which one holds depends on the place
            continue
        seen.add(match[1])
        found[match[1]] = Macro(match[1], parameters, body)
    return found


def _expanded(text: str, macros: dict[str, Macro]) -> str:
    parts, at = [], 0
    for match in _TOKEN.finditer(text):
        if match.start() < at:
            continue
        macro = macros.get(match[0])
        if macro is None:
            continue
        if macro.parameters is None:
            parts += [text[at : match.start()], macro.body]
            at = match.end()
            continue
        arguments = _arguments(text, match.end())
        if arguments is None:
            continue
        given, end = arguments
        one_line = " ".join(_filled(macro, [_NO_REMARK.sub("", a) for a in given]).split("\n"))
        rest = text[end:].lstrip()
        block = _block_of(one_line) if rest.startswith(";") else None
        if block is not None:
            one_line, end = block, len(text) - len(rest) + 1
        parts += [text[at : match.start()], one_line, "\n" * text.count("\n", match.start(), end)]
        at = end
    parts.append(text[at:])
    return "".join(parts)


def _block_of(text: str) -> str | None:
    """The block of `do { … } while (0)`, which with its semicolon is one statement as well."""
    inner = text.removeprefix("do").strip()
    head, _, tail = inner.rpartition("}")
    is_once = text.startswith("do") and inner.startswith("{") and "".join(tail.split()) == "while(0)"
    return head + "}" if is_once and not {"break", "continue"} & set(names_in(head)) else None


def _arguments(text: str, at: int) -> tuple[list[str], int] | None:
    opening = re.compile(r"\s*\(").match(text, at)
    if opening is None:
        return None
    depth, start, found = 1, opening.end(), []
    for i in range(opening.end(), len(text)):
        c = text[i]
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if not depth:
                found.append(text[start:i].strip())
                return found, i + 1
        elif c == "," and depth == 1:
            found.append(text[start:i].strip())
            start = i + 1
    return None


def _filled(macro: Macro, given: list[str]) -> str:
    assert macro.parameters is not None
    names = list(macro.parameters)
    values = dict(zip(names, given, strict=False))
    if names and names[-1] == "...":
        values["__VA_ARGS__"] = ", ".join(given[len(names) - 1 :])
    body = re.sub(
        r"(?<!#)#\s*(\w+)",
        lambda m: '"' + values[m[1]].replace('"', '\\"') + '"' if m[1] in values else m[0],
        macro.body,
    )
    body = re.sub(r"\b\w+\b", lambda m: values.get(m[0], m[0]), body)
    return re.sub(r"\s*##\s*", "", body)
