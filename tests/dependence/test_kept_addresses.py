"""A variable keeps the address that a pointer in memory held: once the pointer may have been set, the two lead to other elements (labels by running
the loops in other orders: shifted by one, all are serial)."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <string.h>
struct I { int *d; };
struct O { int *p, *q; int k; struct I in, *out; int *t[4]; };
struct W { int **way; struct O *o; } gw; int **gh; struct O *at;
int a[400], *gp, *gq; struct O go; void ext(void); void takes(struct O *o);
static void up(struct O *o) { o->p++; } static void up_both(struct O *o) { up(o); } static void up_it(int **p) { ++*p; }
#define UP(o) (o)->p += 1
"""
# Where the pointer is; statements that may set it; others that leave it.
IN_C = [
    ("o->p", ("o->p++", "o->p += 1", "o->p = s + 1", "up(o)", "up_both(o)", "up_it(&o->p)", "UP(o)"), ("o->q++", "o->p[0]++", "a[0]++")),
    ("o->p", ("z->p++", "*o = *z", "if (n > 3) o->p++", "ext()", "takes(o)", "memcpy(o, z, sizeof *o)"), ("z->q++", "n = 3", ";")),
    ("o->p", ("((char *)o)[0] ^= 4", "unsigned char *c = (unsigned char *)&o->p; *c = 4"), ("char c[9]; c[1] = 4",)),
    ("o->p", ("while (n-- > 3) o->p++", "int *t = o->p; o->p = o->q; o->q = t"), ("for (int j = 0; j < n; j++) o->q[j] = o->p[j]",)),
    ("o->in.d", ("o->in.d++", "o->in = *o->out", "struct I *r = &o->in; r->d++"), ("o->out->d++; s = o->in.d", "o->p++")),
    ("o->out->d", ("o->out->d++", "o->out = z->out", "*o->out = z->in"), ("o->p++", "o->out->d[3] = 1")),
    ("o->t[1]", ("o->t[1]++", "o->t[n] = s", "*(o->t + 1) = a"), ("o->t[2]++", "o->q++")),
    ("gp", ("gp++", "gp = gp + 1", "ext()", "int **r = &gp; ++*r"), ("gq++", "o->p++", "go.p++")),
    # By pointers that were read from memory themselves: of a variable of the file, a member, an element.
    ("gp", ("gh = &gp; *gh = a + 1", "gh = &gp; ++*gh", "struct W w; w.way = &gp; *w.way = a + 1", "int **h[1]; h[0] = &gp; ++*h[0]"), ("gh = &gq",)),
    ("o->p", ("struct W w; w.o = o; w.o->p++", "gw.o = o; gw.o->p++", "at = o; at->p = s + 1", "gh = &o->p; ++*gh"), ("at = o; at->q++",)),
    ("go.p", ("go.p++", "go = *o", "z->p++", "ext()"), ("go.q++", "gp++")),
]  # fmt: skip
IN_CPP = [
    ("o->p", ("std::swap(o->p, o->q)", "std::advance(o->p, 1)", "o->p = std::next(s)", "int *&r = o->p; r++"), ("o->k++",)),
    ("o->p", ("auto go_on = [&] { o->p++; }; go_on()", "*o = O{s + 1, a}", "std::exchange(o->p, a)"), ("int *r = o->p; r++",)),
    ("o->t[1]", ("std::swap(o->t[0], o->t[1])", "std::iter_swap(o->t, o->t + 1)"), ("std::swap(o->p, o->q)",)),
    ("gp", ("auto go_on = [] { gp++; }; go_on()", "std::swap(gp, gq)"), ("int *&r = gq; r++",)),
]  # fmt: skip
SET = [
    (name, cell, each) for name, rows in (("a.c", IN_C), ("a.cpp", IN_CPP)) for cell, these, _ in rows for each in these
]
LEFT = [(name, cell, each) for name, rows in (("a.c", IN_C), ("a.cpp", IN_CPP)) for cell, _, these in rows for each in these]  # fmt: skip


def _verdict(name: str, text: str, which: int = -1) -> str:
    library = "#include <utility>\n#include <iterator>\n#include <algorithm>\n" if name == "a.cpp" else ""
    outline = Outline(parse(f"{library}{HEAD}void f(struct O *o, struct O *z, int n) {{ {text} }}", name))
    return judge(outline, outline.loops[which]).verdict


@pytest.mark.parametrize(("name", "cell", "between"), SET)
def test_a_pointer_that_was_set_leads_elsewhere(name: str, cell: str, between: str) -> None:
    loop = f"for (int i = 1; i < n; i++) {cell}[i] = s[i] + 1;"
    assert _verdict(name, f"int *s = {cell}; {between}; {loop}") in ("assumed", "unknown")


@pytest.mark.parametrize(("name", "cell", "between"), LEFT)
def test_one_that_was_not_leads_where_it_did(name: str, cell: str, between: str) -> None:
    loop = "for (int i = 1; i < n; i++) {}[i] = s[i{}] + 1;"
    assert _verdict(name, f"int *s = {cell}; {between}; {loop.format(cell, '')}") == "proved"
    assert _verdict(name, f"int *s = {cell}; {between}; {loop.format(cell, ' - 1')}") == "refuted"


@pytest.mark.parametrize("between", ["o->p++", "o->p = s + 1", "up(o)", "UP(o)", "up_it(&o->p)"])
def test_an_earlier_round_of_a_loop_around_may_have_set_it(between: str) -> None:
    loop = "for (int i = 1; i < n; i++) o->p[i] = s[i] + 1;"
    text = f"int *s = o->p; for (int t = 0; t < 3; t++) {{ {loop} {between}; }}"
    assert _verdict("a.c", text) in ("assumed", "unknown")
    assert _verdict("a.c", text.replace(between, "o->q++")) == "proved"


IN_A_TABLE = (
    "t[0]++",
    "int **z = t; *z += 1",
    "int *&z = t[0]; z++",
    "memcpy(t, t + 1, 8)",
    "std::rotate(t, t + 1, t + 3)",
    "set_first(t)",
    "[&] { t[0]++; }()",
    "go_on()",
    "rotate(t, t + 1, t + 3)",
    "FIRST",
    "memcpy((char *)t, (char *)(t + 1), 8)",
)
OBJECTS = ("*o = *z", "std::swap(*o, *z)", "std::copy_n(z, 1, o)", "memcpy(o, z, sizeof *o)", "put(o, z)")
NUMBERS = ("o->k++", "k[0]++", "std::rotate(k, k + 1, k + 3)", "memset(k, 0, 8)", "o->q[2] = 1", "std::sort(k, k + 4)")


@pytest.mark.parametrize(
    ("cell", "set", "verdicts"),
    [("t[0]", each, ("assumed", "unknown")) for each in IN_A_TABLE]
    + [("o->p", each, ("assumed", "unknown")) for each in OBJECTS]
    + [("o->p", each, ("proved",)) for each in NUMBERS],
)
def test_a_round_may_have_set_it_by_no_name_of_its_own(cell: str, set: str, verdicts: tuple[str, ...]) -> None:
    head = (
        HEAD
        + "static void set_first(int **q) { *q += 1; }\n#define FIRST t[0]++\nstatic void put(struct O *u, struct O *v) { *u = *v; }\n"
    )
    loop = f"for (int i = 1; i < n; i++) {cell}[i] = s[i] + 1;"
    rounds = f"auto go_on = [&] {{ t[0]++; }}; int *s = {cell}; for (int r = 0; r < 3; r++) {{ {loop} {set}; }}"
    text = f"void f(struct O *o, struct O *z, int **t, int *k, int n) {{ {rounds} }}"
    outline = Outline(parse(f"#include <algorithm>\n{head}{text}", "a.cpp"))
    assert judge(outline, outline.loops[-1]).verdict in verdicts


def test_a_reference_to_an_element_stays_at_its_element() -> None:
    loop = "for (int i = 1; i < n; i++) o->p[i] = e + i;"
    assert _verdict("a.cpp", f"int &e = o->p[3]; o->p++; {loop}") in ("assumed", "unknown")


def test_one_that_was_set_before_its_address_is_kept() -> None:
    assert _verdict("a.c", "o->p++; int *s = o->p; for (int i = 1; i < n; i++) o->p[i] = s[i] + 1;") == "proved"


@pytest.mark.parametrize(
    "store", ["t[0]++", "u[0]++", "auto &z = t[0]; z++", "t.front()++", "t.at(0)++", "t[0] = t[1]"]
)
def test_elements_of_containers_are_set_too(store: str) -> None:
    assert _verdict_of_rounds(store) == "assumed"
    assert _verdict_of_rounds("k[0]++") == "proved"


@pytest.mark.parametrize("store", ["v[0]++", "v[r] = r", "v.front() = 3", "v.at(1)--"])
def test_numbers_in_containers_set_no_address(store: str) -> None:
    assert _verdict_of_rounds(store) == "proved"


def _verdict_of_rounds(store: str) -> str:
    loop = f"int *s = t[0]; for (int r = 0; r < 3; r++) {{ for (int i = 1; i < n; i++) t[0][i] = s[i] + 1; {store}; }}"
    parameters = "std::vector<int *> &t, std::vector<int *> &u, std::vector<int> &v, int *k, int n"
    outline = Outline(parse(f"#include <vector>\nvoid f({parameters}) {{ {loop} }}", "a.cpp"))
    return judge(outline, outline.loops[-1]).verdict
