"""Classes that two files of a program define by one name: to nvcc each file has its own, and so it is in the translation."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.lang.own_classes import own_classes
from loopwright.source.syntax import parse
from whole import differing

from tests.cuda.built import CALLED, build

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

LAUNCH = """static __global__ void work(int *a) { @ }
void @name@(int *h) {
  int *d;
  cudaMalloc(&d, 8), cudaMemset(d, 0, 8);
  work<<<1, 1>>>(d);
  cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost), cudaFree(d);
}
"""
MAIN = """#include <cstdio>
void first(int *), second(int *);
int main() { int a[2], b[2]; first(a), second(b); printf("%d %d %d %d\\n", a[0], a[1], b[0], b[1]); }
"""


def program(body: str, head: str, other: str | None = None) -> dict[str, str]:
    """Two files that launch a kernel with ``body``, below ``head`` and ``other``."""
    launch = LAUNCH.replace("@ }", f"{body} }}")
    return {
        "a.cu": head + launch.replace("@name@", "first") + MAIN,
        "b.cu": (other if other is not None else head) + launch.replace("@name@", "second"),
    }


RULE = (
    "struct Rule { int by; __device__ Rule(int b) : by(b) {} __device__ int on(int x) const { return x * by + 1; } };\n"
)
BOX = "template <typename T> struct Box { T v; __device__ T get() const { return v + 1; } };\n"
OUTSIDE = (
    "struct Far { int v; __device__ int get() const; };\ninline __device__ int Far::get() const { return v + 1; }\n"
)
USING = "struct Using { int v; __device__ int get(int x) const { return @; } };\n"


def named(told: str, asked: str, numbers: tuple[str, str] = ("5", "6")) -> dict[str, str]:
    """Two files of which each defines in its own way what a class of one text names."""
    one, other = (told.replace("$", number) + "\n" + USING.replace("@", asked) for number in numbers)
    return program("a[0] = Using().get(2);", one, other)


def of_headers(told: str, asked: str) -> dict[str, str]:
    """The same, where headers without code of the device define it."""
    files = named('#include "plain$.h"', asked)
    return {**files, **{f"plain{number}.h": told.replace("$", number) for number in ("5", "6")}}


TYPES = ("char", "short")
NAMED = {
    "an enumeration": (named("enum { K = $ };", "x + K"), "7 0 8 0"),
    "an enumeration with a name": (named("enum class K { at = $ };", "(int)K::at"), "5 0 6 0"),
    "an enumeration of a variable": (named("static enum { K = $ } mode;", "x + K"), "7 0 8 0"),
    "a typedef": (named("typedef $ T;", "(int)sizeof(T)", TYPES), "1 0 2 0"),
    "a typedef of an array": (named("typedef char T[$];", "(int)sizeof(T)"), "5 0 6 0"),
    "a type's other name": (named("using T = $;", "(int)sizeof(T)", TYPES), "1 0 2 0"),
    "a template's other name": (named("template <class> using T = $;", "(int)sizeof(T<int>)", TYPES), "1 0 2 0"),
    "a namespace's other name": (
        named("namespace n5 { enum { K = 5 }; }\nnamespace n6 { const int K = 6; }\nnamespace n = n$;", "n::K"),
        "5 0 6 0",
    ),
    "a name of a name": (named("typedef char A[$];\ntypedef A B;\nusing C = B;", "(int)sizeof(C)"), "5 0 6 0"),
    "macros under a condition": (
        named("#define N $\n#if N > 5\n#define K 1\n#else\n#define K 0\n#endif", "x + K"),
        "2 0 3 0",
    ),
    "macros under a condition of its own": (
        named("#if $ > 5\n#define K 1\n#else\n#define K 0\n#endif", "x + K"),
        "2 0 3 0",
    ),
    "a number of a header": (of_headers("const int K = $;", "x + K"), "7 0 8 0"),
    "a struct of a header": (of_headers("struct Row { char at[$]; };", "(int)sizeof(Row)"), "5 0 6 0"),
    "a macro of a header": (of_headers("#define K $", "x + K"), "7 0 8 0"),
}
PROGRAMS = {
    **NAMED,
    "methods": (
        program("Rule r(3); a[0] = r.on(2); a[1] = r.by;", RULE, RULE.replace("by(b)", "by(-b)").replace("+ 1", "+ 2")),
        "7 3 -4 -3",
    ),
    "templates": (program("Box<int> b{5}; a[0] = b.get();", BOX, BOX.replace("+ 1", "+ 20")), "6 0 25 0"),
    "declared before": (
        program("Rule r(3); a[0] = r.on(2);", f"struct Rule;\n{RULE}", f"struct Rule;\n{RULE.replace('+ 1', '+ 2')}"),
        "7 0 8 0",
    ),
    "methods outside": (
        program("Far f{5}; a[0] = f.get();", OUTSIDE, OUTSIDE.replace("+ 1", "+ 20")),
        "6 0 25 0",
    ),
    "a class of a class": (
        program(
            "Pair p{{1}, {2}}; a[0] = p.sum();",
            BOX + "struct Pair { Box<int> x, y; __device__ int sum() const { return x.get() + y.get(); } };\n",
            BOX.replace("+ 1", "+ 20")
            + "struct Pair { Box<int> x, y; __device__ int sum() const { return x.get() + y.get(); } };\n",
        ),
        "5 0 43 0",
    ),
    "a name of the file in a shared class": (
        {
            "step.h": "struct Step { int v; __device__ int next() const { return v + size(); } };\n",
            **program(
                "Step s{1}; a[0] = s.next();",
                'static __device__ int size() { return 5; }\n#include "step.h"\n',
                'static __device__ int size() { return 7; }\n#include "step.h"\n',
            ),
        },
        "6 0 8 0",
    ),
    "a macro": (
        {
            "step.h": "struct Step { int v; __device__ int next() const { return v + SIZE; } };\n",
            **program(
                "Step s{1}; a[0] = s.next();",
                '#define SIZE 5\n#include "step.h"\n',
                '#define SIZE 7\n#include "step.h"\n',
            ),
        },
        "6 0 8 0",
    ),
    "a type that both files know": (
        {
            "v.h": "struct V { int x, y; __host__ __device__ int sum() const { return x + y; } };\nvoid show(const V &v);\n",
            "a.cu": '#include "v.h"\n#define N 3\nstatic __global__ void work(V *v) { v->x = v->sum() + N; }\n'
            "int main() { V h = {1, 2}, *d; cudaMalloc(&d, 8); cudaMemcpy(d, &h, 8, cudaMemcpyHostToDevice); work<<<1, 1>>>(d);"
            " cudaMemcpy(&h, d, 8, cudaMemcpyDeviceToHost); show(h); }\n",
            "b.cu": '#include "v.h"\n#include <cstdio>\n#define N 4\nstatic __global__ void work(V *v) { v->y += N; }\n'
            "void show(const V &v) { V h = v, *d; cudaMalloc(&d, 8); cudaMemcpy(d, &h, 8, cudaMemcpyHostToDevice); work<<<1, 1>>>(d);"
            ' cudaMemcpy(&h, d, 8, cudaMemcpyDeviceToHost); printf("%d %d\\n", v.x, h.y); }\n',
        },
        "6 6",
    ),
    "a class with a part elsewhere": (
        {
            "s.h": "#define CHECK(x) x\nclass Solver { int v = 1; public: int run(); int size() const { return v; } };\n",
            "a.cu": '#include "s.h"\n#include <cstdio>\nstatic __global__ void work(int *a) { *a = 2; }\n'
            'int main() { Solver s; int r = s.run(); printf("%d %d\\n", r, s.size()); }\n',
            "b.cu": '#include "s.h"\nstatic __device__ int by = 3;\nstatic __global__ void work(int *a) { *a = by; }\n'
            "int Solver::run() { int *d; cudaMalloc(&d, 4); work<<<1, 1>>>(d); cudaMemcpy(&v, d, 4, cudaMemcpyDeviceToHost); return v; }\n",
        },
        "3 3",
    ),
    "a class with all members in another file": (
        {
            "s.h": "#include <utility>\ntypedef std::pair<int, int> At;\n"
            "class Board { int v = 1; public: int run(At by); __host__ __device__ int size() const { return v; } };\n",
            "a.cu": '#include <cstdio>\n#include "s.h"\nstatic __global__ void work(int *a) { *a = 2; }\n'
            'int main() { Board s; int r = s.run(At(1, 2)); printf("%d %d\\n", r, s.size()); }\n',
            "b.cu": '#include "s.h"\nstatic __global__ void work(int *a, At by) { *a = by.first; }\n'
            "int Board::run(At by) { int *d; cudaMalloc(&d, 4); work<<<1, 1>>>(d, by); cudaMemcpy(&v, d, 4, cudaMemcpyDeviceToHost); return v; }\n",
        },
        "1 1",
    ),
    "a class that is told of one with all members in another file": (
        {
            "s.h": "struct Store { int v; Store(int n); int get() const; };\n#define MAKE(n) Store(n)\n"
            "struct Base { virtual __host__ int run() { return kept().get(); } Store kept() { return MAKE(3); } };\n",
            "a.cu": '#include "s.h"\n#include <cstdio>\n#include <typeinfo>\nstatic __global__ void work(int *a) { *a = 2; }\n'
            "const std::type_info &other();\n"
            'int main() { Base b; printf("%d %d\\n", b.run(), typeid(Base) == other()); }\n',
            "b.cu": '#include "s.h"\n#include <typeinfo>\nstatic __global__ void work(int *a) { *a = 2; }\n'
            "Store::Store(int n) : v(n) {}\nint Store::get() const { return v; }\n"
            "const std::type_info &other() { return typeid(Base); }\n",
        },
        "3 1",
    ),
    "members of one name that begin otherwise": (
        program(
            "Far f{5}; a[0] = f.get();",
            OUTSIDE,
            OUTSIDE.replace("inline __device__ int", "__device__ inline int").replace("+ 1", "+ 20"),
        ),
        "6 0 25 0",
    ),
    "members of another file that are told of a class": (
        {
            "s.h": "#define CHECK(x) x\nstruct Step { int by; __host__ __device__ int next() const { CHECK(return by + 1;) } };\n"
            "template <typename T> struct Row { T v; T last() const { CHECK(return v;) } };\n"
            "class Board { int v = 1; public: int run(const Step &s, const Row<int> *r); int size() const { CHECK(return v;) } };\n",
            "a.cu": '#include "s.h"\n#include <cstdio>\nstatic __global__ void work(int *a) { *a = 2; }\n'
            'int main() { Board s; Row<int> w{4}; int r = s.run(Step{5}, &w); printf("%d %d\\n", r, s.size()); }\n',
            "b.cu": '#define CHECK(x) { x }\n#include "s.h"\nstatic __global__ void work(int *a, int by) { *a = by; }\n'
            "int Board::run(const Step &s, const Row<int> *r) { int *d; cudaMalloc(&d, 4); work<<<1, 1>>>(d, s.next() + r->last());"
            " cudaMemcpy(&v, d, 4, cudaMemcpyDeviceToHost); return v; }\n",
        },
        "10 10",
    ),
}


@pytest.mark.parametrize("name", NAMED)
def test_a_class_is_another_one_where_what_it_names_is(name: str) -> None:
    files = {file: parse(text.encode(), file, "cuda").root for file, text in NAMED[name][0].items()}
    headers = [[root for file, root in files.items() if file.startswith(f"plain{number}")] for number in "56"]
    one, other = files["a.cu"], files["b.cu"]
    assert own_classes([one, other], headers) == [{"Using"}, {"Using"}]
    assert own_classes([one, one], [headers[0], headers[0]]) == [frozenset(), frozenset()]


@pytest.mark.parametrize(
    "name", differing({name: "".join(files.values()) for name, (files, _) in PROGRAMS.items()}, 2, "cuda")
)
def test_a_class_is_that_of_its_file(name: str, tmp_path: Path) -> None:
    files, printed = PROGRAMS[name]
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert main(["translate", str(tmp_path), "-o", str(tmp_path / "out")]) == 0
    sources = sorted((tmp_path / "out").glob("*.cpp"))
    build(sources, tmp_path / "p", f"-I{tmp_path}", flags=CALLED)
    assert subprocess.run([tmp_path / "p"], capture_output=True, text=True).stdout.strip() == printed
