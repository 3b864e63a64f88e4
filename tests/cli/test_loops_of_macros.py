"""Loops that macros begin are not read: every command says so, and says which."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cli.main import main

HIDDEN = """#define FORALL(i, n) \\
  for (int i = 0; i < (n); i++)
#define EACH for (int k = 0; k < 9; k++)
#define SQUARE(x) ((x) * (x))
int f(void) {
  double a[100];
  FORALL(i, 100) a[i] = SQUARE(i);
  EACH { a[k] += 1; }
  return (int)a[3];
}
"""
ONE = HIDDEN.replace("  EACH { a[k] += 1; }\n", "")


@pytest.mark.parametrize("command", [["suggest", "--no-model"], ["annotate"], ["analyze"]])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HIDDEN, "`FORALL`, `EACH` begin one, and loops that macros begin are not read"),
        (ONE, "`FORALL` begins one"),
        (
            ONE.replace("  FORALL", "#ifdef ONE\n  FORALL").replace("  return", "#endif\n  return"),
            "`FORALL` begins one",
        ),
        ("#define SQUARE(x) ((x) * (x))\nint f(int x) { return SQUARE(x); }\n", "there is no loop"),
    ],
)
def test_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str], text: str, words: str
) -> None:
    (tmp_path / "m.c").write_text(text)
    assert main([*command, str(tmp_path / "m.c")]) == 0
    told = capsys.readouterr()
    assert words in told.out + told.err
    assert ("macros begin" in told.out + told.err) == ("FORALL" in text)


def test_a_plan_of_nothing_says_that_it_is_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "m.c").write_text(HIDDEN)
    assert main(["annotate", "--plan", str(tmp_path / "m.c")]) == 0
    told = capsys.readouterr()
    assert "nothing to plan" in told.out
    assert "`FORALL`" in told.err


def test_of_several_files_one_without_loops_is_no_news(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.c").write_text("void f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = 0; }\n")
    (tmp_path / "b.c").write_text("int g(void) { return 1; }\n")
    assert main(["annotate", str(tmp_path / "a.c"), str(tmp_path / "b.c"), "--plan"]) == 0
    assert "there is no loop" not in capsys.readouterr().err


def test_a_macro_that_is_only_asked_for_is_no_loop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "m.c").write_text("#define EACH for (;;)\n#ifdef EACH\nint g(void) { return 1; }\n#endif\n")
    assert main(["suggest", "--no-model", str(tmp_path / "m.c")]) == 0
    assert "macros begin" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (7, "the macro `FORALL` begins one, which is not read: write its `for` out there, and ask again"),
        (8, "the macro `EACH` begins one"),
        (9, "nothing calls for a directive there"),
    ],
)
def test_at_a_line_it_is_said_what_can_be_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: int, words: str
) -> None:
    (tmp_path / "m.c").write_text(HIDDEN)
    assert main(["suggest", "--no-model", "--no-compiler", "--line", str(line), str(tmp_path / "m.c")]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("command", [["suggest", "--no-model", "--no-compiler"], ["analyze"]])
def test_json_is_asked_for_as_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    (tmp_path / "a.c").write_text("void f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = 0; }\n")
    told = []
    for form in (["--format", "json"], ["--json"], ["--format", "text"]):
        assert main([*command, *form, str(tmp_path / "a.c")]) == 0
        told.append(capsys.readouterr().out)
    assert [text.startswith("{") for text in told] == [True, True, False]
