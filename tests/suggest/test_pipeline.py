from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.dependence.judge import judge
from loopwright.dependence.verdict import LoopVerdict, Reduction
from loopwright.openacc.grammar import loop_grammar
from loopwright.suggest.candidates import (
    analysis_candidate,
    candidate_loops,
    clauses_without_meaning,
    directives_at,
    why_not,
)
from loopwright.suggest.evidence import Candidate
from loopwright.suggest.pipeline import Tools, rank, suggest
from loopwright.suggest.repair import repaired
from loopwright.toolchain.accept import Acceptance

HEAD = "void f(int n, float *a, float *b, int *k) {\n  float s = 0;\n"
UNKNOWN = LoopVerdict("unknown", "")

OFFERED = {
    "for (int i = 0; i < n; i++) a[i] = b[i];": "parallel loop",
    "for (int i = 0; i < n; i++) s += b[i];": "parallel loop reduction(+:s)",
    "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i*n+j] = 0;": "parallel loop collapse(2)",
    "for (int i = 0; i < n; i++) for (int j = i; j < n; j++) a[i*n+j] = 0;": "parallel loop",
    "for (int i = 0; i < n; i++) { a[i] = 0; for (int j = 0; j < n; j++) a[i] += b[j]; }": "parallel loop",
    "for (int i = 0; i < n; i++) a[i] = sqrt(b[k[i]]);": "parallel loop",
}
NOT_OFFERED = {
    'for (int i = 0; i < n; i++) printf("%g", a[i]);': "input, output",
    "for (int i = 0; i < n; i++) { if (a[i]) break; }": "break may leave",
    "for (int i = 0; i < n; i++) a[k[i]]++;": "atomic update",
    "for (int i = 0; i < n; i++) { step(a); }": "calls step",
    "for (int i = 0; a[i]; i++) b[i] = 0;": "does not compare",
    "#pragma acc loop\n for (int i = 0; i < n; i++) a[i] = 0;": "stands here already",
}


@pytest.mark.parametrize("text", OFFERED)
def test_loops_that_are_offered(outline, text: str) -> None:
    found = outline(HEAD + text + "}")
    (loop,) = candidate_loops(found)
    assert analysis_candidate(found, loop, judge(found, loop)) == OFFERED[text]


@pytest.mark.parametrize("text", NOT_OFFERED)
def test_loops_that_are_not(outline, text: str) -> None:
    found = outline(HEAD + text + "}")
    assert list(candidate_loops(found)) == []
    assert NOT_OFFERED[text] in why_not(found, found.loops[0])


def test_kernels_and_inner_loops_are_left_alone(outline) -> None:
    found = outline(
        "__global__ void k(float *a) { for (int i = 0; i < 3; i++) a[i] = 0; }\n"
        "void f(int n, float *a) {\n#pragma acc parallel loop\n for (int i = 0; i < n; i++)\n"
        "  for (int j = 0; j < n; j++) a[i*n+j] = 0;\n}\n",
        "cuda",
    )
    assert list(candidate_loops(found)) == []


def test_inside_a_compute_region_only_loop_makes_sense(outline) -> None:
    found = outline(
        "void f(int n, float *a) {\n#pragma acc parallel\n{\n for (int i = 0; i < n; i++) a[i] = 0;\n}\n for (int i = 0; i < n; i++) a[i] = 0;\n}\n"
    )
    assert directives_at(found, found.loops[0]) == ("loop",)
    assert "loop" not in directives_at(found, found.loops[1])


def test_present_needs_somebody_who_put_it_there(outline) -> None:
    bare = outline(HEAD + "}")
    data = outline(HEAD + "#pragma acc data copy(a[0:n])\n{ }\n}")
    assert "present" in clauses_without_meaning(bare)
    assert clauses_without_meaning(data) == frozenset()
    grammar = loop_grammar(["a"], without=clauses_without_meaning(bare))
    assert "c-present" not in grammar
    assert "c-copyin" in grammar


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("parallel loop", "parallel loop reduction(+:s)"),
        ("parallel loop reduction(max:s) gang", "parallel loop gang reduction(+:s)"),
        ("kernels loop reduction(+:s)", "kernels loop reduction(+:s)"),
        ("kernels", None),
        ("loop seq", "loop seq"),
    ],
)
def test_reductions_are_put_right(text: str, mended: str | None) -> None:
    assert repaired(text, LoopVerdict("unknown", "", reductions=(Reduction("s", "+"),))) == mended


def test_a_refuted_loop_keeps_no_directive() -> None:
    assert repaired("parallel loop", LoopVerdict("refuted", "")) is None


def candidate(directive: str, score: float, status: str, verdict: str = "unknown") -> Candidate:
    return Candidate(directive, "model", score, LoopVerdict(verdict, ""), Acceptance("gcc", "12", status, ("no",)))  # type: ignore[arg-type]


def test_rank() -> None:
    ranked = rank([
        candidate("parallel loop gang", 0.9, "rejected"),
        candidate("kernels", 0.5, "accepted"),
        candidate("parallel loop", 0.3, "accepted"),
        candidate("serial loop", 0.9, "absent"),
    ])  # fmt: skip
    assert [c.directive for c in ranked] == ["parallel loop", "kernels", "serial loop", "parallel loop gang"]
    assert not any(c.preferred for c in ranked)


def test_only_what_is_proved_and_accepted_is_preferred() -> None:
    assert rank([candidate("parallel loop", 0.3, "accepted", "proved")])[0].preferred
    assert not rank([candidate("parallel loop", 0.3, "absent", "proved")])[0].preferred


def test_without_model_and_compiler_the_analysis_still_answers(outline, tmp_path: Path) -> None:
    found = outline(HEAD + "for (int i = 0; i < n; i++) s += b[i];}")
    (only,) = suggest(found, found.loops[0], tmp_path / "a.c", Tools()).candidates
    assert (only.directive, only.origin, only.acceptance.status) == (
        "parallel loop reduction(+:s)",
        "analysis",
        "absent",
    )
    assert only.evidence == "dependence proved, not compiled"
