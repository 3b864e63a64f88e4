"""`loopwright run ./program` asks binutils about a program that somebody else may have made: they can do as little as it can."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.toolchain import confine
from loopwright.toolchain.binutils import ask

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("gcc") is None or confine.offered().walls is None,
    reason="nothing is run here",
)
# As a tool that a hostile file has taken over.
TAKEN = """#include <stdio.h>
#include <sys/socket.h>
int main(int n, char **v) {
  FILE *f = fopen("%s", "w");
  if (f) { fputs("owned", f); fclose(f); }
  fprintf(stdout, "%%d", socket(AF_INET, SOCK_STREAM, 0));
  return 0;
}
"""


@pytest.mark.parametrize("tool", ["nm", "addr2line"])
def test_a_tool_that_a_program_has_taken_over_does_nothing(
    tool: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tools, project = tmp_path / "tools", tmp_path / "project"
    tools.mkdir()
    project.mkdir()
    monkeypatch.chdir(project)
    (tmp_path / "tool.c").write_text(TAKEN % (project / "victim"))
    Path("a.c").write_text(
        "int main(void) { float a[4];\n#pragma acc parallel loop copyout(a)\nfor (int i = 0; i < 4; i++) a[i] = i;\nreturn 0; }\n"
    )
    Path("victim").write_text("mine")
    subprocess.run(["gcc", "-o", tools / tool, tmp_path / "tool.c"], check=True)
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    assert subprocess.run([tools / tool], capture_output=True).stdout != b"-1"
    assert Path("victim").read_text() == "owned", "without walls it does"
    Path("victim").write_text("mine")
    assert main(["run", "a.c"]) == 0
    capsys.readouterr()
    assert Path("victim").read_text() == "mine"
    program = project / "program"
    program.write_text("")
    assert ask(tool, [str(program)], program) == "-1"
    assert Path("victim").read_text() == "mine"


def test_lines_and_names_are_still_told(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int global_one;\nint main(void) { return global_one; }\n")
    subprocess.run(["gcc", "-g", "-o", tmp_path / "p", tmp_path / "a.c"], check=True)
    (tmp_path / "p").chmod(0o700)
    assert "global_one" in ask("nm", [str(tmp_path / "p")], tmp_path / "p")
    address = next(
        line.split()[0]
        for line in ask("nm", [str(tmp_path / "p")], tmp_path / "p").splitlines()
        if line.endswith(" main")
    )
    assert ask("addr2line", ["-e", str(tmp_path / "p"), address], tmp_path / "p").strip().endswith("a.c:2")
    assert ask("no-such-tool", [], tmp_path / "p") == ""
