"""Random loops that are assumed to be independent, called with sizes, index arrays and pointers that break one fact or another: wherever all
that is assumed holds as it is printed, no two iterations touch one element. A condition that holds while the loop is serial is as bad as a
wrong proof."""

from __future__ import annotations

import ast
import os
import random
import re
from collections.abc import Callable
from itertools import pairwise
from types import CodeType
from typing import Any, NamedTuple

from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from whole import swept

COUNT = swept("CONDITIONS_HELD", always=90, whole=1500)
FIRST = int(os.environ.get("CONDITIONS_SEED", "52470"))
_CALLS = 40
_MOST_TURNS = 2000
_SIZES = "nmkd"


class TooLong(Exception):
    """A loop that runs too often, or reads behind the end of an index array."""


class Drawn(NamedTuple):
    """Loops as (variable, first, end), outermost first, what their innermost body does, and a condition around it; C that is Python too."""

    loops: list[tuple[str, str, str]]
    body: list[str]
    guard: str
    before: str

    @property
    def c(self) -> str:
        heads = " ".join(f"for (int {v} = {first}; {v} < {end}; {v}++) {{" for v, first, end in self.loops)
        body = " ".join(f"{each};" for each in self.body)
        body = f"if ({self.guard}) {{ {body} }}" if self.guard else body
        pointers = ", ".join(f"int *{name}" for name in "pq") + ", const int *z, const int *y"
        inside = f"{self.before} {heads} {body} {'}' * len(self.loops)}"
        return f"void f(int n, int m, int k, int d, {pointers}) {{ {inside} }}"

    @property
    def python(self) -> CodeType:
        text, indent = "if True:\n", " "
        text += f" {self.before[:-1]}\n" if self.before else ""
        text += " begun(locals())\n"
        for depth, (v, first, end) in enumerate(self.loops):
            text += f"{indent}for {v} in range({first}, {end}):\n"
            indent += " "
            text += f"{indent}turn({depth}, locals())\n"
        body = "; ".join(self.body)
        text += f"{indent}if {self.guard or 'True'}: {body}\n"
        return compile(ast.fix_missing_locations(_Quotients().visit(ast.parse(text))), self.c, "exec")


def draw(seed: int) -> Drawn:
    rng = random.Random(seed)
    pick = rng.choice
    names = "ijl"[: pick((1, 2, 2, 3))]

    def bounds(around: str) -> tuple[str, str]:
        first, end = ["0", "0", "0", "1", "k", "d"], ["n", "n", "m", "k", "n - 1", "n + d", "m - d"]
        if around:
            v = around[-1]
            first += [v, f"z[{v}]", f"{v} * k"]
            end += [v, f"z[{v} + 1]", f"y[{v}]", f"z[{v}] + k", f"({v} + 1) * k"]
        return pick(first), pick(end)

    def term() -> str:
        v, w, s, t = pick(names), pick(names), pick(_SIZES), pick(_SIZES)
        return pick((v, v, f"{v} * {s}", f"{v} * {s} + {w}", f"({v} + {t}) * {s} + {w}", f"{v} * ({s} + {t})", f"3 * {v} + {w}",
                     f"z[{v}]", f"z[{v}] + {w}", f"2 * z[{v}]", f"z[{v}] * {s} + {w}", f"z[y[{v}]]", f"z[{v} * {s} + {w}]", s,
                     f"{v} * (({s} - {t}) >> 1)", f"{v} + 2 * ({s} & 3)", f"({v} * {s} + {w}) * {t} + {pick(names)}",
                     f"{v} + {s} / 2", f"{v} * ({s} / 3 + 1)", f"{v} + {s} - {s} / 4 * 4", f"{v} * ({s} / 2 * 2 - {s} + 1)"))  # fmt: skip

    def subscript() -> str:
        return " + ".join(term() for _ in range(pick((1, 1, 2)))) + pick(("", "", " + 1", " + d", " - m", " + n - 1"))

    written = subscript()
    read = pick((written, f"{written} + {pick(('1', 'd', 'm', 'n * m', '-k'))}", subscript()))
    body = [f"p[{written}] = " + pick(("1", f"{pick('pq')}[{read}] * 2 + 1"))]
    if rng.random() < 0.3:
        body.append(f"{pick('ppq')}[{pick((read, subscript()))}] = 2")
    guard = pick(
        ("",) * 4 + (f"{pick(names)} != {pick(_SIZES)}", f"z[{pick(names)}] > {pick(_SIZES)}", "k > 0", "m >= n")
    )
    later = pick(_SIZES)  # what a size was is held by another one, and it is set anew
    before = pick(
        ("",) * 6
        + ("k = m - d;", "p = p + k;", "z = y;")
        + (f"k = {later}; {later} = 3;", "d = z[0]; z = y; m = d + 1;") * 2
    )
    return Drawn([(v, *bounds(names[:at])) for at, v in enumerate(names)], body, guard, before)


class Seen:
    """An array as one pointer reaches it; what each iteration touches is noted."""

    def __init__(self, run: Run, name: str, memory: str, first: int) -> None:
        self.run, self.name, self.memory, self.first = run, name, memory, first

    def __add__(self, more: int) -> Seen:
        return Seen(self.run, self.name, self.memory, self.first + more)

    def __getitem__(self, at: int) -> int:
        self.run.touch(self, at, writes=False)
        return 1

    def __setitem__(self, at: int, value: int) -> None:
        self.run.touch(self, at, writes=True)


class Numbers(list[int]):
    """An index array."""

    def __getitem__(self, at: Any) -> Any:
        if not 0 <= at < len(self):
            raise TooLong
        return super().__getitem__(at)


class Run:
    """One call: what its iterations touch, and whether the ``assumptions`` hold."""

    def __init__(self, assumptions: tuple[str, ...]) -> None:
        self.assumptions = assumptions
        self.holds, self.turns = True, 0
        self.iterations: list[tuple[set[object], set[object]]] = []
        self.by_name: dict[str, set[object]] = {}

    def touch(self, array: Seen, at: int, writes: bool) -> None:
        place = (array.memory, array.first + at)
        self.iterations[-1][0 if writes else 1].add(place)
        self.by_name.setdefault(array.name, set()).add(place)

    def begun(self, names: dict[str, Any]) -> None:
        self.ask(names)

    def turn(self, depth: int, names: dict[str, Any]) -> None:
        self.turns += 1
        if self.turns > _MOST_TURNS:
            raise TooLong
        if depth == 0:
            self.iterations.append((set(), set()))
        self.ask(names)

    def ask(self, names: dict[str, Any]) -> None:
        self.holds = self.holds and all(self.is_so(text, names) for text in self.assumptions)

    def is_so(self, text: str, names: dict[str, Any]) -> bool:
        """Whether an assumption holds of what is known by now."""
        if text.endswith(" do not overlap"):
            return True  # asked at the end
        array, _, said = text.partition(" ")
        if said.startswith("holds no "):
            numbers = sorted(names[array])
            least = 1 if said.endswith("twice") else int(re.findall(r"\d+", said)[0])
            return all(b - a >= least for a, b in pairwise(numbers))
        if said == "never decreases":
            return all(a <= b for a, b in pairwise(names[array]))
        try:
            return bool(eval(_condition(text), {"quotient": _quotient}, names))
        except (NameError, TooLong):
            return True  # of a loop inside that has not begun, or of no element

    def ends(self) -> tuple[bool, bool]:
        """Whether all that is assumed holds, and whether iterations meet."""
        for text in self.assumptions:
            listed = re.split(r", | and ", text.removesuffix(" do not overlap")) if "overlap" in text else []
            for one in listed:
                for other in listed[: listed.index(one)]:
                    self.holds = self.holds and self.by_name.get(one, set()).isdisjoint(self.by_name.get(other, set()))
        pairs = ((a, b) for at, a in enumerate(self.iterations) for b in self.iterations[at + 1 :])
        return self.holds, any(a[0] & (b[0] | b[1]) or a[1] & b[0] for a, b in pairs)


def _quotient(number: int, by: int) -> int:
    return abs(number) // by * (1 if number >= 0 else -1)  # towards zero, as C does


class _Quotients(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Div):
            return ast.copy_location(ast.Call(ast.Name("quotient", ast.Load()), [node.left, node.right], []), node)
        return node


def _condition(text: str) -> CodeType:
    return compile(ast.fix_missing_locations(_Quotients().visit(ast.parse(text, mode="eval"))), text, "eval")


def _numbers(rng: random.Random) -> Numbers:
    many = range(60)
    kinds: tuple[Callable[[], list[int]], ...] = (
        lambda: rng.sample(many, len(many)),
        lambda: rng.sample([5 * each for each in many], len(many)),
        lambda: [rng.randrange(6) for _ in many],
        lambda: [3 * each for each in many],
        lambda: [each // 2 for each in many],
    )
    return Numbers(rng.choice(kinds)())


def objection(seed: int) -> tuple[str, str]:
    """(the verdict, what a call has against it)."""
    drawn = draw(seed)
    outline = Outline(parse(drawn.c, name="a.c"))
    verdict = judge(outline, outline.loops[0])
    if verdict.verdict not in ("proved", "assumed") or verdict.updates or verdict.reductions:
        return verdict.verdict, ""
    rng, code = random.Random(seed), drawn.python
    for _ in range(_CALLS):
        run = Run(verdict.assumptions)
        sizes = {
            name: rng.choice((0, 1, 2, 3, 4, 6, 8, -1, -3) if name != "n" else (2, 3, 5, 8, 12)) for name in _SIZES
        }
        memory, first = rng.choice((("a", 0), ("a", 1), ("a", 900), ("b", 0)))
        arrays = {
            "p": Seen(run, "p", "a", 0),
            "q": Seen(run, "q", memory, first),
            "z": _numbers(rng),
            "y": _numbers(rng),
        }
        try:
            exec(code, {**sizes, **arrays, "begun": run.begun, "turn": run.turn, "quotient": _quotient})
        except TooLong:
            continue
        if run.ends() == (True, True):
            return (
                verdict.verdict,
                f"{drawn.c}: {verdict.assumptions or verdict.reason} with {sizes}, q = {memory} + {first}",
            )
    return verdict.verdict, ""


def test_where_all_that_is_assumed_holds_no_iterations_meet() -> None:
    found = [objection(seed) for seed in range(FIRST, FIRST + COUNT)]
    assert not [text for _, text in found if text]
    assert sum(verdict == "assumed" for verdict, _ in found) > COUNT / 8
