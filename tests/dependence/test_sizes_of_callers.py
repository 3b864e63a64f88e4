"""What every caller passes, and what is ever stored at file level, are facts: random sets of callers are run in both orders."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from whole import swept

COUNT = swept("CALLER_SETS", always=20, whole=200)
FIRST = int(os.environ.get("CALLER_SEED", "4000"))

HEAD = """#include <stdio.h>
#include <string.h>
#define BIG 9
enum { FEW = 3 };
static const int row = 6;
static int g, h = 4, k = 2;
static double all[9000];
"""
MAIN = """
static void once(int way, int s) {
    for (int e = 0; e < 9000; e++) all[e] = e % 97;
    g = 0; h = 4; k = 2; change(s);
    if (way) callers_b(s); else callers_a(s);
}
int main(void) {
    static double first[9000];
    for (int s = -3; s < 9; s++) {
        once(0, s); memcpy(first, all, sizeof all);
        once(1, s);
        if (memcmp(first, all, sizeof all)) { printf("s=%d\\n", s); return 0; }
    }
    puts("same"); return 0;
}
"""


class Maker:
    """A function of three integers with a loop over `i`, what may be stored at file level, and who calls it."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def _one(self, *texts: str) -> str:
        return self._random.choice(texts)

    def _size(self) -> str:
        return self._one("a", "b", "c", "a", "b", "c", "g", "h", "k", "1", "2", "row", "(a + 1)", "(b - c)", "(g + 2)")

    def _element(self, inner: bool) -> str:
        column = "j" if inner else "0"
        return self._one(
            f"y[i * {self._size()} + {column}]",
            f"y[i * {self._size()} + {column} + {self._size()}]",
            f"y[i + {self._size()}]",
            f"y[i - {self._size()}]",
            "y[i]",
            f"y[(i * {self._size()} + {column}) * {self._size()}]",
        )

    def loop(self) -> str:
        inner = self._random.random() < 0.5
        body = f"{self._element(inner)} = {self._one('i', self._element(inner), self._element(inner))};"
        if inner:
            body = f"for (int j = 0; j < {self._size()}; j++) {{ {body} }}"
        if self._random.random() < 0.2:
            body = f"if ({self._one('a > 0', 'b >= c', 'g > 1', 'i > 2')}) {{ {body} }}"
        return f"for (int i = {self._one('0', '0', '1', 'c')}; i < {self._size()}; i++) {{ {body} }}"

    def change(self) -> str:
        return " ".join(
            self._one(
                "g = 5;",
                "g = s;",
                "h = h;",
                "k = row + 1;",
                "k = FEW * 2;",
                "h = BIG;",
                "g = s > 2 ? 3 : 7;",
                "",
                "",
                "k++;",
            )
            for _ in range(2)
        )

    def arguments(self) -> str:
        first = self._one("s", "local", "BIG", "FEW", "4", "row", "g", "p", "7 / 2", "s % 3", "local - 2", "k")
        related = self._one(first, f"{first} + 1", f"2 * {first}", f"{first} - 1", "8", "5")
        third = self._one(first, "1", "2", related, "h", "-1", "0")
        arguments = [first, related, third]
        if self._random.random() < 0.3:
            self._random.shuffle(arguments)
        return ", ".join(arguments)

    def calls(self) -> tuple[str, str]:
        """What calls it, and what calls that."""
        local = f"int local = {self._one('5', 'BIG - 1', 's', 'p')};"
        if self._random.random() < 0.2:
            local += f" {self._one('local++;', 'local = 0;', '{ int *w = &local; *w = 1; }')}"
        calls = " ".join(f"NAME({self.arguments()});" for _ in range(self._random.randint(1, 3)))
        outer = " ".join(
            f"OUTER({self._one('3', '6', 's', 'row', 'h')}, s);" for _ in range(self._random.randint(1, 2))
        )
        return f"static void OUTER(int p, int s) {{ {local} {calls} }}", outer


def program(seed: int) -> tuple[str, str]:
    """(what is judged, the whole program)."""
    maker = Maker(seed)
    loop, change, (between, outer) = maker.loop(), maker.change(), maker.calls()

    def version(tag: str, text: str) -> str:
        called = between.replace("NAME", f"work_{tag}").replace("OUTER", f"outer_{tag}")
        return (
            f"static void work_{tag}(int a, int b, int c) {{ double *restrict y = all + 4000; {text} }}\n{called}\n"
            f"static void callers_{tag}(int s) {{ {outer.replace('OUTER', f'outer_{tag}')} }}\n"
        )

    stores = f"{HEAD}static void change(int s) {{ {change} }}\n"
    backwards = re.sub(
        r"for \(int i = (.*?); i < (.*?); i\+\+\)", r"for (int last = \2, i = last - 1; i >= \1; i--)", loop
    )
    forwards = version("a", loop)
    entry = "void entry(int s) { change(s); callers_a(s); }\n"
    return stores + forwards + entry, stores + forwards + version("b", backwards) + MAIN


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_what_callers_prove_runs_in_any_order(tmp_path: Path) -> None:
    """Programs whose loop is proved are built and run for twelve values."""
    proved = with_facts = 0
    for seed in range(FIRST, FIRST + COUNT):
        judged, whole = program(seed)
        outline = Outline(parse(judged, name="a.c"))
        loop = next(loop for loop in outline.loops if loop.header.variable == "i")
        found = judge(outline, loop)
        if found.verdict != "proved":
            continue
        proved += 1
        with_facts += "call" in found.reason or "stores" in found.reason
        (tmp_path / "a.c").write_text(whole, "utf-8")
        command = ["gcc", "-w", "-O0", "-o", str(tmp_path / "a"), str(tmp_path / "a.c")]
        subprocess.run(command, check=True, capture_output=True, text=True)
        done = subprocess.run([str(tmp_path / "a")], capture_output=True, text=True)
        assert done.stdout.strip() == "same", f"seed {seed}: {done.stdout}{done.stderr}\n{found.reason}\n{judged}"
    assert with_facts >= COUNT // 20, (proved, with_facts)


F = "static void f(double *restrict y, int n, int m, int ld) "
ROWS = "{ for (int j = 0; j < n; j++) for (int i = 0; i < m; i++) y[j * ld + i] = 1; }\n"
SHIFT = "{ for (int i = 0; i < n; i++) y[i] = y[i + ld]; }\n"
KNOWN = {
    "rows as long as the columns": F + ROWS + "void g(double *y, int k) { f(y, k, k, k); f(y, 4, 3, 7); }",
    "constants": F + SHIFT + "void g(double *y) { f(y, 10, 0, 10); f(y, 20, 0, 40); }",
    "a sum": F + SHIFT + "void g(double *y, int k) { f(y, k, 1, k + 1); }",
    "macros and enumerators": "#define N 8\nenum { M = 8 };\n" + F + SHIFT + "void g(double *y) { f(y, N, 0, M); }",
    "a caller of a caller": F
    + SHIFT
    + "static void h(double *y, int k) { f(y, k, 0, 9); }\nvoid g(double *y) { h(y, 3); h(y, 9); }",
    "a variable that is set once": "static int nx;\n"
    + F
    + "{ for (int j = 0; j < n; j++) for (int i = 0; i < 2; i++) y[j * (nx + 2) + i] = 1; }\n"
    + "void g(double *y, int k) { nx = 40; f(y, k, 0, 0); }",
}
NOT_KNOWN = {
    "one call does not": F + SHIFT + "void g(double *y, int k) { f(y, k, 0, k); f(y, k, 0, k - 1); }",
    "its address is taken": F + SHIFT + "void g(double *y) { f(y, 9, 0, 9); }\nvoid *p = (void *)f;",
    "others may call it": F.replace("static ", "") + SHIFT + "void g(double *y) { f(y, 9, 0, 9); }",
    "a macro calls it": "#define CALL f(y, 9, 0, 1)\n" + F + SHIFT + "void g(double *y) { f(y, 9, 0, 9); CALL; }",
    "the variable changes in between": F + SHIFT + "int t(void); void g(double *y, int k) { f(y, k, t(), k++); }",
    "stored through a pointer": "static int nx;\n"
    + F
    + "{ for (int j = 0; j < n; j++) for (int i = 0; i < 2; i++) y[j * (nx + 2) + i] = 1; }\n"
    + "void g(double *y, int k) { nx = 40; int *p = &nx; *p = k; f(y, k, 0, 0); }",
    "a variable of all files": "int nx;\n"
    + F
    + "{ for (int j = 0; j < n; j++) for (int i = 0; i < 2; i++) y[j * (nx + 2) + i] = 1; }\n"
    + "void g(double *y, int k) { nx = 40; f(y, k, 0, 0); }",
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_all_callers_pass_is_known(name: str) -> None:
    outline = Outline(parse(KNOWN[name], name="a.c"))
    found = judge(outline, outline.loops[0])
    assert found.verdict == "proved", found.reason
    assert "line" in found.reason or "stores" in found.reason


@pytest.mark.parametrize("name", NOT_KNOWN)
def test_what_is_out_of_sight_is_not(name: str) -> None:
    outline = Outline(parse(NOT_KNOWN[name], name="a.c"))
    assert judge(outline, outline.loops[0]).verdict != "proved"


_NEVER_SO = "static void g(int *p, int k, int n) {{ for (int i = 0; i < n; i++) {{ {body} }} }}\nint *a;\n{callers}\n"


@pytest.mark.parametrize(
    ("body", "callers", "verdict"),
    [
        ("p[i * k] = i; p[i * k + 1] = 3;", "void f(int n) { g(a, 1, n); }", "refuted"),
        ("p[i * k] = i; p[i * k + 1] = 3;", "void f(int n) { g(a, 2, n); }", "proved"),
        ("p[i * k] = i; p[i * k + 1] = 3;", "void f(int n, int k) { g(a, k, n); }", "assumed"),
        ("p[i * k] = i; p[i * k + 1] = 3;", "void f(int n) { g(a, 1, n); g(a, 4, n); }", "assumed"),
        ("p[i * k] = i; p[i * k + 1] = 3;", "void f(int n) { g(a, 1, n); g(a + 9, 1, n); }", "refuted"),
        ("p[i] = p[i + k];", "void f(void) { g(a, 3, 32); }", "refuted"),
        ("p[i] = p[i + k];", "void f(void) { g(a, 32, 32); }", "proved"),
        ("p[i] = p[i + k];", "void f(void) { g(a, 3, 2); }", "proved"),
    ],
)
def test_a_condition_that_no_call_fulfils_is_no_assumption(body: str, callers: str, verdict: str) -> None:
    outline = Outline(parse(_NEVER_SO.format(body=body, callers=callers), name="program.c"))
    assert judge(outline, outline.loops[0]).verdict == verdict
