"""`loopwright check` through the real command."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from preloaded import COMMAND

WRONG = "void f(int n, float *a) {\n#pragma acc paralel loop\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"
RIGHT = WRONG.replace("paralel", "parallel")
OLD = "void f(int n, float *a) {\n#pragma acc parallel loop pcopy(a[0:n])\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"


def check(folder: Path, *arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, "check", *arguments],
        cwd=folder,
        input=text,
        capture_output=True,
        text=True,
    )


def test_a_wrong_file_exits_with_one(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(WRONG)
    run = check(tmp_path, "a.c")
    assert run.returncode == 1
    assert run.stdout.startswith(
        "a.c:2:13: error: `paralel` is not an OpenACC directive; did you mean `parallel loop`?"
    )


def test_a_right_file_exits_with_zero(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(RIGHT)
    run = check(tmp_path, "a.c")
    assert (run.returncode, run.stdout) == (0, "")


def test_standard_input(tmp_path: Path) -> None:
    run = check(tmp_path, "-", "--json", text=WRONG)
    assert [d["code"] for d in json.loads(run.stdout)["diagnostics"]] == ["LW101"]


def test_json_has_the_shape_of_the_contract(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(WRONG)
    (only,) = json.loads(check(tmp_path, "a.c", "--format", "json").stdout)["diagnostics"]
    place = [only[key] for key in ("file", "line", "column", "end_line", "end_column", "severity", "code", "spec")]
    assert place == ["a.c", 2, 13, 2, 20, "error", "LW101", "2.1"]
    (fix,) = only["fixes"]
    assert (fix["title"], fix["edits"][0]["text"]) == ("Change to `parallel loop`", "parallel loop")


def test_a_folder_in_parallel(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"f{number:02}.c").write_text(WRONG if number % 2 else RIGHT)
    (tmp_path / "notes.txt").write_text(WRONG)
    found = json.loads(check(tmp_path, ".", "--json").stdout)["diagnostics"]
    assert [d["file"] for d in found] == [f"f{number:02}.c" for number in range(1, 20, 2)]


def test_sarif(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(WRONG)
    log: dict[str, Any] = json.loads(check(tmp_path, "a.c", "--format", "sarif").stdout)
    (run,) = log["runs"]
    (result,) = run["results"]
    assert (log["version"], run["columnKind"]) == ("2.1.0", "utf16CodeUnits")
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "LW101"
    location = result["locations"][0]["physicalLocation"]
    assert location["artifactLocation"] == {"uri": "a.c", "uriBaseId": "ROOT"}
    assert location["region"] == {"startLine": 2, "startColumn": 13, "endLine": 2, "endColumn": 20}


def test_fix_makes_safe_fixes_only(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_text(OLD + WRONG.replace("f(", "g("))
    check(tmp_path, "a.c", "--fix")
    assert "pcopy" not in path.read_text()
    assert "paralel" in path.read_text()


def test_comments_take_findings_back(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(WRONG.replace("loop\n", "loop // loopwright: ignore[LW101]\n", 1))
    (tmp_path / "b.c").write_text("// loopwright: ignore-file\n" + WRONG)
    (tmp_path / "c.c").write_text(WRONG.replace("#pragma", "// loopwright: ignore[LW999]\n#pragma"))
    found = json.loads(check(tmp_path, ".", "--json").stdout)["diagnostics"]
    assert [d["file"] for d in found] == ["c.c"]


def test_configuration(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.loopwright]\nversion = "2.6"\nportability = ["gcc-12"]\nignore = ["LW501"]\n'
    )
    whole = RIGHT.replace("loop\n", "loop copyin(readonly: a)\n")
    section = RIGHT.replace("f(", "g(").replace("loop\n", "loop copyin(a[0:n])\n")
    (tmp_path / "a.c").write_text(whole + section)
    found = json.loads(check(tmp_path, "a.c", "--json").stdout)["diagnostics"]
    assert {d["code"] for d in found} == {"LW215", "LW230", "LW505"}


def test_a_configuration_above_the_repository_is_somebody_elses(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.loopwright]\nversion = "2.6"\n')
    inner = tmp_path / "repository" / "src"
    inner.mkdir(parents=True)
    (inner / "a.c").write_text(RIGHT.replace("loop\n", "loop copyin(readonly: a)\n"))

    def codes() -> set[str]:
        return {d["code"] for d in json.loads(check(tmp_path, "repository/src/a.c", "--json").stdout)["diagnostics"]}

    assert "LW215" in codes()
    (tmp_path / "repository" / ".git").mkdir()
    assert "LW215" not in codes()
    (tmp_path / "repository" / "loopwright.toml").write_text('version = "2.6"\n')
    assert "LW215" in codes()


def test_a_configuration_that_others_may_write_is_not_read_and_that_is_said(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    (shared / "mine").mkdir(parents=True)
    (shared / "mine" / "a.c").write_text(WRONG, "utf-8")
    (shared / "pyproject.toml").write_text('[tool.loopwright]\nexclude = ["*"]\n', "utf-8")
    shared.chmod(0o1777)
    found = check(shared / "mine", "a.c")
    assert found.returncode == 1
    assert "pyproject.toml is not read: others than you may put files there." in found.stderr
    (shared / "pyproject.toml").write_text("[project]\n", "utf-8")
    assert "is not read" not in check(shared / "mine", "a.c").stderr


def test_a_wrong_configuration_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "loopwright.toml").write_text('version = "9.9"\n')
    (tmp_path / "a.c").write_text(RIGHT)
    run = check(tmp_path, "a.c")
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 1
    assert "9.9" in run.stderr


def test_names_of_headers_are_known(tmp_path: Path) -> None:
    (tmp_path / "sizes.h").write_text("extern int rows;\n")
    (tmp_path / "a.c").write_text(
        '#include "sizes.h"\n' + RIGHT.replace("loop\n", "loop num_gangs(rows) num_workers(cols)\n")
    )
    found = json.loads(check(tmp_path, "a.c", "--json").stdout)["diagnostics"]
    assert [d["message"] for d in found if d["code"] == "LW301"] == ["`cols` is not declared"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    run = check(tmp_path, "nothing.c")
    assert (run.returncode, run.stderr) == (2, "loopwright check: nothing.c: No such file or directory\n")


def test_a_compiler_says_the_same_thing_once(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(WRONG)
    run = check(tmp_path, "a.c", "--json", "--compiler")
    found = json.loads(run.stdout)["diagnostics"]
    assert len(found) == 1
    assert len(found[0]["origin"]) == 2
