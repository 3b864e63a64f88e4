"""`loopwright run` at the front door."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

PROGRAM = """#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
  double a[8] = {0};
  #pragma acc data copy(a)
  {
    #pragma acc parallel loop
    for (int i = 0; i < 8; i++) a[i] = 2;
    printf("%s %g\\n", words[1], a[3]);
  }
  return count > 2 ? atoi(words[2]) : 0;
}
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    tmp_path.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.c").write_text(PROGRAM, "utf-8")
    return "a.c"


def test_text(file: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["run", file, "--", "--x"]) == 1
    out, err = capfd.readouterr()
    assert out == "--x 0\n"
    assert "a.c:9:33: error: The host reads `a`" in err
    assert "[LW801, OpenACC 2.14.4]" in err
    assert "a.c:7:1: note: written on the device here" in err
    assert "acc data copy(a)" in err
    assert "1 error" in err


def test_the_programs_own_status_is_passed_on(file: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["run", file, "--", "x", "42"]) == 42
    capfd.readouterr()


def test_json_follows_the_contract(file: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--json", file, "--", "x"]) == 1
    document = json.loads(capfd.readouterr().out)
    assert document["exit"] == 0
    assert document["stdout"] == "x 0\n"
    data = next(d for d in document["directives"] if d["line"] == 5)
    assert data["pragma"] == "acc data copy(a)"
    assert (data["file"], data["times"]) == ("a.c", 1)
    assert data["to_device"] == {"transfers": 1, "bytes": 64}
    assert data["to_host"] == {"transfers": 1, "bytes": 64}
    assert data["redundant_bytes"] == 0
    assert [(k["line"], k["times"]) for k in document["kernels"]] == [(7, 1)]
    finding = document["findings"][0]
    assert (finding["code"], finding["severity"], finding["line"], finding["spec"]) == ("LW801", "error", 9, "2.14.4")
    assert {"column", "end_line", "end_column", "message", "fixes"} <= set(finding)


def test_sarif(file: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--format", "sarif", file, "--", "x"]) == 1
    log = json.loads(capfd.readouterr().out)
    run = log["runs"][0]
    assert run["results"][0]["ruleId"] == "LW801"
    assert run["tool"]["driver"]["rules"][0]["shortDescription"]["text"] == "host reads a stale value"


def test_html_stands_alone(file: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--html", "page.html", file, "--", "<b>"]) == 1
    capfd.readouterr()
    page = Path("page.html").read_text("utf-8")
    assert "The host reads `a`" in page
    assert "<svg" in page
    assert "acc data copy(a)" in page
    for word in ("http://", "https://", "<script", "src="):
        assert word not in page


def test_fast(file: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--no-hooks", file, "--", "x"]) == 0
    assert "--no-hooks" in capfd.readouterr().err


def test_flags(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--flags"]) == 0
    out = capfd.readouterr().out
    assert "CFLAGS   += " in out
    assert "-fopenacc" in out


@pytest.mark.parametrize(
    ("text", "words", "status", "said"),
    [
        ("int main(void) { return x; }", [], 2, "does not build"),
        (PROGRAM, ["--compiler", "no-such-gcc"], 3, "no-such-gcc was not found"),
    ],
)
def test_what_cannot_be_run(
    file: str, capfd: pytest.CaptureFixture[str], text: str, words: list[str], status: int, said: str
) -> None:
    Path(file).write_text(text, "utf-8")
    assert main(["run", *words, file]) == status
    assert said in capfd.readouterr().err


def test_odd_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("x", "utf-8")
    assert main(["run"]) == 2
    assert main(["run", "none.c"]) == 2
    assert main(["run", "a.txt"]) == 2
    assert "Traceback" not in capfd.readouterr().err
