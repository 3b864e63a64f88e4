"""Code that the build at hand leaves out: it keeps nothing on the host, and the other build prints the same on the device."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.device.outputs import same_output
from loopwright.device.run import run_program
from whole import differing

PROGRAM = """\
#include <stdio.h>
#include <stdlib.h>
#ifdef VIEW
#include "view.h"
#endif
static void step(const double *a, double *b, int n) {{
  for (int i = 1; i < n - 1; i++) b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
}}
{before}
int main(void) {{
  int n = 5000;
  double *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);
  a[n / 2] = b[n / 2] = 1;
  for (int t = 0; t < 6; t++) {{
    step(a, b, n);
    {inside}
    step(b, a, n);
  }}
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * (i % 7);
  printf("%.9g\\n", sum);
  free(a);
  free(b);
  return 0;
}}
"""
HEADER = "void view(const double *u, int n);\nvoid change(double *u, double *v, int n);\ndouble most(const double *u, int n);\n"
LIBRARY = """\
#include <stdio.h>
#include "view.h"
void view(const double *u, int n) { double s = 0; for (int i = 0; i < n; i++) s += u[i] * (i % 3); printf("%.9g\\n", s); }
void change(double *u, double *v, int n) { for (int i = 0; i < n; i++) { u[i] += 0.125; v[i] -= 0.25; } }
double most(const double *u, int n) { double m = u[0]; for (int i = 0; i < n; i++) if (u[i] > m) m = u[i]; return m; }
"""
SHAPES = {
    "a call": ("", "#ifdef VIEW\nview(b, n);\n#endif"),
    "a call now and then": ("", "#if defined(VIEW)\nif (t % 2 == 1) view(b, n);\n#endif"),
    "a call that writes two": ("", "#ifdef VIEW\nchange(a, b, n);\n#endif"),
    "a value": ("", '#ifdef VIEW\nprintf("%.9g\\n", most(b, n));\n#endif'),
    "in the other branch": ("", "#ifndef VIEW\n;\n#else\nview(b, n);\n#endif"),
    "one in the other": ("", "#if defined(VIEW)\n#if VIEW + 0 < 100\nview(b, n);\n#endif\n#endif"),
    "in a function that is called": ("static void look(double *u, int n) {\n#ifdef VIEW\nview(u, n);\n#endif\n}\n", "look(b, n);"),
    "several in a row": ("", "#ifdef VIEW\nview(a, n);\nchange(b, a, n);\nview(b, n);\n#endif"),
}  # fmt: skip


@pytest.mark.parametrize(
    "shape", differing({shape: before + inside for shape, (before, inside) in SHAPES.items()}, 2, "c")
)
def test_a_call_of_another_build_keeps_nothing_on_the_host(
    shape: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmp_path.chmod(0o755)  # as root a program runs as nobody
    before, inside = SHAPES[shape]
    source, annotated = tmp_path / "program.c", tmp_path / "annotated.c"
    source.write_text(PROGRAM.format(before=before, inside=inside), "utf-8")
    (tmp_path / "view.h").write_text(HEADER, "utf-8")  # one that is not found may hold anything
    assert main(["annotate", "--no-compiler", "--plan", str(source)]) == 0
    planned = capsys.readouterr().out
    assert planned.count(": from its allocation to its release") == 2, planned
    assert "where this is compiled" in planned
    assert main(["annotate", "--no-compiler", "-o", str(annotated), str(source)]) == 0
    library = tmp_path / "view.c"
    library.write_text(LIBRARY, "utf-8")
    for flags in ([], ["-DVIEW"]):
        built = tmp_path / "serial"
        subprocess.run(["gcc", "-w", *flags, str(source), str(library), "-o", str(built)], check=True)
        expected = subprocess.run([str(built)], check=True, capture_output=True, text=True).stdout
        report = run_program([annotated, library], [], compile_flags=["-w", *flags])
        assert report.exit == 0
        assert same_output(expected, report.stdout)
        assert [each for each in report.findings if each.severity == "error"] == []


def test_a_macro_that_the_file_defines_is_no_other_build(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "program.c"
    text = PROGRAM.format(before="", inside="#ifdef VIEW\nview(b, n);\n#endif")
    source.write_text(f"#define VIEW 1\n{text}", "utf-8")
    (tmp_path / "view.h").write_text(HEADER, "utf-8")
    assert main(["annotate", "--no-compiler", "--plan", str(source)]) == 0
    planned = capsys.readouterr().out
    assert "where this is compiled" not in planned
    assert "b: moved by each loop: it is given to view, which is not seen" in planned
