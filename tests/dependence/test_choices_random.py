"""Random loops whose subscripts are chosen by conditions (`i > 0 ? i - 1 : n - 1`, `if (l >= n) l = n - 1;`), and their bounds
(`i < (n > 1 ? n - 1 : 0)`): what is proved, refuted or moved is compared with all that the iterations touch, worked out here."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import NamedTuple

from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import facts_of
from whole import swept

COUNT = swept("CHOICE_LOOPS", always=90, whole=4000)
FIRST = int(os.environ.get("CHOICE_SEED", "52000"))
_SIZES = (-9, -2, *range(12), 17, 40)
_BOUNDS = (-42, -12, -3, -2, -1, 0, 1, 2, 5, 9, 20)
_LARGE = 40


class Drawn(NamedTuple):
    """One loop as C, and the same body and bounds as Python."""

    c: str
    python: str
    first: int = 0
    end: str = "n"


def draw(seed: int) -> Drawn:
    rng = random.Random(seed)

    def number(names: str) -> str:
        parts = [f"{sign}{name}" for name in names if (sign := rng.choice(("", "", "", "-", None))) is not None]
        return " + ".join([*parts[:2], str(rng.randint(-2, 2))])

    def asked(names: str) -> str:
        one = f"{rng.choice(names)} {rng.choice(('<', '<=', '>', '>=', '==', '!='))} {number('nk' if rng.random() < 0.8 else 'i')}"
        if rng.random() < 0.2:
            return f"{one} {rng.choice(('&&', '||'))} {rng.choice(names)} < {number('n')}"
        return one

    lines: list[tuple[str, str]] = []  # in C, in Python
    known = "i"
    for name in ("l", "m"):
        near = rng.choice(("i", "i", "i + 1", "i - 1", "n - 1 - i", "i + k", number("ik"), known[-1]))
        if rng.random() < 0.5:
            condition, other = asked(known), rng.choice(("0", "n - 1", "i", number("in"), known[-1]))
            lines.append(
                (
                    f"int {name} = {condition} ? {other} : {near};",
                    f"{name} = ({other}) if {_python(condition)} else ({near})",
                )
            )
        else:
            lines.append((f"int {name} = {near};", f"{name} = {near}"))
        known += name
        for _ in range(rng.choice((0, 1, 1, 2))):
            condition, value = asked(name + "i"), rng.choice(("0", "n - 1", "i", f"{name} - n", f"{name} + n"))
            if rng.random() < 0.3:
                other = rng.choice(("0", "i", "n - 1"))
                lines.append(
                    (
                        f"if ({condition}) {name} = {value}; else {name} = {other};",
                        f"{name} = ({value}) if {_python(condition)} else ({other})",
                    )
                )
            else:
                lines.append(
                    (
                        f"if ({condition}) {name} = {value};",
                        f"{name} = ({value}) if {_python(condition)} else {name}",
                    )
                )
    written, read = rng.choice((("i", "l"), ("l", "m"), ("l", "l"), ("l + m", "i"), ("m", "i"), ("2 * l", "m")))
    body = " ".join(c for c, _ in lines)
    python = "\n".join([*(p for _, p in lines), f"written, read = {written}, {read}"])
    first, end, bound = 0, "n", "n"
    if rng.random() < 0.4:
        first = rng.choice((0, 1, 1, 2))
        condition = f"{rng.choice('nk')} {rng.choice(('<', '<=', '>', '>=', '==', '!='))} {number('nk')}"
        taken, other = rng.choice(("n", "n - 1", "n - 2", "n + k", "k")), rng.choice(("0", "0", "1", "3", "k", "n - 1"))
        if rng.random() < 0.3:
            taken, other = other, taken
        bound, end = f"({condition} ? {taken} : {other})", f"(({taken}) if {_python(condition)} else ({other}))"
    header = f"for (int i = {first}; i < {bound}; i++)"
    if bound != "n" and rng.random() < 0.3:
        header = f"const int last = {bound}; for (int i = {first}; i < last; i++)"
    loop = f"{header} {{ {body} p[{written}] = p[{read}] + i; }}"
    return Drawn(f"void f(int n, int k, int *p) {{ {loop} }}", python, first, end)


def _python(condition: str) -> str:
    return f"({condition.replace('&&', ' and ').replace('||', ' or ')})"


def touched(loop: Drawn) -> Iterator[tuple[int, int, list[tuple[int, int]]]]:
    """(n, k, (written, read) of each iteration)."""
    code = compile(loop.python, "body", "exec")
    for n in _SIZES:
        for k in _BOUNDS:
            found = []
            for i in range(loop.first, eval(loop.end, {"n": n, "k": k, "i": loop.first})):
                names = {"i": i, "n": n, "k": k}
                exec(code, {}, names)
                found.append((names["written"], names["read"]))
            yield n, k, found


def meet(found: list[tuple[int, int]]) -> bool:
    writers = [written for written, _ in found]
    first = {written: number for number, written in enumerate(writers)}
    return len(first) < len(writers) or any(first.get(read, number) != number for number, (_, read) in enumerate(found))


def value_of(text: str, names: dict[str, int]) -> int:
    """A bound of a section: `a - 1`, `(a > b ? a : b) + 1`."""
    while "?" in text:
        end = text.index(")", text.rindex("?"))
        start = text.rindex("(", 0, end)
        while text.count("(", start, end) != text.count(")", start, end) + 1:
            start = text.rindex("(", 0, start)
        condition, _, rest = text[start + 1 : end].partition("?")
        chosen = rest.partition(":")
        inside = chosen[0] if eval(condition, dict(names)) else chosen[2]
        text = f"{text[:start]}({inside}){text[end + 1 :]}"
    return int(eval(text, dict(names)))


def objection(seed: int) -> tuple[str, str]:
    """(the verdict, what a run has against it or against what is moved)."""
    loop = draw(seed)
    outline = Outline(parse(loop.c, name="a.c"))
    facts = facts_of(outline, outline.loops[0])
    verdict = judge(outline, outline.loops[0])
    kind = verdict.verdict if not verdict.reductions else "reduced"
    runs = list(touched(loop))
    if kind == "proved" and any(meet(found) for _, _, found in runs):
        return kind, f"{loop.c}: {verdict.reason}"
    if kind == "refuted" and not any(meet(found) for _, _, found in runs):
        return kind, f"{loop.c}: {verdict.reason}"
    moved = next((fact for fact in facts.data if fact.variable == "p" and fact.length), None)
    if kind == "proved" and moved is not None:
        for n, k, found in runs:
            if not found:
                continue
            names = {"n": n, "k": k, "last": eval(loop.end, {"n": n, "k": k})}
            low, length = value_of(moved.lower, names), value_of(moved.length, names)
            elements = {element for pair in found for element in pair}
            if min(elements) >= 0 and not (low <= min(elements) and max(elements) < low + length):
                return kind, f"{loop.c} for n={n}, k={k}: {moved.argument} is not {sorted(elements)}"
            if moved.clause == "copyout" and {w for w, _ in found} != set(range(low, low + length)):
                return kind, f"{loop.c} for n={n}, k={k}: {moved.argument} is copied out unwritten"
    return kind, ""


def test_no_run_objects() -> None:
    found = [objection(seed) for seed in range(FIRST, FIRST + COUNT)]
    assert not [text for _, text in found if text]
    assert sum(kind == "proved" for kind, _ in found) > COUNT / 20
    assert sum(kind == "refuted" for kind, _ in found) > COUNT / 5
