"""`loopwright init`, the hooks of pre-commit and the container file: what a project gets from us, run as it would be."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from loopwright.check.config import find_config
from preloaded import COMMAND

ROOT = Path(__file__).parents[2]


def init(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, "init", *arguments], cwd=folder, capture_output=True, text=True)


def test_a_folder_gets_a_configuration_that_is_read(tmp_path: Path) -> None:
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "a.h").touch()
    (tmp_path / "build").mkdir()
    assert init(tmp_path).returncode == 0
    config = find_config(tmp_path)
    assert config.origin == tmp_path / "loopwright.toml"
    assert (config.exclude, config.include_path) == (("build/*",), ((tmp_path / "include").resolve(),))


@pytest.mark.parametrize(
    "before", ["", "[project]\nname = 'x'", "[project]\nname = 'x'\n", "# é\n[tool.ruff]\nline-length = 9\n"]
)
def test_pyproject_keeps_what_it_had(tmp_path: Path, before: str) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text(before, "utf-8")
    assert init(tmp_path).returncode == 0
    assert project.read_text("utf-8").startswith(before)
    assert find_config(tmp_path).origin == project
    assert not (tmp_path / "loopwright.toml").exists()


def test_a_second_time_nothing_is_changed(tmp_path: Path) -> None:
    init(tmp_path)
    before = (tmp_path / "loopwright.toml").read_bytes()
    again = init(tmp_path)
    assert again.returncode == 0
    assert "stays as it is" in again.stderr
    assert (tmp_path / "loopwright.toml").read_bytes() == before


@pytest.mark.parametrize("ci", ["github", "gitlab", "pre-commit"])
def test_the_example_for_ci_is_all_that_standard_output_has(tmp_path: Path, ci: str) -> None:
    run = init(tmp_path, "--ci", ci)
    assert isinstance(yaml.safe_load(run.stdout), dict)
    assert json.loads(init(tmp_path, "--ci", ci, "--json").stdout)["ci"]["text"] == run.stdout


def test_the_commands_of_the_examples_are_right(tmp_path: Path) -> None:
    from loopwright.cli.arguments import build_parser

    for ci in ("github", "gitlab"):
        commands = re.findall(r"loopwright check [^|>\n]*", init(tmp_path, "--ci", ci).stdout)
        assert commands
        for command in commands:
            build_parser().parse_args(shlex.split(command)[1:])


@pytest.mark.parametrize(("folder", "word"), [("nowhere", "not a folder"), ("broken", "pyproject.toml")])
def test_what_is_wrong_is_one_sentence(tmp_path: Path, folder: str, word: str) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "pyproject.toml").write_text("[")
    run = init(tmp_path, folder)
    assert (run.returncode, len(run.stderr.splitlines())) == (2, 1)
    assert word in run.stderr


def test_the_page_shows_the_example() -> None:
    example = (ROOT / "server" / "loopwright" / "cli" / "ci" / "github.yml").read_text("utf-8")
    assert example in (ROOT / "docs" / "checking.md").read_text("utf-8")


@pytest.mark.parametrize(
    "hook", yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")), ids=lambda h: h["id"]
)
def test_a_hook_refuses_wrong_files_and_takes_right_ones(tmp_path: Path, hook: dict[str, object]) -> None:
    """pre-commit adds the names of the files to `entry`."""
    entry = shlex.split(str(hook["entry"]))
    assert entry[0] == "loopwright"
    (tmp_path / "a.c").write_text(
        "void f(int n, float *a) {\n#pragma acc parallel loop gang seq\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"
    )
    (tmp_path / "b.c").write_text("int main(void) { return 0; }\n")
    wrong, right = (
        subprocess.run([sys.executable, "-m", *entry, *files], cwd=tmp_path, capture_output=True).returncode
        for files in (["a.c", "b.c"], ["b.c"])
    )
    assert (wrong, right) == (1, 0)


def test_the_container_file_calls_what_there_is() -> None:
    from loopwright.cli.arguments import build_parser

    text = (ROOT / "Containerfile").read_text("utf-8")
    entry, command = (json.loads(re.search(rf"^{word} (.*)$", text, re.M)[1]) for word in ("ENTRYPOINT", "CMD"))  # type: ignore[index]
    assert entry == ["loopwright"]
    build_parser().parse_args(command)
