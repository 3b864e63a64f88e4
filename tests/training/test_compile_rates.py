"""What compilers say of a proposal in its file, with and without the headers of its repository."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from loopwright_training.evaluate import CompileRates
from loopwright_training.records import write_records
from loopwright_training.trees import HeaderTrees

FILE = '#include "size.h"\nvoid f(float *a) {\n  for (int i = 0; i < SIZE; i++) a[i] = 0;\n}\n'
ROW = {"repository": "owner/name", "path": "src/f.c", "line": 3}


@pytest.fixture
def mirror(tmp_path: Path) -> Path:
    """One repository with a header beside the folder of its sources."""
    tree = tmp_path / "mirror" / "owner+name" / "repo"
    for name, text in {"include/size.h": "#define SIZE 9\n", "src/f.c": FILE}.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
    git = ["git", "-C", str(tree), "-c", "user.name=t", "-c", "user.email=t@t"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "x"]):
        subprocess.run([*git, *command], check=True)
    return tmp_path / "mirror"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """What `mine` would write of it."""
    path = tmp_path / "files.jsonl.gz"
    write_records(path, [{**ROW, "commit": "HEAD", "text": FILE}])
    return path


ASKED = {("owner/name", "src/f.c")}


def test_headers_of_the_repository_let_a_compiler_judge(mirror: Path, files: Path) -> None:
    with_headers = CompileRates(files, ASKED, mirror)
    right = with_headers.of([ROW], [["parallel loop copyout(a[0:SIZE])"]])
    wrong = with_headers.of([ROW], [["parallel loop copyout(b[0:SIZE])"]])
    nothing = with_headers.of([ROW], [[]])
    assert right
    for name in right:
        assert right[name] == {"asked": 1, "accepted": 1.0}
        assert wrong[name] == {"asked": 1, "accepted": 0.0}
        assert nothing[name] == {"asked": 1, "accepted": 0.0}


def test_without_them_a_file_is_not_judged(files: Path) -> None:
    for rate in CompileRates(files, ASKED).of([ROW], [["parallel loop"]]).values():
        assert rate == {"asked": 0, "accepted": 0.0}


def test_a_repository_that_is_not_mirrored_has_no_headers(mirror: Path, tmp_path: Path) -> None:
    trees = HeaderTrees(mirror, tmp_path / "trees")
    assert (trees.path("owner/name", "HEAD", "src/f.c").parent.parent / "include" / "size.h").is_file()
    assert list(trees.path("owner/other", "HEAD", "src/f.c").parent.parent.rglob("*.h")) == []


def test_bare_trees_hold_no_directive_and_keep_their_lines(mirror: Path, tmp_path: Path) -> None:
    git = ["git", "-C", str(mirror / "owner+name" / "repo"), "-c", "user.name=n", "-c", "user.email=e"]
    header = "#define SIZE 8\n#pragma acc routine \\\n  seq\nint twice(int);\n"
    (mirror / "owner+name" / "repo" / "include" / "size.h").write_text(header)
    for command in (["add", "-A"], ["commit", "-qm", "routine"]):
        subprocess.run([*git, *command], check=True)
    left = HeaderTrees(mirror, tmp_path / "bare", bare=True).path("owner/name", "HEAD", "src/f.c")
    text = (left.parent.parent / "include" / "size.h").read_text()
    assert "acc" not in text
    assert text.splitlines()[0] == "#define SIZE 8"
    assert text.splitlines()[3] == "int twice(int);"
