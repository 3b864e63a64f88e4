"""Gangs that share nothing out run all iterations each (OpenACC 3.4, 2.5.1): no `parallel` without `loop` is shown where that does harm, and
copies without a value (2.9.10) are not carried over: at `loopwright suggest`, and at the judge of directives."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import nest_of_loop
from loopwright.dependence.decide.redundant import is_harmless
from loopwright.memory.places import place_of
from loopwright.openacc.directive import parse_directive
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import facts_of
from loopwright.suggest.repair import Judged, judged
from loopwright.suggest.trial.covered import is_covered

from tests.suggest.asked import asked

HEAD = "double f(int n, int m, double *restrict u, const double *restrict v, int *restrict k) {\n  double s = 0, t = 0, q = 0;\n  int x, j;\n"
ADDED = "for (int i = 0; i < n; i++) u[i] += 1;"
STORED = "for (int i = 0; i < n; i++) u[i] = 2 * v[i];"
SUM = "for (int i = 0; i < n; i++) s += v[i];"
LEFT = "for (int i = 0; i < n; i++) { t = v[i]; u[i] = t; }"
SHIFTED = "for (int i = 1; i < n; i++) u[i] = u[i - 1];"
SCATTERED = "for (int i = 0; i < n; i++) u[k[i]] = v[i];"
SCATTERED_UPDATE = "for (int i = 0; i < n; i++) { x = k[i] * k[i]; u[x] = u[x] * u[i]; }"
INNER = "for (int i = 0; i < n; i++) {\n#pragma acc loop gang\n  for (int h = 0; h < m; h++) u[i * m + h] += 1; }"
INNER_LANES = (
    "for (int i = 0; i < n; i++) {\n#pragma acc loop vector\n  for (int h = 0; h < m; h++) u[i * m + h] += 1; }"
)
SCALED = "for (int i = 0; i < n; i++) u[i] *= m;"
BOUND = "for (int i = 0; i < n; i++) for (int h = 0; h < m; h++) u[i * m + h] = 0;"
COUNTED = "for (int i = 0; i < n; i++) for (j = 0; j < m; j++) u[i * m + j] = 0;"
CARRIED = "for (int i = 0; i < n; i++) { u[i] = q; q = v[i]; }"


def looked_at(code: str, before: str = "") -> tuple[Outline, int]:
    outline = Outline(parse(f"{HEAD}  {before}{code}\n  return s;\n}}\n".encode(), "a.c"))
    return outline, 0


def said_of(code: str, text: str, before: str = "") -> Judged:
    outline, number = looked_at(code, before)
    loop = outline.loops[number]
    return judged(text, outline, loop, place_of(outline, loop), facts_of(outline, loop))


@pytest.mark.parametrize("clauses", ["", " num_gangs(10)", " copy(u[0:n]) copyin(v[0:n])"])
@pytest.mark.parametrize(
    ("code", "reduction"),
    [(ADDED, ""), (STORED, ""), (SUM, " reduction(+:s)"), (INNER_LANES, "")],
)
def test_iterations_that_are_independent_are_shared_out(code: str, clauses: str, reduction: str) -> None:
    found = said_of(code, f"parallel{clauses}")
    name, *rest = (found.directive or "").split(" ", 2)
    assert (name, rest[0]) == ("parallel", "loop"), found
    assert reduction.strip() in (found.directive or "")
    assert "loop added" in found.mended[0]
    assert found.verdict is not None
    assert found.verdict.verdict in ("proved", "assumed")


@pytest.mark.parametrize("code", [SHIFTED, SCATTERED_UPDATE])
def test_what_may_do_harm_is_dropped(code: str) -> None:
    found = said_of(code, "parallel")
    assert found.directive is None
    assert "every gang runs all iterations" in found.dropped


@pytest.mark.parametrize(
    ("code", "text", "before"),
    [
        (INNER, "parallel", ""),
        (ADDED, "parallel", "#pragma acc loop gang\n  "),
        (SHIFTED, "parallel num_gangs(1)", ""),
        (SHIFTED, "serial", ""),
        (SHIFTED, "kernels", ""),
        (CARRIED, "parallel", ""),
    ],
)
def test_what_shares_out_has_one_gang_or_stores_alike_stays(code: str, text: str, before: str) -> None:
    found = said_of(code, text, before)
    assert (found.directive, found.mended) == (text, ())


def test_what_all_gangs_store_alike_stays_where_iterations_are_not_independent() -> None:
    """Every gang stores the same last value in each place, in whatever order."""
    found = said_of("for (int i = 0; i < n; i++) u[i % 4] = v[i];", "parallel")
    assert (found.directive, found.mended) == ("parallel", ())
    assert found.verdict is not None
    assert found.verdict.verdict not in ("proved", "assumed")


@pytest.mark.parametrize("text", ["parallel", "parallel num_gangs(4) copy(u[0:n])"])
@pytest.mark.parametrize("code", [ADDED, STORED])
def test_a_trial_says_nothing_of_gangs_that_share_nothing_out(code: str, text: str) -> None:
    outline, number = looked_at(code)
    loop = outline.loops[number]
    facts = facts_of(outline, loop)
    assert not is_covered(parse_directive(text), loop, facts)
    assert is_covered(parse_directive(text.replace("parallel", "parallel loop")), loop, facts)


@pytest.mark.parametrize("text", ["serial", "serial loop", "parallel loop", "parallel num_gangs(1)"])
def test_a_trial_says_nothing_of_a_sum_that_is_lost(text: str) -> None:
    outline, number = looked_at(SUM)
    loop = outline.loops[number]
    facts = facts_of(outline, loop)
    assert not is_covered(parse_directive(f"{text} copyin(v[0:n])"), loop, facts)
    assert is_covered(parse_directive("kernels copyin(v[0:n])"), loop, facts)


PROJECT = """\
void bump(int n, double *restrict u) {{
#pragma acc parallel{clauses} copy(u[0:n])
  for (int i = 0; i < n; i++) u[i] += 1;
}}
double after(int n, double *restrict w, const double *restrict z) {{
  double s = 0;
  {code}
  return s;
}}
"""


@pytest.mark.parametrize("clauses", ["", " num_gangs(8)"])
@pytest.mark.parametrize(
    "code",
    [
        "for (int l = 0; l < n; l++) w[l] += 2; // HERE",
        "for (int l = 0; l < n; l++) s += w[l] * w[l]; // HERE",
        "for (int l = 0; l < n; l++) w[l] = 2 * z[l]; // HERE",
        "for (int l = 1; l < n; l++) w[l] = w[l - 1]; // HERE",
    ],
)
def test_no_example_of_a_project_brings_gangs_that_share_nothing_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], clauses: str, code: str
) -> None:
    shown = asked(tmp_path, PROJECT.format(clauses=clauses, code=code), capsys)
    assert all(parse_directive(each).name != "parallel" for each in shown), shown
    assert shown or "w[l - 1]" in code


@pytest.mark.parametrize(
    ("code", "text", "kept"),
    [
        (SCALED, "parallel loop private(m)", "parallel loop"),
        (SCALED, "parallel loop private(m, x) copy(u[0:n])", "parallel loop private(x) copy(u[0:n])"),
        (SCALED, "loop private(m)", "loop"),
        (SCALED, "parallel loop private(n)", "parallel loop"),
        (BOUND, "parallel loop private(m)", "parallel loop"),
        (COUNTED, "parallel loop private(j)", "parallel loop private(j)"),
        (LEFT, "serial loop private(t)", "serial loop private(t)"),
        (CARRIED, "serial loop private(q)", "serial loop firstprivate(q)"),
        (CARRIED, "serial private(q,m)", "serial private(m) firstprivate(q)"),
        (CARRIED, "loop seq private(q)", "loop seq"),
    ],
)
def test_copies_that_are_read_have_a_value(code: str, text: str, kept: str) -> None:
    found = said_of(code, text)
    assert found.directive == kept
    assert bool(found.mended) == (kept != text.replace(", ", ","))


@pytest.mark.parametrize("clause", ["private(n)", "private(scale)", "private(n, scale)"])
def test_no_example_of_a_project_brings_copies_without_a_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], clause: str
) -> None:
    text = f"""\
void one(int n, double scale, double *restrict u) {{
#pragma acc parallel loop {clause} copy(u[0:n])
  for (int i = 0; i < n; i++) u[i] *= scale;
}}
void other(int n, double scale, double *restrict w) {{
  for (int i = 0; i < n; i++) w[i] *= scale; // HERE
}}
"""
    shown = asked(tmp_path, text, capsys)
    assert shown
    assert all("private" not in each for each in shown), shown


SIZE = 6
ARRAYS = ("u", "v", "w")


def made(seed: int) -> list[tuple[str, str, str]]:
    """A body of up to three assignments: target, operator, value."""
    at = random.Random(seed)
    value = lambda: at.choice(("1", "i", "t", *(f"{a}[i + {c}]" for a in ARRAYS for c in (0, 1))))  # noqa: E731
    target = lambda: at.choice(("t", *(f"{a}[i + {c}]" for a in ARRAYS for c in (0, 1))))  # noqa: E731
    return [(target(), at.choice(("=", "=", "+=")), f"{value()} + {value()}") for _ in range(at.randint(1, 3))]


def runs(body: list[tuple[str, str, str]], gangs: int, seed: int) -> dict[str, list[int]]:
    """The memory when ``gangs`` have run all iterations in some order of their reads and writes, each with a scalar of its own."""
    at = random.Random(seed)
    memory = {name: [10 * number + place for place in range(SIZE + 1)] for number, name in enumerate(ARRAYS, 1)}

    def gang():
        own = {"t": 5}
        for own["i"] in range(SIZE):
            for target, operator, value in body:
                names = {**memory, **own}
                result = eval(value, {}, names)
                if operator == "+=":
                    result += eval(target, {}, names)
                yield
                if target == "t":
                    own["t"] = result
                else:
                    memory[target[0]][own["i"] + int(target[-2])] = result
                yield

    waiting = [gang() for _ in range(gangs)]
    while waiting:
        one = at.choice(waiting)
        if next(one, "over") == "over":
            waiting.remove(one)
    return memory


def test_what_is_harmless_comes_to_the_same_in_any_order() -> None:
    harmless = 0
    for seed in range(700):
        body = made(seed)
        lines = " ".join(f"{target} {operator} {value};" for target, operator, value in body)
        text = (
            "void f(int n, int t, int *restrict u, int *restrict v, int *restrict w) {\n"
            f"  for (int i = 0; i < n; i++) {{ {lines} }}\n}}\n"
        )
        outline = Outline(parse(text.encode(), "a.c"))
        nest = nest_of_loop(outline, outline.loops[0])
        assert nest is not None
        if is_harmless(*nest, frozenset(), frozenset()):
            harmless += 1
            alone = runs(body, 1, 0)
            assert all(runs(body, 3, order) == alone for order in range(20)), lines
    assert harmless > 40, harmless


@pytest.mark.parametrize(
    ("code", "text", "wanted"),
    [
        (ADDED, "parallel loop vector", "parallel loop gang vector"),
        (ADDED, "parallel loop worker vector copy(u[0:n])", "parallel loop gang worker vector copy(u[0:n])"),
        (ADDED, "parallel loop vector num_gangs(8)", "parallel loop gang vector num_gangs(8)"),
        (ADDED, "parallel loop vector num_gangs(1)", "parallel loop vector num_gangs(1)"),
        (ADDED, "parallel loop seq", "parallel loop seq"),
        (
            INNER,
            "parallel loop vector",
            "parallel loop",
        ),  # the loop inside takes the gangs, so none is left for this one
    ],
)
def test_workers_and_lanes_alone_share_nothing_between_gangs(code: str, text: str, wanted: str) -> None:
    found = (said_of(code, text).directive or "").replace(" copy(u[0:n])", "")
    assert found == wanted.replace(" copy(u[0:n])", "")


@pytest.mark.parametrize(
    "text", ["serial", "serial loop", "parallel num_gangs(1)", "parallel loop seq", "serial copyin(v[0:n])"]
)
def test_a_sum_in_order_is_not_lost(text: str) -> None:
    found = said_of(SUM, text)
    assert "reduction(+:s)" in (found.directive or ""), found
    assert any("without it a copy is changed and lost" in change for change in found.mended)


@pytest.mark.parametrize(
    "text", ["serial copy(s)", "parallel num_gangs(1) copy(s)", "kernels loop", "serial reduction(+:s)"]
)
def test_a_sum_that_is_given_back_needs_no_more(text: str) -> None:
    assert (said_of(SUM, text).directive or "").count("(s)") + (said_of(SUM, text).directive or "").count(":s)") == (
        0 if text == "kernels loop" else 1
    )
