"""Indexes of a session fill in the background."""

from __future__ import annotations

import time
from pathlib import Path

from loopwright.memory.projects import Projects
from loopwright.memory.roots import project_root
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

LOOP = "void f(int n, float *a) {\n#pragma acc parallel loop\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"


def test_a_project_is_looked_through_behind_the_first_question(tmp_path: Path) -> None:
    root = tmp_path / "code"
    (root / ".git").mkdir(parents=True)
    (root / "a.c").write_text(LOOP, "utf-8")
    here = Outline(parse("int x;\n", name="b.c"))
    projects = Projects(tmp_path / "cache")
    index = projects.around(root / "b.c", [(root / "b.c", here)])
    assert index is not None
    while not index.elsewhere(root / "b.c"):  # a test that never ends is ended
        time.sleep(0.01)
    (example,) = index.elsewhere(root / "b.c")
    assert (example.file, example.line, example.directive) == ("a.c", 2, "parallel loop")
    assert projects.around(root / "a.c", [(root / "b.c", here)]) is index


def test_a_file_of_no_project_has_no_index(tmp_path: Path) -> None:
    assert Projects(tmp_path).around(Path("/a.c"), []) is None


def test_a_folder_with_a_configuration_is_a_project_of_its_own(tmp_path: Path) -> None:
    inner = tmp_path / "repository" / "examples"
    inner.mkdir(parents=True)
    (tmp_path / "repository" / ".git").mkdir()
    assert project_root(inner / "a.c") == tmp_path / "repository"
    (inner / "loopwright.toml").write_text("", "utf-8")
    assert project_root(inner / "a.c") == inner
