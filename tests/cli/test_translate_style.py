"""`loopwright translate` writes in the style of the project."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from loopwright.source.layout import same_code
from preloaded import COMMAND

KERNEL = """// A "quoted" remark.
#include <vector>
#include <cstdio>
#include <array>
using std::swap;
using std::min;
#define TWICE(x) ((x)   *2)
__global__ void twice(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = TWICE(a[i]); // to the end
}
void go(const int *a, int *b, int n) { twice<<<(n + 255) / 256, 256>>>(a, b, n); printf("%d   done, and a long line of words\\n", n); }
"""
# More than layout.
CHANGES = """InsertBraces: true
RemoveSemicolon: true
RemoveParentheses: ReturnStatement
QualifierAlignment: Custom
QualifierOrder: [type, const]
IntegerLiteralSeparator: {Decimal: 3, DecimalMinDigits: 3}
"""
WHEEL = Path(sys.executable).parent
REAL = shutil.which("clang-format", path=os.pathsep.join((str(WHEEL), os.environ.get("PATH", ""))))
needs_program = pytest.mark.skipif(REAL is None, reason="needs clang-format (the wheel of that name)")
# As clang-format is called: it answers with its configuration, or with the text, of which it makes something.
FAKE = """#!{python}
import os, sys
if "--dump-config" in sys.argv:
    print("Language: Cpp\\nInsertBraces: true\\nIndentWidth: 7")
    sys.exit(0)
assert "Braces" not in open(os.path.dirname(sys.argv[2].partition("=")[2]) + "/.clang-format").read()
text = sys.stdin.read()
sys.stdout.write({made})
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a style, and a folder for programs outside it."""
    (tmp_path / "project" / ".git").mkdir(parents=True)
    (tmp_path / "project" / "src").mkdir()
    (tmp_path / "bin").mkdir()
    (tmp_path / "project" / ".clang-format").write_text(
        f"BasedOnStyle: LLVM\nIndentWidth: 7\nColumnLimit: 60\n{CHANGES}"
    )
    (tmp_path / "project" / "src" / "k.cu").write_text(KERNEL)
    return tmp_path / "project"


def translated(project: Path, *more: str, programs: str = "") -> subprocess.CompletedProcess[str]:
    """The command, which finds programs in a folder of the test alone unless others are said."""
    environment = {**os.environ, "PATH": programs or str(project.parent / "bin")}
    command = [*COMMAND, "translate", str(project / "src" / "k.cu"), *more]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def fake(project: Path, made: str) -> None:
    program = project.parent / "bin" / "clang-format"
    program.write_text(FAKE.format(python=sys.executable, made=made))
    program.chmod(0o755)


def test_what_is_written_has_the_style_of_the_project(project: Path) -> None:
    plain = translated(project).stdout
    fake(project, "text.replace('    ', '       ')")
    done = translated(project, "-o", str(project / "k.cpp"))
    assert (project / "k.cpp").read_text() == plain.replace("    ", "       ") != plain
    assert "not formatted" not in done.stderr
    assert translated(project).stdout == plain.replace("    ", "       ")
    assert translated(project, "--kernel", "twice").stdout.count("       ") > 0


def test_without_a_style_no_program_is_asked(project: Path) -> None:
    (project / ".clang-format").unlink()
    (project.parent / ".clang-format").write_text("BasedOnStyle: LLVM\n")  # above the repository
    plain = translated(project)
    fake(project, "text.replace('    ', '       ')")
    assert translated(project).stdout == plain.stdout
    assert "not formatted" not in plain.stderr


def test_a_style_and_no_program_is_said_once(project: Path) -> None:
    (project / "src" / "m.cu").write_text(KERNEL.replace("twice", "thrice").replace("go", "walk"))
    done = translated(project, str(project / "src" / "m.cu"), "-o", str(project / "out"))
    assert done.stderr.count("not formatted: no clang-format was found") == 1
    assert str(project / ".clang-format") in done.stderr


@pytest.mark.parametrize("made", ["text.replace('2', '3')", "text.replace('words', 'wo rds')", "''", "text[:100]"])
def test_what_would_be_other_code_is_not_taken(project: Path, made: str) -> None:
    plain = translated(project).stdout
    fake(project, made)
    done = translated(project)
    assert done.stdout == plain
    assert "not formatted: in the style of" in done.stderr


def test_a_program_that_fails_leaves_the_text(project: Path) -> None:
    plain = translated(project).stdout
    fake(project, "sys.exit('no such option')")
    done = translated(project)
    assert done.stdout == plain
    assert "not formatted: clang-format did not come to its end: no such option" in done.stderr


@needs_program
def test_the_program_itself(project: Path) -> None:
    """Its options that change code are off: braces that it would insert, the order of includes and of names, strings that are cut."""
    assert REAL is not None
    plain = translated(project).stdout
    done = translated(project, programs=os.pathsep.join((str(Path(REAL).parent), os.environ["PATH"])))
    assert "not formatted" not in done.stderr
    assert same_code(plain, done.stdout)
    assert plain != done.stdout
    body = done.stdout[done.stdout.index("static void twice(") :]
    assert "\n       " in body
    assert max(map(len, (line for line in body.splitlines() if "omp" not in line and '"' not in line))) <= 60
    ordered = ("<vector>", "<array>", "using std::swap;", "using std::min;")
    assert sorted(ordered, key=done.stdout.index) == list(ordered)


@needs_program
def test_a_style_that_cannot_be_read_is_said(project: Path) -> None:
    assert REAL is not None
    (project / ".clang-format").write_text("BasedOnStyle: Nobodys\n")
    done = translated(project, programs=os.pathsep.join((str(Path(REAL).parent), os.environ["PATH"])))
    assert "not formatted: clang-format cannot use" in done.stderr
    assert "void twice(" in done.stdout


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("int  f( int a ){return a;}", "int f(int a) {\n  return a;\n}", True),
        ("#define M(x) (x) \\\n  + 1\nint a;", "#define M(x) \\\n  (x) + 1\nint a;", True),
        ("int a; // one\nint b;", "int a;\n/* two */ int b;", True),
        ("int a; // int c;\nint b;", "int a; int c; int b;", False),
        ('puts("a  b");', 'puts("a b");', False),
        ('puts("//a"); int b;', 'puts("//a");', False),
        ("if (a) b();", "if (a) { b(); }", False),
        ("return a;", "returna;", False),
        ("int a; int b;", "int b; int a;", False),
    ],
)
def test_what_is_the_same_code(one: str, other: str, same: bool) -> None:
    assert same_code(one, other) is same
