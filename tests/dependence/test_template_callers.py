"""Function templates that callers get memory from: their types in a call decide, and programs are run against what is said of them."""

from __future__ import annotations

import itertools
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <cstdlib>
#include <cstdio>
double all[64]; double *kept = all; static int hit;
struct Box { double *p; Box() : p(all) {} }; struct Plain { double *p; };
"""
SHIFT = """static void shift(double *a, double *b, int n) {
  hit |= a < b + n && b < a + n;
  for (int i = 1; i < n; i++) a[i] = b[i - 1];
}
"""
MAKERS = {
    "fresh": "template <class T> T *make(int n) { return new T[n]; }",
    "of C": "template <typename T> T *make(int n) { T *p = (T *)malloc(n * sizeof(T)); return p; }",
    "shared": "template <class T> T *make(int n) { static T own[64]; return own; }",
    "special": "template <class T> T *make(int n) { return new T[n]; }\ntemplate <> double *make<double>(int n) { return all; }",
    "special by its type": "template <class T> T *make(int n) { return new T[n]; }\ntemplate <> double *make(int n) { return all; }",
    "special, declared": "template <class T> T *make(int n) { return new T[n]; }\ntemplate <> double *make<double>(int n);",
}
COPIES = {
    "elements": "template <class T> void put(T *d, T *s, int n) { for (int i = 0; i < n; i++) d[i] = s[i]; }",
    "by reference": "template <class T> void put(T &d, T &s, int n) { d = s; }",
    "by auto": "template <class T> void put(T *d, T *s, int n) { auto x = s[0]; d[0] = x; }",
}
USES = {
    "numbers": "put(x, y, 8);",
    "numbers, said": "put<double>(x, y, 8);",
    "bytes": "put((char *)&x, (char *)&y, (int)sizeof x);",
    "addresses": "double **u = new double *[4], **w = new double *[4]; w[0] = x; put(u, w, 1); y = u[0];",
    "addresses, said": "double *u[4] = {0}, *w[4] = {x}; put<double *>(u, w, 1); y = u[0];",
    "objects": "Plain u[4] = {{y}}, w[4] = {{x}}; put(u, w, 1); y = u[0].p;",
    "constructed": "Box *u = make<Box>(2); y = u[0].p; x = u[1].p;",
    "numbers, then objects": "put(x, y, 8); Plain u[4] = {{y}}, w[4] = {{x}}; put(u, w, 1); y = u[0].p;",
    "objects, then numbers": "Plain u[4] = {{y}}, w[4] = {{x}}; put(u, w, 1); put(x, y, 8); y = u[0].p;",
    "nothing": "",
}
DEFINED = "template <> double *make<double>(int n) { return all; }\n"
PROGRAMS = list(itertools.product(MAKERS, COPIES, USES))


def text_of(maker: str, copy: str, use: str) -> str | None:
    if maker == "of C" and use == "constructed":
        return None  # nothing is
    if copy == "by reference":
        if "said" in use or "bytes" in use or "constructed" in use:
            return None
        body = USES[use].replace("put(x, y, 8)", "put(x[0], y[0], 8)").replace("put(u, w, 1)", "put(u[0], w[0], 1)")
    else:
        body = USES[use]
    main = f'int main() {{ double *x = make<double>(64), *y = make<double>(64); {body} shift(x, y, 8); printf("%d", hit); return 0; }}\n'
    return f"{HEAD}{MAKERS[maker]}\n{COPIES[copy]}\n{SHIFT}{main}"


@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++")
def test_what_is_apart_never_overlaps(tmp_path: Path) -> None:
    proved = 0
    chosen = [(choice, text) for choice in PROGRAMS if (text := text_of(*choice)) is not None]
    for choice, text in random.Random(20261127).sample(chosen, 90):
        outline = Outline(parse(text, name="a.cpp"))
        loop = next(loop for loop in outline.loops if loop.function is not None and loop.function.name == "shift")
        if judge(outline, loop).verdict != "proved":
            continue
        proved += 1
        (tmp_path / "a.cpp").write_text(text + (DEFINED if choice[0] == "special, declared" else ""), "utf-8")
        built = ["g++", "-w", "-O0", "-fpermissive", "-o", str(tmp_path / "a"), str(tmp_path / "a.cpp")]
        subprocess.run(built, check=True, capture_output=True, text=True)
        assert subprocess.run([str(tmp_path / "a")], capture_output=True, text=True).stdout == "0", text
    assert proved >= 6


@pytest.mark.parametrize("maker", ["fresh", "of C"])
@pytest.mark.parametrize("use", ["numbers", "numbers, said", "nothing"])
def test_templates_of_numbers_are_followed(maker: str, use: str) -> None:
    text = text_of(maker, "elements", use)
    assert text is not None
    outline = Outline(parse(text, name="a.cpp"))
    for loop in outline.loops:
        if loop.function is not None and loop.function.name == "shift":
            assert judge(outline, loop).verdict == "proved", judge(outline, loop).reason


@pytest.mark.parametrize("written", ["k<double>(double x)", "k(double x)", "k<double>(double)"])
def test_a_specialisation_that_is_elsewhere_may_be_meant(written: str) -> None:
    text = f"template <class T> T k(T x) {{ return x + 1; }}\ntemplate <> double {written};\n"
    for called in ("k<double>(i)", "k(1.0 * i)"):
        loop = f"void f(double *a, int n) {{ for (int i = 1; i < n; i++) a[i] = {called}; }}\n"
        outline = Outline(parse(text + loop, name="a.cpp"))
        assert judge(outline, outline.loops[0]).verdict == "assumed"
        outline = Outline(parse(text.splitlines()[0] + loop, name="a.cpp"))
        assert judge(outline, outline.loops[0]).verdict == "proved"
