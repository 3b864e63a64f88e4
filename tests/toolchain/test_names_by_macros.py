"""Functions that are defined or called under names which stand nowhere in a text: macros, builds, assemblers and linkers give them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

Files = dict[str, str]
CALLING = "int f(int);\nint main(void) { int a[9]; for (int i = 0; i < 9; i++) a[i] = f(i); return a[2]; }\n"
QUIET = "int f(int x) { return x; }\n"
LOUD = "static int s;\nint q(int i) { return s += i; }\n"
MAKES = "static int s;\n#define DEF(n) int n(int i) { return s += i; }\n"
DEFINED: dict[str, Files] = {
    "a macro": {"g.c": f"{MAKES}DEF(f)\n"},
    "a macro, and something behind it": {"g.c": f"{MAKES}DEF(f)\nint more;\n"},
    "two macros": {"g.c": f"{MAKES}DEF(f)\nDEF(h)\nvoid k(void) {{}}\n"},
    "a macro of a header": {"d.h": MAKES, "g.c": '#include "d.h"\nDEF(f)\n'},
    "a macro of a header that is not found": {"g.c": '#include "d.h"\nstatic int s;\nDEF(f)\n'},
    "a macro that pastes": {
        "a.c": CALLING.replace("f(i", "k_f(i"), "f.c": QUIET.replace("f(", "k_f("),
        "g.c": "static int s;\n#define DEF(n) int k_##n(int i) { return s += i; }\nDEF(f)\n",
    },
    "a macro for its name": {"g.c": "static int s;\n#define NAME f\nint NAME(int i) { return s += i; }\n"},
    "a macro for its name of a header": {
        "n.h": "#define NAME f\n", "g.c": '#include "n.h"\nstatic int s;\nint NAME(int i) { return s += i; }\n',
    },
    "a macro for its body": {"g.c": "static int s;\n#define BODY { return s += i; }\nint f(int i) BODY\n"},
    "a macro for its head": {"g.c": "static int s;\n#define FN(t) t f(int i)\nFN(int) { return s += i; }\n"},
    "a macro around its name": {"g.c": "static int s;\n#define P(n) n\nint P(f)(int i) { return s += i; }\n"},
    "a name in parentheses": {"g.c": "static int s;\nint (f)(int i) { return s += i; }\n"},
    "a name of the assembler": {"g.c": 'static int s;\nint q(int) __asm__("f");\nint q(int i) { return s += i; }\n'},
    "an alias": {"g.c": f'{LOUD}int f(int) __attribute__((alias("q")));\n'},
    "an alias of a function with an ordinary `alias`": {"g.c": f'{LOUD}int f(int alias) __attribute__((alias("q")));\n'},
    "an alias beside a value": {"g.c": f'{LOUD}int copy = 1, f(int) __attribute__((alias("q")));\n'},
    "an alias in front": {"g.c": f'{LOUD}__attribute__((alias("q"))) int f(int copy);\n'},
    "an alias in front of a linkage": {"g.cpp": LOUD.replace("int q", 'extern "C" int q') + '__attribute__((alias("q"))) extern "C" int f(int);\n'},
    "a name of the assembler beside a parameter": {"g.c": 'static int s;\nint q(int copy) __asm__("f");\nint q(int i) { return s += i; }\n'},
    "a copy with its attribute": {"g.c": f'{LOUD}int f(int copy) __attribute__((copy(q), alias("q")));\n'},
    "a pragma": {"g.c": f"#pragma redefine_extname q f\n{LOUD}"},
    "a weak one in the file": {"a.c": "__attribute__((weak)) int f(int x) { return x; }\n" + CALLING, "f.c": LOUD.replace("q(", "f(")},
    "a weak one by a pragma": {"a.c": f"#pragma weak f\n{QUIET}{CALLING}", "f.c": LOUD.replace("q(", "f(")},
    "a weak one by its declaration": {
        "a.c": f"int f(int) __attribute__((unused, __weak__));\n{QUIET}{CALLING}", "f.c": LOUD.replace("q(", "f("),
    },
    "a weak one by a macro": {
        "w.h": "#define WEAK __attribute__((weak))\n", "f.c": LOUD.replace("q(", "f("),
        "a.c": f'#include "w.h"\nWEAK {QUIET}{CALLING}',
    },
    "a build": {"g.c": LOUD, "Makefile": "all:\n\tcc -Dq=f a.c g.c\n"},
    "a build that renames the other one": {"g.c": LOUD, "Makefile": "all:\n\tcc -Df=q a.c g.c\n"},
    "a build with a variable": {"g.c": LOUD, "Makefile": "NAME = f\nall:\n\tcc -Dq=$(NAME) a.c g.c\n"},
    "CMake": {"g.c": LOUD, "CMakeLists.txt": "add_executable(p a.c g.c)\ntarget_compile_definitions(p PRIVATE q=f)\n"},
    "SCons": {"g.c": LOUD, "SConstruct": "Program('p', ['a.c', 'g.c'], CPPDEFINES={'q': 'f'})\n"},
    "a header that the build includes": {"g.c": LOUD, "r.h": "#define q f\n", "Makefile": "all:\n\tcc -include r.h a.c g.c\n"},
    "a header that the build makes and includes": {"g.c": LOUD, "Makefile": "all:\n\tcc -include made.h a.c g.c\n"},
    "a linker that wraps": {"g.c": LOUD.replace("q(", "__wrap_f("), "Makefile": "all:\n\tcc -Wl,--wrap=f a.c f.c g.c\n"},
    "a linker that defines": {"g.c": LOUD, "Makefile": "all:\n\tcc -Wl,--defsym=f=q a.c g.c\n"},
}  # fmt: skip
STILL_ONE: dict[str, Files] = {
    "a macro that is used in functions": {"g.c": "int f(int);\n#define TWICE(x) f(f(x))\nint g(int x) { return TWICE(x); }\n"},
    "a macro that defines another one": {"g.c": f"{MAKES}DEF(h)\n"},
    "a macro in front of a declaration": {"g.c": "#define API extern\nAPI int f(int);\nint g(int x) { return f(x); }\n"},
    "words that are put together to others": {"g.c": "#define CAT(a, b) a##b\nint CAT(g, h)(int x) { return x; }\n"},
    "a parameter with a name that attributes have": {"f.c": "int f(int copy) { return copy; }\n", "g.c": "int f(int weak);\n"},
    "a parameter that is an array of that name": {"f.c": "int f(int);\nvoid g(int copy[], int *alias) { *copy = f(*alias); }\n" + QUIET},
    "texts that hold such words": {"g.c": 'char *usage[] = {"f makes a copy", "weak"};\nint f(int), alias, (*p)(int) = f;\n'},
    "a method of that name": {"g.cpp": "struct V { int n; void copy(V &); V(V &copy) : n(copy.n) {} };\nvoid V::copy(V &f) { n = f.n; }\n"},
    "a pointer to it": {"g.c": "int f(int);\nint (*p)(int) = f;\nint (*const t[])(int) = {f, 0};\n"},
    "a directive about it": {"g.c": "int f(int);\n#pragma acc routine(f) seq\n"},
    "numbers and texts of a build": {"Makefile": "N = 9\nall:\n\tcc -DN=$(N) -DX='\"f\"' -DNAME=\\\"f\\\" -DDEBUG a.c f.c\n-include f.d\n"},
}  # fmt: skip
SHIFT = "void gee_shift(double *x, double *y, int n) {\n  for (int i = 0; i < n; i++) y[i] = x[i] + 1.0;\n}\n"
HEAD = "void gee_shift(double *x, double *y, int n);\n"
APART = (
    '#include "s.h"\nvoid tie(void);\nint main(void) { double a[11], b[11]; gee_shift(a, b, 10); tie(); return 0; }\n'
)
TIE = '#include "s.h"\n%s\nvoid tie(void) { double a[11]; %s; }\n'
CALLED: dict[str, Files] = {
    "a macro that pastes": {"t.c": TIE % ("#define CALL(f) gee_##f", "CALL(shift)(a, a + 1, 9)")},
    "a macro that pastes with other signs": {"t.c": TIE % ("#define CALL(f) gee_%:%:f", "CALL(shift)(a, a + 1, 9)")},
    "a macro of a header": {
        "c.h": "#define CALL(f) gee_##f\n", "t.c": TIE % ('#include "c.h"', "CALL(shift)(a, a + 1, 9)"),
    },
    "a macro through others": {
        "c.h": "#define CAT2(a, b) a##b\n#define CAT(a, b) CAT2(a, b)\n#define PRE gee_\n",
        "t.c": TIE % ('#include "c.h"', "CAT(PRE, shift)(a, a + 1, 9)"),
    },
    "a macro that is given to another": {
        "t.c": TIE % ("#define CALL(f) gee_##f(a, a + 1, 9);\n#define ALL(X) X(shift)", "ALL(CALL)"),
    },
    "a list": {"l.def": "X(gee_shift)\n", "t.c": TIE % ("#define X(f) f(a, a + 1, 9);", '\n#include "l.def"\n')},
    "a list whose name says nothing": {
        "l.x": "X(gee_shift)\n", "t.c": TIE % ("#define X(f) f(a, a + 1, 9);", '\n#include "l.x"\n'),
    },
    "a build": {"t.c": TIE % ("void S(double *, double *, int);", "S(a, a + 1, 9)"), "Makefile": "all:\n\tcc -DS=gee_shift *.c\n"},
    "a build that pastes": {"t.c": TIE % ("", "CALL(shift)(a, a + 1, 9)"), "Makefile": "all:\n\tcc '-DCALL(f)=gee_##f' *.c\n"},
}  # fmt: skip
ALONE = "%s\nint main(void) { double a[11], b[11]; gee_shift(a, b, 10); %s; return 0; }\n"
IN_ONE_FILE: dict[str, str] = {
    "a macro that pastes": "#define CALL(f) gee_##f\nstatic " + ALONE % (SHIFT, "CALL(shift)(a, a + 1, 9)"),
    "a header that is not found": '#include "c.h"\nstatic ' + ALONE % (SHIFT, "CALL(shift)(a, a + 1, 9)"),
    "a header that is not found, and a word": '#include "c.h"\nstatic ' + ALONE % (SHIFT, "CALL"),
}
COMMANDS = ["-Dq=f", "-include r.h", "'-DDEF(n)=int n(int i) { return s += i; }'"]


def verdict(folder: Path, files: Files, capsys: pytest.CaptureFixture[str]) -> str:
    (folder / ".git").mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    assert main(["analyze", "--json", str(folder / "a.c")]) == 0
    return str(json.loads(capsys.readouterr().out)["loops"][0]["verdict"])


@pytest.mark.parametrize("case", DEFINED)
def test_a_definition_that_cannot_be_seen(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verdict(tmp_path, {"a.c": CALLING, "f.c": QUIET, **DEFINED[case]}, capsys) == "assumed"


@pytest.mark.parametrize("case", STILL_ONE)
def test_what_defines_nothing(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verdict(tmp_path, {"a.c": CALLING, "f.c": QUIET, **STILL_ONE[case]}, capsys) == "proved"


@pytest.mark.parametrize("case", CALLED)
def test_a_caller_that_cannot_be_seen(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verdict(tmp_path, {"a.c": SHIFT, "s.h": HEAD, "main.c": APART, **CALLED[case]}, capsys) == "assumed"


def test_callers_that_can_be_seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen = {"t.c": TIE % ("#define CALL(f) gee_##f", "double b[11]; gee_shift(a, b, 9); CALL(other)()")}
    assert verdict(tmp_path, {"a.c": SHIFT, "s.h": HEAD, "main.c": APART, **seen}, capsys) == "proved"


@pytest.mark.parametrize("case", IN_ONE_FILE)
def test_a_caller_in_the_file(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verdict(tmp_path, {"a.c": IN_ONE_FILE[case]}, capsys) == "assumed"


@pytest.mark.parametrize("option", COMMANDS)
def test_a_database_with_the_options_of_one_file(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = [
        {"directory": str(tmp_path), "file": name, "command": f"cc {option if name == 'g.c' else ''} -c {name}"}
        for name in ("a.c", "f.c", "g.c")
    ]
    files = {
        "a.c": CALLING,
        "f.c": QUIET,
        "g.c": f"{LOUD}DEF(f)\n" if "DEF" in option else LOUD,
        "r.h": "#define q f\n",
    }
    assert verdict(tmp_path, {**files, "compile_commands.json": json.dumps(commands)}, capsys) == "assumed"


OWN = "int a[40], b[40], s;\nint f(int x) { return x + 1; }\nvoid run(int n) { for (int i = 0; i < n; i++) %s }\n"
RENAMED = {
    "a function by a macro": ("a[i] = f(i);", "'-Df(x)=(s+=(x))'"),
    "a function by another": ("a[i] = f(i);", "-Df=g"),
    "a function of the library": ("a[i] = abs(i);", "-Dabs=g"),
    "an array": ("b[i + 1] = a[i];", "-Db=a"),
    "a function in a header": ("a[i] = f(i);", "-include r.h"),
}


@pytest.mark.parametrize("build", ["Makefile", "compile_commands.json"])
@pytest.mark.parametrize("case", RENAMED)
def test_a_build_that_changes_the_text_of_the_file(
    case: str, build: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body, option = RENAMED[case]
    commands = [{"directory": str(tmp_path), "file": "a.c", "command": f"cc {option} -c a.c"}]
    made = f"CFLAGS = {option}\nall:\n\tcc $(CFLAGS) a.c\n" if build == "Makefile" else json.dumps(commands)
    files = {"a.c": OWN % body, "r.h": "#define f(x) (s += (x))\n", build: made}
    assert verdict(tmp_path, files, capsys) != "proved"


@pytest.mark.parametrize("option", ["-DN=3", "-DDEBUG", "-Dreal=double", '-DNAME=\\"a\\"', "-Dother=g"])
def test_a_build_that_says_nothing_of_the_loop(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "real a[40];\nvoid run(int n) { for (int i = 0; i < n; i++) a[i] = N; }\n"
    files = {"a.c": text if "real" in option else OWN % "a[i] = f(i) + N;", "Makefile": f"all:\n\tcc {option} a.c\n"}
    assert verdict(tmp_path, files, capsys) == "proved"


OF_TYPE = "#ifndef REAL\n#define REAL double\n#endif\nREAL a[40], b[40];\nvoid run(int n) { for (int i = 0; i < n; i++) a[i] = (REAL)0.25 * b[i]; }\n"
TYPES = {
    "a default": ("REAL ?= double\n", "proved"),
    "a default with a remark": ("REAL ?= float # or double\n", "proved"),
    "several": ("REAL = double\nifdef SINGLE\nREAL = float\nendif\n", "proved"),
    "one that is no floating type": ("REAL = int\n", "assumed"),
    "one that another variable says": ("REAL = $(KIND)\n", "assumed"),
    "an object": ("REAL = struct cell\n", "assumed"),
    "nowhere": ("", "assumed"),
}  # fmt: skip


@pytest.mark.parametrize("case", TYPES)
def test_a_build_that_chooses_a_type(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said, expected = TYPES[case]
    build = f"{said}all:\n\tcc -DREAL=$(REAL) a.c\n"
    assert verdict(tmp_path, {"a.c": OF_TYPE, "Makefile": build}, capsys) == expected


DEFAULT = "#ifndef FAR\n#define FAR 0\n#endif\nint a[99];\nvoid run(int n) { for (int i = 0; i < n; i++) a[i + FAR] = a[i] + 1; }\n"
STATED = "#include <assert.h>\nint a[99];\nvoid run(int n, int m) { assert(m >= n); for (int i = 0; i < n; i++) a[i + m] = a[i] + 1; }\n"
SETS = {
    "a number": {"Makefile": "all:\n\tcc -DFAR=1 a.c\n"},
    "a variable": {"Makefile": "FAR = 1\nall:\n\tcc -DFAR=$(FAR) a.c\n"},
    "nothing but the name": {"Makefile": "CFLAGS = -DFAR\nall:\n\tcc $(CFLAGS) a.c\n"},
    "a Makefile that another one includes": {"options.mk": "CFLAGS = -DFAR=1\n", "Makefile": "include options.mk\nall:\n\tcc $(CFLAGS) a.c\n"},
    "CMake": {"CMakeLists.txt": "add_executable(p a.c)\ntarget_compile_definitions(p PRIVATE FAR=1)\n"},
    "an option of CMake": {"CMakeLists.txt": "add_executable(p a.c)\nadd_definitions(-DFAR=1)\n"},
}  # fmt: skip
TAKES_AWAY = {
    "a Makefile": {"Makefile": "CFLAGS = -O2 -DNDEBUG\nall:\n\tcc $(CFLAGS) a.c\n"},
    "a Makefile with a value": {"Makefile": "CFLAGS = -O2 -DNDEBUG=1\nall:\n\tcc $(CFLAGS) a.c\n"},
    "a Makefile of another name": {"Makefile.gcc": "CFLAGS = -O2 -DNDEBUG\nall:\n\tcc $(CFLAGS) a.c\n"},
    "CMake, whose builds for release say so": {"CMakeLists.txt": "add_executable(p a.c)\n"},
    "Meson": {"meson.build": "project('p', 'c', default_options: ['b_ndebug=if-release'])\nexecutable('p', 'a.c')\n"},
    "SCons": {"SConstruct": "Program('p', ['a.c'], CPPDEFINES=['NDEBUG'])\n"},
}


@pytest.mark.parametrize("case", SETS)
def test_a_build_that_sets_what_the_file_has_a_default_for(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verdict(tmp_path, {"a.c": DEFAULT, **SETS[case]}, capsys) == "assumed"


@pytest.mark.parametrize("case", TAKES_AWAY)
def test_a_build_without_assertions(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verdict(tmp_path, {"a.c": STATED, **TAKES_AWAY[case]}, capsys) != "proved"


@pytest.mark.parametrize("text", [DEFAULT, STATED])
def test_a_build_that_sets_nothing(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verdict(tmp_path, {"a.c": text, "Makefile": "all:\n\tcc -O2 -DNEAR=1 a.c\n"}, capsys) == "proved"
