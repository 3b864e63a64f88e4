"""Two lvalues of different types are of different objects by the rules of effective types (C17 6.5p7): where those say so, and the file is
compiled by them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.reading import read_outline
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

UNION = "union U { int i; float f; struct { int a; } t; int v[4]; };"
SHARED = {
    "a member of a union": f"{UNION} void f(union U *u, float *p, int *restrict q, int n) {{ LOOP p[i + 1] = i; q[i] = u[i].i; }} }}",
    "a struct in it": f"{UNION} void f(union U *u, float *p, int *restrict q, int n) {{ LOOP p[i + 1] = i; q[i] = u[i].t.a; }} }}",
    "an array in it": f"{UNION} void f(union U *u, float *p, int *restrict q, int n) {{ LOOP p[i + 1] = i; q[i] = u[i].v[2]; }} }}",
    "no name": "struct S { union { int i; float f; }; }; void f(struct S *u, float *p, int *restrict q, int n) { LOOP p[i + 1] = i; q[i] = u[i].i; } }",
    "memset": "#include <string.h>\nvoid f(short *s, int *p, int n) { LOOP p[i] = 2; memset(s + 2 * i + 2, 0, 2); } }",
    "memcpy": "#include <string.h>\nvoid f(double *s, double *restrict t, int *p, int n) { LOOP p[i] = 2; memcpy(s + i, t + i, sizeof(double)); } }",
    "memcmp": "#include <string.h>\nvoid f(short *s, int *p, int n) { LOOP p[i + 1] = memcmp(s + 2 * i, \"ab\", 2); } }",
    "may_alias": "struct __attribute__((may_alias)) S { short k; }; void f(struct S *s, int *p, int n) { LOOP s[i + 1].k = p[i]; } }",
    "may_alias behind": "struct S { short k; } __attribute__((may_alias)); void f(struct S *s, int *p, int n) { LOOP s[i + 1].k = p[i]; } }",
    "may_alias of a typedef": "typedef struct { short k; } __attribute__((__may_alias__)) S; void f(S *s, int *p, int n) { LOOP s[i + 1].k = p[i]; } }",
    "may_alias behind a typedef": "typedef struct { short k; } S __attribute__((may_alias)); void f(S *s, int *p, int n) { LOOP s[i + 1].k = p[i]; } }",
    "may_alias inside": "struct S { short k; } __attribute__((may_alias)); struct T { struct S s; };"
    " void f(struct T *s, int *p, int n) { LOOP s[i + 1].s.k = p[i]; } }",
    "an attribute": '__attribute__((optimize("no-strict-aliasing"))) void f(short *s, int *p, int n) { LOOP s[i + 1] = p[i]; } }',
    "a directive": '#pragma GCC optimize ("no-strict-aliasing")\nvoid f(short *s, int *p, int n) { LOOP s[i + 1] = p[i]; } }',
}  # fmt: skip
APART = {
    "two types": "void f(short *s, int *p, int n) { LOOP s[i + 1] = p[i]; } }",
    "a pointer in a union": "union U { int *p; long k; }; void f(union U *u, double *x, int n) { int *p = u->p; LOOP x[i] = p[i]; } }",
    "a struct": "struct S { short k; }; void f(struct S *s, int *p, int n) { LOOP s[i + 1].k = p[i]; } }",
    "aligned": "struct S { short k; } __attribute__((aligned(8))); void f(struct S *s, int *p, int n) { LOOP s[i + 1].k = p[i]; } }",
    "packed": "struct __attribute__((packed)) S { short k; }; void f(struct S *s, int *p, int n) { LOOP s[i + 1].k = p[i]; } }",
    "fill": "void f(short *s, int *p, int n) { LOOP p[i] = 2; for (int k = 0; k < 4; k++) s[4 * i + k] = 0; } }",
}  # fmt: skip
PLAIN = APART["two types"]


def verdict_of(text: str) -> str:
    outline = Outline(parse(text.replace("LOOP", "for (int i = 0; i < n; i++) {"), name="a.c"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("name", SHARED)
def test_types_that_say_nothing_keep_nothing_apart(name: str) -> None:
    assert verdict_of(SHARED[name]) in ("assumed", "unknown")


@pytest.mark.parametrize("name", APART)
def test_other_types_keep_objects_apart(name: str) -> None:
    assert verdict_of(APART[name]) == "proved"


@pytest.mark.parametrize(
    ("name", "text", "verdict"),
    [
        ("compile_commands.json", ["gcc", "-c"], "proved"),
        ("compile_commands.json", ["gcc", "-fno-strict-aliasing"], "assumed"),
        ("compile_commands.json", ["gcc", "-fno-strict-aliasing", "-fstrict-aliasing"], "proved"),
        ("compile_commands.json", ["C:/bin/cl.exe", "/O2"], "assumed"),
        ("Makefile", "CFLAGS += -O2 -fno-strict-aliasing\n", "assumed"),
        ("Makefile", "CFLAGS += -O2 -fstrict-aliasing\n", "proved"),
        ("CMakeLists.txt", "add_compile_options(-fno-strict-aliasing)\n", "assumed"),
        ("compile_flags.txt", "-fno-strict-aliasing\n", "assumed"),
        (".clangd", "CompileFlags:\n  Add: [-fno-strict-aliasing]\n", "assumed"),
    ],
)
def test_what_a_file_is_compiled_with_counts(tmp_path: Path, name: str, text: str | list[str], verdict: str) -> None:
    (tmp_path / ".git").mkdir()
    source = tmp_path / "a.c"
    source.write_text(PLAIN.replace("LOOP", "for (int i = 0; i < n; i++) {"), encoding="utf-8")
    command = {"directory": str(tmp_path), "file": "a.c", "arguments": [*text, "a.c"]}
    (tmp_path / name).write_text(text if isinstance(text, str) else json.dumps([command]), encoding="utf-8")
    outline, _, _ = read_outline(str(source))
    assert judge(outline, outline.loops[0]).verdict == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("// is it so??/\nint k;\nvoid f(int *p, int n) { for (int i = 0; i < n; i++) p[i] = i; }", "unknown"),
        ("void f(int *p, int n) { for (int i = 0; i < n; i++) { // why??/\np[0] = i; p[i] = i; } }", "unknown"),
        ("??=define S p[0] = i\nvoid f(int *p, int n) { for (int i = 0; i < n; i++) { S; p[i] = i; } }", "unknown"),
        ('void g(char *); void f(int *p, int n) { g("what??!"); for (int i = 0; i < n; i++) p[i] = i; }', "proved"),
        ("// what??!\nvoid f(int *p, int n) { for (int i = 0; i < n; i++) p[i] = i; }", "proved"),
        ('void g(char *); void f(int *p, int n) { g("why??/" "n"); for (int i = 0; i < n; i++) p[i] = i; }', "unknown"),
    ],
)
def test_signs_that_some_compilers_replace(text: str, verdict: str) -> None:
    outline = Outline(parse(text, name="a.c"))
    assert {judge(outline, loop).verdict for loop in outline.loops} == {verdict}
