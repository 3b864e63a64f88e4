"""Spellings of CUDA that C++ has another word or place for, and names of the file that are ours in a translation."""

from __future__ import annotations

import re

from loopwright.cuda.spec import operations

_ALIGN = r"alignas\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_MOVED = re.compile(
    rf"((?:\b(?:__shared__|__device__|__constant__|__managed__|static|extern|volatile|const)\b\s+)+)({_ALIGN})\s*"
)
_DYNAMIC = re.compile(rf"{_ALIGN}\s*((?:extern\s+__shared__|__shared__\s+extern)\b)")
_GNU = re.compile(r"\btypeof(?=\s*\()")  # nvcc takes GNU's words, and C++ without them this spelling
_ONE_FOR_THE_GRID = "__grid_constant__"  # such a parameter's address may be taken, as that of any here
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
    if "typeof" in text:
        text = _GNU.sub("__typeof__", text)
    return _renamed(text)


def _renamed(text: str) -> str:
    own = operations().own
    taken = {word for word in own if word in text}
    if not taken:
        return text
    words = re.compile(rf"(?<![\w.>])(?:{'|'.join(sorted(taken))})\b")
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
