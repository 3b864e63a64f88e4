"""What the project's directives become where a nest is as deep as theirs is not, and which habits speak for them."""

from __future__ import annotations

from loopwright.memory.places import examples_in, place_of
from loopwright.memory.recall import Habits
from loopwright.suggest.facts import facts_of
from loopwright.suggest.features import FEATURES, features
from loopwright.suggest.gather import Proposed, Scene, gather, scene_of

FILE = """void f(int n, int m, double *restrict a, double *restrict b) {{
#pragma acc {told}
  for (int i = 0; i < n; i++)
    {between}
    for (int j = 0; j < m; j++) a[i * m + j] = b[i * m + j];
  for (int k = 0; k < n; k++) b[k] = a[k] * 2; // one
  for (int p = 0; p < n; p++) // two
    {below}
    for (int q = 0; q < m; q++) b[p * m + q] = a[p * m + q] + 1;
}}
"""


def asked(outline, told: str, line: str, between: str = "", below: str = "") -> tuple[Scene, dict[str, Proposed]]:
    found = outline(FILE.format(told=told, between=between, below=below))
    at = found.source.data.index(f"// {line}".encode())
    loop = next(loop for loop in reversed(found.loops) if loop.span.start < at)
    scene = scene_of(found, loop, "a.c", ())
    facts = facts_of(found, loop)
    candidates = gather(scene, facts, (), None)
    assert all(len(features(c, scene, facts, False)) == len(FEATURES) for c in candidates)
    return scene, {c.text: c for c in candidates}


def test_a_nest_is_collapsed_as_deep_as_it_is(outline) -> None:
    _, deep = asked(outline, "parallel loop async(1)", "two")
    assert any(candidate.varied and "collapse(2)" in text and "async(1)" in text for text, candidate in deep.items())
    assert not deep["parallel loop async(1)"].varied
    _, flat = asked(outline, "parallel loop async(1) collapse(2)", "one")
    assert not any("collapse" in text for text, candidate in flat.items() if candidate.varied)
    assert "parallel loop async(1)" in flat


def test_a_nest_ends_at_a_loop_with_a_directive_of_its_own(outline) -> None:
    scene, found = asked(outline, "parallel loop async(1)", "two", below="#pragma acc loop vector")
    assert scene.place.nest == 1
    assert not any("collapse" in text for text in found)
    scene, _ = asked(outline, "parallel loop async(1)", "two", below="#pragma unroll")
    assert scene.place.nest == 2


def test_places_alike_have_the_same_constructs_around_and_inside(outline) -> None:
    inner = "#pragma acc loop vector"
    scene, _ = asked(outline, "parallel loop gang", "two", between=inner, below=inner)
    assert scene.recollection.alike_habits.names == {"parallel loop": 1.0}
    scene, _ = asked(outline, "parallel loop gang", "two", between=inner)
    assert not scene.recollection.alike_habits.total


def test_clauses_fit_the_habit_they_are_written_by(outline) -> None:
    found = outline(FILE.format(told="parallel loop gang async(1)", between="", below=""))
    habits = Habits.of((example, 3.0) for example in examples_in(found, "a.c"))
    same, fewer, more = (habits.fit(c) for c in (("gang", "async"), ("gang",), ("gang", "async", "vector")))
    assert same > max(fewer, more)
    assert Habits.of(()).fit(("gang",)) == 0
    assert place_of(found, found.loops[0]).nest == 2


COUNTED = """void f(int n, int m, int k, int l, double t, double *restrict a, double *restrict b) {
#pragma acc parallel loop collapse(2) private(t) present(a,b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) { t = b[i * m + j]; a[i * m + j] = t * t; }
  for (k = 0; k < n; k++)
    for (l = 0; l < m; l++) { t = a[k * m + l]; b[k * m + l] = t + t; } // two
}
"""


def test_counters_of_the_nest_are_private_without_a_clause(outline) -> None:
    """OpenACC 3.4, 2.6.1: the variables of the loops that a directive takes together."""
    found = outline(COUNTED)
    loop = found.loops[2]
    candidates = gather(scene_of(found, loop, "a.c", ()), facts_of(found, loop), (), None)
    texts = [c.text for c in candidates if c.refilled and "collapse(2)" in c.text] or [c.text for c in candidates]
    assert any("private(t)" in text for text in texts), texts
    assert not any("private(k" in text or "private(l" in text or ",k" in text for text in texts), texts


def test_work_of_one_function_is_in_one_queue(outline) -> None:
    """`async(q)` of another function becomes `async(1)` where the function has no other queue."""
    text = """void f(int n, double *a, int q) {
#pragma acc parallel loop async(q)
  for (int i = 0; i < n; i++) a[i] = 0;
}
void g(int n, double *b, int q) {
%s
  for (int i = 0; i < n; i++) b[i] = 0;
}
"""
    for other, wanted in (
        ("#pragma acc update device(b[0:n]) async(1)", "parallel loop async(1)"),
        ("#pragma acc update device(b[0:n]) async", "parallel loop async"),
        ("#pragma acc wait(1)", "parallel loop async(q)"),
        (
            "#pragma acc update device(b[0:n]) async(1)\n#pragma acc update self(b[0:1]) async(2)",
            "parallel loop async(q)",
        ),
        (
            "#pragma acc update device(b[0:n]) async(q)\n#pragma acc update self(b[0:1]) async(2)",
            "parallel loop async(q)",
        ),
    ):
        found = outline(text % f"{other}\n  n--;")
        loop = found.loops[1]
        texts = [c.text for c in gather(scene_of(found, loop, "a.c", ()), facts_of(found, loop), (), None)]
        assert wanted in texts
        assert [t for t in texts if "async" in t] == [wanted]


def test_what_must_stay_in_order_is_offered_seq_on_a_device_alone(outline) -> None:
    text = """void f(int n, double a[100][100]) {
%s
  for (int i = 0; i < n; i++) {
    a[i][0] = 1;
    for (int j = 1; j < n; j++) a[i][j] += a[i][j - 1];
  }
}
"""
    for above, wanted in (("#pragma acc parallel loop", True), ("#pragma acc kernels", True), ("", False)):
        found = outline(text % above)
        loop = found.loops[1]
        facts = facts_of(found, loop)
        assert facts.verdict.verdict == "refuted"
        texts = [c.text for c in gather(scene_of(found, loop, "a.c", ()), facts, (), None)]
        assert ("loop seq" in texts) == wanted
