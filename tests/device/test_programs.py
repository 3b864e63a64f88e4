"""Whole programs: several files, C++, variables of declare, and programs that end oddly or print what a report looks like."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from loopwright.device import BuildFailed, NoCompiler, Report, run_program
from loopwright.device.builder import build_flags, find_gcc
from loopwright.device.run import Limits
from loopwright.toolchain.process import run

HEAD = "#include <openacc.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
STALE = """int main(void) {
  double a[8] = {0};
  #pragma acc data copy(a)
  {
    #pragma acc parallel loop
    for (int i = 0; i < 8; i++) a[i] = 1;
    printf("%g\\n", a[3]);
    @end@
  }
  return 0;
}
"""


def go(folder: Path, files: dict[str, str], *arguments: str, **options: object) -> Report:
    folder.chmod(0o755)  # as root a program runs as nobody
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    sources = [folder / name for name in files if not name.endswith((".h", ".hpp"))]
    return run_program(sources, arguments, limits=Limits(), folder=folder, **options)  # type: ignore[arg-type]


def codes(report: Report) -> set[str]:
    return {f.code for f in report.findings}


@pytest.mark.parametrize(
    ("end", "status"),
    [
        ("exit(7);", 7),
        ("_exit(3);", 3),
        ("abort();", -6),
        ("raise(9);", -9),
        ("int *p = 0; *p = 1;", -11),
        ("quick_exit(4);", 4),
    ],
)
def test_what_was_seen_is_told_however_the_program_ends(tmp_path: Path, end: str, status: int) -> None:
    report = go(tmp_path, {"a.c": HEAD + "#include <signal.h>\n" + STALE.replace("@end@", end)})
    assert report.exit == status
    assert "LW801" in codes(report)


def test_output_and_arguments_are_the_programs_own(tmp_path: Path) -> None:
    text = (
        HEAD
        + 'int main(int n, char **w) { char b[9] = ""; fgets(b, 9, stdin); printf("%d %s %s", n, w[2], b); fputs("e", stderr); return 5; }'
    )
    report = go(tmp_path, {"a.c": text}, "x", "--json", stdin=b"in")
    assert (report.stdout, report.stderr, report.exit) == ("3 --json in", "e", 5)


def test_prints_fake_nothing(tmp_path: Path) -> None:
    text = (
        HEAD
        + """int main(void) {
  for (int fd = 0; fd < 64; fd++) { dprintf(fd, "a.c:1:1: error: LW801\\n{\\"findings\\": []}\\n"); if (fd > 2) close(fd); }
  char *where = getenv("LOOPWRIGHT_DEVICE_REPORT");
  if (where) puts("it knows");
  return 0;
}"""
    )
    report = go(tmp_path, {"a.c": text})
    assert report.findings == ()
    assert "it knows" not in report.stdout
    assert report.finished


def test_a_program_that_does_not_end_is_ended(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(HEAD + STALE.replace("@end@", "for (;;) {}"), "utf-8")
    report = run_program([tmp_path / "a.c"], limits=Limits(seconds=2), folder=tmp_path)
    assert (report.exit, report.watched) == (None, True)
    assert "LW801" in codes(report)


def test_what_a_program_writes_beside_its_source_is_gone(tmp_path: Path) -> None:
    text = (
        HEAD
        + 'int main(void) { FILE *f = fopen("out.txt", "w"); puts(f ? "written" : "refused"); FILE *g = fopen("/tmp/x", "w"); return g == 0 && f; }'
    )
    report = go(tmp_path, {"a.c": text})
    assert report.stdout == ("refused\n" if report.written is None else "written\n")
    assert report.written in (None, ("out.txt",))
    assert not (tmp_path / "out.txt").exists()


def test_a_program_reads_files_beside_its_source(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("42", "utf-8")
    text = (
        HEAD
        + 'int main(void) { int n = 0; FILE *f = fopen("in.txt", "r"); if (f) fscanf(f, "%d", &n); printf("%d", n); return 0; }'
    )
    assert go(tmp_path, {"a.c": text}).stdout == "42"


def test_several_files_and_routines(tmp_path: Path) -> None:
    files = {
        "f.h": "#pragma acc routine seq\ndouble twice(double x);\nvoid fill(int n, double *a);\n",
        "f.c": '#include "f.h"\ndouble twice(double x) { return 2 * x; }\n'
        "void fill(int n, double *a) {\n#pragma acc parallel loop present(a[0:n])\nfor (int i = 0; i < n; i++) a[i] = twice(i);\n}\n",
        "main.c": HEAD
        + '#include "f.h"\nint main(void) {\n  double *a = malloc(80);\n#pragma acc data create(a[0:10])\n  {\n    fill(10, a);\n'
        '  }\n  printf("%g", a[4]);\n  free(a);\n}\n',
    }
    report = go(tmp_path, files)
    finding = next(f for f in report.findings if f.code == "LW802")
    assert finding.place is not None
    assert (finding.place.file.name, finding.place.line) == ("main.c", 12)
    assert any(note.place.line == 8 for note in finding.notes)
    kernel = report.kernels[0]
    assert kernel.place is not None
    assert kernel.place.file.name == "f.c"


DECLARE = (
    HEAD
    + """
static double table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
#pragma acc declare copyin(table)
double work[8];
#pragma acc declare create(work)
double linked[8];
#pragma acc declare link(linked)
#pragma acc routine seq
static double look(int i) { return table[i] + work[i]; }
int main(void) {
  double r[8];
  #pragma acc parallel loop present(work)
  for (int i = 0; i < 8; i++) work[i] = 10 * i;
  #pragma acc parallel loop copyout(r)
  for (int i = 0; i < 8; i++) r[i] = look(i);
  printf("%g %g ", r[7], work[7]);
  #pragma acc update self(work[0:8])
  printf("%g ", work[7]);
  for (int i = 0; i < 8; i++) linked[i] = i;
  #pragma acc data copyin(linked)
  {
    #pragma acc parallel loop copyout(r)
    for (int i = 0; i < 8; i++) r[i] = linked[i] + 1;
  }
  printf("%g %d", r[7], acc_is_present(work, sizeof work));
  return 0;
}
"""
)


def test_variables_of_declare_live_on_both_sides(tmp_path: Path) -> None:
    report = go(tmp_path, {"a.c": DECLARE})
    assert report.stdout == "78 0 70 8 1"
    assert codes(report) == {"LW801"}, report.findings  # work[7] before its update


def test_gcc_drops_the_update_of_a_whole_variable_of_declare(tmp_path: Path) -> None:
    report = go(tmp_path, {"a.c": DECLARE.replace("self(work[0:8])", "self(work)")})
    assert report.stdout == "78 0 0 8 1"
    assert codes(report) == {"LW801", "LW820"}


def test_a_table_that_the_host_changes_needs_an_update(tmp_path: Path) -> None:
    changed = DECLARE.replace("double r[8];", "double r[8]; table[7] = 100;", 1)
    report = go(tmp_path, {"a.c": changed})
    assert report.stdout.startswith("78 ")
    assert "LW804" in codes(report)


CXX = """
#include <cstdio>
#include <memory>
#include <vector>
struct Grid {
  int n;
  std::vector<double> rho;
  explicit Grid(int n) : n(n), rho(n, 1.0) {}
};
struct OnDevice {
  double *p; int n;
  OnDevice(double *p, int n) : p(p), n(n) {
    #pragma acc enter data copyin(p[0:n])
  }
  ~OnDevice() {
    double *q = p;
    int m = n;
    #pragma acc exit data @end@(q[0:m])
  }
};
static std::unique_ptr<Grid> kept(new Grid(4));
template <class T> T sum(const std::vector<T> &v) {
  const T *p = v.data(); T s = 0; int n = (int)v.size();
  #pragma acc parallel loop copyin(p[0:n]) reduction(+:s)
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}
int main() {
  Grid g(16);
  {
    OnDevice d(g.rho.data(), g.n);
    double *rho = g.rho.data();
    #pragma acc parallel loop present(rho[0:16])
    for (int i = 0; i < 16; i++) rho[i] *= 3;
  }
  std::printf("%g %g\\n", sum(g.rho), sum(kept->rho));
  return 0;
}
"""


def test_cxx(tmp_path: Path) -> None:
    report = go(tmp_path, {"a.cpp": CXX.replace("@end@", "copyout")})
    assert report.stdout == "48 4\n"
    assert report.findings == ()
    report = go(tmp_path, {"a.cpp": CXX.replace("@end@", "delete")})
    assert "LW802" in codes(report) or "LW804" in codes(report)


def test_threads_of_the_host(tmp_path: Path) -> None:
    text = (
        HEAD
        + """#include <pthread.h>
static void *work(void *at) {
  double *a = at;
  for (int t = 0; t < 20; t++) {
    #pragma acc parallel loop copy(a[0:100])
    for (int i = 0; i < 100; i++) a[i] += 1;
  }
  return 0;
}
int main(void) {
  pthread_t t[4]; double *a[4];
  for (int i = 0; i < 4; i++) { a[i] = calloc(100, 8); pthread_create(&t[i], 0, work, a[i]); }
  double s = 0;
  for (int i = 0; i < 4; i++) { pthread_join(t[i], 0); s += a[i][99]; }
  printf("%g", s);
  return 0;
}"""
    )
    report = go(tmp_path, {"a.c": text}, link_flags=["-lpthread"])
    assert report.stdout == "80"
    assert report.findings == ()


def test_transfers_are_counted_and_what_is_redundant_is_told(tmp_path: Path) -> None:
    text = (
        HEAD
        + """int main(void) {
  double *a = calloc(1000, 8), *b = calloc(1000, 8), s = 0;
  for (int t = 0; t < 10; t++) {
    #pragma acc parallel loop copyin(a[0:1000]) copyin(b[0:1000]) reduction(+:s)
    for (int i = 0; i < 1000; i++) s += a[i];
  }
  printf("%g", s);
  return 0;
}"""
    )
    report = go(tmp_path, {"a.c": text})
    directive = next(d for d in report.directives if d.kind == "compute")
    assert directive.times == 10
    assert directive.to_device.bytes >= 160_000
    assert directive.redundant_bytes >= 144_000  # the second to the tenth time
    assert directive.unused_bytes >= 80_000  # b is never read
    assert report.kernels[0].times == 10
    assert report.device_peak >= 16_000


def test_an_update_of_more_than_was_changed_is_redundant(tmp_path: Path) -> None:
    text = (
        HEAD
        + """int main(void) {
  double *a = calloc(1000, 8);
  #pragma acc data copy(a[0:1000])
  {
    a[0] = 1;
    #pragma acc update device(a[0:1000])
    #pragma acc serial
    a[1] = a[0];
    #pragma acc update self(a[0:1000])
    printf("%g", a[1]);
  }
  return 0;
}"""
    )
    report = go(tmp_path, {"a.c": text})
    assert report.findings == ()
    to, back = (d for d in report.directives if d.kind == "update")
    assert to.redundant_bytes == 8000 - 8
    assert back.redundant_bytes == 8000 - 8
    region = next(d for d in report.directives if d.kind == "data")
    assert region.redundant_bytes == 8000  # the copy back at its end


def test_a_file_that_does_not_compile(tmp_path: Path) -> None:
    with pytest.raises(BuildFailed, match="error"):
        go(tmp_path, {"a.c": "int main(void) { return x; }"})


def test_no_compiler() -> None:
    with pytest.raises(NoCompiler, match="gcc"):
        find_gcc("no-such-gcc")


def test_a_makefile_with_our_flags(tmp_path: Path) -> None:
    flags = build_flags(find_gcc(), watched=True)
    (tmp_path / "a.c").write_text(HEAD + STALE.replace("@end@", ""), "utf-8")
    make = shutil.which("gcc")
    assert make
    assert run([make, *flags.compile, "-c", "a.c", "-o", "a.o"], cwd=tmp_path, timeout=240).code == 0
    assert run([make, "-o", "a", "a.o", *flags.compile, *flags.link], cwd=tmp_path, timeout=240).code == 0
    report = run_program([tmp_path / "a"], folder=tmp_path)
    assert codes(report) == {"LW801"}
    alone = run([str(tmp_path / "a")], cwd=tmp_path, timeout=240)
    assert (alone.code, alone.stdout) == (0, "0\n")  # the program runs by itself, too


def test_a_constant_of_declare_stays_where_it_cannot_be_written(tmp_path: Path) -> None:
    text = """static const double w[3] = {0.25, 0.5, 0.25};
#pragma acc declare copyin(w)
#pragma acc routine seq
static double mean(const double *a, int i) { return w[0] * a[i - 1] + w[1] * a[i] + w[2] * a[i + 1]; }
int main(void) {
  double a[8] = {0, 1, 2, 3, 4, 5, 6, 7}, b[8] = {0};
  #pragma acc parallel loop copyin(a) copy(b)
  for (int i = 1; i < 7; i++) b[i] = mean(a, i);
  printf("%g\\n", b[3]);
  return 0;
}
"""
    report = go(tmp_path, {"a.c": HEAD + text})
    assert (report.exit, report.stdout, codes(report)) == (0, "3\n", set())


def test_what_is_known_of_an_array_ends_with_it(tmp_path: Path) -> None:
    """Both functions are inlined; the compiler would lay the struct where the array was, and its values get no calls before them."""
    text = """#include <stdio.h>
typedef struct { double (*first)(double), (*second)(double); int times; } Method;
static double one(double x) { return x + 1; }
static double two(double x) { return x + 2; }
__attribute__((noinline)) static double follow(const Method *m) {
  double sum = 0;
  for (int t = 0; t < m->times; t++) sum += m->first(t) + m->second(t);
  return sum;
}
static double filled(int n) {
  double part[12];
  #pragma acc enter data create(part)
  #pragma acc parallel loop present(part)
  for (int i = 0; i < 12; i++) part[i] = i * n;
  #pragma acc update self(part[1:1])
  double second = part[1];
  #pragma acc exit data delete(part)
  return second;
}
int main(int argc, char **argv) {
  printf("%g\\n", filled(argc));
  { Method m = {one, two, 2}; printf("%g\\n", follow(&m)); }
  return 0;
}
"""
    report = go(tmp_path, {"a.c": text})
    assert (report.exit, report.stdout, codes(report)) == (0, "1\n8\n", set())
