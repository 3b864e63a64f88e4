"""Assumptions about sizes that hold for what every call in sight passes, and calls that pass something else."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "#include <stdlib.h>\n"
# `i * w` may wrap around, rows may be shorter than what is set of them
FLAT = "void go(float *a, unsigned n, unsigned w) { for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j < w; j++) a[i * w + j] = i; }\n"
ROWS = "void go(float *a, int n, int w) { for (int i = 0; i < n; i++) for (int j = 0; j < 8; j++) a[i * w + j] = i; }\n"
APART = "void go(float *a, int n, int w) { for (int i = 0; i < n; i++) a[i] = a[i + w]; }\n"
SUM = "float go(const float *a, float *b, int n, int w) { float s = 0; for (int i = 0; i < n; i++) { s += a[i]; b[i] = b[i + w]; } return s; }\n"
MAIN = """int size; int other(void); int less(int *p) { (*p)--; return *p + 1; }
int main(int argc, char **argv) {
  float *a = malloc(1 << 20), *b = malloc(1 << 20); int n = atoi(argv[1]); CALL return a[argc] + b[n];
}
"""


def outer_loop(*files: str, name: str = "a.c") -> LoopVerdict:
    """Of the first loop of `go`."""
    others = tuple(Outline(parse(text, name=f"other{k}.c")) for k, text in enumerate(files[1:]))
    outline = Outline(parse(files[0], name=name), None, lambda: others)
    (first, *_) = [loop for loop in outline.loops if loop.function is not None and loop.function.name == "go"]
    return judge(outline, first)


def program(function: str, call: str, before: str = "") -> str:
    return HEAD + function + before + MAIN.replace("CALL", call)


@pytest.mark.parametrize(
    ("function", "call"),
    [
        (FLAT, "unsigned w = 1024; go(a, 256, w);"),
        (FLAT, "go(a, 16, 32); go(b, 32, 16);"),
        (ROWS, "int w = 8; w = w + 8; go(a, 4, w);"),
        (ROWS, "go(a, n, 8); go(b, n, n > 9 ? 16 : 8);"),
        (APART, "go(a, 64, 64); go(b, n, n);"),
        (SUM, "a[0] = go(a, b, 64, 64);"),
    ],
)
def test_what_every_call_passes_decides(function: str, call: str) -> None:
    found = outer_loop(program(function, call))
    assert (found.verdict, found.assumptions, found.preconditions) == ("proved", (), ()), found.reason


@pytest.mark.parametrize(
    ("function", "call"),
    [
        (FLAT, "unsigned w = 1 << 20; go(a, 1 << 20, w);"),
        (FLAT, "go(a, 16, 32); go(b, n, 16 * n);"),
        (ROWS, "int w = 8; w--; go(a, 4, w);"),
        (ROWS, "go(a, n, 8); go(b, n, n > 9 ? 16 : 7);"),
        (ROWS, "for (int k = 7; k < 12; k++) go(a, 4, k);"),
        (ROWS, "int w = 8; if (argc > 3) w = 4; go(a, 4, w);"),
        (ROWS, "int w = 8; int *p = &w; *p = 4; go(a, 4, w);"),
        (ROWS, "void (*f)(float *, int, int) = go; f(a, 4, 2); go(a, 4, 8);"),
        (ROWS, "int w = 8; again: go(a, 4, w); w--; if (argc-- > 3) goto again;"),
        (ROWS, "go(a, 4, 8); struct { void (*f)(float *, int, int); } s = {go}; s.f(a, 4, 3);"),
        (APART, "go(a, 64, 64); go(b, n, n - 1);"),
        (APART, "go(a, n, n++);"),
        (APART, "go(a, n, (n -= 1));"),
        (APART, "go(a, n, less(&n));"),
        (APART, "go(a, size, other());"),
        (SUM, "a[0] = go(a, b, 64, 63);"),
        (SUM, "a[0] = go(b, b, 64, 64) + go(a, b, 64, 3);"),
    ],
)
def test_one_call_that_passes_something_else(function: str, call: str) -> None:
    assert outer_loop(program(function, call)).verdict != "proved"


def test_who_calls_a_large_caller_is_not_asked() -> None:
    for stores, verdict in ((100, "proved"), (900, "assumed")):
        between = f"int z; void by(float *a, int n, int w) {{ {'z = 1; ' * stores} go(a, n, w); }}\n"
        assert outer_loop(program(APART, "by(a, n, n);", between)).verdict == verdict
        assert outer_loop(program(APART, "go(a, n, n);", between.replace("go(a, n, w);", ""))).verdict == "proved"


OTHER = "void go(float *a, int n, int w);\nvoid other(float *a) { go(a, 4, 3); }\n"


def test_calls_that_are_not_in_sight_count() -> None:
    call = "go(a, 4, 8);"
    assert outer_loop(program(ROWS, call)).verdict == "proved"
    assert outer_loop(HEAD + ROWS + "void run(float *a) { go(a, 4, 8); }\n").verdict == "assumed"
    assert outer_loop(HEAD + "static " + ROWS + "void run(float *a) { go(a, 4, 8); }\n").verdict == "proved"
    assert (
        outer_loop(
            program(ROWS, call, "void other(float *a);\n").replace("int n =", "other(a); int n ="), OTHER
        ).verdict
        != "proved"
    )
    assert (
        outer_loop(program(ROWS, call, "void seen(void *);\n").replace("int n =", "seen(go); int n =")).verdict
        != "proved"
    )
    assert (
        outer_loop(program(ROWS, call, "#define ALSO go(b, 4, 3);\n").replace("int n =", "ALSO int n =")).verdict
        != "proved"
    )


ZEROS = "void *calloc(unsigned long n, unsigned long size) { static int one[4]; return one; }\n"


def test_functions_of_the_library_that_another_file_has() -> None:
    text = program(APART, "n = n > 9 ? 64 : 65; int *w = calloc(1, 4); go(a, 64, n);")
    assert outer_loop(text).verdict == "proved"
    assert outer_loop(text, "int one(void) { return 1; }\n").verdict == "proved"
    assert outer_loop(text, ZEROS).verdict != "proved"


def test_every_way_to_the_loop_counts() -> None:
    twice = "static void twice(float *a, int n, int w) { go(a, n, 8); go(a, n, w); }\n"
    assert outer_loop(program(ROWS, "twice(a, 4, 9);", twice)).verdict == "proved"
    assert outer_loop(program(ROWS, "twice(a, 4, 7);", twice)).verdict != "proved"
    assert outer_loop(program(ROWS, "twice(a, 4, 9); twice(b, 4, 7);", twice)).verdict != "proved"
    again = "static void turn(float *a, int n, int w) { go(a, n, w); if (n > 0) turn(a, n - 1, w - 1); }\n"
    assert outer_loop(program(ROWS, "turn(a, 4, 9);", again)).verdict != "proved"
    deep = "".join(
        f"static void f{k}(float *a, int w) {{ {'go(a, 4, w)' if not k else f'f{k - 1}(a, w)'}; }}\n" for k in range(12)
    )
    assert outer_loop(program(ROWS, "f11(a, 7);", deep)).verdict != "proved"


def test_templates_and_overloads() -> None:
    text = (
        HEAD
        + "template <class T> void go(T *a, int n, int w) { for (int i = 0; i < n; i++) for (int j = 0; j < 8; j++) a[i * w + j] = i; }\n"
    )
    main = "int main(int n, char **) { float *a = new float[999]; CALL return a[n]; }\n"
    assert outer_loop(text + main.replace("CALL", "go(a, 4, 7);"), name="a.cpp").verdict != "proved"
    assert outer_loop(text + main.replace("CALL", "go(a, 4, 8); go<float>(a, 4, 7);"), name="a.cpp").verdict != "proved"
    over = text.replace("template <class T> ", "").replace("T *", "float *") + "void go(double *a, int n, int w) { }\n"
    assert outer_loop(over + main.replace("CALL", "go(a, 4, 7);"), name="a.cpp").verdict != "proved"
    default = text.replace("template <class T> ", "").replace("T *", "float *").replace("int w", "int w = 7")
    assert outer_loop(default + main.replace("CALL", "go(a, 4);"), name="a.cpp").verdict != "proved"
