"""What other files of the program take away: a second name for memory, a function in the place of the library's."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.toolchain.flags import headers_for, units_for

SHIFT = "extern int a[16], b[16];\nvoid f(int n) { for (int i = 0; i < n - 1; i++) a[i + 1] = b[i] + 1; }\nint main(void) { f(16); return a[1]; }\n"
ROOT = "#include <math.h>\ndouble a[16];\nvoid f(int n) { for (int i = 0; i < n; i++) a[i] = cbrt(i); }\nint main(void) { f(16); return a[1]; }\n"
THROUGH = ROOT.replace("cbrt", "g").replace("#include <math.h>", "double g(double);")
MEMORY = (
    "#include <stdlib.h>\nvoid f(int *a, int n) { for (int i = 0; i < n; i++) { int *t = malloc(8); t[0] = i; a[i] = t[0]; free(t); } }\n"
    "int main(void) { int a[16]; f(a, 16); return a[1]; }\n"
)
NEW = (
    "int got();\nvoid f(int *a, int n) { for (int i = 0; i < n; i++) { int *t = new int[4]; t[0] = i; a[i] = t[0]; delete[] t; } }\n"
    "int main() { int a[16]; f(a, 16); return got(); }\n"
)
LARGEST = (
    "#include <algorithm>\ndouble a[16];\nvoid f(int n) { for (int i = 0; i < n; i++) a[i] = std::max((double)i, 2.5); }\n"
    "int main() { f(16); return a[1]; }\n"
)
Files = dict[str, str]
AGAINST: dict[str, Files] = {
    "alias": {"a.c": SHIFT, "b.c": 'int a[16]; extern int b[16] __attribute__((alias("a")));\n'},
    "assembly in a file of C": {"a.c": SHIFT, "b.c": 'int a[16];\nasm(".globl b\\n.set b, a");\n'},
    "the same in the file": {"a.c": f'asm(".globl b\\n.set b, a");\n{SHIFT}'},
    "assembly": {"a.c": SHIFT, "b.s": " .globl a\n .globl b\n .bss\na:\nb:\n .space 64\n"},
    "a symbol that assembly sets": {"a.c": SHIFT, "a16.c": "int a[16];\n", "b.s": " .globl b\n .set b, a\n"},
    "the linker's options": {"a.c": SHIFT, "b.c": "int a[16];\n", "Makefile": "p: a.c b.c\n\tcc -Wl,--defsym=b=a $^\n"},
    "a script of the linker": {"a.c": SHIFT, "b.c": "int a[16];\n", "all.ld": "PROVIDE(b = a);\n"},
    "a function of mathematics": {"a.c": ROOT, "b.c": "static double s;\ndouble cbrt(double x) { return s += x; }\n"},
    "one of C in C++": {"a.cpp": ROOT, "b.cpp": 'static double s;\nextern "C" double cbrt(double x) { return s += x; }\n'},
    "one behind a body elsewhere": {
        "a.c": THROUGH,
        "c.c": "#include <math.h>\ndouble g(double x) { return cbrt(x) + 1; }\n",
        "b.c": "static double s;\ndouble cbrt(double x) { return s += x; }\n",
    },
    "an allocator": {"a.c": MEMORY, "b.c": "static char pool[64]; void *malloc(unsigned long n) { return pool; } void free(void *p) {}\n"},
    "new": {
        "a.cpp": NEW,
        "b.cpp": "static int last; int got() { return last; }\nvoid *operator new[](unsigned long n) { static int pool[64]; last++; return pool; }\n",
    },
    "delete": {"a.cpp": NEW, "b.cpp": "static int last; int got() { return last; }\nvoid operator delete[](void *p) noexcept { last++; }\n"},
}  # fmt: skip
NOTHING: dict[str, Files] = {
    "arrays": {"a.c": SHIFT, "b.c": "int a[16], b[16];\n"},
    "a second name of something else": {"a.c": SHIFT, "b.c": 'int a[16], b[16], c[16]; extern int d[16] __attribute__((alias("c")));\n'},
    "assembly with other names": {"a.c": SHIFT, "b.s": " .globl go\ngo:\n ret\n", "c.c": "int a[16], b[16];\n"},
    "options of the linker about others": {"a.c": SHIFT, "b.c": "int a[16], b[16];\n", "Makefile": "p: a.c b.c\n\tcc -Wl,--defsym=x=0x10 $^\n"},
    "one that only works out a value": {"a.c": ROOT, "b.c": "double cbrt(double x) { return x / 3; }\n"},
    "one of the file's own": {
        "a.c": ROOT,
        "b.c": "static double s;\nstatic double cbrt(double x) { return s += x; }\ndouble g(double x) { return cbrt(x); }\n",
    },
    "one of a namespace": {"a.cpp": ROOT, "b.cpp": "static double s;\nnamespace own { double cbrt(double x) { return s += x; } }\n"},
    "a method": {"a.cpp": ROOT, "b.cpp": "struct S { double s; double cbrt(double x) { return s += x; } };\n"},
    "a template of C++": {"a.cpp": LARGEST, "b.cpp": "static double s;\ndouble max(double x, double y) { return s += x; }\n"},
    "new of a class": {
        "a.cpp": NEW,
        "b.cpp": "static int last; int got() { return last; }\nstruct S { void *operator new[](unsigned long n) { last++; return 0; } };\n",
    },
}  # fmt: skip


def verdict(folder: Path, files: Files) -> str:
    (folder / ".git").mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    path = folder / next(iter(files))
    outline = Outline(parse(path.read_bytes(), name=path.name), headers_for(path), units_for(path))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("name", AGAINST)
def test_what_others_say_counts(name: str, tmp_path: Path) -> None:
    assert verdict(tmp_path, AGAINST[name]) == "unknown"


@pytest.mark.parametrize("name", NOTHING)
def test_but_only_what_is_said_of_this_file(name: str, tmp_path: Path) -> None:
    assert verdict(tmp_path, NOTHING[name]) == "proved"
