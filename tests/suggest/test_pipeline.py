from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.memory.places import place_of
from loopwright.openacc.directive import normalised, parse_directive
from loopwright.openacc.grammar import loop_grammar
from loopwright.source.edits import apply_edits
from loopwright.suggest.by_rule import analysis_candidate, clauses_without_meaning, directives_at
from loopwright.suggest.candidates import candidate_loops, why_not
from loopwright.suggest.evidence import Candidate
from loopwright.suggest.facts import facts_of
from loopwright.suggest.pipeline import Tools, rank, suggest
from loopwright.toolchain.accept import Acceptance

HEAD = "void f(int n, float *a, float *b, int *k) {\n  float s = 0;\n"

OFFERED = {
    "for (int i = 0; i < n; i++) a[i] = b[i];": "parallel loop gang vector copyin(b[0:n]) copyout(a[0:n])",
    "for (int i = 0; i < n; i++) s += b[i];": "parallel loop gang vector reduction(+:s) copyin(b[0:n])",
    "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i*n+j] = 0;": "parallel loop gang vector collapse(2) copyout(a[0:n*n])",
    "for (int i = 0; i < n; i++) for (int j = i; j < n; j++) a[i*n+j] = 0;": "parallel loop gang copy(a[0:n*n])",
    "for (int i = 0; i < n; i++) { a[i] = 0; for (int j = 0; j < n; j++) a[i] += b[j]; }": "parallel loop gang vector copyin(b[0:n]) copyout(a[0:n])",
    "for (int i = 0; i < n; i++) a[i] = sqrt(b[k[i]]);": "parallel loop gang vector copyin(k[0:n]) copyout(a[0:n])",
    "for (int i = 0; i < n; i++) a[k[i]]++;": "parallel loop gang vector copyin(k[0:n])",
    "for (int i = 0; i < n; i++) { float t = 0; for (int j = 0; j < 9; j++) t += b[j]; a[i] = t; }": "parallel loop gang vector copyin(b[0:9]) copyout(a[0:n])",
    "float t; for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; }": "parallel loop gang vector private(t) copyin(b[0:n]) copyout(a[0:n])",
    "for (int i = 0; i < n; i++) if (b[i] > s) s = b[i];": "parallel loop gang vector reduction(max:s) copyin(b[0:n])",
}
NOT_OFFERED = {
    'for (int i = 0; i < n; i++) printf("%g", a[i]);': "input, output",
    "for (int i = 0; i < n; i++) { if (a[i]) break; }": "break may leave",
    "for (int i = 0; i < n; i++) { step(a); }": "calls step",
    "for (int i = 0; a[i]; i++) b[i] = 0;": "does not compare",
    "int i = 0; if (n) i = 1; for (; i < n; i++) a[i] = 0;": "does not say where the loop starts",
    "int i = 0; if (n) i = 1; for (i; i < n; i++) a[i] = 0;": "does not say where the loop starts",
    "#pragma acc parallel loop\n for (int i = 0; i < n; i++) a[i] = 0;": "stands here already",
}


@pytest.mark.parametrize("text", OFFERED)
def test_loops_that_are_offered(outline, text: str) -> None:
    found = outline(HEAD + text + "}")
    (loop,) = candidate_loops(found)
    assert normalised(analysis_candidate(found, loop, facts_of(found, loop)) or "") == OFFERED[text]


@pytest.mark.parametrize("text", NOT_OFFERED)
def test_loops_that_are_not(outline, text: str) -> None:
    found = outline(HEAD + text + "}")
    assert list(candidate_loops(found)) == []
    assert NOT_OFFERED[text] in why_not(found, found.loops[0])


@pytest.mark.parametrize(
    ("above", "count"),
    [
        ("data present(a[0:n])", 1),
        ("data copy(a[0:n]) async", 1),
        ("enter data copyin(a[0:n])", 1),
        ("update device(a[0:n])", 1),
        ("wait", 1),
        ("kernels", 0),
        ("parallel", 0),
        ("loop", 0),
        ("parallel loop", 0),
    ],
)
def test_what_moves_data_above_a_loop_says_nothing_of_its_iterations(outline, above: str, count: int) -> None:
    found = outline(
        f"void f(float *a, int n) {{\n#pragma acc {above}\nfor (int i = 0; i < n; i++) {{ a[i] = a[i] + 1; }}\n}}\n"
    )
    assert len(list(candidate_loops(found))) == count


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
    assert directives_at(place_of(found, found.loops[0])) == ("loop",)
    assert "loop" not in directives_at(place_of(found, found.loops[1]))


@pytest.mark.parametrize(
    ("above", "allowed"), [("parallel", ("loop",)), ("loop gang", ("parallel", "kernels", "serial"))]
)
def test_what_stands_above_a_loop_leaves_room_for_the_rest_of_the_combination(outline, above: str, allowed) -> None:
    found = outline(f"void f(int n, float *a) {{\n#pragma acc {above}\n for (int i = 0; i < n; i++) a[i] = 0;\n}}\n")
    assert directives_at(place_of(found, found.loops[0])) == allowed


def test_present_needs_somebody_who_put_it_there(outline) -> None:
    bare = outline(HEAD + "}")
    data = outline(HEAD + "#pragma acc data copy(a[0:n])\n{ }\n}")
    assert "present" in clauses_without_meaning(bare)
    assert clauses_without_meaning(data) == frozenset()
    grammar = loop_grammar(["a"], without=clauses_without_meaning(bare))
    assert "c-present" not in grammar
    assert "c-copyin" in grammar


def test_an_update_of_shared_elements_comes_with_atomic(outline, tmp_path: Path) -> None:
    found = outline(HEAD + "  for (int i = 0; i < n; i++)\n    a[k[i]] += b[i];\n}")
    (only,) = suggest(found, found.loops[0], tmp_path / "a.c", Tools()).candidates
    assert only.other_lines == ("#pragma acc atomic update",)
    assert only.missing == ("a",)
    text = apply_edits(found.source.data, only.edits).decode()
    assert "    #pragma acc atomic update\n    a[k[i]] += b[i];" in text


def test_a_function_that_is_called_becomes_a_routine_and_the_inner_loop_runs_on_lanes(outline, tmp_path: Path) -> None:
    found = outline(
        "static double half(double x) { return x / 2; }\n"
        "void f(int n, double *restrict a, const double *restrict b) {\n"
        "  for (int i = 0; i < n; i++) {\n    double s = 0;\n"
        "    for (int j = 0; j < n; j++) s += half(b[j]);\n    a[i] = s;\n  }\n}\n"
    )
    (only,) = suggest(found, found.loops[0], tmp_path / "a.c", Tools()).candidates
    assert sorted(only.other_lines) == ["#pragma acc loop vector reduction(+:s)", "#pragma acc routine seq"]
    text = apply_edits(found.source.data, only.edits).decode()
    assert text.startswith("#pragma acc routine seq\nstatic double half")
    assert only.verdict.verdict == "proved"


@pytest.mark.parametrize(
    "before",
    [
        "#pragma acc enter data copyin(b[0:n]) create(a[0:n])\n",
        "#pragma acc data copyin(b[0:n]) copyout(a[0:n])\n{\n",
        "#pragma acc declare copyin(b, a)\n",
    ],
)
def test_what_is_on_the_device_already_is_present(outline, before: str) -> None:
    code = HEAD + before + "for (int i = 0; i < n; i++) a[i] = b[i];" + "}" * before.count("{") + "}"
    found = outline(code)
    facts = facts_of(found, found.loops[0])
    assert set(facts.present) == {"a[0:n]", "b[0:n]"}
    assert not facts.data


def candidate(directive: str, score: float, status: str, verdict: str = "unknown") -> Candidate:
    return Candidate(directive, "model", score, LoopVerdict(verdict, ""), Acceptance("gcc", "12", status, ("no",)))  # type: ignore[arg-type]


def test_rank() -> None:
    ranked = rank([
        candidate("parallel loop gang", 0.9, "rejected"),
        candidate("kernels", 0.5, "accepted"),
        candidate("parallel loop", 0.3, "accepted"),
        candidate("serial loop", 0.9, "absent"),
    ])  # fmt: skip
    assert [c.directive for c in ranked] == ["kernels", "parallel loop", "serial loop", "parallel loop gang"]
    assert not any(c.preferred for c in ranked)


def test_only_what_is_proved_and_accepted_is_preferred() -> None:
    assert rank([candidate("parallel loop", 0.3, "accepted", "proved")])[0].preferred
    assert not rank([candidate("parallel loop", 0.3, "absent", "proved")])[0].preferred


def test_without_model_and_compiler_the_analysis_still_answers(outline, tmp_path: Path) -> None:
    found = outline(HEAD + "for (int i = 0; i < n; i++) s += b[i];}")
    (only,) = suggest(found, found.loops[0], tmp_path / "a.c", Tools()).candidates
    assert (only.directive, only.origin, only.acceptance.status) == (
        "parallel loop gang vector reduction(+:s) copyin(b[0:n])",
        "analysis",
        "absent",
    )
    assert only.evidence == "dependence proved, not compiled"


def test_directives_that_mean_the_same_are_one_line_of_the_list(outline, tmp_path: Path) -> None:
    above = "#pragma acc parallel loop copyin(b[0:n]) gang vector reduction(+:s)\n"
    loop = "for (int i = 0; i < n; i++) s += b[i];"
    found = outline(HEAD + above + loop + loop + "}")
    (only,) = suggest(found, found.loops[1], tmp_path / "a.c", Tools()).candidates
    assert parse_directive(only.directive).name == "parallel loop"
    assert only.like is not None
    assert only.by_rule


@pytest.mark.parametrize("target", ["a[0]", "p->total", "whole.x"])
def test_an_element_that_is_accumulated_is_atomic_because_no_clause_can_name_it(outline, target: str) -> None:
    found = outline(
        "struct S { float total, x; };\nvoid f(int n, float *restrict a, const int *restrict b, struct S *restrict p) {\n"
        f"  struct S whole;\n  for (int i = 0; i < n; i++)\n    {target} += b[i];\n}}\n"
    )
    facts = facts_of(found, found.loops[0])
    assert [update.text for update in facts.atomics] == [target]
    assert facts.verdict.verdict == "proved"


def test_an_extreme_that_is_no_scalar_is_not_offered(outline) -> None:
    found = outline(
        "void f(int n, float *restrict a, float *restrict b) { for (int i = 0; i < n; i++) if (b[i] > a[0]) a[0] = b[i]; }"
    )
    facts = facts_of(found, found.loops[0])
    assert facts.verdict.verdict == "refuted"
    assert facts.verdict.reason == "every iteration updates a[0], which neither a clause nor `atomic` can do"


@pytest.mark.parametrize(
    ("code", "offered"),
    [
        ("#pragma acc parallel\nfor (int i = 0; i < n; i++) a[i] = b[i];", True),
        ("#pragma acc parallel loop\nfor (int i = 0; i < n; i++) a[i] = b[i];", False),
        ("#pragma acc kernels\n{\n#pragma acc loop\nfor (int i = 0; i < n; i++) a[i] = b[i];\n}", False),
        ("for (int i = 0; i < n; i++) a[i] =\n  sqrt(b[i]);", True),
    ],
)
def test_a_loop_is_offered_what_there_is_room_for(outline, code: str, offered: bool) -> None:
    found = outline(HEAD + code + "}")
    assert (why_not(found, found.loops[0]) is None) == offered


@pytest.mark.parametrize("others", [0, 1])
def test_inside_an_annotated_loop_a_directive_is_offered_unasked_where_the_file_has_such(outline, others: int) -> None:
    nest = "#pragma acc parallel loop gang\nfor (int i = 0; i < n; i++) {\n%sfor (int j = 0; j < n; j++) a[i*n+j] = 0;\n}\n"
    found = outline(HEAD + nest % "#pragma acc loop vector\n" * others + nest % "" + "}")
    inner = found.loops[-1]
    assert why_not(found, inner) is None
    assert list(candidate_loops(found)) == [inner] * others


@pytest.mark.parametrize("omp", ["parallel for", "parallel for simd", "target teams distribute parallel for", "task"])
def test_openmp_of_another_build_hides_no_loop_of_a_compute_construct(outline, omp: str) -> None:
    """One source for both: the project switches between them."""
    text = HEAD + "#ifdef CPU\n#pragma omp %s\n#endif\n#ifdef GPU\n%s\n#endif\n"
    text += "for (int i = 0; i < n; i++)\n  for (int j = 0; j < n; j++) a[j] += b[i]; }"
    ported = outline(text % (omp, "#pragma acc parallel loop"))
    assert why_not(ported, ported.loops[1]) is None
    if omp.startswith(("parallel", "task")):
        left = outline(text % (omp, ""))
        assert "threads would each start it" in (why_not(left, left.loops[1]) or "")


@pytest.mark.parametrize(
    "statement",
    ["// printf(a[i]);", "/* free(a); */", 'const char *w = "puts(a)";', "int renew = 0;", "double free_energy(1);"],
)
def test_what_a_comment_or_a_name_says_is_no_output(outline, statement: str) -> None:
    found = outline(HEAD + f"for (int i = 0; i < n; i++) {{\n{statement}\na[i] = b[i];\n}} }}")
    assert why_not(found, found.loops[0]) is None


@pytest.mark.parametrize(
    ("code", "offered"),
    [
        ("#pragma acc update self(a[0:n])\n", True),
        ("#pragma acc wait\n", True),
        ("#pragma acc atomic\na[0] += 1;\n", False),  # of a compute construct around
        ("", False),
    ],
)
def test_threads_that_drive_devices_start_work_there(outline, code: str, offered: bool) -> None:
    loop = "for (int i = 0; i < n; i++) a[i] = b[i];\n"
    found = outline(HEAD + "#pragma omp parallel\n{\n" + loop + code + "b[0] = 1;\n}\n}")
    assert (why_not(found, found.loops[0]) is None) == offered


class Old:
    """A compiler that knows few clauses."""

    def __init__(self, *refused: str) -> None:
        self.refused = refused

    def accepts(self, before, after, language, flags, token=None) -> Acceptance:
        bad = [word for word in self.refused if word in after.decode()]
        return Acceptance("old", "1", "rejected" if bad else "accepted", tuple(bad))


def test_what_every_candidate_is_refused_for_is_left_out_and_what_makes_it_right_is_not(
    outline, tmp_path: Path
) -> None:
    found = outline(HEAD + "#pragma acc data copy(b[0:n])\n{ for (int i = 0; i < n; i++) s += b[i]; }\n}")
    tools = Tools(acceptor=Old("present", "copyin", "gang"))  # type: ignore[arg-type]
    first, *rest = suggest(found, found.loops[0], tmp_path / "a.c", tools).candidates
    assert first.directive == "parallel loop reduction(+:s)"
    assert first.acceptance.status == "accepted"
    assert "left out: the compiler refuses" in first.mended[-1]
    assert all(c.acceptance.status == "rejected" for c in rest)
    tools = Tools(acceptor=Old("acc parallel"))  # type: ignore[arg-type]
    assert all(
        c.acceptance.status == "rejected" for c in suggest(found, found.loops[0], tmp_path / "a.c", tools).candidates
    )


def test_the_compiler_sees_the_constructs_that_a_macro_of_the_project_switches_on(outline, tmp_path: Path) -> None:
    found = outline(
        "void f(int n, float *a) {\n#ifdef USE_ACC\n#pragma acc parallel loop gang\n#endif\n"
        "#if defined(USE_ACC)\n#pragma acc wait\n#endif\n#ifdef _OPENACC\n#pragma acc wait\n#endif\n"
        "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++) a[i * n + j] = 0;\n}\n"
    )
    seen: list[tuple[bytes, bytes]] = []

    class Watching(Old):
        def accepts(self, before, after, language, flags, token=None) -> Acceptance:
            seen.append((before, after))
            return super().accepts(before, after, language, flags, token)

    inner = found.loops[1]
    assert suggest(found, inner, tmp_path / "a.c", Tools(acceptor=Watching())).candidates  # type: ignore[arg-type]
    for text in seen[0]:
        assert text.startswith(b"#define USE_ACC 1\nvoid f")


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (
            "if (x[i] > 0) { a[i] = x[i]; *last = i; }",
            "parallel loop copyin(x[0:n]) copy(a[0:n],last[0:1])",
        ),
        ("if (visit(i)) { a[i] = x[i]; *last = i; }", "parallel loop"),  # it may touch anything
    ],
)
def test_what_a_loop_moves_is_said_though_its_iterations_may_depend_on_each_other(
    outline, body: str, wanted: str
) -> None:
    found = outline(
        f"int visit(int);\nvoid f(int n, double *a, const double *x, int *last) {{\n  for (int i = 0; i < n; i++) {{ {body} }}\n}}\n"
    )
    facts = facts_of(found, found.loops[0])
    assert facts.verdict.verdict == "unknown"
    assert analysis_candidate(found, found.loops[0], facts) == wanted


def test_above_a_loop_with_a_directive_from_before_openacc_there_is_no_room(outline) -> None:
    found = outline(
        "void f(int n, float *a) {\n#pragma acc region\n#pragma acc loop\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"
    )
    assert why_not(found, found.loops[0]) == "a directive stands here already"


@pytest.mark.parametrize(
    ("clause", "offered"),
    [
        ("collapse(2)", [False, True]),
        ("collapse(force:3)", [False, False]),
        ("tile(8,4)", [False, True]),
        ("tile(8)", [True, True]),
        ("vector", [True, True]),
        pytest.param(f"collapse({'9' * 5000})", [True, True], id="no number of any type"),
    ],
)
def test_between_loops_that_a_clause_makes_one_no_directive_stands(outline, clause: str, offered: list[bool]) -> None:
    nest = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) a[(i * n + j) * n + k] = b[k];"
    found = outline(f"{HEAD}#pragma acc parallel loop {clause}\n{nest}}}")
    assert [why_not(found, loop) is None for loop in found.loops[1:]] == offered


def test_a_pointer_to_one_of_two_arrays_is_named_once_where_its_length_is_unknown(outline) -> None:
    text = (
        "double g(int n, double t, double *v1, double *v2) { const double *v = t > 0.5 ? v1 : v2; double sum = 0;\n"
        "for (int i = 0; i < n; i++) sum += v[i + n]; return sum; }"
    )
    found = outline(text)
    assert facts_of(found, found.loops[0]).missing == ("v",)
    chosen = outline(text.replace("t > 0.5", "n % 2"))
    assert [fact.argument for fact in facts_of(chosen, chosen.loops[0]).data] == ["v[n:n]"]


STREAMS = {
    "std::ofstream file": "file << a[i];",
    "std::ifstream &file": "file.read((char *)&a[i], 4);",
    "int level": "LOG << a[i];",  # a macro of a header that is not there
    "char level": "LOG(level) << a[i] << level;",
    "struct Told *told": "told->stream << a[i];",
}


@pytest.mark.parametrize("given", STREAMS)
def test_what_streams_are_told_is_told_in_order(outline, given: str) -> None:
    found = outline(
        f"#include <fstream>\nvoid f(int n, float *a, {given}) {{ for (int i = 0; i < n; i++) {{ {STREAMS[given]} }} }}",
        "cpp",
    )
    assert facts_of(found, found.loops[0]).verdict.verdict == "unknown"
    assert "input, output" in (why_not(found, found.loops[0]) or "")


def test_a_shift_of_numbers_tells_nobody_anything(outline) -> None:
    found = outline(
        "void f(int n, int m, int *a) { for (int i = 0; i < n; i++) { m << 2; a[i] << m; a[i] = WIDTH << i; } }",
        "cpp",
    )
    assert facts_of(found, found.loops[0]).verdict.verdict == "proved"
    assert why_not(found, found.loops[0]) is None


UNASKED = {
    # steps of time, each after the other
    "for (int t = 0; t < 9; t++) { for (int i = 1; i < n; i++) a[i] = b[i-1]; for (int i = 1; i < n; i++) b[i] = a[i]; }": [0, 1, 2],
    # an elimination: rows below the pivot, and the columns of each belong to them
    "for (int k = 0; k < n; k++) for (int i = k + 1; i < n; i++) for (int j = k; j < n; j++) a[i*n+j] -= a[k*n+j] * b[i];": [0, 1],
    # a recurrence inside of independent rows
    "for (int i = 0; i < n; i++) for (int j = 1; j < n; j++) a[i*n+j] += a[i*n+j-1];": [0],
    # nothing is known of either: one is enough
    "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[step(i)] = b[j];": [0],
    "for (int t = 0; t < 9; t++) for (int i = 1; i < n; i++) a[i] = a[i-1];": [0],
    "for (int t = 0; t < 9; t++) { printf(\"%d\", t); for (int i = 0; i < n; i++) a[i] = b[i]; }\nfor (int i = 0; i < n; i++) b[i] = 0;": [1, 2],
}  # fmt: skip


@pytest.mark.parametrize("text", UNASKED)
def test_what_is_offered_unasked_runs_at_once(outline, text: str) -> None:
    found = outline(
        f"#include <stdio.h>\nint step(int);\nvoid f(int n, float *restrict a, float *restrict b) {{ {text} }}"
    )
    assert [found.loops.index(loop) for loop in candidate_loops(found)] == UNASKED[text]
