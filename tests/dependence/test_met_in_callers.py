"""Names that are assumed to be apart: where a call in the file gives them one object, in which they meet, that is no assumption."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge, program_at
from loopwright.dependence.decide.meeting import met_in_callers
from loopwright.dependence.model.program import Program
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.text import Span

SHIFT = "static void go(int n, int *to, const int *from) { for (int i = 0; i < n; i++) to[i] = from[i] + 1; }\n"
SCALE = "static void go(int n, int *v, const int *k) { for (int i = 0; i < n; i++) v[i] *= *k; }\n"
STEP = (
    "struct ctx { const int *in; int *out; };\n"
    "static void go(const struct ctx *k, int n) { for (int i = 0; i < n; i++) k->out[i] = k->in[i] + 1; }\n"
)
VALUE = STEP.replace("const struct ctx *k", "struct ctx k").replace("->", ".")
GRID = (
    "#include <vector>\nclass Grid { int w; std::vector<int> d; public: int &at(int x) { return d[x]; }\n"
    "int at(int x) const { return d[x]; }\n"
    "void go(const Grid &s) { for (int i = 1; i < w; i++) at(i) = s.at(i - 1); } };\n"
)
SPANS = (
    "#include <span>\n#include <vector>\n"
    "static void go(std::span<const int> s, std::span<int> t) { for (int i = 0; i < s.size(); i++) t[i] = s[i]; }\n"
)
ADD = (
    "#include <vector>\n"
    "static void go(std::vector<int> &v, const int &k) { for (int i = 0; i < v.size(); i++) v[i] += k; }\n"
)
# text, what the reason says
MET = {
    "shifted": (SHIFT + "int a[99]; void run(int n) { go(n, a + 1, a); }", "one element of a, as line 2 calls go"),
    "an element": (SCALE + "int a[99]; void run(int n) { go(n, a, &a[4]); }", "one element of a, as line 2 calls go"),
    "halves that overlap": (SHIFT + "int a[99]; void run(int n) { go(n, a + n / 2, a); }", "one element of a"),
    "one call of several": (
        SHIFT + "int a[99], b[99]; void run(int n) { go(n, a, b); }\nvoid other(int n) { go(n, a + 2, a); }",
        "as line 3 calls go",
    ),
    "passed on": (
        SHIFT
        + "static void by(int n, int *p, int *q) { go(n, p, q); }\nint a[99]; void run(int n) { by(n, a + 1, a); }",
        "one element of a, as line 3 calls go",
    ),
    "members": (
        STEP + "int a[99]; void run(int n) { struct ctx k = {.in = a, .out = a + 1}; go(&k, n); }",
        "one element of a, as line 3 calls go",
    ),
    "members by value": (VALUE + "int a[99]; void run(int n) { struct ctx k = {a, a + 1}; go(k, n); }", "element of a"),
    "an object and itself": (GRID + "void run(Grid &g) { g.go(g); }", "as line 5 calls go"),
    "spans": (
        SPANS + "void run(std::vector<int> &v) { std::span<int> s(v); go(s.first(9), s.subspan(1)); }",
        "as line 4 calls go",
    ),
    "by the type of a template": (
        f"#include <vector>\n{SHIFT}struct K {{ int *p, *q; int *at() {{ return p; }} }};\n"
        "template <class T> static void by(T &k) { go(9, k.at(), k.q); }\n"
        "int a[99]; void run() { K k = {a + 1, a}; by(k); }",
        "one element of a, as line 5 calls go",
    ),
    "a reference to an element": (ADD + "void run(std::vector<int> &v) { go(v, v[2]); }", "as line 3 calls go"),
}
APART = {
    "halves": SHIFT + "int a[99]; void run(int n) { go(n, a + n, a); }",
    "one iteration": SHIFT + "int a[99]; void run(int n) { go(n, a, a); }",
    "nobody knows": SHIFT.replace("static ", "") + "void run(int n, int *p, int *q) { go(n, p, q); }\nint main(void);",
}


def judged(text: str) -> LoopVerdict:
    language = "cpp" if "#include" in text else "c"
    outline = Outline(parse(text + "\nint main(void) { return 0; }\n", language=language))
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize(("text", "words"), MET.values(), ids=MET)
def test_what_a_call_gives_one_object_is_not_assumed_to_be_apart(text: str, words: str) -> None:
    found = judged(text)
    assert found.verdict == "unknown"
    assert words in found.reason
    assert found.meeting


@pytest.mark.parametrize("text", APART.values(), ids=APART)
def test_what_does_not_meet_in_it_is(text: str) -> None:
    assert judged(text).verdict in ("assumed", "proved")


COPIED = (
    "class Img { int n; int *d; public: explicit Img(int k) : n(k), d(new int[k]()) {} COPY int &at(int i) { return d[i]; } };\n"
    "void f(int n) { Img a(99); Img b = a; for (int i = 0; i < n; i++) b.at(i + 1) = a.at(i); }"
)


def test_a_copy_by_members_leads_to_the_same() -> None:
    """Unless a constructor of the class copies."""
    for copy, verdict in (
        ("", "unknown"),
        ("Img(const Img &) = default;", "unknown"),
        ("Img(const Img &o) : n(o.n), d(new int[o.n]()) {}", "assumed"),
    ):
        assert judged("#include <vector>\n" + COPIED.replace("COPY", copy)).verdict == verdict


def asked_for(text: str) -> list[str]:
    """The functions whose programs are read for the verdict on the first loop."""
    outline = Outline(parse(text + "\nint main(void) { return 0; }\n", language="c"))
    loop, asked = outline.loops[0], []

    def program(file: Outline, span: Span) -> Program | None:
        asked.append(next(function.name for function in file.functions if function.span == span))
        return program_at(file, span)

    assumed = judge(Outline(outline.source, asks_callers=False), loop)
    assert assumed.verdict == "assumed"
    met_in_callers(outline, loop, assumed, program)
    return [name for name in dict.fromkeys(asked) if loop.function is None or name != loop.function.name]


def test_a_name_within_another_word_is_no_call() -> None:
    """`go` in `cargo`, and `main` in `domain`."""
    text = SHIFT + "int cargo(int domain) { return domain + 1; }\nvoid run(int n, int *p, int *q) { go(n, p, q); }"
    assert asked_for(text) == ["run"]


def test_who_calls_is_found_behind_many_that_only_seem_to() -> None:
    others = "".join(f"int cargo{n}(int ago) {{ return ago + {n}; }}\n" for n in range(20))
    found = judged(f"{SHIFT}{others}int a[99]; void run(int n) {{ go(n, a + 1, a); }}")
    assert (found.verdict, "as line 22 calls go" in found.reason) == ("unknown", True)


OUTER = (
    "\nvoid outer(int n, int *p, int *q) { run(n, p, q); }\nvoid outermost(int n, int *p, int *q) { outer(n, p, q); }"
)
OUTSIDE = {
    "an array of the caller": ("int a[99]; go(n, a, p);", ["run"]),
    "two of them": ("int a[99], b[99]; go(n, a, b);", ["run"]),
    "halves of one": ("int a[99]; go(n, a + n, a);", ["run"]),
    "what it was given": ("go(n, q, p);", ["run", "outer", "outermost"]),
    "one that lasts": ("static int a[99]; go(n, a, p);", ["run", "outer", "outermost"]),
    "what a pointer of its own leads to": ("int *a = p; go(n, a, q);", ["run", "outer", "outermost"]),
    "one call of two": ("int a[99]; go(n, a, p); go(n, q, p);", ["run", "outer", "outermost"]),
    "one of two that it was given": ("go(n, n > 5 ? p : q, p);", ["run", "outer", "outermost"]),
    "a pointer that it moves in turns": ("int *s = p; while (n--) { go(n, s + 1, q); s++; }", ["run"]),
    "what a function out of sight gives it": ("int *made(int *); go(n, made(p), q);", ["run"]),
}


@pytest.mark.parametrize(("call", "asked"), OUTSIDE.values(), ids=OUTSIDE)
def test_who_calls_the_caller_is_asked_where_it_hangs_on_that(call: str, asked: list[str]) -> None:
    assert asked_for(f"{SHIFT}void run(int n, int *p, int *q) {{ {call} }}{OUTER}") == asked


def test_who_calls_a_large_caller_is_not_asked_and_that_is_said() -> None:
    """Its program holds all of that of the large one again."""
    for stores, asked in ((500, ["run", "outer", "outermost"]), (700, ["run"])):
        large = f"{SHIFT}int z; void run(int n, int *p, int *q) {{ {'z = n; ' * (stores // 2)} go(n, p, q); }}"
        assert asked_for(large + OUTER) == asked
        said = judged(large + OUTER)
        assert said.verdict == "assumed"
        assert ("; what callers pass to run was not followed" in said.reason) == (asked == ["run"])
        assert "not followed" not in judged(large).reason


def test_a_large_caller_itself_is_asked() -> None:
    found = judged(f"{SHIFT}int z, a[99]; void run(int n) {{ {'z = n; ' * 900} go(n, a + 1, a); }}")
    assert (found.verdict, "as line 2 calls go" in found.reason) == ("unknown", True)


BOUND = "struct H { int &v; }; int NAME(int n) { int t = 0; H held{t}; for (int i = 0; i < n; i++) { t ^= 5; held.v += 3; } return t; }"


@pytest.mark.parametrize("name", ["f", "work"])
def test_a_function_that_binds_a_reference_itself_tells_where_it_leads(name: str) -> None:
    """Whatever its name is: `f` stands in `for`."""
    found = judged(f"#include <vector>\n{BOUND.replace('NAME', name)}")
    assert (found.verdict, found.reason) == ("unknown", "t and held.v may be one element of t")
