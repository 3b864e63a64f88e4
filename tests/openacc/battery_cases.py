"""The two batteries: mistakes that people make, and valid directives that a compiler may refuse."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent / "battery"
_HEAD = "typedef struct { int x; float *p; } S;\n"
_OPEN = (
    "void f(int n, int m, float *a, float *b, int *idx, float c[100], float d[10][20], float x, S s) {\n"
    "float sum = 0; int i = 0; int t = 0; float table[100];\n"
)


@dataclass(frozen=True)
class BatteryCase:
    """``text`` is a whole file."""

    name: str
    text: str


def battery(name: str) -> list[BatteryCase]:
    """The cases of `mistakes` or `valid`."""
    cases = []
    for block in (HERE / f"{name}.txt").read_text("utf-8").split("\n== ")[1:]:
        title, _, body = block.partition("\n")
        lines = body.rstrip("\n").split("\n")
        outer = [line[1:] for line in lines if line.startswith("!")]
        inner = [line for line in lines if not line.startswith("!")]
        before = "".join(line + "\n" for line in outer)
        cases.append(BatteryCase(title, _HEAD + before + _OPEN + "\n".join(inner) + "\n}\n"))
    return cases
