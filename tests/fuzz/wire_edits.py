"""A document as a client keeps it, and random edits of it. Nothing of the server's is used: a mistake in its line index or its
parser must not be made here too."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
_LINE_END = re.compile(r"\r\n|\n|\r")
_PLACES = (
    "examples/*.c*",
    "tests/dependence/suite/*.c*",
    "tests/openacc/battery/*.c*",
    "tests/cuda/kernels/*.cu",
    "benchmarks/kernels/*.c",
)
_MOST_CHARACTERS = 14_000
_TOKENS = (
    "{", "}", "(", ")", "[", "]", ";", ",", "<", ">", "*", "&", "=", "+=", "::", "...", '"', "'", "\\\n", "//", "/*", "*/", "#", "\t", " ", "\f", "\0",
    "if (n)", "else ", "return ", "break;", "for (int i = 0; i < n; i++) ", "while (1) ", "do { ", "a[i] = ", "a[i+1]", "s += a[i];",
    "std::vector<float v", "std::vector<float> v(n);", "template <class T> void g(T &&", "class A : B {", "namespace q {", "[&](auto q) { ",
    "operator<", "decltype(", 'R"x(', "__global__ ", "__shared__ float t[32];", "<<<1, 2>>>(", "threadIdx.x", "__syncthreads();",
    "#pragma acc parallel loop\n", "#pragma acc loop reduction(+:s)", "#pragma acc data copy(a[0:n])\n", "#pragma omp parallel for\n",
    "#if 0\n", "#endif\n", "#else\n", "#define N 8\n", "#define BEGIN {\n", "#include <math.h>\n", "\n", "\r\n", "\r", "\n\n\n",
    "é", "𝛽", "e\u0301", "\u2028", "\u200b", "漢字", "// loopwright: ignore\n", "int k;\n", "float *restrict b, ", "static ", "extern \"C\" {",
)  # fmt: skip


def corpus() -> list[Path]:
    """The files that are edited."""
    return sorted(p for place in _PLACES for p in ROOT.glob(place) if p.stat().st_size <= _MOST_CHARACTERS)


def language(path: Path) -> str:
    """The language id an editor would send."""
    return {".c": "c", ".cu": "cuda-cpp", ".cuh": "cuda-cpp"}.get(path.suffix, "cpp")


@dataclass
class Mirror:
    """The text, and how to take edits back."""

    text: str
    version: int = 1
    _undo: list[tuple[int, str, str]] = field(default_factory=list)

    def position(self, offset: int) -> dict[str, int]:
        """LSP's position of an offset; the end of a line for what stands inside its line end."""
        line, start = 0, 0
        for end in _LINE_END.finditer(self.text):
            if end.end() > offset:
                offset = min(offset, end.start())
                break
            line, start = line + 1, end.end()
        return {"line": line, "character": len(self.text[start:offset].encode("utf-16-le")) // 2}

    def _settled(self, offset: int) -> int:
        """An offset that a position can say: not between a carriage return and its line feed."""
        between = 0 < offset < len(self.text) and self.text[offset - 1] == "\r" and self.text[offset] == "\n"
        return offset - 1 if between else offset

    def replace(self, start: int, end: int, new: str) -> dict[str, Any]:
        """Make an edit; the content change that tells of it."""
        start, end = self._settled(start), self._settled(max(start, end))
        change = {"range": {"start": self.position(start), "end": self.position(end)}, "text": new}
        self._undo.append((start, self.text[start:end], new))
        self.text = self.text[:start] + new + self.text[end:]
        return change

    def undo(self) -> dict[str, Any] | None:
        """Take the last edit back, if it still can be said as one."""
        if not self._undo:
            return None
        start, old, new = self._undo.pop()
        if self._settled(start) != start or self._settled(start + len(new)) != start + len(new):
            self._undo.clear()
            return None
        change = {"range": {"start": self.position(start), "end": self.position(start + len(new))}, "text": old}
        self.text = self.text[:start] + old + self.text[start + len(new) :]
        return change

    def renewed(self, text: str) -> dict[str, Any]:
        """The whole text at once."""
        self.text = text
        self._undo.clear()
        return {"text": text}


def random_change(rng: random.Random, mirror: Mirror, pastes: list[str]) -> dict[str, Any]:
    """One edit as a person, a paste or a tool makes it."""
    size = len(mirror.text)
    at = rng.randrange(size + 1)
    kind = rng.random()
    if kind < 0.30:  # a key
        return mirror.replace(
            at, at, rng.choice("abin01(){}[];,=+-*/<>&|!#\"'\\ \n\t.:") if rng.random() < 0.95 else "𝛽"
        )
    if kind < 0.45:  # backspace, delete, a selection
        return mirror.replace(at, min(size, at + rng.choice((1, 1, 1, 2, 3, 8, 30))), "")
    if kind < 0.70:
        return mirror.replace(at, min(size, at + rng.choice((0, 0, 0, 1, 4))), rng.choice(_TOKENS))
    if kind < 0.76 and size < 2 * _MOST_CHARACTERS:  # a paste from elsewhere
        text = rng.choice(pastes)
        begin = rng.randrange(len(text))
        return mirror.replace(at, at, text[begin : begin + rng.choice((20, 100, 400, 2_000))])
    if kind < 0.80:  # a line is dropped or doubled
        begin = mirror.text.rfind("\n", 0, at) + 1
        end = mirror.text.find("\n", at) + 1 or size
        return mirror.replace(begin, end, rng.choice(("", mirror.text[begin:end] * 2)))
    if kind < 0.82:
        end = min(size, at + rng.randrange(600))
        return mirror.replace(at, end, "")
    return mirror.undo() or mirror.replace(at, at, " ")
