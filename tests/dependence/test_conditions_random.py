"""Random loops whose inner loops run while some condition holds: of what is proved or refuted for the loop around them, all that its
iterations touch is worked out here and compared."""

from __future__ import annotations

import os
import random
import re
from typing import NamedTuple

from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from whole import swept

COUNT = swept("CONDITION_LOOPS", always=80, whole=400)
FIRST = int(os.environ.get("CONDITION_SEED", "31000"))
_MOST_TURNS = 400
_SIZES = (*range(1, 14), 20, 25)
_LARGE = (40, 70)
_BOUNDS = (-9, 0, 3, 9, 20, 60)


class Drawn(NamedTuple):
    """One loop: its condition and subscripts as C that is Python too, but for `&&` and `||`."""

    first: str
    condition: str
    step: int
    written: str
    read: str
    guard: str

    @property
    def c(self) -> str:
        step = "i++" if self.step == 1 else "i--" if self.step == -1 else f"i += {self.step}"
        body = f"p[{self.written}] = p[{self.read}] + t;"
        body = f"if ({self.guard}) {body}" if self.guard else body
        inner = f"for (int i = {self.first}; {self.condition}; {step}) {{ {body} }}"
        return f"void f(int n, int k, int *restrict p, const int *restrict w) {{ for (int t = 0; t < n; t++) {{ {inner} }} }}"


def draw(seed: int) -> Drawn:
    rng = random.Random(seed)

    def linear(names: str) -> str:
        parts = [f"{rng.choice((1, 1, 2, 3, 4))} * {name}" for name in names if rng.random() < 0.7]
        return " + ".join([*parts, str(rng.randint(0, 5))])

    step = rng.choice((1, 1, 1, 2, 3, -1, -2))
    up = step > 0

    def compared() -> str:
        kind = rng.random()
        bound = linear(rng.choice(("t", "t", "n", "tn", "k")))
        less, more = ("<", ">") if up else (">=", "<=")
        if kind < 0.4:
            return f"i {rng.choice((less, less, '!=' if abs(step) == 1 else less))} {bound}"
        if kind < 0.6:
            return f"i + {rng.randint(0, 3)} {less} {bound}"
        if kind < 0.75:
            return f"{bound} {more} i"
        if kind < 0.85:
            return f"2 * i {less} {bound}"
        return f"w[i % 7 + 7] {rng.choice(('>', '<', '!='))} {rng.randint(0, 3)}"

    parts = [compared() for _ in range(rng.choice((1, 2, 2, 2, 3)))]
    condition = parts[0]
    for part in parts[1:]:
        condition = f"{condition} {rng.choice(('&&', '&&', '&&', '||'))} {part}"
    if "||" in condition and "&&" in condition:
        condition = condition.replace("&&", "||")
    written = rng.choice((linear("i"), linear("i"), linear("ti"), linear("t")))
    read = rng.choice((written, written, linear("i"), linear("ti")))
    guard = rng.choice(("", "", "", "i < 4 * t + 4", "i + t < n", "i >= 4 * t"))
    return Drawn(linear("t"), condition, step, written, read, guard)


def touched(loop: Drawn, n: int, k: int, w: list[int]) -> list[tuple[set[int], set[int]]] | None:
    """(written, read) of each iteration of `t`; nothing for a loop that runs too long."""
    condition = loop.condition.replace("&&", " and ").replace("||", " or ")
    asks, guards = compile(condition, "condition", "eval"), compile(loop.guard or "True", "guard", "eval")
    writes, reads = compile(loop.written, "written", "eval"), compile(loop.read, "read", "eval")
    found = []
    for t in range(n):
        names = {"t": t, "n": n, "k": k, "w": w}
        i = eval(loop.first, names)
        written: set[int] = set()
        read: set[int] = set()
        turns = 0
        while i > -8 and eval(asks, {**names, "i": i}):  # `w[i % 7 + 7]` lies in `w` in C and Python alike
            if turns == _MOST_TURNS:
                return None
            turns += 1
            here = {**names, "i": i}
            if eval(guards, here):
                written.add(eval(writes, here))
                read.add(eval(reads, here))
            i += loop.step
        if i <= -8:
            return None
        found.append((written, read))
    return found


def meet(found: list[tuple[set[int], set[int]]]) -> bool:
    return any(
        first[0] & (second[0] | second[1]) or first[1] & second[0]
        for number, first in enumerate(found)
        for second in found[number + 1 :]
    )


def objection(seed: int) -> tuple[str, str]:
    """(the verdict, what a run has against it)."""
    loop = draw(seed)
    outline = Outline(parse(loop.c, name="a.c"))
    verdict = judge(outline, outline.loops[0])
    if verdict.verdict not in ("proved", "refuted") or verdict.reductions:
        return verdict.verdict, ""
    rng = random.Random(seed)
    sizes = (*_SIZES, *_LARGE) if verdict.verdict == "refuted" else _SIZES
    runs = [touched(loop, n, k, [rng.randint(0, 4) for _ in range(14)]) for n in sizes for k in _BOUNDS]
    whole = [found for found in runs if found is not None]
    if verdict.verdict == "proved" and any(meet(found) for found in whole):
        return "proved", f"{loop.c}: {verdict.reason}"
    # A witness may need a longer loop than is worked out.
    near = all(int(number) < max(_LARGE) for number in re.findall(r"\bt=(\d+)", verdict.reason))
    if verdict.verdict == "refuted" and near and len(whole) == len(runs) and not any(meet(found) for found in whole):
        return "refuted", f"{loop.c}: {verdict.reason}"
    return verdict.verdict, ""


def test_no_run_objects() -> None:
    found = [objection(seed) for seed in range(FIRST, FIRST + COUNT)]
    assert not [text for _, text in found if text]
    assert sum(verdict == "proved" for verdict, _ in found) > COUNT / 20
