"""The nearest annotated loops, their names carried over."""

from __future__ import annotations

import pytest
from loopwright.lang.symbols import visible_names
from loopwright.memory.places import examples_in, place_of
from loopwright.memory.recall import recall

SOLVER = """
void smooth(int n, int m, double *restrict u, double *restrict v, double w) {
#pragma acc parallel loop collapse(2) present(u[0:n*m],v[0:n*m]) async(1)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      v[i*m+j] = w * (u[i*m+j-1] + u[i*m+j+1]);
}
double total(int n, double *x) {
  double sum = 0;
#pragma acc parallel loop present(x[0:n]) reduction(+:sum) async(1)
  for (int i = 0; i < n; i++) sum += x[i];
  return sum;
}
void rows(int n, int m, double *restrict a) {
#pragma acc parallel loop gang
  for (int i = 0; i < n; i++) {
#pragma acc loop vector
    for (int j = 0; j < m; j++) a[i*m+j] = 0;
  }
}
"""


def recalled(outline, code: str) -> list[str]:
    here, project = outline(code), examples_in(outline(SOLVER), "solver.c")
    loop = next(loop for loop in here.loops if not loop.pragmas)
    visible = frozenset(visible_names(here, loop))
    return [c.directive for c in recall(place_of(here, loop), examples_in(here, "here.c"), project, visible).candidates]


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        (
            "void g(int p, int q, double *restrict from, double *restrict to, double c) {\n"
            "  for (int k = 1; k < p - 1; k++)\n    for (int l = 1; l < q - 1; l++)\n"
            "      to[k*q+l] = c * (from[k*q+l-1] + from[k*q+l+1]);\n}",
            "parallel loop collapse(2) present(from[0:p*q],to[0:p*q]) async(1)",
        ),
        (
            "double g(int len, double *val) {\n  double acc = 0;\n  for (int i = 0; i < len; i++) acc += val[i];\n  return acc;\n}",
            "parallel loop present(val[0:len]) reduction(+:acc) async(1)",
        ),
    ],
)
def test_names_are_carried_over_by_their_part(outline, code: str, wanted: str) -> None:
    assert recalled(outline, code)[0] == wanted


@pytest.mark.parametrize(
    ("depth", "taken", "nest", "wanted"),
    [
        (2, 2, 3, "collapse(3)"),
        (3, 3, 2, "collapse(2)"),
        (2, 2, 2, "collapse(2)"),
        (3, 2, 4, "collapse(2)"),  # some of the loops, not all
        (2, 2, 1, ""),
        (2, 1, 3, ""),
    ],
)
def test_all_loops_of_a_nest_stay_all_loops(outline, depth: int, taken: int, nest: int, wanted: str) -> None:
    def loops(count: int, array: str) -> str:
        heads = "".join(f"for (int i{k} = 0; i{k} < n; i{k}++) " for k in range(count))
        return f"  {heads}{array}[{'+'.join(f'i{k}' for k in range(count))}] = 1;\n"

    pragma = f"#pragma acc parallel loop present(a){f' collapse({taken})' if taken > 1 else ''}\n"
    code = f"void f(int n, double *a, double *b) {{\n{pragma}{loops(depth, 'a')}{loops(nest, 'b')}}}\n"
    here = outline(code)
    loop = next(one for one in here.loops if one.depth == 0 and not one.pragmas)
    visible = frozenset(visible_names(here, loop))
    told = recall(place_of(here, loop), examples_in(here, "here.c"), (), visible)
    assert told.candidates[0].directive == f"parallel loop present(b) {wanted}".strip()


def test_names_that_are_made_of_others_follow_them(outline) -> None:
    def block(name: str, pragma: str = "") -> str:
        return (
            f"  if (what == {len(name)}) {{\n    double *{name} = {name}_buffer.data;\n    double *top_{name} = top_{name}_buffer.data;\n"
            f"{pragma}    for (int k = 0; k < n; k++) {name}[k] = top_{name}[k];\n  }}\n"
        )

    pragma = "#pragma acc parallel loop present(heat[:heat_buffer.n],top_heat[:top_heat_buffer.n])\n"
    code = (
        "struct buffer { double *data; int n; };\n"
        "void halo(int n, int what, struct buffer heat_buffer, struct buffer top_heat_buffer, struct buffer flow_buffer,\n"
        f"          struct buffer top_flow_buffer) {{\n{block('heat', pragma)}{block('flow')}}}\n"
    )
    wanted = "parallel loop present(flow[:flow_buffer.n],top_flow[:top_flow_buffer.n])"
    assert recalled(outline, code)[0] == wanted


def test_inside_an_annotated_loop_the_inner_directive_is_recalled(outline) -> None:
    code = (
        "void g(int n, int m, double *restrict z) {\n#pragma acc parallel loop gang\n  for (int i = 0; i < n; i++) {\n"
        "    for (int j = 0; j < m; j++) z[i*m+j] = 1;\n  }\n}"
    )
    assert recalled(outline, code)[0] == "loop vector"


def test_a_name_that_nothing_corresponds_to_is_left_out(outline) -> None:
    code = "double g(int len, double *val) {\n  for (int i = 0; i < len; i++) val[i] = 0;\n  return 0;\n}"
    assert all("sum" not in text for text in recalled(outline, code))


def test_nothing_is_recalled_where_there_is_nothing(outline) -> None:
    here = outline("void f(int n, float *a) { for (int i = 0; i < n; i++) a[i] = 0; }")
    told = recall(place_of(here, here.loops[0]), (), (), frozenset(("a", "n")))
    assert told.candidates == ()
    assert told.best == 0.0
