"""`tested` cannot be talked into anything: a function that fakes or disturbs its evidence is really built and run.

``RACE`` is a loop that is wrong in parallel and is claimed to be right; whatever stands around it, nobody may hear that it
agreed. What is honest keeps its verdict, whatever it prints. A function that does not come to its end tells nothing; its loop is
run by itself then, and that the iterations meet is said.
"""

# ruff: noqa: E501 - a program is one line
from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.suggest.facts import LoopFacts
from loopwright.suggest.trial import versions
from loopwright.suggest.trial.run import TRIALS, try_loop
from loopwright.suggest.trial.signature import Untestable

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
#include <signal.h>
#include <setjmp.h>
#include <fenv.h>
#include <sys/mman.h>
"""
RACE = "for (int i = 1; i < n; i++) a[i] = a[i - 1];"
FINE = "for (int i = 0; i < n; i++) a[i] = 2 * a[i];"
MEETS = "i=1 writes a[1], i=2 reads a[1]"


def claimed(**changes: object) -> LoopFacts:
    """Facts that claim more than is true."""
    return replace(LoopFacts(LoopVerdict("proved", "")), **changes)  # type: ignore[arg-type]


def outcome(outline: Callable[[str], Outline], folder: Path, code: str) -> str:
    """`agreed`, the counter-example, or why it was not tested."""
    found = outline(code)
    try:
        tested = try_loop(found, found.loops[-1], folder / "a.c", claimed())
    except Untestable as reason:
        return f"not tested: {reason}"
    if tested.agreed:
        assert tested.inputs == TRIALS
    return "agreed" if tested.agreed else tested.counterexample


def around(before: str = "", top: str = "", loop: str = RACE, end: str = "") -> str:
    return f"{HEAD}{before}\nvoid f(int n, double *a) {{ {top}\n{loop}\n{end} }}\n"


MAPS = r"""static void over_shared(void) {
  char line[512]; FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) {
    unsigned long from, to; char how[8];
    if (sscanf(line, "%lx-%lx %7s", &from, &to, how) != 3 || how[3] != 's') continue;
    mprotect((void *)from, to - from, PROT_READ | PROT_WRITE);
    memset((void *)from, 0x41, to - from);
  }
}"""
CLOSE = "for (int d = 0; d < 256; d++) close(d);"
EVERYWHERE = 'for (int d = 0; d < 256; d++) if (write(d, "agreed\\n", 7)) {}'

# name → (program, what must be said); an empty string: anything but `agreed` and no counter-example that is not true
FAKED = {
    "prints the word": (around(top='for (int k = 0; k < 1000; k++) printf("agreed\\n");'), MEETS),
    "prints it to every descriptor": (around(top=EVERYWHERE), MEETS),
    "prints it and leaves": (around(top='printf("agreed\\n"); fflush(stdout); _exit(0);'), MEETS),
    "leaves with exit and a handler": (around("static void bye(void) { _exit(0); }", "atexit(bye); exit(0);"), MEETS),
    "leaves after the loop": (around(end="_exit(0);"), MEETS),
    "leaves before main": (around('__attribute__((constructor)) static void c(void) { puts("agreed"); _exit(0); }'), "not tested"),
    "preinit": (around("static void c(int x, char **y, char **z) { _exit(0); }\n__attribute__((section(\".init_array\"), used)) static void *p = (void *)c;"), "not tested"),
    "comparison defined away": (around("#define memcmp(a, b, c) 0\n#define memcpy(a, b, c) (a)"), MEETS),
    "return defined away": (around("#define return _exit(0); return"), "a meaning of its own"),
    "sizeof defined away": (around("#define sizeof(x) 0UL"), "a meaning of its own"),
    "typeof defined away": (around("#define __typeof__(x) char"), "a meaning of its own"),
    "for runs once": (around("#define for(...) for (int i = 0; i < 0;)"), "a meaning of its own"),
    "guessed names": (around("#define lw_stamped(e, s, d) (e)\n#define LW_T(e, d) (e)\n#define lw_touch 0\nint lw_program;"), MEETS),
    "own memory functions": (
        around("void *memcpy(void *a, const void *b, size_t n) { return a; }\nint memcmp(const void *a, const void *b, size_t n) { return 0; }\n"
               "void *memset(void *a, int b, size_t n) { return a; }"),
        MEETS,
    ),
    "own system functions": (
        around("int mprotect(void *a, size_t b, int c) { return 0; }\nvoid *dlsym(void *a, const char *b) { return 0; }\n"
               "int fflush(FILE *f) { _exit(0); }\nvoid *calloc(size_t a, size_t b) { return 0; }\nint sigprocmask(int a, const sigset_t *b, sigset_t *c) { _exit(0); }"),
        MEETS,
    ),
    "jumps out to a constructor": (
        around("static jmp_buf j; static int k; __attribute__((constructor)) static void c(void) { if (setjmp(j)) _exit(0); }", "if (k++ == 1) longjmp(j, 1);"),
        "",
    ),
    "jumps over its own end": (around("static jmp_buf j;", "if (setjmp(j)) _exit(0);", RACE, "longjmp(j, 1);"), MEETS),
    "closes everything": (around(top=CLOSE), MEETS),
    "covers every descriptor": (around(top='int z = open("/dev/null", O_RDWR); for (int d = 0; d < 64; d++) if (d != z) dup2(z, d);'), MEETS),
    "cuts every descriptor": (around(top="for (int d = 0; d < 64; d++) if (ftruncate(d, 0)) {}"), MEETS),
    "maps every descriptor and writes into it": (
        around(top="for (int d = 0; d < 64; d++) { char *p = mmap(0, 4096, 3, MAP_SHARED, d, 0); if (p != MAP_FAILED) memset(p, 0x41, 4096); }"),
        MEETS,
    ),
    "writes over shared memory": (around(MAPS, "over_shared();"), ""),
    "writes over shared memory after the loop": (around(MAPS, "", RACE, "over_shared();"), ""),
    "catches the crash and leaves": (
        around("static void bye(int s) { _exit(0); }", "signal(SIGSEGV, bye); signal(SIGABRT, bye); *(volatile int *)8 = 1;"),
        MEETS,
    ),
    "an alarm that leaves": (
        around("static void bye(int s) { _exit(0); }", "signal(SIGALRM, bye); ualarm(1, 1); for (volatile long k = 0; k < 100000000; k++) ;"),
        MEETS,
    ),
    "writes its output through code of its own": (
        around("#define _GNU_SOURCE 1\ntypedef long (*w)(void *, const char *, size_t);\nstatic long bad(void *c, const char *b, size_t n) { _exit(0); }",
               "FILE *g = fopencookie(0, \"w\", (cookie_io_functions_t){.write = (void *)bad}); if (g) fputs(\"x\", g);").replace("#include <stdio.h>", "#define _GNU_SOURCE\n#include <stdio.h>", 1),
        MEETS,
    ),
    "counts its calls": (around("static int calls;", "if (calls++ % 2) { for (int k = 1; k < n; k++) a[k] = a[k - 1]; return; }"), "a["),
    "knows the other versions by name": (around(top='if (strcmp(__func__, "f")) return;'), MEETS),
    "kills itself": (around(top="raise(SIGKILL);"), MEETS),
    "kills its parent": (around(top="kill(getppid(), SIGKILL);"), MEETS),
    "does not end": (around(top="for (;;) ;"), "takes longer than"),
    "prints for ever": (around(top="for (;;) puts(\"agreed\");"), "takes longer than"),
    "prints a lot": (around(top="for (int k = 0; k < 100000; k++) puts(\"agreed\\tagreed\\tagreed\");"), MEETS),
    "rounds otherwise": (around(top="fesetround(FE_UPWARD);"), MEETS),
    "never flushes": (around(top="static char b[1 << 16]; setvbuf(stdout, b, _IOFBF, sizeof b); puts(\"agreed\"); fclose(stdout);"), MEETS),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "_RUN_SECONDS", 4.0)


@pytest.mark.parametrize("name", FAKED)
def test_evidence_cannot_be_faked(outline, tmp_path: Path, name: str) -> None:
    code, said = FAKED[name]
    found = outcome(outline, tmp_path, code)
    assert found != "agreed"
    assert said in found, found
    assert said or found.startswith("not tested") or MEETS in found, found


HONEST = {
    "tabs": around(top='printf("a\\tb\\tc\\n");', loop=FINE),
    "our own words": around(top='printf("agreed\\ndiffers\\tx\\ty\\nconflict\\ti=1\\t\\n"); fprintf(stderr, "differs\\t1\\n");', loop=FINE),
    "bytes that are no text": around(top="putchar(0xff); putchar(0); putchar(0xc3);", loop=FINE),
    "no newline, own buffer": around(top="setvbuf(stdout, 0, _IONBF, 0); printf(\"%d\\t\", n);", loop=FINE),
    "headers called as ours": around('#include "hooks.h"\n#include "runtime.h"\n#include "confine.h"\n#include "oracle.h"\n#include "harness.h"', loop=FINE),
    "constructor and atexit": around("static int k; static void bye(void) { k = 2; } __attribute__((constructor)) static void c(void) { k = 1; atexit(bye); }", loop=FINE),
    "setjmp": around("static jmp_buf j;", "if (!setjmp(j)) longjmp(j, 1);", FINE),
    "rounding mode and flags": around(top="fesetround(FE_DOWNWARD); feraiseexcept(FE_INEXACT);", loop=FINE),
    "a fork that fails": around(top="if (fork() == 0) _exit(0);", loop=FINE),
    "handlers of its own": around("static void h(int s) {}", "signal(SIGSEGV, h); signal(SIGUSR1, h); raise(SIGUSR1);", FINE),
    "an own main": around("int main(void) { puts(\"agreed\"); return 1; }", loop=FINE),
    "pointers in variables": around("static double *where; static struct { double *p; int k; } kept;", "where = a; kept.p = a;", FINE),
    "holes in a struct": (
        "struct two { char c; double x; short s; } g[4]; struct two f(int n, double *a) { struct two t; t.c = 1; t.x = n; t.s = 3; "
        + FINE + " g[n & 3] = t; return t; }"
    ),
    "bits of a struct": "struct b { int a : 3, c : 5; }; struct b f(int n, double *a) { struct b t; t.a = 1; t.c = 2; " + FINE + " return t; }",
    "a result near nothing beside large ones": "double f(int n, double *a) { double s = 0; for (int i = 0; i < n; i++) s += a[i] / 3; " + FINE + " return n % 2 ? s - s : s; }",
    "a macro called as an element": around("#define size n\n#define end 1", loop=FINE),
}  # fmt: skip


@pytest.mark.parametrize("name", HONEST)
def test_what_is_honest_keeps_its_verdict(outline, tmp_path: Path, name: str) -> None:
    for header in ("hooks.h", "runtime.h", "confine.h", "oracle.h", "harness.h"):
        (tmp_path / header).write_text("#define memcpy(a, b, c) (a)\n#define mprotect(a, b, c) 0\n")
    assert outcome(outline, tmp_path, HONEST[name]) == "agreed"


def test_macros_of_the_build_reach_nothing_of_ours(outline, tmp_path: Path) -> None:
    flags = ["-Dmap(a,b)=0", "-Dlw_touch=0", "-DLW_T(e,d)=(e)", "-Dtouch=0", "-Dslots=0", "-Dprogram=0"]
    command = {"directory": str(tmp_path), "file": "a.c", "arguments": ["cc", *flags, "-c", "a.c"]}
    (tmp_path / "compile_commands.json").write_text(json.dumps([command]))
    assert MEETS in outcome(outline, tmp_path, around())


SEEN = {
    "a variable that a single iteration sets": (
        "int f(int n, double *a) { int last = -1; for (int i = 0; i < n; i++) if (i == n / 2) last = i; return last; }",
        "the result is",
    ),
    "a variable at file level": (
        "int last; void f(int n, double *a) { for (int i = 0; i < n; i++) if (i == n - 1) last = i + 1; }",
        "last is",
    ),
    "a result whose type has another name": (
        "typedef double real; real f(int n, double *a) { real s = 1; for (int i = 0; i < n; i++) if (i == 0) s = a[i] + 9; return s; }",
        "the result is",
    ),
    "a struct that is returned": (
        "struct two { int k; double x; }; struct two f(int n, double *a) { struct two t = {1, 2}; int k = 0;"
        " for (int i = 0; i < n; i++) if (i == 0) k = 5; t.k = k; return t; }",
        "the result differs",
    ),
    "a member of the struct it was given": (
        "struct s { int n; double *x; int last; }; void f(struct s *p) { int k = 0;"
        " for (int i = 0; i < p->n; i++) if (i == 0) k = 7; p->last = k; }",
        "p->last is 7",
    ),
    "an array in a struct": (
        "struct s { int n; double x[4]; }; void f(struct s *p) { double k = 0;"
        " for (int i = 0; i < p->n; i++) if (i == 0) k = 7; p->x[2] = k; }",
        "p->x[2] is 7",
    ),
    "an infinite value": (
        "void f(int n, double *a) { double k = 3; for (int i = 0; i < n; i++) if (i == 0) k = 1.0 / 0.0; a[2] = k; }",
        "a[2] is inf, and 3",
    ),
    "the sign of an infinite value": (
        "void f(int n, float *a) { float k = -1.0f / 0.0f; for (int i = 0; i < n; i++) if (i == 0) k = 1.0f / 0.0f; a[2] = k; }",
        "a[2] is inf, and -inf",
    ),
    "values that are all tiny": (
        "void f(int n, double *a) { double k = 1e-23; for (int i = 0; i < n; i++) if (i == 0) k = 3e-23; a[2] = k; a[3] = 2e-23; }",
        "a[2] is 3e-23, and 1e-23",
    ),
    "what stands beside an address": (
        "struct two { double x; long k; }; struct two f(int n, double *a) { struct two t = {0, 0}; double k = 3;"
        " for (int i = 0; i < n; i++) if (i == 0) k = 7; t.x = k * 1e6 + (((long)&t >> 4) & 0xffff); return t; }",
        "run twice on the same input",
    ),
    "a type called as one of the library": (
        "typedef struct { double x; } jmp_buf; jmp_buf kept; void f(int n, double *a) { double k = 3;"
        " for (int i = 0; i < n; i++) if (i == 0) k = 7; kept.x = k; }",
        "kept differs",
    ),
    "a result that is tiny": (
        "double f(int n, double *a) { double k = 1e-23; for (int i = 0; i < n; i++) if (i == 0) k = 3e-23; return k; }",
        "so small on all inputs",
    ),
    "a result in single precision that is tiny": (
        "float f(int n, float *a) { float k = 1e-7f; for (int i = 0; i < n; i++) if (i == 0) k = 9e-6f; return k; }",
        "so small on all inputs",
    ),
    "values that have no normal form": (
        "void f(int n, double *a) { double k = 4.9e-324; for (int i = 0; i < n; i++) if (i == 0) k = 9.8e-324; a[2] = k; }",
        "a[2] is 9.88131292e-324",
    ),
    "integers that no double holds": (
        "void f(int n, unsigned long *a) { unsigned long k = 1UL << 63; for (int i = 0; i < n; i++) if (i == 0) k = (1UL << 63) + 1; a[2] = k; }",
        "a[2] is 9223372036854775809, and 9223372036854775808",
    ),
    "a truth": (
        "_Bool f(int n, double *a) { _Bool k = 0; for (int i = 0; i < n; i++) if (i == 0) k = 5; return k; }",
        "the result is 1, and 0",
    ),
    "what is no number": (
        "double f(int n, double *a) { double k = 0.0 / 0.0; for (int i = 0; i < n; i++) if (i == 0) k = 1 / 0.0; return k; }",
        "the result is inf, and nan",
    ),
    "the order of what is printed": (
        HEAD + "void f(int n, double *a) { for (int i = 0; i < n; i++) printf(\"%d\\n\", i); }",
        "what it prints differs",
    ),
    "a file": (
        HEAD + 'void f(int n, double *a) { int k = 0; for (int i = 0; i < n; i++) if (i == 0) k = n;'
        ' FILE *g = fopen("left", "w"); if (g) { fprintf(g, "%d", k); fclose(g); } }',
        "a file that it writes differs",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SEEN)
def test_everything_that_can_be_seen_is_compared(outline, tmp_path: Path, name: str) -> None:
    code, said = SEEN[name]
    assert said in outcome(outline, tmp_path, code)


def test_what_is_not_the_same_twice_is_not_tested(outline, tmp_path: Path) -> None:
    code = HEAD + "#include <time.h>\nvoid f(int n, double *a) { a[9] = (double)clock() + (long)&n; " + FINE + " }"
    assert "run twice on the same input" in outcome(outline, tmp_path, code)


def test_the_command_line_stays_calm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.c"
    file.write_text(around(top='printf("conflict\\ta\\tb\\tc\\n"); printf("agreed\\n");', loop=FINE))
    assert main(["suggest", str(file), "--test", "--no-model", "--no-compiler", "--json"]) == 0
    (loop,) = json.loads(capsys.readouterr().out)["loops"]
    assert {c["tested"]["agreed"] for c in loop["candidates"]} == {True}
    assert {c["tested"]["inputs"] for c in loop["candidates"]} == {TRIALS}
