"""`check --baseline`: only what is new fails, and a proof that was lost; through the real command."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from preloaded import COMMAND

WRONG = "#pragma acc parallel loop gang seq\n  for (int i = 0; i < n; i++) a[i] = 0;\n"
OTHER = "#pragma acc parallel loop async(1) async(2)\n  for (int i = 0; i < n; i++) a[i] = 1;\n"


def function(name: str, body: str) -> str:
    return f"void {name}(int n, float *restrict a, const float *restrict b) {{\n{body}}}\n"


def check(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, "check", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
    )


def written(folder: Path) -> None:
    run = check(folder, ".", "--baseline", "known.json", "--update-baseline")
    assert run.returncode == 0, run.stderr


def new(folder: Path) -> list[dict[str, Any]]:
    run = check(folder, ".", "--baseline", "known.json", "--json")
    found: list[dict[str, Any]] = json.loads(run.stdout)["diagnostics"]
    assert run.returncode == (1 if any(d["severity"] in ("error", "warning") for d in found) else 0)
    return found


def test_what_is_known_does_not_fail_and_what_is_new_does(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text(function("f", WRONG))
    assert check(tmp_path, ".").returncode == 1
    written(tmp_path)
    assert new(tmp_path) == []
    file.write_text(function("f", WRONG) + function("g", OTHER))
    assert {(d["code"], d["function"]) for d in new(tmp_path)} == {("LW202", "g")}


def test_a_second_mistake_of_the_same_kind_is_new(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text(function("f", WRONG))
    written(tmp_path)
    file.write_text(function("f", WRONG + WRONG))
    assert [d["code"] for d in new(tmp_path)] == ["LW203"]


@pytest.mark.parametrize("seed", range(6))
def test_moving_lines_makes_nothing_new(tmp_path: Path, seed: int) -> None:
    """Metamorphic: functions in another order, blank lines, comments, other indentation, a file renamed."""
    chance = random.Random(seed)
    functions = [function(f"f{i}", chance.choice((WRONG, OTHER, WRONG + OTHER))) for i in range(6)]
    (tmp_path / "a.c").write_text("\n".join(functions))
    written(tmp_path)
    chance.shuffle(functions)
    text = "\n".join(f"/* {chance.random()} */\n" * chance.randrange(4) + one for one in functions)
    text = "".join(" " * chance.randrange(5) + line for line in text.splitlines(True))
    (tmp_path / "a.c").unlink()
    (tmp_path / chance.choice(("a.c", "b.c"))).write_text(text)
    assert new(tmp_path) == []


def test_an_edit_of_the_line_keeps_what_was_known_of_it(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text(function("f", WRONG))
    written(tmp_path)
    file.write_text(function("f", WRONG.replace("seq", "seq private(n)")))
    assert "LW203" not in {d["code"] for d in new(tmp_path)}


PROVED = "  for (int i = 0; i < n; i++) a[i] = 2 * b[i];\n"
SERIAL = "  for (int i = 1; i < n; i++) a[i] = a[i - 1] * b[i];\n"


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        (PROVED, PROVED.replace("b[i]", "a[0]"), [3]),
        (PROVED, PROVED.replace("b[i]", "b[i] + 1"), []),
        (PROVED + SERIAL, SERIAL + PROVED, []),
        (PROVED, SERIAL + PROVED, []),
        (PROVED, "", []),  # a loop that is gone has no proof to lose
        (SERIAL, SERIAL + "  (void)b;\n", []),
        (PROVED + PROVED, PROVED + PROVED.replace("b[i]", "a[0]"), [4]),
    ],
)
def test_a_lost_proof_is_a_finding(tmp_path: Path, before: str, after: str, lost: list[int]) -> None:
    file = tmp_path / "a.c"
    file.write_text(function("f", before))
    written(tmp_path)
    assert new(tmp_path) == []
    file.write_text("\n" + function("f", after))
    found = new(tmp_path)
    assert [(d["code"], d["line"]) for d in found] == [("LW003", line) for line in lost]
    assert all("was `proved`" in d["message"] for d in found)


def test_a_proof_is_lost_by_a_change_elsewhere_too(tmp_path: Path) -> None:
    """The loop's text stays; the function that it calls starts to keep a state."""
    file = tmp_path / "a.c"
    text = "static float twice(float x) { return 2 * x; }\n" + function("f", PROVED.replace("2 * b[i]", "twice(b[i])"))
    file.write_text(text)
    written(tmp_path)
    file.write_text(text.replace("{ return 2 * x; }", "{ static float last; last += x; return last; }"))
    assert [d["code"] for d in new(tmp_path)] == ["LW003"]


def test_files_that_were_not_looked_at_stay_known(tmp_path: Path) -> None:
    for name in ("a.c", "b.c"):
        (tmp_path / name).write_text(function(name[0], WRONG))
    written(tmp_path)
    assert check(tmp_path, "a.c", "--baseline", "known.json", "--update-baseline").returncode == 0
    assert new(tmp_path) == []
    (tmp_path / "b.c").unlink()
    written(tmp_path)
    assert "b.c" not in (tmp_path / "known.json").read_text()


def test_the_baseline_is_the_same_from_any_folder_and_when_it_is_written_again(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.c").write_text(function("f", WRONG + PROVED))
    written(tmp_path)
    text = (tmp_path / "known.json").read_text()
    assert check(tmp_path / "src", "a.c", "--baseline", "../known.json").returncode == 0
    check(tmp_path / "src", str(tmp_path / "src"), "--baseline", "../known.json", "--update-baseline")
    assert (tmp_path / "known.json").read_text() == text


def test_sarif_of_a_lost_proof_names_its_rule(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text(function("f", PROVED))
    written(tmp_path)
    file.write_text(function("f", PROVED.replace("b[i]", "a[0]")))
    run = json.loads(check(tmp_path, ".", "--baseline", "known.json", "--format", "sarif").stdout)["runs"][0]
    assert [(r["id"], r["shortDescription"]["text"]) for r in run["tool"]["driver"]["rules"]] == [
        ("LW003", "evidence lost")
    ]


@pytest.mark.parametrize(
    ("content", "arguments"),
    [
        (None, ["--baseline", "known.json"]),
        ("{}", ["--baseline", "known.json"]),
        ("[1", ["--baseline", "known.json"]),
        ('{"format": 1, "findings": [{"file": 1}], "loops": []}', ["--baseline", "known.json"]),
        ('{"format": 1, "findings": [], "loops": [{"file": [], "function": null, "header": "", "body": "", "verdict": ""}]}',
         ["--baseline", "known.json"]),
        ('{"format": 99, "findings": [], "loops": []}', ["--baseline", "known.json", "--update-baseline"]),
        (None, ["--update-baseline"]),
    ],
)  # fmt: skip
def test_a_wrong_baseline_is_one_sentence(tmp_path: Path, content: str | None, arguments: list[str]) -> None:
    (tmp_path / "a.c").write_text(function("f", PROVED))
    if content is not None:
        (tmp_path / "known.json").write_text(content)
    run = check(tmp_path, ".", *arguments)
    assert (run.returncode, len(run.stderr.splitlines())) == (2, 1), run.stderr
    assert "baseline" in run.stderr
