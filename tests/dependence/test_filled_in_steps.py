"""Work arrays that are filled from what was filled a step before, beside twins in which an element is read that the iteration has not written. No
twin is proved; that the others are independent was seen by running their iterations in other orders (`replay.py`)."""

from __future__ import annotations

import pytest
import replay
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

# By letters the verdicts of the programs that `{{one|two}}` stands for: proved, or refuted or unknown (-).
PROGRAMS = (
    (
        "p---",
        "int f(int n) { int w[8] = {1, 2, 3, 4, 5, 6, 7, 8}; @for (int i = 0; i < n; i++) { {{w[0] = b[i]|w[1] = "
        "b[i]|if (b[i] > 40) w[0] = b[i]|}}; for (int k = {{1|2}}; k < 8; k++) w[k] = w[k - 1] + i; a[i] = w[{{7|0}}]; "
        "} return 0; }",
    ),
    (
        "p-",
        "int f(int n) { int w[8] = {1, 2, 3, 4, 5, 6, 7, 8}; @for (int i = 0; i < n; i++) { w[0] = i; {{w[1] = 2 * "
        "i|}}; for (int k = 2; k < 8; k++) w[k] = w[k - 1] + w[k - {{2|1}}]; a[i] = w[7]; } return 0; }",
    ),
    (
        "p-",
        "int f(int n) { int w[9] = {1, 2, 3, 4, 5, 6, 7, 8}; @for (int i = 0; i < n; i++) { w[{{8|0}}] = i; for (int k "
        "= 7; k >= 0; k{{--| -= 2}}) w[k] = w[k + 1] + i; a[i] = w[0]; } return 0; }",
    ),
    (
        "p-",
        "int f(int n) { int w[9] = {1, 2, 3, 4, 5, 6, 7, 8}; @for (int i = 0; i < n; i++) { w[0] = w[8] = i; for (int "
        "k = 1; k < 8; k++) w[k] = w[k {{-|+}} 1] + i; a[i] = w[7]; } return 0; }",
    ),
    (
        "p-pp",
        "int f(int n) { int w[8] = {1, 2, 3, 4, 5, 6, 7, 8}; @for (int i = 0; i < n; i++) { w[0] = i; for (int k = 1; "
        "k < 8; k++) { {{w[k] = i; a[i] += w[k]|a[i] += w[k]; w[k] = i|w[k] = i; a[i] += w[k - 1]|a[i] += w[k - 1]; "
        "w[k] = k}}; } } return 0; }",
    ),
    (
        "--p",
        "int f(int n) { int w[8] = {1, 2, 3, 4, 5, 6, 7, 8}; @for (int i = 0; i < n; i++) { w[0] = i; for (int k = 1; "
        "k < 8; k++) { {{if (b[i] + k > 60) break;|if ((b[i] + k) % 3) continue;|}} w[k] = w[k - 1] + i; } a[i] = "
        "w[{{7|1}}]; } return 0; }",
    ),
    (
        "---p",
        "int f(int n) { int w[8] = {1, 2, 3, 4, 5, 6, 7, 8}; @for (int i = 0; i < n; i++) { w[0] = i; for (int k = 1; "
        "k < 8; k++) { {{if (b[k] > 40)|if (k > 1)|if (k > 0)|}} w[k] = w[k - 1] + i; } a[i] = w[7]; } return 0; }",
    ),
    (
        "p--",
        "int f(int n) { int w[40] = {0}; @for (int i = 0; i < n; i++) { w[0] = i; for (int k = 1; k < {{8|i % 8|8 + i "
        "% 8}}; k++) w[k] = w[k - 1] + i; a[i] = w[{{7|8}}]; } return 0; }",
    ),
    (
        "p-",
        "int f(int n) { int w[4][4] = {{1, 2}, {3, 4}}; @for (int i = 0; i < n; i++) { for (int l = 0; l < 4; l++) "
        "w[0][l] = i + l; {{for (int l = 0; l < 4; l++) w[l][0] = i - l;|}} for (int k = 1; k < 4; k++) for (int l = "
        "{{1|0}}; l < 4; l++) w[k][l] = w[k - 1][l] + w[k][l {{- 1|}}]; a[i] = w[3][3]; } return 0; }",
    ),
    (
        "p-",
        "int f(int n) { int w[6][6] = {{1, 2}, {3, 4}}; @for (int i = 0; i < n; i++) { for (int l = 0; l < 6; l++) "
        "w[l][0] = w[0][l] = i + l; for (int k = 1; k < 5; k++) for (int l = 1; l < 5; l++) w[k][l] = w[k - 1][l {{- "
        "1|+ 1}}] + 1; a[i] = w[4][4]; } return 0; }",
    ),
    (
        "---",
        "int f(int n) { int w[8] = {1, 2, 3, 4, 5, 6, 7, 8}; for (int k = 0; k < 8; k++) ix[k] = {{k|k / 2|7 - k}}; "
        "@for (int i = 0; i < n; i++) { w[0] = i; for (int k = 1; k < 8; k++) w[ix[k]] = w[k - 1] + i; a[i] = w[7]; } "
        "return 0; }",
    ),
    (
        "pp-",
        "int f(int n) { int w[10] = {1, 2, 3, 4, 5, 6, 7, 8}; @for (int i = 0; i < n; i++) { w[0] = i; {{w[1] = i;|}} "
        "for (int k = 2; k < 10; k += 2) { w[k] = w[k - 2] + i; {{w[k + 1] = w[k - 1] + 1;|w[k + 1] = w[k];|}} } a[i] "
        "= w[8] + w[{{9|8}}]; } return 0; }",
    ),
    (
        "p-",
        "int f(int n) { int w[8] = {1, 2, 3}, v[8] = {4, 5, 6}; @for (int i = 0; i < n; i++) { w[0] = v[0] = b[i]; for "
        "(int k = 1; k < {{8|7}}; k++) { v[k] = 7 - v[k - 1]; w[k] = w[k - 1] * v[k]; } for (int k = 6; k >= 0; k--) "
        "w[k] -= v[k] * w[k + 1]; a[i] = w[0]; } return 0; }",
    ),
    (
        "p--",
        "int f(int n) { double w[100] = {1, 2}; if (n > 100) n = 100; @for (int i = 0; i < n; i++) { w[0] = 1; for "
        "(int k = 1; k < n {{|- 1|/ 2}}; k++) w[k] = w[k - 1] + i; y[i] = w[n - {{1|2}}]; } return 0; }",
    ),
    (
        "--",
        "static int w[8] = {1, 2, 3, 4, 5, 6, 7, 8}; int f(int n) { @for (int i = 0; i < n; i++) { {{w[0] = i;|}} for "
        "(int k = 1; k < 8; k++) w[k] = w[k - 1] + i; a[i] = w[7]; } return {{0|w[3]}}; }",
    ),
    (
        "p-",
        "int f(int n) { int w[8] = {1, 2, 3, 4, 5, 6, 7, 8}; @for (int i = 0; i < n; i++) { int *p = w; *p = {{i|*p + "
        "i}}; for (int k = 1; k < 8; k++) { p[k] = p[k - 1] + i; } a[i] = w[7]; } return 0; }",
    ),
    (
        "p-",
        "struct S { int v[8], t; }; int f(int n) { struct S s = {{1, 2, 3}, 4}; @for (int i = 0; i < n; i++) { s.v[0] "
        "= i; {{s.t = i;|}} for (int k = 1; k < 8; k++) s.v[k] = s.v[k - 1] + s.t; a[i] = s.v[7]; {{|s.t++;}} } return "
        "0; }",
    ),
    (
        "p-",
        "static void row(int *w, int m, int v) { w[0] = v; for (int k = {{1|2}}; k < m; k++) w[k] = w[k - 1] + v; } "
        "int f(int n) { int w[8] = {1, 2, 3, 4, 5, 6, 7, 8}; @for (int i = 0; i < n; i++) { row(w, {{8|7}}, b[i]); "
        "a[i] = w[7]; } return 0; }",
    ),
    (
        "--",
        "int f(int n) { int w[9] = {1, 2, 3, 4, 5, 6, 7, 8}; @for (int i = 0; i < n; i++) { w[8] = i; int k = 8; while "
        "(k-- > {{0|2}}) w[k] = w[k + 1] + 1; a[i] = w[{{0|2}}]; } return 0; }",
    ),
)


@pytest.mark.parametrize(("verdicts", "body"), PROGRAMS)
def test_only_what_is_filled_before_is_private(verdicts: str, body: str) -> None:
    found = ""
    for program in replay._variants("steps", "c", body):
        outline = Outline(parse(program.text, name="program.c"))
        loop = outline.loop_starting_at(program.loop)
        assert loop is not None
        found += "p" if judge(outline, loop).verdict == "proved" else "-"
    assert found == verdicts
