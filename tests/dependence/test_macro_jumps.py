"""Macros that leave the loop, or the rest of its body: what stands behind them is not always carried out."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

JUMPS = {
    "break behind a condition": ("#define CHECK(x) if (x) break", "a[i] = i; CHECK(a[i] == 7);"),
    "break by a word": ("#define STOP break", "a[i] = i; if (a[i] == 7) STOP;"),
    "break by a word for a word": ("#define LAST break\n#define STOP LAST", "a[i] = i; if (a[i] == 7) STOP;"),
    "break by a macro for a word": ("#define LAST break\n#define CHECK(x) if (x) LAST", "a[i] = i; CHECK(a[i] == 7);"),
    "break as an argument": ("#define WHEN(x, what) if (x) what", "a[i] = i; WHEN(a[i] == 7, break);"),
    "return": ("#define CHECK(x) do { if (x) return; } while (0)", "a[i] = i; CHECK(a[i] == 7);"),
    "return by a word": ("#define END return", "a[i] = i; if (a[i] == 7) END;"),
    "goto": ("#define CHECK(x) if (x) goto out", "a[i] = i; CHECK(a[i] == 7);"),
    "continue": ("#define SKIP(x) if (x) continue", "SKIP(i & 1); t = i; a[i] = t;"),
    "continue in an expression": ("#define VALUE(x) ({ if (x) continue; 1; })", "a[i] = VALUE(i == 3);"),
}
NO_JUMPS = {
    "a value": ("#define NEXT(x) ((x) + 1)", "a[i] = NEXT(i);"),
    "break of a loop of its own": ("#define SUM(s) for (int k = 0; k < 4; k++) { if (k == 3) break; s += k; }", "int s = 0; SUM(s); a[i] = s;"),
    "a statement": ("#define SET(x) do { a[i] = (x); } while (0)", "SET(i);"),
}  # fmt: skip
TEXT = "int a[100], t;\n{}\nvoid run(int n) {{\n  for (int i = 0; i < n; i++) {{ {} }}\nout:\n  a[0] = a[1];\n}}\n"


@pytest.mark.parametrize("suffix", ["c", "cpp"])
@pytest.mark.parametrize("case", JUMPS)
def test_a_macro_that_leaves(case: str, suffix: str) -> None:
    assert verdict(TEXT.format(*JUMPS[case]), suffix) in ("unknown", "refuted")


@pytest.mark.parametrize("suffix", ["c", "cpp"])
@pytest.mark.parametrize("case", NO_JUMPS)
def test_a_macro_that_stays(case: str, suffix: str) -> None:
    assert verdict(TEXT.format(*NO_JUMPS[case]), suffix) == "proved"


def test_the_size_of_a_parameter_that_changes_something() -> None:
    text = (
        "int a[16], cnt;\nint f(int n, int m[n + 0 * cnt++]) { return m[0] + n; }\n"
        "void run(void) { int m[4] = {1}; for (int i = 0; i < 16; i++) a[i] = f(2, m); }\n"
    )
    assert verdict(text, "c") == "unknown"


def verdict(text: str, suffix: str) -> str:
    outline = Outline(parse(text, name=f"a.{suffix}"))
    return judge(outline, outline.loops[0]).verdict
