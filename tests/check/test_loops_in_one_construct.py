"""LW610: nothing waits between two loops of one `parallel`. What the loops touch, over the directives above them."""

from __future__ import annotations

import pytest
from loopwright.check.run import check

HEAD = (
    "struct P { double x, y; };\n"
    "void f(int n, int m, int c, double *restrict a, double *restrict b, double (*restrict p)[64], double (*restrict q)[64],\n"
    "       struct P *restrict r, double x) {\n  double t[64];\n"
)
# The statements of both loops, and whether an iteration of one certainly needs another iteration of the other.
LOOPS = {
    ("for (int i = 0; i < n; i++) a[i] = i;", "for (int i = 0; i < n; i++) b[i] = a[n - 1 - i];"): True,
    ("for (int i = 0; i < n; i++) a[i] = i;", "for (int j = 0; j < n - 1; j++) b[j] = a[j + 1];"): True,
    ("for (int i = 1; i < n; i++) b[i] = a[i - 1];", "for (int i = 1; i < n; i++) a[i] = b[i];"): True,
    ("for (int i = 0; i < n; i++) a[i] = i;", "for (int i = 0; i < n; i++) b[i] /= a[0];"): True,
    ("for (int i = 0; i < 8; i++) t[i] = i;", "for (int i = 0; i < 8; i++) b[i] = t[7];"): True,
    ("for (int i = 0; i < n; i++) r[i].x = i;", "for (int i = 1; i < n - 1; i++) b[i] = r[i + 1].x;"): True,
    (
        "for (int i = 0; i < n; i++) for (int j = 0; j < 64; j++) p[i][j] = i;",
        "for (int i = 2; i < n; i++) for (int j = 0; j < 64; j++) q[i][j] = p[i - 1][j];",
    ): True,
    (
        "for (int i = 0; i < 64; i++) for (int j = 0; j < 64; j++) p[i][j] = i;",
        "for (int i = 0; i < 64; i++) for (int k = 0; k < 64; k++) q[i][0] += p[k][i];",
    ): True,
    (  # flat arrays: rows of a length that the program gives, or that is written
        "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] = i;",
        "for (int i = 2; i < n; i++) for (int j = 0; j < m; j++) b[i * m + j] = a[(i - 1) * m + j];",
    ): True,
    (
        "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i * n + j] = i;",
        "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) b[i * n + j] = a[j * n + i];",
    ): True,
    (
        "for (int i = 1; i < n - 1; i++) for (int j = 1; j < m - 1; j++) b[i * m + j] = a[i * m + j + 1] - a[(i + 1) * m + j];",
        "for (int i = 1; i < n - 1; i++) for (int j = 1; j < m - 1; j++) a[i * m + j] = b[i * m + j];",
    ): True,
    (
        "for (int i = 0; i < 63; i++) for (int j = 0; j < 64; j++) b[i * 64 + j] = i;",
        "for (int i = 2; i < 63; i++) for (int j = 0; j < 64; j++) a[i * 64 + j] = b[(i - 1) * 64 + j];",
    ): True,
    (
        "for (int k = 0; k < n; k++) for (int j = 0; j < n; j++) for (int i = 0; i < m; i++) a[(k * n + j) * m + i] = k;",
        "for (int k = 0; k < n - 1; k++) for (int j = 0; j < n; j++) for (int i = 0; i < m; i++) b[i] += a[((k + 1) * n + j) * m + i];",
    ): True,
    (
        "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] = i;",
        "for (int i = 0; i < n; i++) for (int j = 1; j < m; j++) b[i * m + j] = a[i * m + j - 1];",
    ): False,
    (
        "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] = i;",
        "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[i * m + j] = a[(i + n) * m + j];",
    ): False,
    (
        "for (int i = 0; i < 32; i++) for (int j = 0; j < 32; j++) a[i * 64 + j] = i;",
        "for (int i = 1; i < 32; i++) for (int j = 0; j < 32; j++) b[i * 64 + j] = a[(i - 1) * 64 + j + 32];",
    ): False,
    (
        "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * j] = i;",
        "for (int i = 1; i < n; i++) for (int j = 0; j < m; j++) b[i * m + j] = a[(i - 1) * j];",
    ): False,
    # The same iteration, by its number or by its value: compilers give it to the same gang.
    ("for (int i = 0; i < n; i++) a[i] = i;", "for (int i = 0; i < n; i++) b[i] = a[i];"): False,
    ("for (int i = 0; i < n; i++) a[i] = i;", "for (int i = 1; i < n; i++) b[i] = a[i];"): False,
    ("for (int i = 0; i < n; i++) a[i] = i;", "for (int i = 1; i < n; i++) b[i] = a[i - 1];"): False,
    ("for (int i = 0; i < n - 1; i++) a[i + 1] = i;", "for (int i = 1; i < n; i++) b[i] = a[i];"): False,
    (
        "for (int i = 0; i < n; i++) for (int j = 0; j < 64; j++) p[i][j] = i;",
        "for (int i = 0; i < n; i++) for (int j = 1; j < 64; j++) q[i][j] = p[i][j - 1];",
    ): False,
    # Other elements, other members, other objects.
    ("for (int i = 0; i < n; i++) a[i] = i;", "for (int i = 0; i < n; i++) b[i] = a[n + i];"): False,
    ("for (int i = 0; i < 8; i++) a[i] = i;", "for (int i = 0; i < 8; i++) b[i] = a[8 + i];"): False,
    ("for (int i = 0; i < n; i++) a[2 * i] = i;", "for (int i = 0; i < n; i++) b[i] = a[2 * i + 1];"): False,
    ("for (int i = 0; i < n; i++) r[i].x = i;", "for (int i = 1; i < n - 1; i++) b[i] = r[i + 1].y;"): False,
    ("for (int i = 0; i < n; i++) a[i] = i;", "for (int i = 1; i < n; i++) b[i] = b[i];"): False,
    # Not known, or not in every run.
    ("for (int i = 0; i < n; i++) a[i] = i;", "for (int i = 0; i < n; i++) b[i] = a[m];"): False,
    ("for (int i = 0; i < n; i++) if (i > c) a[i] = i;", "for (int i = 0; i < n; i++) b[i] = a[n - 1 - i];"): False,
    (
        "for (int i = 0; i < n; i++) a[i] = i;",
        "for (int i = 0; i < n; i++) { if (b[i] < 0) continue; b[i] = a[n - 1 - i]; }",
    ): False,
    ("for (int i = 0; i < n; i++) a[i] = g(i);", "for (int i = 0; i < n; i++) b[i] = a[n - 1 - i];"): False,
}
MEETING = next(iter(LOOPS))
RACING = ("{0}{1}{0}{2}", "for (int s = 0; s < m; s++) {{ {0}{1}{0}{2} }}", "if (c) {{ {0}{1}{0}{2} }}")


def codes(outline, parallel: str, loop: str, around: str, loops: tuple[str, str]) -> list[str]:
    body = around.format(f"\n#pragma acc {loop}\n", *loops)
    text = f"{HEAD}#pragma acc {parallel}\n  {{ {body}\n  }}\n}}\n"
    return [finding.code for finding in check(outline(text)) if finding.code == "LW610"]


@pytest.mark.parametrize("loops", LOOPS)
def test_loops_that_meet_are_told(outline, loops: tuple[str, str]) -> None:
    assert codes(outline, "parallel", "loop gang", RACING[0], loops) == ["LW610"] * LOOPS[loops]


@pytest.mark.parametrize("around", RACING)
@pytest.mark.parametrize("loop", ["loop", "loop gang vector", "loop independent gang worker"])
def test_wherever_gangs_share_both(outline, around: str, loop: str) -> None:
    assert codes(outline, "parallel num_gangs(64)", loop, around, MEETING) == ["LW610"]


@pytest.mark.parametrize(
    ("parallel", "loop", "around"),
    [
        ("parallel num_gangs(1)", "loop gang", RACING[0]),
        ("parallel num_gangs(m)", "loop gang", RACING[0]),
        ("kernels", "loop gang", RACING[0]),
        ("serial", "loop", RACING[0]),
        ("parallel", "loop vector", RACING[0]),
        ("parallel", "loop worker", RACING[0]),
        ("parallel", "loop seq", RACING[0]),
        ("parallel private(a[0:n])", "loop", RACING[0]),
        ("parallel", "loop gang", "if (c) {{ {0}{1} }} else {{ {0}{2} }}"),
        ("parallel", "loop gang", "if (x > 0.5) {{ {0}{1} }} else {{ {0}{2} }}"),  # a condition that is not followed
        ("parallel", "loop gang", "if (x > 0.5) {{ {0}{1} }} if (!(x > 0.5)) {{ {0}{2} }}"),
        ("parallel", "loop gang", "switch (c) {{ case 1: {0}{1} break; case 2: {0}{2} }}"),
        ("parallel", "loop gang", "if (x > 0.5) goto two; {0}{1} goto end; two: {0}{2} end: ;"),
        ("parallel", "loop gang", "for (int s = 0; s < 1; s++) {{ if (x > 0.5) {{ {0}{1} continue; }} {0}{2} }}"),
        ("parallel", "loop gang", "\n#ifdef SOME{0}{1}\n#else{0}{2}\n#endif\n"),
        ("parallel", "loop gang", "for (int s = 0; s < m; s++) {{ {0}{1} }} for (int s = 0; s < m; s++) {{ {0}{2} }}"),
        ("parallel", "loop gang", "{0}for (int s = 0; s < m; s++) {{ {0}{1}{0}{2} }}"),
        ("parallel", "loop gang", "double a[64]; {0}{1}{0}{2}"),
    ],
)
def test_what_one_gang_does_or_one_build_leaves_out_is_not(outline, parallel: str, loop: str, around: str) -> None:
    assert codes(outline, parallel, loop, around, MEETING) == []


SUM = "for (int i = 0; i < n; i++) x += a[i];"
USE = "\n#pragma acc loop gang\nfor (int i = 0; i < n; i++) b[i] = a[i] / x;\n"
REDUCED = "\n#pragma acc loop gang reduction(+:x)\n"
# The `parallel`, what stands in it, and whether the sum is certainly read before it is complete.
SUMS = {
    ("parallel", f"{REDUCED}{SUM}{USE}"): True,
    ("parallel copy(x)", f"{REDUCED}{SUM} b[0] = x;"): True,
    ("parallel", f"{REDUCED}{SUM}{REDUCED}{SUM}{USE}"): True,
    ("parallel", f"{REDUCED}{SUM} if (x > 1) b[0] = 1;"): True,
    ("parallel reduction(+:x)", f"\n#pragma acc loop reduction(+:x)\n{SUM}{USE}"): True,
    ("parallel", f"for (int s = 0; s < m; s++) {{ {REDUCED}{SUM}{USE} }}"): True,
    ("parallel", f"{REDUCED}{SUM}{REDUCED}{SUM}"): False,
    ("parallel", f"{USE}{REDUCED}{SUM}"): False,
    ("parallel num_gangs(1)", f"{REDUCED}{SUM}{USE}"): False,
    ("parallel num_gangs(m)", f"{REDUCED}{SUM}{USE}"): False,
    ("kernels", f"{REDUCED}{SUM}{USE}"): False,
    ("serial", f"{REDUCED}{SUM}{USE}"): False,
    ("parallel private(x)", f"{REDUCED}{SUM}{USE}"): False,
    ("parallel", f"\n#pragma acc loop vector reduction(+:x)\n{SUM}{USE}"): False,
    ("parallel", f"\n#pragma acc loop worker vector reduction(+:x)\n{SUM}{USE}"): False,
    ("parallel", f"\n#pragma acc loop seq\n{SUM}{USE}"): False,
    ("parallel", f"double x = 0; {REDUCED}{SUM}{USE}"): False,
    ("parallel", f"{REDUCED}{SUM} {{ double x = 1; {USE} }}"): False,
    ("parallel", f"{REDUCED}{SUM} x = 2; {USE}"): False,
    ("parallel", f"{REDUCED}{SUM} b[0] = sizeof x;"): False,
    ("parallel", f"if (c) {{ {REDUCED}{SUM} }} else {{ {USE} }}"): False,
    ("parallel", f"if (c) {{ {REDUCED}{SUM} }} if (!c) {{ {USE} }}"): False,
    ("parallel", f"{REDUCED}{SUM} if (c) goto end; {USE} end: ;"): False,
    ("parallel", f"{REDUCED}{SUM} g(n); {USE}"): True,
    ("parallel", f"\n#ifdef SOME{REDUCED}{SUM}\n#else\n{USE}\n#endif\n"): False,
}


@pytest.mark.parametrize("sums", SUMS)
def test_a_sum_that_is_read_before_it_is_complete_is_told(outline, sums: tuple[str, str]) -> None:
    directive, body = sums
    found = check(outline(f"{HEAD}#pragma acc {directive}\n  {{ {body}\n  }}\n  a[0] = x;\n}}\n"))
    assert [finding.code for finding in found if finding.code == "LW611"] == ["LW611"] * SUMS[sums]
