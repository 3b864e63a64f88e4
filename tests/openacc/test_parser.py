"""Directives as they are read: clauses, what stands in their parentheses, and what is no OpenACC, each with its place."""

from __future__ import annotations

import pytest
from loopwright.openacc.nodes import ClauseNode, DirectiveNode, Slip
from loopwright.openacc.parser import MOST_CLAUSES, directive_words, parse_pragma
from loopwright.source.text import Span

BEFORE = "#pragma acc "


def read(directive: str) -> DirectiveNode:
    data = (BEFORE + directive).encode()
    return parse_pragma(data, Span(0, len(data)), len(BEFORE))


def text(directive: str, span: Span) -> str:
    return (BEFORE + directive)[span.start : span.end]


@pytest.mark.parametrize(
    ("directive", "name", "clauses", "slips"),
    [
        ("", None, (), (("LW104", "#pragma acc "),)),
        ("paralel loop", None, (), (("LW101", "paralel"),)),
        ("end data", None, (), (("LW102", "end data"),)),
        ("enter a", None, (), (("LW103", "enter"),)),
        ("exit", None, (), (("LW103", "exit"),)),
        ("+ loop", None, (), (("LW105", "+"),)),
        ("end", None, (), (("LW101", "end"),)),
        ("end nothing", None, (), (("LW101", "end"),)),
        ("wait", "wait", (), ()),
        ("wait(1)", "wait", (), ()),
        ("wait(devnum: 2: queues: 1, 3) async", "wait", ("async",), ()),
        ("wait(queues:4)", "wait", (), ()),
        ("parallel wait(devnum:1:2)", "parallel", ("wait(devnum:1:2)",), ()),
        ("cache", "cache", (), (("LW106", "cache"),)),
        ("cache(a[0:4], readonly: b)", "cache", (), (("LW302", "readonly: b"),)),
        ("cache(readonly: a[1])", "cache", (), ()),
        ("data(a)", "data", (), (("LW107", "(a)"),)),
        ("routine(f) seq", "routine", ("seq",), ()),
        ("routine(f, g) seq", "routine", ("seq",), ()),
        ("routine seq bind(\"x\")", "routine", ("seq", "bind(\"x\")"), ()),
        ("routine seq bind(g)", "routine", ("seq", "bind(g)"), ()),
        ("routine seq bind(3)", "routine", ("seq", "bind(3)"), ()),
        ("routine seq bind(1+2)", "routine", ("seq", "bind(1+2)"), (("LW105", "+"),)),
        ("parallel loop copy", "parallel loop", ("copy",), (("LW111", "copy"),)),
        ("parallel loop copy()", "parallel loop", ("copy()",), (("LW114", "()"),)),
        ("parallel loop copy(a b)", "parallel loop", ("copy(a b)",), (("LW118", "b"),)),
        ("parallel loop copy(a,)", "parallel loop", ("copy(a,)",), (("LW114", ","),)),
        ("parallel loop copy(,a)", "parallel loop", ("copy(,a)",), (("LW114", ","),)),
        ("parallel loop copy(a, , b)", "parallel loop", ("copy(a, , b)",), (("LW114", ","),)),
        ("parallel loop copy(a[0:n)", "parallel loop", ("copy(a[0:n)",), (("LW113", "["),)),
        ("parallel loop copy(a", "parallel loop", ("copy(a",), (("LW113", "("),)),
        ("parallel loop copy a", "parallel loop", ("copy",), (("LW111", "copy"),)),
        ("parallel loop gang(a", "parallel loop", ("gang(a",), (("LW113", "("),)),
        ("parallel loop seq(1)", "parallel loop", ("seq",), (("LW112", "(1)"),)),
        ("parallel loop copyin(readonly: a)", "parallel loop", ("copyin(readonly: a)",), ()),
        ("parallel loop copyin(reedonly: a)", "parallel loop", ("copyin(reedonly: a)",), (("LW117", "reedonly"),)),
        ("parallel loop copy(readonly: a)", "parallel loop", ("copy(readonly: a)",), (("LW117", "readonly"),)),
        ("parallel loop copyin(readonly,always: a)", "parallel loop", ("copyin(readonly,always: a)",), ()),
        ("parallel loop copyin(readonly,readonly: a)", "parallel loop", ("copyin(readonly,readonly: a)",), ()),
        ("parallel loop reduction(s)", "parallel loop", ("reduction(s)",), (("LW115", "s"),)),
        ("parallel loop reduction(: s)", "parallel loop", ("reduction(: s)",), (("LW115", ": s"),)),
        ("parallel loop reduction(-: s)", "parallel loop", ("reduction(-: s)",), (("LW116", "-"),)),
        ("parallel loop reduction(+ s)", "parallel loop", ("reduction(+ s)",), (("LW115", "+ s"),)),
        ("parallel loop reduction(+,s)", "parallel loop", ("reduction(+,s)",), (("LW115", "+,s"),)),
        ("parallel loop reduction(max: s, t)", "parallel loop", ("reduction(max: s, t)",), ()),
        ("parallel loop reduction(&&:s)", "parallel loop", ("reduction(&&:s)",), ()),
        ("parallel loop reduction(foo:s)", "parallel loop", ("reduction(foo:s)",), (("LW116", "foo"),)),
        ("parallel loop reduction(+:a+b)", "parallel loop", ("reduction(+:a+b)",), (("LW302", "a+b"),)),
        ("parallel loop reduction(+:a[0])", "parallel loop", ("reduction(+:a[0])",), ()),
        ("parallel loop reduction(+)", "parallel loop", ("reduction(+)",), (("LW115", "+"),)),
        ("parallel loop reduction()", "parallel loop", ("reduction()",), (("LW115", "("),)),
        ("parallel loop copy(a[0:n:2])", "parallel loop", ("copy(a[0:n:2])",), (("LW119", "[0:n:2]"),)),
        ("parallel loop copy(a[])", "parallel loop", ("copy(a[])",), (("LW114", "[]"),)),
        ("parallel loop copy(a[0:n][0:m])", "parallel loop", ("copy(a[0:n][0:m])",), ()),
        ("parallel loop copy(a[:n])", "parallel loop", ("copy(a[:n])",), ()),
        ("parallel loop copy(a[0:])", "parallel loop", ("copy(a[0:])",), ()),
        ("parallel loop copy(a[i])", "parallel loop", ("copy(a[i])",), ()),
        ("parallel loop copy(p->x.y[0:3])", "parallel loop", ("copy(p->x.y[0:3])",), ()),
        ("parallel loop copy((*p)[0:3])", "parallel loop", ("copy((*p)[0:3])",), (("LW302", "(*p)[0:3]"),)),
        ("parallel loop copy(*p)", "parallel loop", ("copy(*p)",), (("LW302", "*p"),)),
        ("parallel loop copy(a+1)", "parallel loop", ("copy(a+1)",), (("LW302", "a+1"),)),
        ("parallel loop copy(f(x))", "parallel loop", ("copy(f(x))",), (("LW302", "f(x)"),)),
        ("parallel loop copy(3)", "parallel loop", ("copy(3)",), (("LW302", "3"),)),
        ("parallel loop copy(N::a)", "parallel loop", ("copy(N::a)",), ()),
        ("parallel loop copy(this)", "parallel loop", ("copy(this)",), ()),
        ("parallel loop copy(A(0:3))", "parallel loop", ("copy(A(0:3))",), (("LW302", "A(0:3)"),)),
        ("parallel num_gangs(1,2,3)", "parallel", ("num_gangs(1,2,3)",), ()),
        ("parallel num_gangs(1,2,3,4)", "parallel", ("num_gangs(1,2,3,4)",), ()),
        ("parallel num_gangs(1,)", "parallel", ("num_gangs(1,)",), (("LW114", ","),)),
        ("parallel num_workers(1,2)", "parallel", ("num_workers(1,2)",), ()),
        ("parallel loop gang(num: 4, static: *)", "parallel loop", ("gang(num: 4, static: *)",), ()),
        ("parallel loop gang(dim: 2)", "parallel loop", ("gang(dim: 2)",), ()),
        ("parallel loop gang(static: 3)", "parallel loop", ("gang(static: 3)",), ()),
        ("parallel loop gang(numm: 4)", "parallel loop", ("gang(numm: 4)",), (("LW117", "numm"),)),
        ("parallel loop gang(4, 5)", "parallel loop", ("gang(4, 5)",), ()),
        ("parallel loop gang(num: 4 num: 5)", "parallel loop", ("gang(num: 4 num: 5)",), (("LW118", "num"),)),
        ("parallel loop worker(num: 4) vector(length: 8)", "parallel loop", ("worker(num: 4)", "vector(length: 8)"), ()),
        ("parallel loop vector(len: 8)", "parallel loop", ("vector(len: 8)",), (("LW117", "len"),)),
        ("parallel loop collapse(force: 2)", "parallel loop", ("collapse(force: 2)",), ()),
        ("parallel loop collapse(2, 3)", "parallel loop", ("collapse(2, 3)",), ()),
        ("parallel loop collapse(n)", "parallel loop", ("collapse(n)",), ()),
        ("parallel loop tile(*, 4)", "parallel loop", ("tile(*, 4)",), ()),
        ("parallel loop tile(*)", "parallel loop", ("tile(*)",), ()),
        ("parallel loop tile()", "parallel loop", ("tile()",), (("LW114", "()"),)),
        ("parallel default(none)", "parallel", ("default(none)",), ()),
        ("parallel default(nonne)", "parallel", ("default(nonne)",), ()),
        ("parallel default(none, present)", "parallel", ("default(none, present)",), ()),
        ("parallel if(a > b)", "parallel", ("if(a > b)",), ()),
        ("parallel if(a, b)", "parallel", ("if(a, b)",), ()),
        ("parallel self", "parallel", ("self",), ()),
        ("parallel self(x)", "parallel", ("self(x)",), ()),
        ("update self(a)", "update", ("self(a)",), ()),
        ("parallel async", "parallel", ("async",), ()),
        ("parallel async(1, 2)", "parallel", ("async(1, 2)",), ()),
        ("parallel device_type(nvidia, host) async", "parallel", ("device_type(nvidia, host)", "async"), ()),
        ("parallel device_type(*) async", "parallel", ("device_type(*)", "async"), ()),
        ("parallel device_type(foo)", "parallel", ("device_type(foo)",), ()),
        ("parallel dtype(nvidia)", "parallel", ("dtype(nvidia)",), ()),
        ("parallel device_type()", "parallel", ("device_type()",), (("LW114", "()"),)),
        ("parallel loop gang, vector", "parallel loop", ("gang", "vector"), ()),
        ("parallel loop, gang", "parallel loop", ("gang",), (("LW105", ","),)),
        ("parallel loop gang,, vector", "parallel loop", ("gang", "vector"), (("LW105", ","),)),
        ("parallel loop gang; vector", "parallel loop", ("gang", "vector"), (("LW105", ";"),)),
        ("parallel loop gang) vector", "parallel loop", ("gang", "vector"), (("LW105", ")"),)),
        ("parallel loop fooo(a) gang", "parallel loop", ("gang",), (("LW110", "fooo"),)),
        ("parallel loop foo", "parallel loop", (), (("LW110", "foo"),)),
        ("parallel loop pcopy(a)", "parallel loop", ("pcopy(a)",), ()),
        ("loop gang vector gang", "loop", ("gang", "vector", "gang"), ()),
        ("set device_num(1)", "set", ("device_num(1)",), ()),
        ("init device_type(nvidia)", "init", ("device_type(nvidia)",), ()),
        ("atomic update", "atomic", ("update",), ()),
        ("atomic capture if(x)", "atomic", ("capture", "if(x)"), ()),
        ("atomic foo", "atomic", (), (("LW110", "foo"),)),
        ("host_data use_device(a, b) if_present", "host_data", ("use_device(a, b)", "if_present"), ()),
        ("declare link(a)", "declare", ("link(a)",), ()),
        ("enter data copyin(a) attach(p)", "enter data", ("copyin(a)", "attach(p)"), ()),
        ("exit data delete(a) finalize", "exit data", ("delete(a)", "finalize"), ()),
        ("parallel copy(a) 3", "parallel", ("copy(a)",), (("LW105", "3"),)),
        ("parallel \"text\"", "parallel", (), (("LW105", "\"text\""),)),
        ("parallel copy(a){", "parallel", ("copy(a)",), (("LW105", "{"),)),
        ("wait(", "wait", (), (("LW113", "("),)),
        ("wait()", "wait", (), (("LW114", "()"),)),
        ("wait(1,)", "wait", (), (("LW114", ","),)),
        ("parallel wait", "parallel", ("wait",), ()),
        ("parallel wait()", "parallel", ("wait()",), (("LW114", "()"),)),
        ("parallel loop copy(zero: a)", "parallel loop", ("copy(zero: a)",), (("LW117", "zero"),)),
        ("parallel loop copyout(zero: a)", "parallel loop", ("copyout(zero: a)",), ()),
        ("parallel loop create(capture,zero: a)", "parallel loop", ("create(capture,zero: a)",), ()),
        ("kernels loop independent auto", "kernels loop", ("independent", "auto"), ()),
        ("parallel loop private(a, b[3])", "parallel loop", ("private(a, b[3])",), ()),
        ("parallel loop present(a /* c */)", "parallel loop", ("present(a /* c */)",), ()),
        ("parallel loop copy(sizeof(x))", "parallel loop", ("copy(sizeof(x))",), (("LW302", "sizeof(x)"),)),
        ("parallel loop copy(a & b)", "parallel loop", ("copy(a & b)",), (("LW302", "a & b"),)),
        ("parallel loop copy(a * b)", "parallel loop", ("copy(a * b)",), (("LW302", "a * b"),)),
        ("parallel loop copy(-a)", "parallel loop", ("copy(-a)",), (("LW302", "-a"),)),
        ("parallel loop copy(a ? b : c)", "parallel loop", ("copy(a ? b : c)",), (("LW302", "a ? b : c"),)),
        ("parallel loop copy(a[i ? 1 : 2])", "parallel loop", ("copy(a[i ? 1 : 2])",), ()),
        ("parallel loop copy(a[0:n ? 1 : 2])", "parallel loop", ("copy(a[0:n ? 1 : 2])",), ()),
        ("parallel loop copy(a[f(0:1)])", "parallel loop", ("copy(a[f(0:1)])",), ()),
        ("parallel loop copy(a[0,1:2])", "parallel loop", ("copy(a[0,1:2])",), (("LW119", "[0,1:2]"),)),
        ("parallel loop copy(a[0, n])", "parallel loop", ("copy(a[0, n])",), (("LW119", "[0, n]"),)),
        ("parallel loop copy(a[0:f(n, 2)])", "parallel loop", ("copy(a[0:f(n, 2)])",), ()),
        ("parallel loop copy(a[0:f<2, 3>(n)])", "parallel loop", ("copy(a[0:f<2, 3>(n)])",), ()),
        ("parallel loop copy(::a)", "parallel loop", ("copy(::a)",), ()),
        ("parallel loop copy(a[::2])", "parallel loop", ("copy(a[::2])",), (("LW119", "[::2]"),)),
        ("parallel loop copy(x y z)", "parallel loop", ("copy(x y z)",), (("LW118", "y"),)),
        ("parallel loop copy(p->)", "parallel loop", ("copy(p->)",), (("LW105", "->"),)),
        ("parallel loop copy(p.3)", "parallel loop", ("copy(p.3)",), (("LW118", ".3"),)),
        ("parallel loop copy((a))", "parallel loop", ("copy((a))",), ()),
        ("parallel loop copy(((a[1])))", "parallel loop", ("copy(((a[1])))",), ()),
        ("parallel loop if(a ? b : c) async(x ? 1 : 2)", "parallel loop", ("if(a ? b : c)", "async(x ? 1 : 2)"), ()),
        ("parallel loop vector(x ? 1 : 2)", "parallel loop", ("vector(x ? 1 : 2)",), ()),
        ("parallel loop worker(num: x ? 1 : 2)", "parallel loop", ("worker(num: x ? 1 : 2)",), ()),
        ("parallel loop gang(static:)", "parallel loop", ("gang(static:)",), (("LW114", "static:"),)),
        ("parallel loop gang(:4)", "parallel loop", ("gang(:4)",), (("LW105", ":"),)),
        ("parallel loop gang(*)", "parallel loop", ("gang(*)",), (("LW105", "*"),)),
        ("parallel async(*)", "parallel", ("async(*)",), (("LW105", "*"),)),
        ("parallel async(+)", "parallel", ("async(+)",), (("LW105", "+"),)),
        ("parallel async(a +)", "parallel", ("async(a +)",), (("LW105", "+"),)),
        ("parallel async(a b)", "parallel", ("async(a b)",), (("LW118", "b"),)),
        ("parallel async(a @ b)", "parallel", ("async(a @ b)",), (("LW118", "@"),)),
        ("parallel async(sizeof x)", "parallel", ("async(sizeof x)",), ()),
        ("parallel async(a[)", "parallel", ("async(a[)",), (("LW113", "["),)),
        ("parallel copy(a[(0:n])", "parallel", ("copy(a[(0:n])",), (("LW113", "("),)),
        ("routine bind(N::f)", "routine", ("bind(N::f)",), ()),
        ("routine bind(::f)", "routine", ("bind(::f)",), ()),
        ("routine bind(N::)", "routine", ("bind(N::)",), (("LW105", "::"),)),
        ("parallel default(none present)", "parallel", ("default(none present)",), (("LW105", "present"),)),
        ("parallel device_type(nvidia host)", "parallel", ("device_type(nvidia host)",), (("LW105", "host"),)),
        ("wait(devnum: 1)", "wait", (), ()),
        ("wait(devnum: 1: 2)", "wait", (), ()),
        ("wait(devnum: a ? 1 : 2: 3)", "wait", (), ()),
        ("wait(1) if(x) async(2)", "wait", ("if(x)", "async(2)"), ()),
        ("parallel wait(queues: 1, 2)", "parallel", ("wait(queues: 1, 2)",), ()),
        ("cache(always: a[1])", "cache", (), (("LW117", "always"),)),
    ],
)  # fmt: skip
def test_clauses_and_slips(
    directive: str, name: str | None, clauses: tuple[str, ...], slips: tuple[tuple[str, str], ...]
) -> None:
    found = read(directive)
    assert found.name == name
    assert tuple(text(directive, clause.span) for clause in found.clauses) == clauses
    assert tuple((slip.code, text(directive, slip.span)) for slip in found.slips) == slips
    if name is not None:
        assert text(directive, found.name_span) == name
        assert found.spec is not None
        assert found.spec.name == name


def clause(directive: str) -> ClauseNode:
    (found,) = read(directive).clauses
    return found


def slip(directive: str) -> Slip:
    (found,) = read(directive).slips
    return found


def test_a_variable_with_members_and_sections() -> None:
    variable = clause("parallel copy(N::p->x.y[0:n][i])").variables[0]
    assert (variable.name, variable.members) == ("N::p", ("x", "y"))
    first, second = variable.subscripts
    assert (first.section, [t.text for t in first.lower], [t.text for t in first.length]) == (True, ["0"], ["n"])
    assert (second.section, [t.text for t in second.lower], second.length) == (False, ["i"], ())
    directive = "parallel copy(N::p->x.y[0:n][i])"
    assert text(directive, variable.name_span) == "N::p"
    assert text(directive, variable.span) == "N::p->x.y[0:n][i]"
    assert text(directive, first.span) == "[0:n]"


@pytest.mark.parametrize(
    ("section", "lower", "length"),
    [
        ("[:n]", "", "n"),
        ("[2:]", "2", ""),
        ("[:]", "", ""),
        ("[a + 1:f(b, c)]", "a + 1", "f ( b , c )"),
        ("[b[0]:b[1]]", "b [ 0 ]", "b [ 1 ]"),
    ],
)
def test_bounds_of_a_section(section: str, lower: str, length: str) -> None:
    (subscript,) = clause(f"parallel copy(a{section})").variables[0].subscripts
    assert subscript.section
    assert " ".join(token.text for token in subscript.lower) == lower
    assert " ".join(token.text for token in subscript.length) == length


def test_what_stands_before_a_colon() -> None:
    def lead(directive: str) -> list[str]:
        argument = clause(directive).argument
        assert argument is not None
        assert argument.complete
        return [token.text for token in argument.lead]

    assert lead("loop reduction(&&: a, b)") == ["&&"]
    assert lead("parallel copyin(readonly, always: a)") == ["readonly", "always"]
    assert lead("loop collapse(force: 2)") == ["force"]
    assert lead("parallel wait(devnum: 2: queues: 1, 3)") == ["devnum", "2"]
    assert lead("parallel wait(queues: 1)") == []
    assert lead("loop vector(x ? 1 : 2)") == []
    assert [item.text for item in clause("parallel wait(devnum: 2: queues: 1, 3)").items] == ["1", "3"]
    assert [item.text for item in clause("parallel wait(queues: 1, 2)").items] == ["1", "2"]
    assert [item.text for item in clause("loop reduction(max: a, b)").items] == ["a", "b"]


def test_tags_of_gang() -> None:
    items = clause("loop gang(num: 4 + n, static: *, dim: 2)").items
    assert [(item.tag.text if item.tag else None, [t.text for t in item.tokens]) for item in items] == [
        ("num", ["4", "+", "n"]), ("static", ["*"]), ("dim", ["2"]),
    ]  # fmt: skip
    assert clause("loop gang(4)").items[0].tag is None


def test_arguments_of_directives() -> None:
    wait = read("wait(devnum: 1: 2) async(3)").argument
    assert wait is not None
    assert ([t.text for t in wait.lead], [item.text for item in wait.items]) == (["devnum", "1"], ["2"])
    cache = read("cache(readonly: a[0:4], b[1])").argument
    assert cache is not None
    assert [item.variable.name for item in cache.items if item.variable] == ["a", "b"]
    routine = read("routine(N::f) seq").argument
    assert routine is not None
    assert routine.items[0].text == "N::f"
    assert read("routine seq").argument is None
    assert read("data(a) copy(b)").argument is None


def test_old_names_are_read_as_the_new_ones_and_keep_their_word() -> None:
    found = clause("parallel present_or_copyin(a)")
    assert (found.name, found.written.text, found.spec.name) == ("copyin", "present_or_copyin", "copyin")


def test_self_is_a_list_on_an_update_and_a_condition_elsewhere() -> None:
    assert clause("update self(a, b)").variables[1].name == "b"
    assert clause("parallel self(a)").variables == ()
    assert slip("update self").code == "LW111"
    assert read("parallel self").slips == ()


def test_slips_carry_the_words_of_their_messages() -> None:
    assert (slip("parallel foo(a)").word, slip("parallel foo(a)").directive) == ("foo", "parallel")
    assert slip("parallel copyin(reedonly: a)").known == ("readonly", "always", "alwaysin", "capture")
    assert slip("parallel copyin(reedonly: a)").clause == "copyin"
    assert slip("loop gang(numm: 1)").known == ("num", "dim", "static")
    assert (slip("parallel copy(a").opened, slip("parallel copy(a").missing) == ("(", ")")
    assert (slip("parallel copy(a[0:n)").opened, slip("parallel copy(a[0:n)").missing) == ("[", "]")
    assert (slip("parallel copy(a + 1)").text.replace(" ", ""), slip("parallel copy(a + 1)").what) == (
        "a+1",
        "an expression",
    )
    assert slip("paralel loop").second == "loop"
    assert slip("paralel + loop").second == ""
    assert slip("end data").word == "data"
    assert slip("parallel copy(a[0:n:2])").text.replace(" ", "") == "0:n:2"
    assert slip("parallel copy(a b)").clause == "copy"


def test_an_unclosed_list_ends_before_the_next_clause() -> None:
    found = read("parallel copy(a[0:n] copyin(b) if(x)")
    assert [each.name for each in found.clauses] == ["copy", "copyin", "if"]
    assert [each.code for each in found.slips] == ["LW113"]
    argument = found.clauses[0].argument
    assert argument is not None
    assert not argument.complete


def test_many_clauses_are_read_up_to_a_limit() -> None:
    assert len(read("parallel " + "gang " * (MOST_CLAUSES + 10)).clauses) == MOST_CLAUSES


def test_the_longest_name_of_a_directive_is_tried_first() -> None:
    assert directive_words()["parallel"] == ("parallel loop", "parallel")
    assert directive_words()["enter"] == ("enter data",)
    assert read("parallel loop gang").name == "parallel loop"
    assert read("parallel gang").name == "parallel"
