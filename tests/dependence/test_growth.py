"""A function that becomes twice as long costs no more than about twice the work. Calls are counted, no clock is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pytest
from loopwright.check import run as checking
from loopwright.check.cache import Kept
from loopwright.check.run import CheckOptions, check
from loopwright.dependence.decide import conflicts, relations
from loopwright.dependence.decide import judge as judging
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model import program as programs
from loopwright.dependence.pointsto import library, machine, units
from loopwright.dependence.pointsto.memory import Object, Objects
from loopwright.dependence.pointsto.sites import sites_of
from loopwright.dependence.pointsto.units import said_by
from loopwright.dependence.walk import assigned
from loopwright.source.listing import Part
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.text import names_in
from tree_sitter import Node

from tests import clock

stores_in = assigned.stores_in
SMALL = 64
MOST = 2.3  # twice the size, twice the logarithm's share


def each(form: Callable[[int], str], count: int, between: str = " ") -> str:
    return between.join(map(form, range(count)))


def function(loop_body: str, before: str = "") -> str:
    head = "void f(int n, double *restrict a, const double *restrict b) {\n"
    return f"{head}{before}  for (int i = 0; i < n; i++) {loop_body}\n}}\n"


def chain(first: str, form: Callable[[int], str], count: int) -> Iterable[str]:
    yield first
    yield from map(form, range(1, count))


def calls_of_calls(count: int) -> str:
    first = "static double g0(double x) { return x; }"
    others = chain(first, lambda j: f"static double g{j}(double x) {{ return g{j - 1}(x) + {j}; }}", count)
    return "\n".join(others) + "\n" + function(f"a[i] = g{count - 1}(b[i]);")


def macros_of_macros(count: int) -> str:
    lines = chain("#define M0 1", lambda j: f"#define M{j} (M{j - 1} + 1)", count)
    return "\n".join(lines) + "\n" + function(f"a[i] = M{count - 1} * b[i];")


def structs_of_structs(count: int) -> str:
    lines = chain("struct s0 { double d; };", lambda j: f"struct s{j} {{ struct s{j - 1} p; double d; }};", count)
    return "\n".join(lines) + f"\nvoid f(int n, struct s{count - 1} *v) {{ for (int i = 0; i < n; i++) v[i].d = 0; }}\n"


def body(text: str) -> str:
    return f"void f(int n, double *restrict a, const double *restrict b) {{\n{text}\n}}\n"


def loops(form: Callable[[int], str], count: int) -> str:
    return body(each(lambda j: f"  for (int i = 0; i < n; i++) {form(j)}\n", count, ""))


def arrays_of_the_file(count: int) -> str:
    arrays = each(lambda j: f"double g{j}[100];\n", count, "")
    return arrays + body(each(lambda j: f"  for (int i = 0; i < 100; i++) g{j}[i] = b[i];\n", count, ""))


DOUBLED: dict[str, Callable[[int], str]] = {
    "loops": lambda n: loops(lambda j: f"a[i] = b[i] + {j};", n),
    "loops with a work variable": lambda n: loops(lambda j: f"{{ t = b[i]; a[i] = t + {j}; }}", n).replace(
        "{\n", "{\n  double t;\n", 1
    ),
    "loops with one variable": lambda n: (
        loops(lambda j: f"a[i] = b[i] + {j};", n).replace("(int i", "(i").replace("{\n", "{\n  int i;\n", 1)
    ),
    "sums": lambda n: (
        loops(lambda j: f"s += b[i] * {j};", n).replace("{\n", "{\n  double s = 0;\n", 1)[:-2] + "a[0] = s; }"
    ),
    "arrays of the file": arrays_of_the_file,
    "loops with directives": lambda n: body(
        each(
            lambda j: (
                f"#pragma acc parallel loop copy(a[0:n]) copyin(b[0:n])\n  for (int i = 0; i < n; i++) a[i] = {j} * b[i];\n"
            ),
            n,
            "",
        )
    ),
    "conditional lines": lambda n: body(
        each(lambda j: f"#if A{j}\n  for (int i = 0; i < n; i++) a[i] = b[i] + {j};\n#endif\n", n, "")
    ),
    "a chain of ?:": lambda n: function("a[i] = " + each(lambda j: f"b[i] > {j} ? {j}.5", n, " : ") + " : 0;"),
    "statements": lambda n: function(
        "{ double t = b[i]; " + each(lambda j: f"t = t * {j} + b[i];", n) + " a[i] = t; }"
    ),
    "updates": lambda n: function("{ " + each(lambda j: f"a[i] += {j} * b[i];", n) + " }"),
    "terms": lambda n: function("a[i] = " + each(lambda j: f"b[i] * {j}", n, " + ") + ";"),
    "neighbours": lambda n: function("a[i] = " + each(lambda j: f"b[i + {j}]", n, " + ") + ";"),
    "neighbours in place": lambda n: function("a[i] = " + each(lambda j: f"a[i + {j}]", n, " + ") + ";"),
    "factors of an index": lambda n: function("a[" + each(lambda j: f"(i + {j})", n, " * ") + "] = 1;"),
    "conditions": lambda n: function("{ " + each(lambda j: f"if (b[i] > {j}) a[i] = {j};", n) + " }"),
    "cases": lambda n: function("switch ((int)b[i]) { " + each(lambda j: f"case {j}: a[i] = {j}; break;", n) + " }"),
    "declarations": lambda n: function("a[i] = d0;", each(lambda j: f"  double d{j} = b[0] + {j};\n", n, "")),
    "initialisers": lambda n: function(
        f"a[i] = t[i % {n}];", "  double t[] = {" + each(lambda j: f"b[{j}]", n, ", ") + "};\n"
    ),
    "loops before": lambda n: function("a[i] = b[i];", each(lambda j: f"  while (a[{j}] > 0) a[{j}] -= 1;\n", n, "")),
    "blocks": lambda n: function("{" * n + " a[i] = b[i]; " + "}" * n),
    "work variables of one loop": lambda n: function(
        "{ " + each(lambda j: f"t{j} = b[i];", n) + " }",
        "  double " + each(lambda j: f"t{j}", n, ", ") + ";\n#pragma acc parallel loop copyin(b[0:n])\n",
    ),
    "functions": lambda n: each(lambda j: function("a[i] = b[i];").replace("void f", f"void f{j}"), n, ""),
    "functions with directives": lambda n: each(
        lambda j: function("a[i] = b[i];", "#pragma acc parallel loop copyout(a[0:n]) copyin(b[0:n])\n").replace(
            "void f", f"void f{j}"
        ),
        n,
        "",
    ),
    "calls of calls": calls_of_calls,
    "macros of macros": macros_of_macros,
    "structs of structs": structs_of_structs,
}


def work(text: str) -> None:
    outline = Outline(parse(text, "x.c"))
    for loop in outline.loops:
        judge(outline, loop)
    check(outline, CheckOptions(between=False))


def calls(text: str) -> int:
    return clock.calls(lambda: work(text))


def calls_of_what_nobody_sees(count: int) -> str:
    """Each function has an array of its own and gives two of them to a loop that needs to know whether they are one."""
    heads = "void unseen(double *);\nstatic void g(double *p, double *q) { for (int i = 0; i < 9; i++) p[i] = q[i]; }\n"
    body = "{ double a[9], b[9]; unseen(a); unseen(b); g(a, b); unseen(b); }"
    return heads + each(lambda j: f"void f{j}(void) {body}", count, "\n") + "\n"


def test_pointers_are_followed_without_going_through_all_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a call leaves behind, and what code that nobody sees may change, was found by a look at every object of the program."""
    met: list[int] = []

    class Counted(Objects):
        def __iter__(self) -> Iterator[Object]:
            met.append(len(self))
            return super().__iter__()

    monkeypatch.setattr(machine, "Objects", Counted)
    outline = Outline(parse(calls_of_what_nobody_sees(SMALL), "x.c"))
    sites = sites_of(outline)
    assert sites is not None
    assert len(sites.touched[outline.loops[0].span.start]) >= 1
    assert judge(outline, outline.loops[0]).verdict == "proved"
    assert not met


def test_the_words_behind_a_function_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them was read again for every function that reaches it."""
    read: list[str] = []
    monkeypatch.setattr(units, "names_in", lambda text: read.append(text) or names_in(text))
    text = f"{calls_of_calls(SMALL)} int main(void) {{ static double a[9], b[9]; f(9, a, b); return 0; }}"
    assert sites_of(Outline(parse(text, "x.c"))) is not None
    assert SMALL <= len(read) <= 3 * SMALL


def loops_with_calls(count: int) -> str:
    """One function, which each loop gives arrays of its own."""
    step = "static void step(double *p, const double *q) { double x = q[0], y = q[1]; p[0] += x * y; }\n"
    return step + each(
        lambda j: (
            f"void f{j}(int n) {{ double a[9], b[9]; for (int i = 0; i < n; i++) {{ step(a, b); step(b, a); }} }}\n"
        ),
        count,
        "",
    )


def test_what_a_function_declares_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many calls are followed into it."""
    read: list[str] = []
    monkeypatch.setattr(units, "said_by", lambda scopes, node: read.append(node.text) or said_by(scopes, node))
    outline = Outline(parse(loops_with_calls(SMALL), "x.c"))
    assert sites_of(outline) is not None
    assert read.count(b"double x = q[0], y = q[1];") == 1


def test_operands_of_a_long_sum_are_asked_for_their_kind_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sum asked it of the sums that it is made of, down to the last operand, and again for every call that was followed into it."""
    asked: list[bytes] = []
    kind_of_name = library._kind_of_name
    monkeypatch.setattr(library, "_kind_of_name", lambda on, node: asked.append(node.text) or kind_of_name(on, node))
    long_sum = each(lambda _: "M_PI", SMALL, " + ")
    step = f"static void step(double *p, const double *q) {{ p[0] = {long_sum}; }}\n"
    calls = each(lambda _: "step(a, b); step(b, a);", 3)
    text = f"{step}int main(void) {{ static double a[9], b[9]; for (int i = 0; i < 9; i++) {{ {calls} }} return 0; }}\n"
    assert sites_of(Outline(parse(text, "x.cc"))) is not None
    assert asked.count(b"M_PI") == SMALL  # 4,158 before


def test_whether_a_class_is_of_the_library_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often its objects are read."""
    read: list[str] = []
    monkeypatch.setattr(library, "names_in", lambda text: read.append(text) or names_in(text))
    reads = each(lambda j: f"use(o.at({j}));", SMALL, "\n")
    text = "struct Other; struct Box { Box(const Box &); Other &at(int); int n; };\nvoid use(Box);\n"
    text += f"int main() {{ extern Box o, p; {each(lambda _: 'use(o); use(p);', SMALL)}\n{reads} return 0; }}\n"
    assert sites_of(Outline(parse(text, "x.cc"))) is not None
    assert read.count("Box") == 1  # 130 before


@pytest.mark.usefixtures("nothing_kept")
def test_what_a_called_function_stores_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """By whatever loop calls it."""
    read: list[bytes] = []

    def noted(part: Part) -> list[tuple[Node, Node | None]]:
        read.append(part.listing.nodes[part.first].text or b"")
        return stores_in(part)

    monkeypatch.setattr(assigned, "stores_in", noted)
    outline = Outline(parse(loops_with_calls(SMALL), "x.c"))
    for loop in outline.loops:
        judge(outline, loop)
    assert sum(text.startswith(b"static void step") for text in read) == 1


def test_what_a_caller_does_is_gone_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many accesses of a function it calls may meet there."""
    gone_through: list[int] = []
    accesses_in = programs.accesses_in
    monkeypatch.setattr(programs, "accesses_in", lambda body: gone_through.append(id(body)) or accesses_in(body))
    loops = each(lambda j: f"for (int i = 0; i < n; i++) p[i] = q[i] + r[i] * {j};\n", SMALL // 4)
    text = f"static void f(int n, double *p, double *q, double *r) {{\n{loops}}}\n" + each(
        lambda j: f"void g{j}(int n, double *x, double *y) {{ f(n, x, y, y); }}\n", 3
    )
    outline = Outline(parse(text + "int main() { }\n", "x.c"))
    verdicts = [judge(outline, loop).verdict for loop in outline.loops]
    assert "assumed" in verdicts
    assert gone_through
    assert len(gone_through) == len(set(gone_through))


def jumps(count: int) -> str:
    return body(
        each(
            lambda j: f"  if (a[{j}] > 0) goto l{j};\n  for (int i = 0; i < n; i++) a[i] = b[i] + {j};\nl{j}: ;\n",
            count,
        )
    )


def test_jumps_one_in_another_stay_below_the_square() -> None:
    """Each is a branch that holds the rest of the function; going through them was its third power."""
    work(jumps(3))
    small, large = calls(jumps(SMALL // 2)), calls(jumps(SMALL))
    assert large <= 2.6 * small


def rows_of_one_array(count: int) -> str:
    """As a matrix of vectors is used: each element of the matrix is a row of one array."""
    rows = each(lambda j: f"a[{32 * j} + i] = 0.5 * a[{32 * j} + i];", count)
    return function(f"for (int k = 0; k < 32; k++) {{ {rows} }}".replace("+ i", "+ k"))


def test_pairs_that_are_equally_far_apart_ask_isl_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each pair of rows had a set of its own, the square of their number."""
    read, asked = relations.integer_set, list[str]()
    monkeypatch.setattr(relations, "integer_set", lambda text: asked.append(text) or read(text))
    monkeypatch.setattr(relations._local, "answers", {}, raising=False)
    monkeypatch.setattr(judging, "_verdicts", {})
    outline = Outline(parse(rows_of_one_array(SMALL // 2), "x.c"))
    assert [judge(outline, loop).verdict for loop in outline.loops] == ["refuted", "proved"]
    assert SMALL // 2 <= len(asked) <= 4 * SMALL


def test_iterations_under_the_same_conditions_are_described_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """They were for each pair of accesses."""
    domain, described = relations.Relation.domain, list[int]()
    monkeypatch.setattr(
        relations.Relation, "domain", lambda self, *given: described.append(given[1]) or domain(self, *given)
    )
    monkeypatch.setattr(judging, "_verdicts", {})
    outline = Outline(parse(rows_of_one_array(SMALL // 2), "x.c"))
    assert judge(outline, outline.loops[1]).verdict == "proved"
    assert len(described) <= SMALL


def statements_beside(other: str, count: int) -> str:
    """Statements that no other may meet, beside a few that may."""
    text = function(f"{{ {each(other.format, 12)} {each(lambda j: f'c[i] = {j};', count)} }}")
    return text.replace("const double", "const int *k, double *restrict c, const double", 1)


def test_what_a_loop_stores_is_not_gone_through_for_each_index_from_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def longer(other: str) -> int:
        monkeypatch.setattr(judging, "_verdicts", {})
        monkeypatch.setattr(checking, "_kept", Kept())
        return calls(statements_beside(other, 2 * SMALL)) - calls(statements_beside(other, SMALL))

    work(statements_beside("a[k[i + {0}] + i] = 1;", 3))
    assert longer("a[k[i + {0}] + i] = 1;") <= 1.5 * longer("a[i + {0}] = 1;")


def test_an_index_array_is_asked_for_only_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else is taken on trust there, so that the answer would be that of the level before."""
    relation_of, levels = conflicts.relation_of, list[str]()
    monkeypatch.setattr(conflicts, "relation_of", lambda *given: levels.append(given[4]) or relation_of(*given))
    monkeypatch.setattr(judging, "_verdicts", {})
    for subscript, is_asked in (("i * i % n", False), ("k[i]", True)):
        levels.clear()
        outline = Outline(parse(statements_beside(f"a[{subscript}] = 1;", 1), "x.c"))
        judge(outline, outline.loops[0])
        assert ("injective" in levels) == is_asked, subscript
        assert "bounds" in levels


@pytest.mark.parametrize("what", DOUBLED)
def test_twice_the_size_is_about_twice_the_work(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = DOUBLED[what]
    work(made(3))  # tables are read once
    monkeypatch.setattr(judging, "_verdicts", {})
    monkeypatch.setattr(checking, "_kept", Kept())
    small, large = calls(made(SMALL)), calls(made(2 * SMALL))
    assert large <= MOST * small, f"{what}: {small} calls for {SMALL}, {large} for {2 * SMALL}"
