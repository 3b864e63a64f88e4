"""`x = i % n`, `y = i / n`: quotients and remainders by sizes, judged beside what the iterations really touch. Where all that is assumed
holds, no two iterations touch one element, whatever the sizes, their signs and what is divided."""

from __future__ import annotations

import ast
import random
from collections import Counter
from itertools import permutations
from types import CodeType

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from whole import swept

# what is worked out of `i` → a subscript that no other iteration has where the sizes are at least 1, and other numbers fit
APART = {
    "int x = i % n, y = i / n;": ("y * n + x", "(y + 1) * p + x + 1", "x * m + y", "2 * (y * n + x) + 1", "(y * n + x) * 3"),
    "int x = i % n, y = i / n % m, z = i / (n * m);": ("x + n * (y + m * z)", "(z * m + y) * n + x"),
    "int z = i / (n * m), r = i % (n * m), y = r / n, x = r % n;": ("x + n * (y + m * z)", "(z * m + y) * p + x"),
    "int y = i / n, x = i - y * n;": ("y * n + x", "x + y * n + p"),
}  # fmt: skip
# the same things read otherwise: two iterations may have one subscript whatever is assumed
TOGETHER = {
    "int x = i % n, y = i / n;": ("x", "y", "y * n + x / 2", "y * p", "x + y"),
    "int x = i % n, y = i / m;": ("y * n + x", "y * p + x"),
    "int x = i % n, y = i / n % m;": ("y * n + x", "y * p + x"),
    "int x = (i + p) % n, y = i / n;": ("y * n + x",),
}
COUNT = swept("DIVIDED", always=40, whole=6000)
LOOP = "for (int i = {first}; i < {end}; i++)"


def verdict(written: str, read: str = "", before: str = "", first: str = "0", end: str = "n * m") -> LoopVerdict:
    value = f"a[{read}] + 1" if read else "1"
    body = f"{{ {before} a[{written}] = {value}; }}"
    text = f"void f(int n, int m, int p, double *a) {{ {LOOP.format(first=first, end=end)} {body} }}"
    outline = Outline(parse(text, language="c"))
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize("before", APART)
def test_what_is_divided_and_put_together_again_is_one_for_each_iteration(before: str) -> None:
    assert {subscript: verdict(subscript, before=before).verdict for subscript in APART[before]} == dict.fromkeys(
        APART[before], "proved" if "x = i - y * n" in before else "assumed"
    )


@pytest.mark.parametrize("before", TOGETHER)
def test_parts_that_do_not_tell_the_whole_are_not_known_to_be_apart(before: str) -> None:
    assert {verdict(subscript, before=before).verdict for subscript in TOGETHER[before]} == {"unknown"}


def test_two_subscripts_need_no_size() -> None:
    text = "void f(int n, int w, double (*a)[9]) { for (int i = 0; i < n; i++) a[i / w][i % w] = 1; }"
    outline = Outline(parse(text, language="c"))
    assert judge(outline, outline.loops[0]).verdict == "proved"


def test_what_may_be_no_whole_number_is_not_divided() -> None:
    text = "template <class T> void f(int n, T w, double (*a)[9]) { for (int i = 0; i < n; i++) a[int(i / w)][i % 7] = 1; }"
    outline = Outline(parse(text, name="a.cpp"))
    assert judge(outline, outline.loops[0]).verdict == "unknown"


def _divided(number: int, by: int) -> int:
    return abs(number) // abs(by) * (1 if number * by >= 0 else -1)  # towards zero, as C does


def _left(number: int, by: int) -> int:
    return number - _divided(number, by) * by


class _AsInC(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        name = {ast.Div: "divided", ast.Mod: "left"}.get(type(node.op))
        return ast.Call(ast.Name(name, ast.Load()), [node.left, node.right], []) if name else node


def compiled(text: str, mode: str = "eval") -> CodeType:
    return compile(ast.fix_missing_locations(_AsInC().visit(ast.parse(text, mode=mode))), text, mode)


def drawn(rng: random.Random) -> tuple[str, str, str, str, str]:
    """(what is worked out, what is written, what is read, where the loop begins, where it ends)"""
    pick = rng.choice
    sizes = ("n", "m", "p", "n * m", "3")
    whole = pick(("i", "i", "i", "i + 1", "i - 2", "2 * i"))
    of_rest = pick(("x = r % {1}, y = r / {1}", "x = r % {1}, y = r / {1} % {2}", "y = r / {1}, x = r - y * {1}"))
    parts = pick(
        ("r = i, x = {0} % {1}, y = {0} / {1}", "r = {0} % {2}, z = {0} / {2}, " + of_rest, "r = {0}, " + of_rest)
    )
    before = f"int {parts.format(whole, pick(sizes[:3]), pick(sizes), pick(sizes))};"
    names = [name for name in "xyzr" if f"{name} = " in before]

    def subscript() -> str:
        a, b = pick(names), pick(names)
        return pick((f"{a} * {pick(sizes)} + {b}", f"({a} + 1) * {pick(sizes)} + {b} + 1", f"({a} * {pick(sizes)} + {b}) * {pick(sizes)} + {pick(names)}",
                     f"{a} + {b}", f"{a} * {pick(sizes)} - {b}", a))  # fmt: skip

    written = subscript()
    return (
        before,
        written,
        pick(("", written, subscript())),
        pick(("0", "0", "1", "-n", "p")),
        pick(("n", "n * m", "m + p")),
    )


def objection(seed: int) -> tuple[str, str]:
    """(the verdict, what a call has against it)"""
    rng = random.Random(seed)
    before, written, read, first, end = drawn(rng)
    found = verdict(written, read, before, first, end)
    if found.verdict not in ("proved", "assumed") or found.updates or found.reductions:
        return found.verdict, ""
    conditions = [compiled(text) for text in found.assumptions]
    setting = compiled(before.removeprefix("int ").rstrip(";").replace(", ", "\n"), "exec")
    parts = [compiled(text) for text in (written, read) if text]
    for _ in range(40):
        sizes = {name: rng.choice((1, 2, 3, 4, 5, 7, -1, -2, -3, 0)) for name in "nmp"}
        touched, holds = [], True
        try:
            for i in range(eval(first, sizes), eval(end, sizes)):
                names: dict[str, object] = {**sizes, "i": i, "divided": _divided, "left": _left}
                exec(setting, names)
                holds = holds and all(eval(condition, names) for condition in conditions)
                touched.append([eval(part, names) for part in parts])
        except ZeroDivisionError:
            continue  # nothing is defined there
        if holds and any(one[0] in other for one, other in permutations(touched, 2)):
            return (
                found.verdict,
                f"{before} a[{written}] = a[{read}], {first} to {end}: {found.assumptions} with {sizes}",
            )
    return found.verdict, ""


def test_where_all_that_is_assumed_holds_no_iterations_meet() -> None:
    found = [objection(seed) for seed in range(COUNT)]
    assert not [text for _, text in found if text]
    verdicts = Counter(verdict for verdict, _ in found)
    assert verdicts["assumed"] > COUNT / 15
    assert verdicts["unknown"] > COUNT / 5
