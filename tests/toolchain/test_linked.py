"""The other files of a checkout decide about overlap, as far as all of them that may call are in sight."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

SHIFT = "void shift(double *x, double *y, int n) {\n  for (int i = 0; i < n; i++) y[i] = x[i] + 1.0;\n}\n"
HEAD = "void shift(double *x, double *y, int n);\n"
APART = '#include "shift.h"\nint main(void) { double a[11], b[11]; shift(a, b, 10); %s return 0; }\n'
TIES = '#include "shift.h"\nvoid tie(void) { double a[11]; shift(a, a + 1, 10); }\n'
MAKES = "all: program\n\tcc -o program a.c main.c\n"
Files = dict[str, str]
BASE: Files = {"a.c": SHIFT, "shift.h": HEAD, "main.c": APART % ""}
CALLED = APART % "tie();"
TIE = {"shift.h": HEAD + "void tie(void);\n", "main.c": CALLED}
CASES: dict[str, tuple[Files, str]] = {
    "two files": ({}, "proved"),
    "a program made of them": ({"Makefile": MAKES}, "proved"),
    "in a folder beside": ({"src/more.c": "int unused(void) { return 1; }\n"}, "proved"),
    "a version with functions of the same names": ({"other.c": SHIFT + "int main(void) { double a[9]; shift(a, a + 1, 3); }\n"}, "proved"),
    "a caller beside its weak one": ({"second.c": f"__attribute__((weak)) {SHIFT}int main(void) {{ double a[9]; shift(a, a + 1, 3); }}\n"}, "assumed"),
    "a caller in a file that is made into one": ({"second.c.in": HEAD + "int main(void) { double a[9]; shift(a, a + 1, 3); }\n"}, "assumed"),
    "two programs that share it": ({"second.c": APART % "(void)b;"}, "proved"),
    "what package managers and environments of Python bring beside it": (
        {
            "node_modules/other/second.c": HEAD + "int main(void) { double a[9]; shift(a, a + 1, 3); }\n",
            "env/pyvenv.cfg": "home = /usr/bin\n",
            "env/include/third.c": HEAD + "int main(void) { double a[9]; shift(a, a + 1, 3); }\n",
        },
        "proved",
    ),
    "of two programs one passes overlapping memory": ({"second.c": HEAD + "int main(void) { double a[9]; shift(a, a + 1, 3); }\n"}, "assumed"),
    "a caller in a third file": ({**TIE, "tie.c": TIES}, "assumed"),
    "a caller of that name that nobody has": ({**TIE}, "assumed"),
    "a caller that another file of the C89 style declares nowhere": ({"main.c": CALLED, "tie.c": TIES}, "assumed"),
    "a caller under a condition": (
        {"shift.h": TIE["shift.h"], "main.c": APART % "\n#ifdef TIE\ntie();\n#endif\n", "tie.c": f"#ifdef TIE\n{TIES}#endif\n"},
        "assumed",
    ),
    "a pointer to it": (
        {"shift.h": HEAD + "extern void (*hook)(double *, double *, int);\n", "main.c": APART % "hook(a, a + 1, 3);",
         "hook.c": '#include "shift.h"\nvoid (*hook)(double *, double *, int) = shift;\n'},
        "assumed",
    ),
    "a macro of a header": (
        {**TIE, "again.h": '#include "shift.h"\n#define AGAIN(p) shift(p, p + 1, 5)\n',
         "tie.c": '#include "again.h"\nvoid tie(void) { double a[11]; AGAIN(a); }\n'},
        "assumed",
    ),
    "code of a header": (
        {**TIE, "again.h": '#include "shift.h"\nstatic inline void again(double *p) { shift(p, p + 1, 5); }\n',
         "tie.c": '#include "again.h"\nvoid tie(void) { double a[11]; again(a); }\n'},
        "assumed",
    ),
    "a header has the word in a remark": (
        {"again.h": "/* the result is a shift of it */\nstruct Way { int shift; };\nstatic int go(struct Way *w) { return w->shift; /* shift */ }\n",
         "tie.c": '#include "again.h"\nint lost(struct Way *w);\nint main(void) { struct Way w = {0}; return go(&w) + lost(&w); }\n'},
        "proved",
    ),
    "a macro of a header passes it on": (
        {"again.h": "#define RUN(f) f(a, a + 1, 3)\n#define SHIFTED RUN(shift)\n",
         "tie.c": HEAD + '#include "again.h"\nint main(void) { double a[9]; SHIFTED; return 0; }\n'},
        "assumed",
    ),
    "a part of another file": ({**TIE, "tie.c": f'#include "a.c"\n{TIES}'}, "assumed"),
    "a library of make": ({"Makefile": "libshift.a: a.o\n\t$(AR) rcs $@ a.o\n"}, "assumed"),
    "a library of CMake": ({"CMakeLists.txt": "add_library(shift a.c)\nadd_executable(demo main.c)\n"}, "assumed"),
    "a library of a build below that names it": ({"lib/CMakeLists.txt": "add_library(shift ../a.c)\n"}, "assumed"),
    "a library of another file of that name": ({"lib/CMakeLists.txt": "add_library(shift a.c)\n", "lib/a.c": "int other;\n"}, "proved"),
    "a library of something else": ({"lib/CMakeLists.txt": "add_library(other other.c)\n", "lib/other.c": "int other;\n"}, "proved"),
    "an object library for its own program": (
        {"CMakeLists.txt": "add_library(shift OBJECT a.c)\nadd_executable(demo main.c $<TARGET_OBJECTS:shift>)\n"}, "proved",
    ),
    "an object library that a shared one elsewhere is made of": (
        {"CMakeLists.txt": "add_library(shift OBJECT a.c)\nadd_subdirectory(all)\n",
         "all/CMakeLists.txt": "add_library(all SHARED $<TARGET_OBJECTS:shift>)\n"},
        "assumed",
    ),
    "a library that the build takes from elsewhere": ({"CMakeLists.txt": "add_library(fft UNKNOWN IMPORTED)\n"}, "proved"),
    "a convenience library of automake": ({"Makefile.am": "noinst_LIBRARIES = libshift.a\nlibshift_a_SOURCES = a.c\n"}, "proved"),
    "an installed library of automake": ({"Makefile.am": "lib_LIBRARIES = libshift.a\nlibshift_a_SOURCES = a.c\n"}, "assumed"),
    "a convenience library that an installed one is made of": (
        {"Makefile.am": "noinst_LTLIBRARIES = libshift.la\nlibshift_la_SOURCES = a.c\n",
         "all/Makefile.am": "lib_LTLIBRARIES = liball.la\nliball_la_LIBADD = ../libshift.la\n"},
        "assumed",
    ),
    "words of a directive that two files have functions of": (
        {"a.c": SHIFT.replace("  for", "#pragma acc parallel loop copy(y[0:n])\n  for"), "one.c": "void loop(void) {}\nvoid copy(void) {}\n",
         "two.c": "void loop(void) {}\nint copy(int n) { return n; }\n"},
        "proved",
    ),
    "a call in a directive": (
        {**TIE, "main.c": APART % "\n#pragma acc parallel loop num_gangs(tie())\nfor (int i = 0; i < 9; i++) a[i] = 0;\n",
         "shift.h": HEAD + "int tie(void);\n", "tie.c": TIES.replace("void tie", "int tie").replace("10); }", "10); return 1; }")},
        "assumed",
    ),
    "a remark in code that is no C": (
        {"odd.c": "/* shift it */ ]] int f(struct Way *w) { return \"shift\"[0]; }\nint main(void) { return f(0); }\n"}, "proved",
    ),
    "a call in code that is no C": (
        {"odd.c": HEAD + "]] int main(void) { double a[9]; shift(a, a + 1, 3); return 0; }\n"}, "assumed",
    ),
    "exported": ({"a.c": '__attribute__((visibility("default"))) ' + SHIFT}, "assumed"),
    "Fortran calls it": ({"f.f90": "subroutine run(a)\n  real*8 a(9)\n  call SHIFT(a, a(2), 3)\nend\n"}, "assumed"),
    "Fortran names it on the next line": (
        {"f.f90": "subroutine run(a)\n  external & ! it\n\n  ! goes on\n    & shift\n  real*8 a(9)\n  call apply(SHIFT, a)\nend\n"}, "assumed",
    ),
    "Fortran in columns names it on the next line": (
        {"f.f": "      SUBROUTINE RUN(A)\nc     a remark\n      EXTERNAL\n     &  SHIFT\n      CALL APPLY(SHIFT, A)\n      END\n"}, "assumed",
    ),
    "Fortran keeps it in a pointer": (
        {"f.f90": "subroutine run(a)\n  use shifts\n  p => shift\nend\n"}, "assumed",
    ),
    "Fortran calls it for OpenMP": ({"f.f90": "subroutine run(a)\n  real*8 a(9)\n!$ call shift(a, a(2), 3)\nend\n"}, "assumed"),
    "Fortran remarks on it": ({"f.f90": "subroutine run(a) ! may call shift\n  real*8 a(9)\nend\n"}, "proved"),
    "a remark in the head of what else is called": (
        {"shift.h": HEAD + "void other(void);\n", "main.c": APART % "other();", "other.c": "void other /* } */ (void) /* { */ { }\n"}, "proved",
    ),
    "Fortran has its own": ({"f.f90": "subroutine shift(a)\n  real*8 a(9)\nend\nprogram p\n  call shift(a)\nend\n"}, "proved"),
    "CUDA calls it": ({"k.cu": 'extern "C" void shift(double *, double *, int);\nvoid k(double *a) { shift(a, a + 1, 3); }\n'}, "assumed"),
    "CUDA has its own": ({"k.cu": SHIFT + "int main(void) { double a[9]; shift(a, a + 1, 3); }\n"}, "proved"),
    "Python calls it": ({"f.py": "import ctypes\nctypes.CDLL('x').shift(a, a, 3)\n"}, "assumed"),
    "Python has the word": ({"plot.py": "def shift(a): return a\n"}, "proved"),
    "CUDA launches a kernel of that name": ({"k.cu": "__global__ void shift(double *);\nvoid k(double *a) { shift<<<1, 1>>>(a); }\n"}, "proved"),
    "CUDA has a variable of that name": ({"k.cu": "int k(int shift) { return shift + 1; }\n"}, "proved"),
    "CUDA passes it on": ({"k.cu": 'extern "C" void shift(double *, double *, int);\nvoid *k(void) { return (void *)shift; }\n'}, "assumed"),
    "Fortran has a statement of that name": ({"f.f90": "subroutine run(a)\n  real*8 a(9)\n  print *, a, shift\nend\n"}, "proved"),
    "Fortran passes it on": (
        {"f.f90": "subroutine run(a)\n  external shift\n  real*8 a(9)\n  call apply(shift, a)\nend\n"}, "assumed",
    ),
    "Fortran knows it by another name": (
        {"f.f90": "interface\n subroutine s(a, b, n) bind(c, name='shift')\n end subroutine\nend interface\ncall s(a, a(2), 3)\nend\n"},
        "assumed",
    ),
    "Fortran declares it in an interface": (
        {"f.f90": "subroutine run(a)\n interface\n  subroutine shift(a, b, n) bind(c)\n  end subroutine\n end interface\n"
                  " call shift(a, a(2), 3)\nend\n"},
        "assumed",
    ),
    "CUDA has another one of that name": (
        {"a.c": "", "a.cpp": SHIFT, "main.c": "", "main.cpp": APART % "",
         "k.cu": HEAD + "void shift(float *x, int n) { double a[9]; shift(a, a + 1, n); }\n"},
        "assumed",
    ),
    "the file itself by another name": ({"a.cu": "LINK"}, "proved"),
    "an unknown header": ({"main.c": '#include "more.h"\n' + APART % ""}, "assumed"),
    "a header of a library": ({"main.c": '#include "mpi.h"\n' + APART % ""}, "proved"),
    "a copy of a library's header": (
        {"openacc.h": "void acc_init(int);\n", "main.c": '#include "openacc.h"\n' + APART % "acc_init(4);"}, "proved",
    ),
    "a function that is nowhere beside it": (
        {"openacc.h": "void acc_init(int);\n", "more.h": "void lost(void);\n",
         "main.c": '#include "openacc.h"\n#include "more.h"\n' + APART % "acc_init(4); lost();"},
        "assumed",
    ),
    "a function of that header that the program has": (
        {"openacc.h": "void acc_init(double *);\n", "main.c": '#include "openacc.h"\n' + APART % "acc_init(a);",
         "acc.c": HEAD + '#include "openacc.h"\nvoid acc_init(double *p) { shift(p, p + 1, 3); }\n'},
        "assumed",
    ),
    "no main": ({"main.c": "int helper(void) { return 1; }\n"}, "assumed"),
    "code that was left out": ({**TIE, "tie.c": f"{TIES}void deep(void) " + "{" * 300 + "}" * 300 + "\n"}, "assumed"),
}  # fmt: skip


def verdict(folder: Path, files: Files, name: str, capsys: pytest.CaptureFixture[str]) -> str:
    for file, text in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        if text == "LINK":
            (folder / file).symlink_to(name)
        else:
            (folder / file).write_text(text)
    assert main(["analyze", "--json", str(folder / name)]) == 0
    return str(json.loads(capsys.readouterr().out)["loops"][0]["verdict"])


@pytest.mark.parametrize("case", CASES)
def test_who_may_call(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".git").mkdir()
    changes, expected = CASES[case]
    assert verdict(tmp_path, {**BASE, **changes}, "a.cpp" if "a.cpp" in changes else "a.c", capsys) == expected


def test_a_file_that_was_not_read_to_its_end_hides_nothing_from_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    own = f"static {SHIFT}int more(void) {{ return 1; }}\nint main(void) {{ double a[9], b[9]; shift(a, b, 9); return 0; }}\n"
    deep = "int user(void) { return more(); }\nvoid deep(void) " + "{" * 300 + "}" * 300 + "\n"
    assert verdict(tmp_path, {"a.c": own, "deep.c": deep}, "a.c", capsys) == "proved"


def test_a_folder_that_is_no_checkout_says_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verdict(tmp_path, BASE, "a.c", capsys) == "assumed"


OVERLAPS = HEAD + "int main(void) { double a[9]; shift(a, a + 1, 3); }\n"
HALVES = SHIFT + "void begin(void) {}\n"  # of a version: another file has the rest
VERSION: Files = {"b/more.c": HALVES, "b/main.c": OVERLAPS}
MADE: Files = {
    "a/Makefile": "all: a.o main.o\n\tcc -o all a.o main.o\n",
    "b/Makefile": "all: more.o main.o\n\tcc -o all $^\n",
}
VERSIONS: dict[str, tuple[Files, str]] = {
    "beside": (VERSION, "proved"),
    "with builds": ({**VERSION, **MADE}, "proved"),
    "of CUDA": ({"b/more.cu": HALVES, "b/main.cu": OVERLAPS}, "proved"),
    "of Fortran": ({"b/more.f90": "subroutine shift(a)\nend\n", "b/main.f90": "program p\n call shift(a)\nend\n"}, "proved"),
    "that includes its own": ({**VERSION, "b/a.c": SHIFT, "b/more.c": '#include "a.c"\n'}, "proved"),
    "with a header of its own": ({**VERSION, "b/shift.h": HEAD + "#define AGAIN(p) shift(p, p + 1, 3)\n"}, "proved"),
    "below": ({"b/src/more.c": HALVES, "b/test/main.c": OVERLAPS}, "proved"),
    "that has no such function": ({"b/main.c": OVERLAPS}, "assumed"),
    "that has it on a condition": ({**VERSION, "b/more.c": f"#ifdef OWN\n{HALVES}#endif\n"}, "assumed"),
    "that has it for itself": ({**VERSION, "b/more.c": f"static {SHIFT}"}, "assumed"),
    "built from here": ({**VERSION, **MADE, "a/Makefile": "all:\n\tcc -o all a.c ../b/main.c\n"}, "assumed"),
    "built from there": ({**VERSION, **MADE, "b/Makefile": "all:\n\tcc -o all ../a/a.c main.c\n"}, "assumed"),
    "built from any": ({**VERSION, **MADE, "b/Makefile": "V = a\nall:\n\tcc -o all ../$(V)/a.c main.c\n"}, "assumed"),
    "built from all": ({**VERSION, **MADE, "b/Makefile": "all: $(wildcard ../*/*.c)\n\tcc -o all $^\n"}, "assumed"),
    "built from above": ({**VERSION, "Makefile": "all:\n\tcc -o all a/a.c b/main.c\n"}, "assumed"),
    "built from above by name": ({**VERSION, "Makefile": "V = a\nall:\n\tcc -o all $(V)/*.c\n"}, "assumed"),
    "built from above each for itself": ({**VERSION, **MADE, "Makefile": "all:\n\tmake -C a\n\tcd b && make\nclean:\n\trm */*.o\n"}, "proved"),
    "built by CMake each for itself": ({**VERSION, "CMakeLists.txt": "add_subdirectory(a)\nadd_subdirectory(b)\n"}, "proved"),
    "built by CMake together": ({**VERSION, "CMakeLists.txt": "add_executable(p a/a.c b/main.c)\n"}, "assumed"),
    "built by CMake from all": ({**VERSION, "CMakeLists.txt": "file(GLOB_RECURSE all *.c)\nadd_executable(p ${all})\n"}, "assumed"),
    "that is weak": ({**VERSION, "b/more.c": f"__attribute__((weak)) {SHIFT}"}, "assumed"),
    "that a macro makes its own": ({**VERSION, "b/more.c": f'#include "own.h"\nOWN {SHIFT}', "b/own.h": "#define OWN static\n"}, "assumed"),
    "that has it under another name": ({**VERSION, "b/more.c": f"#define shift other\n{SHIFT}#undef shift\n"}, "assumed"),
    "built by a script": ({**VERSION, "build.sh": "gcc a/a.c b/main.c -o all\n"}, "assumed"),
    "built by a script by name": ({**VERSION, "build.sh": "A=a\nB=b\ngcc $A/a.c $B/main.c -o all\n"}, "assumed"),
    "with a script that builds nothing": ({**VERSION, "run.sh": "find . -name all\n"}, "proved"),
    "built in folders for above": (
        {**VERSION, "Makefile": "all:\n\tcd a && cc -c a.c -o ../a.o\n\tcd b && cc -c main.c -o ../m.o\n\tcc a.o m.o\n"}, "assumed",
    ),
    "built by CMake with a list of here": (
        {
            **VERSION,
            "CMakeLists.txt": "add_subdirectory(a)\nadd_subdirectory(b)\n",
            "a/CMakeLists.txt": "set(K ${CMAKE_CURRENT_SOURCE_DIR}/a.c PARENT_SCOPE)\n",
            "b/CMakeLists.txt": "add_executable(p main.c ${K})\n",
        },
        "assumed",
    ),
    "built by CMake with a list from above": (
        {
            **VERSION,
            "CMakeLists.txt": "set(K ${CMAKE_SOURCE_DIR}/a/a.c)\nadd_subdirectory(b)\n",
            "b/CMakeLists.txt": "add_executable(p main.c ${K})\n",
        },
        "assumed",
    ),
    "built from what it includes": (
        {**VERSION, "rules.mk": "K = ../a/a.o\n", "b/Makefile": "include ../rules.mk\nall: main.o $(K)\n"}, "assumed",
    ),
    "of Fortran that has it in a text of two lines": (
        {"b/more.f90": 'subroutine other()\n  print *, "the function shift &\n    & of a.c"\nend\n', "b/main.f90": "program p\n call shift(a)\nend\n"},
        "assumed",
    ),
    "of Fortran that has it on the next line": (
        {"b/more.f90": "recursive subroutine & ! its\n  shift(a)\nend\n", "b/main.f90": "program p\n call shift(a)\nend\n"}, "proved",
    ),
    "of Fortran that has it in a remark": (
        {"b/more.f90": "! the function shift of a.c\n", "b/main.f90": "program p\n call shift(a)\nend\n"}, "assumed",
    ),
    "in a folder of this one": ({"a/old/more.c": HALVES, "a/old/main.c": OVERLAPS}, "proved"),
    "in a folder of this one that it takes files from": (
        {"a/old/more.c": HALVES, "a/old/main.c": OVERLAPS, "a/old/Makefile": "all:\n\tcc ../a.c main.c\n"}, "assumed",
    ),
    "in a folder of this one that is built from here": (
        {"a/old/more.c": HALVES, "a/old/main.c": OVERLAPS, "a/Makefile": "all:\n\tcc a.c old/main.c\n"}, "assumed",
    ),
    "in the folder around": ({"more.c": HALVES, "main.c": OVERLAPS, "Makefile": "all: more.o main.o\n"}, "proved"),
    "in the folder around that takes this one": (
        {"more.c": HALVES, "main.c": OVERLAPS, "Makefile": "all: a/a.o main.o\n"}, "assumed",
    ),
    "in the folder around that this one takes": (
        {"more.c": HALVES, "main.c": OVERLAPS, "a/Makefile": "all: a.o ../main.o\n"}, "assumed",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", VERSIONS)
def test_a_version_in_a_folder_of_its_own(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".git").mkdir()
    changes, expected = VERSIONS[case]
    base = {f"a/{name}": text for name, text in BASE.items()}
    assert verdict(tmp_path, {**base, **changes}, "a/a.c", capsys) == expected


HEADER = f"static inline {SHIFT}"
OF_HEADER = '#include "k.h"\nint %s(void) { double a[11], b[11]; shift(a, %s, 10); return 0; }\n'
IN_HEADERS: dict[str, tuple[Files, str]] = {
    "one program": ({"main.c": OF_HEADER % ("main", "b")}, "proved"),
    "one program that passes overlapping memory": ({"main.c": OF_HEADER % ("main", "a + 1")}, "assumed"),
    "of two programs one does": (
        {"main.c": OF_HEADER % ("main", "b"), "second.c": OF_HEADER % ("main", "a + 1")}, "assumed",
    ),
    "of two files one does": (
        {"main.c": "int other(void);\n" + (OF_HEADER % ("main", "b")).replace("return 0", "return other()"),
         "other.c": OF_HEADER % ("other", "a + 1")},
        "assumed",
    ),
    "by another header": (
        {"l.h": '#include "k.h"\nstatic void tie(void) { double a[11]; shift(a, a + 1, 10); }\n', "second.c": '#include "l.h"\nint main(void) { tie(); }\n',
         "main.c": OF_HEADER % ("main", "b")},
        "assumed",
    ),
    "nobody includes it": ({"main.c": "int main(void) { return 0; }\n"}, "assumed"),
    "a function that is no file's own": ({"k.h": SHIFT, "main.c": OF_HEADER % ("main", "b")}, "proved"),
    "pointers of the header": (
        {"k.h": "static double *p, *q;\nstatic void run(int n) { for (int i = 0; i < n; i++) q[i] = p[i]; }\n",
         "main.c": '#include "k.h"\nint main(void) { double a[11]; p = a; q = a + 1; run(9); return 0; }\n'},
        "assumed",
    ),
    "pointers of the header that a source has": (
        {"k.h": "extern double *p, *q;\nstatic void run(int n) { for (int i = 0; i < n; i++) q[i] = p[i]; }\n",
         "main.c": '#include "k.h"\ndouble *p, *q;\nint main(void) { double a[11]; p = a; q = a + 1; run(9); return 0; }\n'},
        "assumed",
    ),
}  # fmt: skip


@pytest.mark.parametrize("suffix", ["c", "cpp"])
@pytest.mark.parametrize("case", IN_HEADERS)
def test_in_a_header(case: str, suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".git").mkdir()
    changes, expected = IN_HEADERS[case]
    files = {name.replace(".c", f".{suffix}"): text for name, text in {"k.h": HEADER, **changes}.items()}
    assert verdict(tmp_path, files, "k.h", capsys) == expected


INITIALIZER = '#include "shift.h"\nstatic double z[9];\nstatic int begun = (shift(z, z + 1, 5), 0);\n'
IN_CPP: dict[str, tuple[Files, str]] = {
    "two files": ({}, "proved"),
    "what runs before main": ({"begin.cpp": INITIALIZER}, "assumed"),
    "one of another type": ({"f.cpp": "void shift(float *x, int n) { for (int i = 0; i < n; i++) x[i] = 0; }\n"}, "proved"),
    "one of another type that calls it": (
        {"f.cpp": HEAD + "void shift(float *x, int n) { double a[9]; shift(a, a + 1, n); }\n",
         "main.cpp": '#include "shift.h"\nvoid shift(float *x, int n);\nint main() { float f[3]; shift(f, 2); }\n'},
        "assumed",
    ),
    "a version": ({"b/a.cpp": SHIFT, "b/main.cpp": f"{HEAD}void g() {{ double a[9]; shift(a, a + 1, 3); }}\n"}, "proved"),
}  # fmt: skip


@pytest.mark.parametrize("case", IN_CPP)
def test_in_cpp(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".git").mkdir()
    changes, expected = IN_CPP[case]
    base = {"a.cpp": SHIFT, "shift.h": HEAD, "main.cpp": APART % ""}
    assert verdict(tmp_path, {**base, **changes}, "a.cpp", capsys) == expected


@pytest.mark.parametrize(
    ("option", "expected"),
    [("-O2", "proved"), ("-fPIE", "proved"), ("-fPIC", "assumed"), ("-Dshift_EXPORTS", "assumed")],
)
def test_a_database_may_be_that_of_a_library(
    option: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = [
        {"directory": str(tmp_path), "file": name, "command": f"cc {option} -c {name}"} for name in ("a.c", "main.c")
    ]
    files = {**BASE, "compile_commands.json": json.dumps(commands)}
    (tmp_path / ".git").mkdir()
    assert verdict(tmp_path, files, "a.c", capsys) == expected


CALLING = "int f(int);\nint main(void) { int a[9]; for (int i = 0; i < 9; i++) a[i] = f(i); return a[2]; }\n"
QUIET, LOUD = "int f(int x) { return x; }\n", "static int s; int f(int x) { return s += x; }\n"
DEFINED: dict[str, tuple[Files, str]] = {
    "once": ({}, "proved"),
    "once, with a constant": ({"b/f.c": "const int c[9] = {1}; int f(int x) { return c[x]; }\n"}, "proved"),
    "once, with what another file changes": (
        {"b/f.c": "extern const int c[9]; int f(int x) { return c[x]; }\n", "b/c.c": "int c[9] = {1}; void up(int x) { c[x]++; }\n"}, "assumed",
    ),
    "again in a folder that nothing brings together": ({"c/f.c": LOUD}, "proved"),
    "again in a library": (
        {
            "c/f.c": LOUD,
            "CMakeLists.txt": "add_subdirectory(c)\nadd_subdirectory(b)\n",
            "c/CMakeLists.txt": "add_library(l f.c)\n",
            "b/CMakeLists.txt": "add_executable(p a.c)\ntarget_link_libraries(p l)\n",
        },
        "assumed",
    ),
    "again in CUDA": ({"b/g.cu": 'static int s; extern "C" int f(int x) { return s += x; }\n'}, "assumed"),
    "again in Fortran": (
        {
            "b/g.f90": "function f(x) bind(C)\nuse iso_c_binding\ninteger(c_int), value :: x\ninteger(c_int) :: f\n"
            "integer, save :: s = 0\ns = s + x\nf = s\nend\n"
        },
        "assumed",
    ),
    "again in a part of another file": ({"b/f.inc": LOUD, "b/g.c": '#include "f.inc"\n'}, "assumed"),
}  # fmt: skip


@pytest.mark.parametrize("case", DEFINED)
def test_which_definition_a_call_means(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".git").mkdir()
    changes, expected = DEFINED[case]
    assert verdict(tmp_path, {"b/a.c": CALLING, "b/f.c": QUIET, **changes}, "b/a.c", capsys) == expected


def test_a_header_in_angles_is_not_looked_for_beside_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    files = {
        "k/k.h": HEADER,
        "a/main.c": OF_HEADER.replace('"k.h"', "<k.h>") % ("main", "b"),
        "b/main.c": OF_HEADER.replace('"k.h"', "<k.h>") % ("main", "a + 1"),
        "b/k.h": "static void old(void) {}\n",
        "Makefile": "all:\n\tcc -Ik b/main.c\n",
    }
    assert verdict(tmp_path, files, "k/k.h", capsys) == "assumed"
