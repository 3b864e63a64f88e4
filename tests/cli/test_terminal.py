"""What a person at a terminal sees of `loopwright check`, through the real command."""

from __future__ import annotations

import os
import subprocess
import tempfile
import unicodedata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loopwright.check.text import finding_text
from loopwright.source.text import shown
from preloaded import COMMAND, PLAIN
from whole import drawn

WRONG = "void f(int n, float *a) {\n#pragma acc paralel loop\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"


def check(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | environment
    return subprocess.run([*COMMAND, "check", *arguments], cwd=folder, capture_output=True, text=True, env=env)


def at_a_terminal(folder: Path, *arguments: str, **environment: str) -> str:
    """What the command writes where standard output is a terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"} | environment
    process = subprocess.Popen(
        [*COMMAND, *arguments], cwd=folder, stdout=theirs, stderr=subprocess.DEVNULL, stdin=theirs, env=env
    )
    os.close(theirs)
    pieces = []
    try:
        while piece := os.read(ours, 4096):
            pieces.append(piece)
    except OSError:  # Linux says so when the other end is closed
        pass
    process.wait(200)
    os.close(ours)
    return b"".join(pieces).decode().replace("\r\n", "\n")


def caret_of(output: str) -> tuple[str, str]:
    """(the source line, what stands above the carets), as a terminal aligns them."""
    lines = output.split("\n")
    index = next(i for i, line in enumerate(lines) if line.partition(" | ")[2].strip(" ~") == "^")
    source, marks = (line.partition(" | ")[2] for line in lines[index - 1 : index + 1])
    return source, marks


def test_the_source_and_a_caret_stand_below_the_line_that_tools_read(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(WRONG)
    first, source, marks, fix = check(tmp_path, "a.c").stdout.splitlines()
    assert first == (
        "a.c:2:13: error: `paralel` is not an OpenACC directive; did you mean `parallel loop`? [LW101, OpenACC 2.1]"
    )
    assert source == " 2 | #pragma acc paralel loop"
    assert marks == "   |             ^~~~~~~"
    assert fix == "    fix: Change to `parallel loop`"


def test_concise_is_one_line_for_each_finding(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(WRONG)
    full, concise = check(tmp_path, "a.c").stdout, check(tmp_path, "a.c", "--format", "concise").stdout
    assert concise.splitlines() == full.splitlines()[:1]


def test_the_caret_stands_under_the_word_behind_tabs_and_wide_characters(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(
        WRONG.replace("#pragma acc paralel", "/* 中文 é 𝛼 */\t\n#pragma\tacc /* 中\u3000𝛼 \x1b */ paralel"), "utf-8"
    )
    source, marks = caret_of(check(tmp_path, "a.c").stdout)
    assert source == "#pragma acc /* 中\u3000𝛼 \\x1b */ paralel loop"
    cells = "".join(c + ("\0" if unicodedata.east_asian_width(c) in "WF" else "") for c in source)
    assert cells[marks.index("^") : len(marks)] == "paralel"


def test_of_a_long_line_the_part_with_the_mistake_is_shown(tmp_path: Path) -> None:
    long = " ".join(f"copyin(a{number}[0:n])" for number in range(100))
    (tmp_path / "a.c").write_text(WRONG.replace("paralel loop", f"parallel loop {long} gangg"))
    source, marks = caret_of(check(tmp_path, "a.c", "--ignore", "LW301").stdout)
    assert len(source) <= 160
    assert source[marks.index("^") : len(marks)] == "gangg"


def test_colour_is_for_terminals(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(WRONG)
    plain = check(tmp_path, "a.c").stdout
    assert "\x1b" not in plain
    assert "\x1b[1;31m" in at_a_terminal(tmp_path, "check", "a.c")
    assert at_a_terminal(tmp_path, "check", "a.c", NO_COLOR="1") == plain
    assert at_a_terminal(tmp_path, "check", "a.c", "--color", "never") == plain
    assert "\x1b[1;31m" in check(tmp_path, "a.c", "--color", "always", NO_COLOR="1").stdout


def test_colours_add_nothing_but_colours(tmp_path: Path) -> None:
    import re

    (tmp_path / "a.c").write_text(WRONG)
    coloured = check(tmp_path, "a.c", "--color", "always").stdout
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == check(tmp_path, "a.c").stdout


@pytest.mark.parametrize("evil", ["\x1b[2J\x1b[H", "\x1b]0;owned\x07", "\u202e", "\x9b2J", "\u2028"])
def test_a_file_cannot_write_to_the_terminal(tmp_path: Path, evil: str) -> None:
    (tmp_path / "a.c").write_text(WRONG.replace("loop\n", f"loop // {evil}\n"), "utf-8")
    found = at_a_terminal(tmp_path, "check", "a.c", "--color", "never")
    assert "paralel" in found
    assert evil.encode("unicode_escape").decode() in found, "it is told what stands there"
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Zl") for c in found.replace("\n", ""))


@settings(max_examples=drawn(200), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.text(max_size=60), st.integers(0, 80), st.integers(0, 80))
def test_any_line_is_shown_in_two_lines_of_which_the_second_ends_at_the_caret(line: str, start: int, end: int) -> None:
    line = line.replace("\n", "").replace("\r", "")
    place = {"line": 7, "column": start + 1, "end_line": 7, "end_column": end + 1, "text": line}
    finding = {"severity": "error", "message": "m", "code": "LW1", "spec": "", "origin": ["loopwright"], "file": "a.c"}
    lines = finding_text({**finding, **place, "related": [], "fixes": []}).plain.split("\n")
    assert len(lines) == (3 if line.strip() else 1)
    if line.strip():
        assert set(lines[2].partition(" | ")[2].lstrip(" ")[1:]) <= {"~"}
    assert shown("".join(lines)) == "".join(lines)


def test_help_teaches_with_commands_that_are_right(tmp_path: Path) -> None:
    """Every example of every --help is taken by the parser."""
    import shlex

    from loopwright.cli.arguments import build_parser

    parser = build_parser()
    calls = next(a.choices for a in parser._actions if a.dest == "call")
    assert calls is not None
    seen = set()
    for name, call in dict(calls).items():
        for line in (call.epilog or "").splitlines():  # type: ignore[attr-defined]
            if not line.startswith("  loopwright "):
                continue
            command = line.strip().split("  ")[0].split(" | ")[0].split(" > ")[0]
            words = shlex.split(command)[1:]
            options = parser.parse_args(words[: words.index("--")] if "--" in words else words)
            assert options.call == name
            seen.add(name)
    assert seen >= {"check", "suggest", "analyze", "annotate", "run", "translate", "model", "init", "completion"}


def saved(file: Path, text: str) -> None:
    """Written as editors do: nobody sees half of it."""
    new = file.with_suffix(".new")
    new.write_text(text)
    os.replace(new, file)


def test_check_watches(tmp_path: Path) -> None:
    """A saved file is checked again; a configuration too."""
    file = tmp_path / "a.c"
    file.write_text(WRONG)
    (tmp_path / ".git").mkdir()
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            [*PLAIN, "check", "--watch", "."], cwd=tmp_path, stdout=subprocess.PIPE, stderr=errors, text=True
        )
        assert process.stdout is not None
        try:
            assert process.stdout.readline().startswith("a.c:2:13: error")
            saved(file, WRONG.replace("paralel", "parallel").replace("loop\n", "loop gang seq\n"))
            while process.stdout.readline() != "changed: a.c\n":
                pass
            assert "exclude each other" in process.stdout.readline()
            while not process.stdout.readline().startswith("    fix"):
                pass
            saved(tmp_path / "loopwright.toml", 'ignore = ["LW203"]\n')
            assert process.stdout.readline().startswith("changed: ")
            saved(file, WRONG)
            while "changed: a.c" not in process.stdout.readline():
                pass
            assert "paralel" in process.stdout.readline()
        finally:
            process.terminate()
            process.wait(200)
            process.stdout.close()


@pytest.mark.parametrize("more", [["-"], ["a.c", "--json"], ["a.c", "--format", "sarif"]])
def test_what_cannot_be_watched_is_said(tmp_path: Path, more: list[str]) -> None:
    run = check(tmp_path, "--watch", *more)
    assert run.returncode == 2
    assert "--watch" in run.stderr
    assert len(run.stderr.splitlines()) == 1


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh", "powershell"])
def test_completion_knows_every_call(shell: str) -> None:
    from loopwright.cli.arguments import build_parser

    run = subprocess.run([*COMMAND, "completion", shell], capture_output=True, text=True, check=True)
    calls = next(a.choices for a in build_parser()._actions if a.dest == "call")
    assert calls is not None
    assert [name for name in calls if name not in run.stdout] == []


def test_a_command_is_described_in_a_whole_phrase() -> None:
    run = subprocess.run([*COMMAND, "completion", "fish"], capture_output=True, text=True, check=True)
    assert "-a check -d 'OpenACC directives that are wrong, and why'" in run.stdout


def test_bash_completes_options_and_files(tmp_path: Path) -> None:
    run = subprocess.run([*COMMAND, "completion", "bash"], capture_output=True, text=True, check=True)
    (tmp_path / "solver.c").touch()
    script = run.stdout + (
        'COMP_WORDS=(loopwright check --base); COMP_CWORD=2; COMPREPLY=(); _shtab_loopwright; echo "${COMPREPLY[@]}"\n'
        'COMP_WORDS=(loopwright check solv); COMP_CWORD=2; COMPREPLY=(); _shtab_loopwright; echo "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert [line.strip() for line in done.stdout.splitlines()] == ["--baseline", "solver.c"], done.stderr
