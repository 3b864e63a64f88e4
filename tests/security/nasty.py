"""Shapes of input that hang, crash or silence tools: one table. A shape stands between two loops whose directives are wrong.

`python nasty.py FOLDER` writes them all. ``hides`` says which of the two loops the shape takes away in the language itself; where it
takes none, each is reported or it is said what was not looked at.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

BEFORE, AFTER = "before", "after"


def wrong(name: str, body: str = "a[i] = 0;", parameters: str = "int n, float *a") -> str:
    """A function with a loop whose directive is wrong, and one that has none, so that every call has something to say."""
    return (
        f"void {name}({parameters}) {{\n#pragma acc parallel loop copy(a[0:n]) seqq\n"
        f"  for (int i = 0; i < n; i++) {body}\n  for (int j = 0; j < n; j++) a[j] += 1;\n}}\n"
    )


Hidden = Literal["", "before", "after", "both"]


@dataclass(frozen=True)
class Shape:
    """``text`` between the two functions, or the ``whole`` file; ``suffix`` is its language, ``besides`` are further files."""

    text: str = ""
    whole: bytes | None = None
    suffix: str = ".c"
    hides: Hidden = ""
    besides: tuple[tuple[str, str], ...] = ()

    @property
    def data(self) -> bytes:
        """The content of the file."""
        if self.whole is not None:
            return self.whole
        return (wrong(BEFORE) + self.text + "\n" + wrong(AFTER)).encode("utf-8", "surrogateescape")

    @property
    def expected(self) -> frozenset[str]:
        """The functions whose directives are seen, unless something is said."""
        hidden = {"": (), "both": (BEFORE, AFTER)}.get(self.hides, (self.hides,))
        return frozenset((BEFORE, AFTER)) - frozenset(hidden)


def _nested(opening: str, inner: str, closing: str, depth: int) -> str:
    return opening * depth + inner + closing * depth


_BOTH = wrong(BEFORE) + wrong(AFTER)
_LINES = _BOTH.splitlines()
_WIDE = "(" * 40 + "x" + ")" * 40


def _spliced(text: str) -> str:
    """A line splice after every third character that is no line end."""
    return "".join(c + ("\\\n" if k % 3 == 2 and c != "\n" else "") for k, c in enumerate(text))


_ENCODED = {
    "BOM": Shape(whole=b"\xef\xbb\xbf" + _BOTH.encode()),
    "UTF-16 little": Shape(whole=b"\xff\xfe" + _BOTH.encode("utf-16-le")),
    "UTF-16 big": Shape(whole=b"\xfe\xff" + _BOTH.encode("utf-16-be")),
    "UTF-16 without a mark": Shape(whole=_BOTH.encode("utf-16-le")),
    "UTF-32": Shape(whole=_BOTH.encode("utf-32")),
    "latin-1": Shape(whole=("/* é ß */ " + _BOTH).encode("latin-1")),
    "NUL": Shape(whole=b"int a\0b;\n\0\0" + _BOTH.encode()),
    "NUL at every line": Shape(whole=_BOTH.replace("\n", "\n\0").encode(), hides="both"),
    "lone CR": Shape(whole=_BOTH.replace("\n", "\r").encode()),
    "CRLF": Shape(whole=_BOTH.replace("\n", "\r\n").encode()),
    "line ends mixed": Shape(whole="".join(x + e for x, e in zip(_LINES, ("\r", "\n", "\r\n") * 9)).encode()),
    "form feeds": Shape("\f\n\v\f int x;\n\f"),
    "NEL and separators": Shape("\u0085int y;\u2028int z;\u2029"),
    "bidirectional": Shape("/* \u202e } \u2066 */ int c; // \u2069\u202d"),
    "lone surrogates": Shape(whole=b"/* \xed\xa0\x80\xed\xbf\xbf */\n" + _BOTH.encode()),
    "overlong": Shape(whole=b"/* \xc0\xaf\xe0\x80\xaf */\n" + _BOTH.encode()),
    "unicode names": Shape("int größe, 变量, \\u00e9t\\u00e9, _\u0301x, 𝛼; float *𝛽;"),
    "zero width": Shape("int a\u200bb; int \ufeffc;"),
    "empty": Shape(whole=b"", hides="both"),
    "one NUL": Shape(whole=b"\0", hides="both"),
    "white space": Shape(whole=b" \t\r\n\f\v" * 20_000, hides="both"),
    "a backslash": Shape(whole=b"\\", hides="both"),
    "no line end": Shape(whole=_BOTH.encode() + b"#pragma acc parallel loop"),
    "only pragmas": Shape(whole=b"#pragma acc parallel loop seqq\n" * 3_000, hides="both"),
}
_PREPROCESSED = {
    "trigraphs": Shape("??=pragma acc loop\n??=define X ??' ??( ??) ??< ??> ??! ??- ??/\n"),
    "digraphs": Shape("%:pragma acc loop seqq\nint d<:3:> = <% 1, 2, 3 %>;\n%:define X(a) a %:%: a"),
    "splices everywhere": Shape(_spliced("int spliced(int a) { /* c */ return a + 1; } // d\n#define SP 1 + 2\n")),
    "splices in a directive": Shape(whole=("#pr\\\nagma a\\\ncc parallel l\\\noop\nint x;\n" + _BOTH).encode()),
    "splices with blanks": Shape("#define B 1 \\ \t\n + 2\n#pragma acc \\  \n data \\\t\n"),
    "a million splices": Shape("#define L " + "\\\n" * 400_000 + " 1\n"),
    "a long line": Shape("int a_long[] = {" + "1," * 500_000 + "};"),
    "a long name": Shape("int " + "x" * 1_000_000 + ";"),
    "a long pragma": Shape("#pragma acc parallel copy(" + "x," * 100_000 + "x)\n;"),
    "a long clause": Shape("#pragma acc parallel async(" + "1+" * 50_000 + "1)\n{ }"),
    "a long comment": Shape("/*" + " a\n" * 300_000 + "*/"),
    "a long string": Shape('char *text = "' + "a\\n" * 300_000 + '";'),
    "pragmas": Shape("#pragma acc parallel loop\n" * 30_000),
    "data pragmas": Shape("void p(float *a) {\n" + "#pragma acc data copy(a[0:1])\n{\n" * 60 + "}\n" * 60 + "}"),
    "routines": Shape("#pragma acc routine seq\n" * 10_000 + "int routine(int);"),
    "updates": Shape("void u(float *a) {\n" + "#pragma acc update host(a[0:1])\n" * 5_000 + "}"),
    "#if": Shape(_nested("#if 1\n", "int v;\n", "#endif\n", 50_000)),
    "#if that is open": Shape("#if 1\n" * 10_000),
    "#else": Shape("#if A\n" + "#else\n" * 20_000 + "#endif\n"),
    "#elif": Shape("#if A\n" + "#elif B && (C || D)\nint e;\n" * 10_000 + "#endif\n"),
    "a long #if": Shape("#if " + "A || " * 50_000 + "1\nint l;\n#endif\n"),
    "a deep #if": Shape("#if " + _nested("(", "1", ")", 50_000) + "\nint l;\n#endif\n"),
    "a number in #if": Shape("#if " + "9" * 6_000 + " > 1\nint l;\n#elif \u0663\nint m;\n#endif\n"),
    "nots in #if": Shape("#if " + "!" * 20_000 + "1\nint l;\n#endif\n"),
    "a deep macro": Shape(
        "#define D "
        + _nested("(", "1", ")", 20_000)
        + wrong("dm", "a[D] = D;").replace("seqq", "async(D) vector_length(D)").replace("i < n", "i < D")
    ),
    "comments in directives": Shape("#/* */ /* */pragma acc loop\n#/*\n" * 5_000 + "*/"),
    "comments behind directives": Shape("#pragma acc loop /* a */ // b /* \n" * 400 + "int x;"),
    "open comments in a directive": Shape("#pragma acc loop " + "/* " * 5_000 + "*/\nint x;"),
    "a long _Pragma": Shape('void lp(void) { _Pragma("acc parallel copy(' + "x," * 50_000 + 'x)") for (;;) ; }'),
    "#line": Shape('#line 2147483648 "/etc/passwd"\n#line 0\n#line -1 x\n# 99999999999999999999 "z" 1 2 3 4\n'),
    "includes itself": Shape('#include "shape.c"\n#include __FILE__\n'),
    "includes in a circle": Shape(
        '#include "a.h"\n', besides=(("a.h", '#include "b.h"\n' * 20), ("b.h", '#include "a.h"\n' * 20))
    ),
    "a tree of includes": Shape(
        '#include "i0.h"\n',
        besides=tuple((f"i{k}.h", f'#include "i{k + 1}.h"\n' * 12 + f"extern int i{k};\n") for k in range(12)),
    ),
    "includes a folder": Shape(
        '#include "."\n#include "/"\n#include ""\n#include <>\n#include "/dev/zero"\n#include\n'
    ),
    "many includes": Shape("".join(f'#include "no{k}.h"\n' for k in range(5_000))),
    "macros": Shape("".join(f"#define M{k} {k}\n" for k in range(100_000))),
    "macros of macros": Shape(
        "#define N0 1\n" + "".join(f"#define N{k + 1} N{k} + N{k}\n" for k in range(5_000)) + "int m = N5000;"
    ),
    "a macro of itself": Shape("#define F(x) F(F(x)) F\nint f = F(F(F)(1));\n#define O O\nint O;"),
    "a macro's long argument": Shape("#define I(x) x\nint i = I(" + "1 + " * 20_000 + "1);"),
    "macros of many arguments": Shape("#define A(" + ", ".join(f"a{k}" for k in range(5_000)) + ") a1\nint z = A(1);"),
    "pastes": Shape(
        "#define P(a, b) a ## b ## __VA_ARGS__ ## #a\nint P(x, P(y, P(z, ))) = P(,);\n#define Q #@ ## ##\n"
    ),
    "a macro that is a brace": Shape("#define BEGIN {\n#define END }\nint braces(void) BEGIN return 0; END"),
    "a macro that is a pragma": Shape(
        "#define DO(x) _Pragma(#x)\nvoid dop(int n, float *a) { DO(acc parallel loop seqq) for (int i = 0; i < n; i++) a[i] = 1; }"
    ),
    "odd _Pragma": Shape(
        '_Pragma("") _Pragma() _Pragma(L"acc loop") _Pragma("acc \\"loop\\\\") _Pragma(R"x(acc loop)x") _Pragma("a" "b") _Pragma("acc\n'
    ),
    "a pragma in an argument": Shape(
        "#define I(x) x\nvoid q(int n, float *a) { I(\n#pragma acc parallel loop\nfor (;;) ;) }"
    ),
    "odd pragmas": Shape(
        "#pragma\n#pragma acc\n#pragma acc acc\n# pragma acc parallel loop((((\n#pragma acc parallel loop copy(a[[[[0:\n"
        "#pragma acc /* \n */ loop\n#pragma acc loop collapse(99999999999999999999999)\n#pragma acc wait(1,2,\n"
        '#pragma acc parallel if("\n#pragma acc parallel reduction(+:reduction(+:\n#pragma acc \\\n'
    ),
    "a pragma at the end": Shape(whole=(_BOTH + "#pragma acc parallel loop\\").encode()),
    "null directives": Shape("#\n # \n#/* */\n%:\n" * 5_000),
    "unknown directives": Shape(
        "#embed </dev/zero>\n#warning x\n#error y\n#assert a(b)\n#ident z\n#import <q>\n#unassert\n"
    ),
}
_UNTERMINATED = {
    "an open comment": Shape("/* never closed", hides="after"),
    "open comments": Shape("/* " * 100_000, hides="after"),
    "an open string": Shape('char *s = "never closed;'),
    "open strings": Shape('char *s = "\n' * 20_000),
    "open characters": Shape("char c = 'x;\n" * 20_000),
    "an open raw string": Shape('const char *r = R"delim(never closed', suffix=".cpp", hides="after"),
    "open raw strings": Shape('R"(x\n' * 10_000, suffix=".cpp", hides="after"),
    "a raw string": Shape('const char *r = R"x(\n#pragma acc parallel seqq\n)" )x";', suffix=".cpp"),
    "an odd raw string": Shape(
        'auto r = R"0123456789abcdefg(x)0123456789abcdefg"; auto t = R"\\(x)\\";', suffix=".cpp"
    ),
    "an open parenthesis": Shape("int f(int a, "),
    "open parentheses": Shape("int x = " + "(" * 50_000),
    "open brackets": Shape("int x" + "[" * 50_000),
    "an open brace": Shape("void f(void) { if (1) {"),
    "open braces": Shape("{" * 50_000),
    "closed braces": Shape("}" * 50_000),
    "open templates": Shape("template <class A, " * 5_000, suffix=".cpp"),
    "an open template": Shape("std::vector<std::map<int, ", suffix=".cpp"),
    "less thans": Shape("int x = a" + " < b" * 20_000 + ";", suffix=".cpp"),
    "open angles": Shape("a<" * 30_000, suffix=".cpp"),
    "an open launch": Shape("k<<<" * 3_000, suffix=".cu"),
    "open cases": Shape("void s(int a) { switch (a) { case case case default default: default: ", hides=""),
    "operators": Shape("int o = " + "- - + ! ~ * & " * 10_000 + "1;"),
    "commas": Shape("int c = (" + "," * 30_000 + ");"),
    "semicolons": Shape(";" * 200_000),
    "all punctuation": Shape("!@#$%^&*()_+-=[]{}|;':\",./<>?`~\\\n" * 3_000),
}
_DEEP = {
    "parentheses": Shape("int x = " + _nested("(", "1", ")", 50_000) + ";"),
    "braces": Shape("void f(void) " + _nested("{", "", "}", 50_000)),
    "templates": Shape("using T = " + _nested("A<", "int", ">", 50_000) + ";", suffix=".cpp"),
    "template templates": Shape(_nested("template <", "class T", "> class U", 5_000), suffix=".cpp"),
    "ternaries": Shape("int t = " + "a ? b : " * 30_000 + "c;"),
    "ternaries in the middle": Shape("int t = " + _nested("a ? ", "b", " : c", 30_000) + ";"),
    "pointers": Shape("int " + "*" * 50_000 + "p;"),
    "pointers to functions": Shape("int " + _nested("(*", "f", ")(void)", 20_000) + ";"),
    "initialisers": Shape("int x[] = " + _nested("{", "1", "}", 50_000) + ";"),
    "array dimensions": Shape("int x" + "[2]" * 50_000 + ";"),
    "subscripts": Shape("int s(int *a) { return " + _nested("a[", "0", "]", 30_000) + "; }"),
    "calls": Shape("int c(int a) { return " + _nested("c(", "0", ")", 30_000) + "; }"),
    "members": Shape("int m(struct S *s) { return s" + "->s" * 50_000 + "; }"),
    "casts": Shape("int c = " + "(int)" * 50_000 + "1;"),
    "if else": Shape("void e(int a) { " + "if (a) a = 1; else " * 20_000 + ";}"),
    "ifs": Shape("void e(int a) { " + "if (a) " * 50_000 + ";}"),
    "labels": Shape("void l(void) { " + "".join(f"l{k}: " for k in range(30_000)) + ";}"),
    "64 loops": Shape(
        "void l(int n, float *a) { "
        + "".join(f"for (int i{k} = 0; i{k} < n; i{k}++) " for k in range(64))
        + "a[i0] = 0; }"
    ),
    "64 loops with directives": Shape(
        "void l(int n, float *a) {\n"
        + "".join(f"#pragma acc loop\nfor (int i{k} = 0; i{k} < n; i{k}++)\n" for k in range(64))
        + "a[i0] = 0; }"
    ),
    "structs": Shape(_nested("struct { ", "int x;", " } s;", 10_000)),
    "namespaces": Shape(_nested("namespace a { ", "int x;", " }", 10_000), suffix=".cpp"),
    "lambdas": Shape("auto l = " + _nested("[=]{ return ", "1", "; }", 10_000) + ";", suffix=".cpp"),
    "qualified names": Shape("int q = " + "a::" * 50_000 + "b;", suffix=".cpp"),
    "attributes": Shape("[[" * 20_000 + "a" + "]]" * 20_000 + " int x;", suffix=".cpp"),
    "statement expressions": Shape("int s = " + _nested("({ ", "1", "; })", 10_000) + ";"),
    "clauses": Shape("#pragma acc parallel copy(a[" + _nested("(", "0", ")", 20_000) + ":n])\n{ }"),
    "a sum": Shape("int s(int a) { return " + "a + " * 50_000 + "1; }"),
    "a sum in a subscript": Shape(wrong("sum", "a[" + "i + " * 2_000 + "0] = 1;")),
    "a product in a subscript": Shape(wrong("product", "a[" + "(i + n) * " * 100 + "1] = 1;")),
}
_STATEMENTS = "".join(f"a[i + {k}] += a[i] * {k};\n" for k in range(1_000))
_NAMES = "".join(f"int v{k} = n; " for k in range(2_000))
_LANGUAGE = {
    "huge literals": Shape(
        f"long h = {'9' * 100_000}; double d = 1e{'9' * 10_000}; int x = 0x{'f' * 50_000}; int b = 0b{'1' * 9_999};"
    ),
    "huge numbers in clauses": Shape(
        wrong("hc").replace(
            "seqq",
            f"collapse({'9' * 6_000}) gang(dim:{'9' * 6_000}) vector_length(\u0663) tile({'9' * 6_000},\u00b2) seqq",
        )
    ),
    "huge numbers in kernels": Shape(
        "__global__ void k(int n, float *a) { int i = threadIdx.x; if (i >= "
        + "9" * 6_000
        + ") for (int j = 0; j < "
        + "9" * 6_000
        + "; j++) a[i * "
        + "9" * 6_000
        + " + j] = 1; }\nvoid h(float *a) { k<<<"
        + "9" * 6_000
        + ", 1>>>(1, a); }",
        suffix=".cu",
    ),
    "a deep #if in a kernel": Shape(
        "__global__ void k(float *a) {\n#if " + "(" * 5_000 + "1" + ")" * 5_000 + "\na[0] = 1;\n#endif\n}", suffix=".cu"
    ),
    "a huge bound": Shape(wrong("bound").replace("i < n", f"i < {'9' * 5_000}")),
    "a huge index": Shape(wrong("index", f"a[{'9' * 5_000} * i] = 0;")),
    "a huge shift": Shape(wrong("shift", "a[1 << (1 << (1 << 30))] = a[2 << 9223372036854775807];")),
    "a power": Shape("enum { P = " + "99999999 * " * 3_000 + "9 };\nint p[P];"),
    "odd literals": Shape("int o = 08 + 0x + 0b2 + 1'000''0 + 'abcde' + '' + 1e + 0x1p + 1.2.3 + 1__u + .e1;"),
    "attributes": Shape(
        "__attribute__((aligned(" + _WIDE + '))) int __attribute__((x)) a1 __attribute__((section(")")));\n'
        "[[gnu::unused]] [[a::b(c(d))]] int a2 [[x]]; __declspec(dllexport) int a3; _Alignas(8) int a4;"
    ),
    "K&R": Shape(
        "int kr(a, b, c)\n int a; float *b, c[];\n{ for (a = 0; a < 10; a++) b[a] = c[a]; return 0; }\nf() { return 1; }"
    ),
    "statement expression": Shape(wrong("se", "a[({ int t = i; t; })] = ({ break; 1; });")),
    "computed goto": Shape(
        "void cg(int n, float *a) { void *t[] = {&&x, &&y}; for (int i = 0; i < n; i++) { goto *t[i & 1]; x: a[i] = 1; y:; } }"
    ),
    "VLA of VLA": Shape(
        "void vla(int n, int m, float a[n][m][*], float b[static n][m]) { float c[n][m]; for (int i = 0; i < n; i++) c[i][0] = b[i][0]; }"
    ),
    "bit fields": Shape(
        "struct B { int a : 3, : 0, b : 99; unsigned : 5; } bf; void bits(int n) { for (int i = 0; i < n; i++) bf.a = i; }"
    ),
    "flexible arrays": Shape(
        "struct F { int n; float a[]; }; struct Z { float z[0]; }; float zero[0];\n"
        "void fl(struct F *f, struct Z *z) { for (int i = 0; i < f->n; i++) f->a[i] = z->z[i] + zero[i]; }"
    ),
    "modules": Shape(
        "module;\nexport module m:p;\nimport std;\nimport <vector>;\nexport import :q;\nexport { int x; }",
        suffix=".cpp",
    ),
    "coroutines": Shape(
        "task co(int n) { for (int i = 0; i < n; i++) co_yield i; co_await x; co_return; }", suffix=".cpp"
    ),
    "concepts": Shape(
        "template <class T> concept C = requires(T t) { { t + t } -> same<T>; requires sizeof(T) > 1; };\n"
        "template <C T> requires (C<T> && C<T>) auto f(C auto x) -> decltype(x);",
        suffix=".cpp",
    ),
    "user literals": Shape(
        'auto operator""_km(long double) ; auto d = 1.0_km + "x"_s + 0x1_h + \'c\'_c;', suffix=".cpp"
    ),
    "reflections": Shape(
        "constexpr auto r = ^^int; template <auto... X> struct P; [: r :] s; int z = X...[0];", suffix=".cpp"
    ),
    "many statements": Shape(wrong("many", "{\n" + _STATEMENTS + "}")),
    "many variables": Shape(wrong("variables", "a[v0] = v1999;").replace("{\n", "{\n" + _NAMES + "\n", 1)),
    "many loops": Shape("void ml(int n, float *a) {" + "for (int i = 0; i < n; i++) a[i] = a[i + 1];\n" * 300 + "}"),
    "many annotated loops": Shape("".join(wrong(f"al{k}") for k in range(300))),
    "many functions": Shape("".join(f"int f{k}(int a) {{ return f{k + 1}(a); }}\n" for k in range(3_000))),
    "calls in a circle": Shape(
        "int u(int a); int v(int a) { return u(a) + u(a); } int u(int a) { return v(a) + v(a); }"
    ),
    "one name": Shape(
        "int one(int one) { int one; { int one; } goto one; one: return one; } struct one { struct one *one; };"
    ),
    "a loop without a head": Shape(
        "void lh(void) { for (;;) ; for (int i; ; ) ; for () ; for (i) ; while () ; do while (1); }"
    ),
    "typedefs of themselves": Shape(
        "typedef T T; typedef struct S S; typedef A B; typedef B A; struct S { S s; A a; T t[sizeof(A)]; }; A x;"
    ),
    "enums of themselves": Shape(
        "enum E { A = B, B = A, C = sizeof(enum E), D = C / 0, F = -1 % 0, G = 1 << 999 }; int e[D][F][G];"
    ),
    "bases of themselves": Shape(
        "struct A : B {}; struct B : A { A a; }; template <class T> struct R : R<R<T>> {}; R<int> r;", suffix=".cpp"
    ),
    "kernels": Shape(
        "__global__ void k(float *a) { extern __shared__ float s[]; __syncthreads(); if (threadIdx.x) return; __syncthreads(); }\n"
        "void h(float *a) { k<<<1, 2, 3, 4, 5>>>(a); k<<<>>>(); k<<<dim3(1,,), >>>(a) }",
        suffix=".cu",
    ),
    "many kernels": Shape(
        "".join(f"__global__ void k{k}(float *a) {{ a[threadIdx.x] = {k}; }}\n" for k in range(150)), suffix=".cu"
    ),
    "deep kernels": Shape(
        "__global__ void k(float *a) { " + _nested("if (a[0]) { ", "__syncthreads();", " }", 60) + " }", suffix=".cu"
    ),
    "CUDA pragmas": Shape(
        "__global__ void k(float *a) {\n" + "#pragma unroll\n" * 5_000 + "for (;;) ; }", suffix=".cu"
    ),
}
SHAPES: dict[str, Shape] = {
    f"{group}: {name}": shape
    for group, table in (
        ("encoded", _ENCODED),
        ("preprocessed", _PREPROCESSED),
        ("unterminated", _UNTERMINATED),
        ("deep", _DEEP),
        ("language", _LANGUAGE),
    )
    for name, shape in table.items()
}

# These take more than a second of the processor; `make security` takes them through every call.
HEAVY = frozenset(
    (
        "preprocessed: a long line",
        "preprocessed: pragmas",
        "preprocessed: #if",
        "preprocessed: #if that is open",
        "preprocessed: comments in directives",
        "preprocessed: macros",
        "unterminated: semicolons",
        "unterminated: all punctuation",
        "unterminated: open angles",
        "deep: templates",
        "deep: 64 loops with directives",
        "language: many statements",
        "language: many variables",
        "language: many loops",
        "language: many annotated loops",
        "language: many functions",
        "language: many kernels",
        "language: kernels",
    )
)


def write(name: str, folder: Path) -> Path:
    """Write a shape and what it needs into a folder of its own; its path."""
    shape = SHAPES[name]
    folder.mkdir(parents=True, exist_ok=True)
    for beside, text in shape.besides:
        (folder / beside).write_text(text)
    path = folder / f"shape{shape.suffix}"
    path.write_bytes(shape.data)
    return path


if __name__ == "__main__":
    for number, one in enumerate(SHAPES):
        print(write(one, Path(sys.argv[1]) / str(number)), one)
