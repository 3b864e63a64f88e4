"""`check --fix FOLDER`: no link of the folder leads the fix to a file elsewhere, and one file that cannot be written ends nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from loopwright.cli.main import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links and modes of POSIX")
WRONG = (
    "void f(int n, float *a) {\n#pragma acc parallel loop pcopy(a[0:n])\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"
)
RIGHT = WRONG.replace("pcopy", "copy")


def tree(folder: Path) -> tuple[Path, Path]:
    """A folder with files to fix, and a file elsewhere."""
    project, elsewhere = folder / "project", folder / "elsewhere.c"
    project.mkdir()
    for name in ("a.c", "z.c"):
        (project / name).write_text(WRONG)
    elsewhere.write_text(WRONG)
    return project, elsewhere


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_link_leads_no_fix_out_of_the_folder(tmp_path: Path, jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    project, elsewhere = tree(tmp_path)
    (project / "link.c").symlink_to(elsewhere)
    (project / "inside.c").symlink_to(project / "z.c")
    assert main(["check", "--fix", "--jobs", jobs, str(project)]) == 2
    assert elsewhere.read_text() == WRONG
    assert (project / "a.c").read_text() == RIGHT
    assert (project / "z.c").read_text() == RIGHT
    said = capsys.readouterr()
    assert "link.c:2" in said.out, "what is wrong there is told as ever"
    (line,) = [line for line in said.err.splitlines() if "link.c" in line]
    assert "leads out" in line


def test_a_link_that_is_named_is_followed(tmp_path: Path) -> None:
    project, elsewhere = tree(tmp_path)
    (project / "link.c").symlink_to(elsewhere)
    assert main(["check", "--fix", str(project / "link.c")]) == 0
    assert elsewhere.read_text() == RIGHT


@pytest.mark.skipif(hasattr(os, "getuid") and os.getuid() == 0, reason="root may write everything")
def test_a_file_that_is_not_to_be_written_ends_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project, _ = tree(tmp_path)
    (project / "a.c").chmod(0o444)
    assert main(["check", "--fix", str(project)]) == 2
    assert (project / "a.c").read_text() == WRONG
    assert (project / "z.c").read_text() == RIGHT
    assert "a.c: Permission denied" in capsys.readouterr().err
