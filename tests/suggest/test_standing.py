"""Directives above statements that are no loops: from the project's habits and from the analysis, by `loopwright suggest`."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from loopwright.check.run import check
from loopwright.cli.main import main
from loopwright.memory.index import Index
from loopwright.openacc.directive import parse_directive
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import facts_of
from loopwright.suggest.standing import analysed
from loopwright.suggest.standing.asked import Help
from loopwright.suggest.standing.standing import suggest_standing

SIBLING = """#include <stdlib.h>
#pragma acc routine seq
static double flux(double p, double q) { return 0.5 * (p - q); }

double *field(int n) {
  double *u = malloc(n * sizeof(double));
#pragma acc enter data create(u[0:n])
  return u;
}
void field_end(int n, double *u) {
#pragma acc exit data delete(u[0:n])
  free(u);
}
void relax(int n, double *a, double *b) {
#pragma acc data copyin(a[0:n]) copyout(b[0:n])
  {
#pragma acc parallel loop
    for (int i = 1; i < n; i++) b[i] = flux(a[i], a[i - 1]);
  }
}
void store(int n, double *u) {
#pragma acc update self(u[0:n])
  write_field(n, u);
}
void exchange(int n, double *u) {
#pragma acc host_data use_device(u)
  { MPI_Send(u, n, MPI_DOUBLE, 1, 0, world); }
}
void finish(void) {
#pragma acc wait(1)
  report_time();
}
"""

ASKED = """#include <stdlib.h>
static double slope(double p, double q) { return 0.25 * (p + q); } // routine seq

double *plate(int m) {
  double *w = malloc(m * sizeof(double));
  return w; // enter data create(w[0:m])
}
void plate_end(int m, double *w) {
  free(w); // exit data delete(w[0:m])
}
void smooth(int m, double *v, double *w) {
  { // data copyin(v[0:m]) copyout(w[0:m])
#pragma acc parallel loop
    for (int k = 1; k < m; k++) w[k] = slope(v[k], v[k - 1]);
  }
}
void keep(int m, double *w) {
  write_field(m, w); // update self(w[0:m])
}
void send(int m, double *w) {
  { MPI_Send(w, m, MPI_DOUBLE, 1, 0, world); } // host_data use_device(w)
}
void end(void) {
  report_time(); // wait(1)
}
void count(int m, const int *bin, double *h, const double *x) {
#pragma acc parallel loop copyin(bin[0:m], x[0:m]) present(h)
  for (int k = 0; k < m; k++) {
    h[bin[k]] += x[k]; // atomic update
  }
}
int plain(int m) {
  int twice = m * 2; //
  return twice; //
}
"""
PLACES = [(number, line.partition("//")[2].strip()) for number, line in enumerate(ASKED.split("\n"), 1) if "//" in line]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "code"
    (root / ".git").mkdir(parents=True)
    (root / "sibling.c").write_text(SIBLING, "utf-8")
    (root / "asked.c").write_text(ASKED, "utf-8")
    return root


def suggested(capsys: pytest.CaptureFixture[str], file: Path, *options: str) -> dict[str, object]:
    assert main(["suggest", str(file), "--json", "--no-model", "--no-compiler", *options]) == 0
    return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]


@pytest.mark.parametrize(("line", "wanted"), [(line, wanted) for line, wanted in PLACES if wanted])
def test_what_the_project_writes_beside_such_statements(
    capsys: pytest.CaptureFixture[str], project: Path, line: int, wanted: str
) -> None:
    (first, *_) = suggested(capsys, project / "asked.c", "--line", str(line))["loops"]  # type: ignore[misc]
    assert first["line"] == line
    assert first["kind"] == "statement"
    assert first["candidates"][0]["pragma"] == f"#pragma acc {wanted}"


@pytest.mark.parametrize("line", [line for line, wanted in PLACES if not wanted])
def test_nothing_where_nothing_calls_for_it(capsys: pytest.CaptureFixture[str], project: Path, line: int) -> None:
    arguments = ["suggest", str(project / "asked.c"), "--json", "--no-model", "--no-compiler", "--line", str(line)]
    assert main(arguments) == 2
    assert "nothing calls for a directive there" in capsys.readouterr().err


def test_nothing_that_the_checker_would_mark(capsys: pytest.CaptureFixture[str], project: Path) -> None:
    def findings(text: str) -> Counter[str]:
        return Counter(f.code for f in check(Outline(parse(text, name="asked.c"))))

    lines, before, seen = ASKED.split("\n"), findings(ASKED), 0
    for line in range(1, len(lines)):
        status = main(
            ["suggest", str(project / "asked.c"), "--json", "--no-model", "--no-compiler", "--line", str(line)]
        )
        out = capsys.readouterr().out
        for entry in json.loads(out)["loops"] if status == 0 else []:
            for candidate in entry["candidates"] if entry.get("kind") == "statement" else []:
                seen += 1
                at = entry["line"] - 1
                after = "\n".join([*lines[:at], candidate["pragma"], *lines[at:]])
                assert not findings(after) - before, (entry["line"], candidate["pragma"])
    assert seen >= 8


def test_what_the_analysis_calls_for_is_listed_without_a_line(
    capsys: pytest.CaptureFixture[str], project: Path
) -> None:
    (project / "sibling.c").unlink()
    found = suggested(capsys, project / "asked.c")["loops"]
    told = {(entry["line"], entry["candidates"][0]["pragma"]) for entry in found if entry.get("kind") == "statement"}  # type: ignore[attr-defined]
    assert told == {(2, "#pragma acc routine seq"), (29, "#pragma acc atomic update")}


def test_a_function_that_another_file_calls_in_an_annotated_loop(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    root = tmp_path / "code"
    (root / ".git").mkdir(parents=True)
    caller = "double half(double);\nvoid f(int n, double *a) {\n#pragma acc parallel loop\n  for (int i = 0; i < n; i++) a[i] = half(a[i]);\n}\n"
    (root / "caller.c").write_text(caller, "utf-8")
    (root / "half.c").write_text("double half(double x) {\n  return x / 2;\n}\n", "utf-8")
    (entry,) = suggested(capsys, root / "half.c")["loops"]  # type: ignore[misc]
    assert (entry["line"], entry["candidates"][0]["pragma"]) == (1, "#pragma acc routine seq")


DECLARED = """#pragma acc routine seq
double one(double x);
#pragma acc routine seq
double two(double x);
#pragma acc routine seq
double three(double x);
#pragma acc routine seq
double four(double x);
double five(double x);
"""


def test_a_declaration_says_what_its_neighbours_or_its_definition_say(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    root = tmp_path / "code"
    (root / ".git").mkdir(parents=True)
    (root / "all.h").write_text(DECLARED, "utf-8")
    (entry,) = suggested(capsys, root / "all.h", "--line", "9")["loops"]  # type: ignore[misc]
    assert entry["candidates"][0]["pragma"] == "#pragma acc routine seq"
    (root / "one.h").write_text("double alone(double x);\n", "utf-8")
    (root / "one.c").write_text("#pragma acc routine vector\ndouble alone(double x) { return x; }\n", "utf-8")
    (entry,) = suggested(capsys, root / "one.h", "--line", "1")["loops"]  # type: ignore[misc]
    assert entry["candidates"][0]["pragma"] == "#pragma acc routine vector"


def test_a_region_goes_above_the_directive_that_stands_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    root = tmp_path / "code"
    (root / ".git").mkdir(parents=True)
    loop = "#pragma acc parallel loop\n  for (int i = 0; i < n; i++) a[i] = 2 * a[i];\n}\n"
    text = f"void f(int n, float *a) {{\n#pragma acc data copy(a[0:n])\n{loop}void g(int n, float *a) {{\n{loop}"
    (root / "a.c").write_text(text, "utf-8")
    index = Index(root, None)
    index.refresh()
    outline = Outline(parse(text, name="a.c"))
    found = suggest_standing(
        outline, outline.loops[1].span.start, root / "a.c", Help(index, None, lambda after, at: Counter())
    )
    assert found is not None
    first = found.candidates[0]
    assert first.pragma == "#pragma acc data copy(a[0:n])"
    after = apply_edits(outline.source.data, first.edits).decode()
    assert after.endswith(f"void g(int n, float *a) {{\n#pragma acc data copy(a[0:n])\n{loop}")


STACKED = """void f(int n, float *a, float *b) {
#pragma acc data copyin(a[0:n])
#pragma acc data copyout(b[0:n])
  {
    for (int i = 0; i < n; i++) b[i] = 2 * a[i];
  }
}
"""


def test_what_governs_the_statement_already_is_not_offered_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "code" / ".git").mkdir(parents=True)
    for name in ("a.c", "b.c"):
        (tmp_path / "code" / name).write_text(STACKED, "utf-8")
    document = suggested(capsys, tmp_path / "code" / "a.c", "--line", "5")
    offered = [c["pragma"] for loop in document["loops"] for c in loop["candidates"]]  # type: ignore[attr-defined]
    assert offered
    assert not [pragma for pragma in offered if "acc data" in pragma]


def test_one_line_asks_for_the_verdicts_of_its_own_loops_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A verdict may take seconds: those of other loops are not waited for."""
    asked: list[str] = []
    monkeypatch.setattr(analysed, "facts_of", lambda outline, loop: asked.append(loop) or facts_of(outline, loop))
    body = "#pragma acc parallel loop\n  for (int i = 0; i < n; i++) {\n    h[at[i]] += 1;\n  }\n"
    text = f"void f(int n, const int *at, int *h) {{\n{body * 9}}}\n"
    (tmp_path / "a.c").write_text(text, "utf-8")
    document = suggested(capsys, tmp_path / "a.c", "--line", "4")
    assert len(asked) == 1
    assert document["loops"]


def test_a_loop_without_a_directive_comes_before_the_statement_that_it_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "code" / ".git").mkdir(parents=True)
    loop = "  for (int i = 0; i < n; i++) b[i] = 2 * a[i];\n}\n"
    (tmp_path / "code" / "a.c").write_text(
        f"void f(int n, float *a, float *b) {{\n#pragma acc data copyin(a[0:n]) copyout(b[0:n])\n{loop}", "utf-8"
    )
    for directive, first in (("", "loop"), ("#pragma acc parallel loop\n", "statement")):
        asked = tmp_path / "code" / "b.c"
        asked.write_text(f"void g(int n, float *a, float *b) {{\n{directive}{loop}", "utf-8")
        document = suggested(capsys, asked, "--line", "3" if directive else "2")
        kinds = [entry.get("kind", "loop") for entry in document["loops"]]  # type: ignore[attr-defined]
        assert kinds == (["statement"] if directive else ["loop", "statement"])
        assert kinds[0] == first


def test_above_a_lone_kernels_the_loop_comes_before_what_its_neighbours_have(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """`kernels` says nothing of the iterations: `loop` is what lacks, whatever the project puts above such statements."""
    (tmp_path / "code" / ".git").mkdir(parents=True)
    loop = "#pragma acc kernels\n  for (int i = 0; i < n; i++) b[i] = 2 * a[i];\n"
    text = f"void f(int n, float *a, float *b) {{\n#pragma acc update device(a[0:n])\n{loop}}}\nvoid g(int n, float *a, float *b) {{\n{loop}}}\n"
    asked = tmp_path / "code" / "a.c"
    asked.write_text(text, "utf-8")
    (first, *_) = suggested(capsys, asked, "--line", "8")["loops"]  # type: ignore[misc]
    assert first.get("kind", "loop") == "loop"
    assert first["candidates"][0]["pragma"].startswith("#pragma acc loop")


CARRIED = """void whole(int n, double a[n], double b[n], double c[n]) {
#pragma acc data copyin(a[0:n], b[0:n]) copyout(c[0:n])
  {
#pragma acc parallel
    {
#pragma acc loop
      for (int i = 0; i < n; i++) {
        c[i] = 0;
        c[i] += a[i] * b[i];
      }
    }
  }
}
void more(int n, double s, double a[n], double b[n], double c[n]) {
  { // asked
#pragma acc parallel
    {
#pragma acc loop
      for (int i = 0; i < n; i++) {
        c[i] *= s;
        c[i] += a[i] * b[i];
      }
    }
  }
}
"""
TWINS = """void begin(double *a, double *b, int n) {
#pragma acc enter data copyin(a[0:n], b[0:n])
}

void finish(double *a, double *b, int n) {
} // asked
"""


def carried_to(capsys: pytest.CaptureFixture[str], folder: Path, text: str) -> list[str]:
    """What is shown at the place that the text marks."""
    (folder / ".git").mkdir()
    (folder / "a.c").write_text(text, "utf-8")
    line = next(number for number, line in enumerate(text.split("\n"), 1) if "// asked" in line)
    main(["suggest", str(folder / "a.c"), "--json", "--no-model", "--no-compiler", "--line", str(line)])
    output = capsys.readouterr().out
    return [c["pragma"] for at in (json.loads(output)["loops"] if output else []) for c in at["candidates"]]


def test_no_copyout_is_carried_to_what_is_added_to(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert not any("copyout(c" in pragma for pragma in carried_to(capsys, tmp_path, CARRIED))


def test_a_copyout_is_carried_to_what_is_filled_anew(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    shown = carried_to(capsys, tmp_path, CARRIED.replace("c[i] *= s", "c[i] = s"))
    assert any("copyout(c" in pragma for pragma in shown), shown


def test_an_empty_function_does_not_bring_what_its_twin_brings(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert not any("enter data" in pragma for pragma in carried_to(capsys, tmp_path, TWINS))


MEASURED = """const int N = 100;
double *MINE, *order;
void start(void) { MINE = new double[N]; order = new double[N]; }
void measure(void (*step)(), double *time) {
  open_device(0);
#pragma acc enter data create(MINE[0:N], order[0:N])
#pragma acc update device(MINE[0:N], order[0:N])
  double before = clock_now();
  for (int i = 0; i < 100; i++) step();
  *time = clock_now() - before;
#pragma acc update host(MINE[0:N])
#pragma acc exit data delete(MINE[0:N], order[0:N])
}
"""


def _asked_of_three(capsys: pytest.CaptureFixture[str], folder: Path, before: str = "") -> list[str]:
    """What is shown for a program with two arrays where its twin of another file has one, in front of the `update` of both."""
    (folder / "twin.cpp").write_text(MEASURED.replace("MINE", "q"), "utf-8")
    text = MEASURED.replace("double *MINE", "double *px, *py").replace("MINE[0:N]", "px[0:N], py[0:N]")
    text = text.replace("MINE = new", "px = new double[N]; py = new")
    lines = [("// asked" if "enter data" in line else line) for line in text.split("\n")]
    return carried_to(capsys, folder, before + "\n".join(lines))


def test_what_is_brought_is_all_that_is_updated(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    shown = [parse_directive(text.removeprefix("#pragma acc ")) for text in _asked_of_three(capsys, tmp_path)]
    brought = [set(d.clauses[0].entries) for d in shown if d.name == "enter data"]
    assert brought[:1] == [{"px[0:N]", "py[0:N]", "order[0:N]"}]
    assert {"order[0:N]"} not in brought


def test_what_another_function_brings_is_not_brought_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    other = "extern double *px, *py;\nvoid begin(int m) {\n#pragma acc enter data create(px[0:m], py[0:m])\n}\n"
    shown = _asked_of_three(capsys, tmp_path, other)
    assert not any("enter data" in text and "px" in text for text in shown), shown


EXCHANGED = """#include <stdlib.h>
#include <stdio.h>
void step(double *w, double *v, int n);
int main(void) {
  int n = 1000;
  double *w0 = malloc(n * sizeof(double)), *w1 = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) w0[i] = w1[i] = i;
#pragma acc data create(w0[0:n], w1[0:n])
  {
#pragma acc update device(w0[0:n], w1[0:n])
    for (int it = 0; it < 100; it++) {
      step(w0, w1, n);
      double *w = w0; w0 = w1; w1 = w;
    }
// asked
  }
  for (int i = 0; i < n; i++) printf("%g", w0[i]);
}
"""


def test_nothing_is_brought_where_nobody_uses_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert not any("update device" in text for text in carried_to(capsys, tmp_path, EXCHANGED))


def test_what_is_used_before_the_region_ends_is_brought(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = EXCHANGED.replace("// asked\n", "// asked\n    step(w1, w0, n);\n")
    assert any("update device" in text for text in carried_to(capsys, tmp_path, text))
