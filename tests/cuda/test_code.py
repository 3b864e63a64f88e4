"""Kernels between source and text: quoted source with holes, statements, and what passes ask of them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.cuda.ir.code import (
    CUT,
    GONE,
    NOTHING,
    Code,
    form,
    is_empty,
    joined,
    nodes,
    quoted,
    spelled,
    tokens,
    unended,
    words,
)
from loopwright.cuda.ir.functions import Function, Head, Parameter, prototype, with_defaults
from loopwright.cuda.ir.statements import Control, Directive, Loop, Plain, codes, loops_over, mentioned, plain
from loopwright.cuda.print.code import text
from loopwright.cuda.print.statements import function_text, lines
from loopwright.source.nodes import text_of
from loopwright.source.syntax import parse
from tree_sitter import Node

SOURCE = "void f(int *a, int n) {\n  /* kept */ a[n + 1] = g( n,  2 ) * 3; // as n was\n}\n"


def renamed(node: Node) -> Code | None:
    if node.type == "call_expression":
        return form("h({})", quoted(node.child_by_field_name("arguments").named_children[0], renamed))  # type: ignore[union-attr]
    return spelled("m") if text_of(node) == "n" and node.type == "identifier" else None


def body() -> Node:
    found = parse(SOURCE, "k.cu", "cuda").tree.root_node.named_children[0].child_by_field_name("body")
    assert found is not None
    return found


def test_what_is_quoted_keeps_its_blanks_and_comments() -> None:
    code = quoted(body(), renamed)
    assert text(code) == "{\n  /* kept */ a[m + 1] = h(m) * 3; // as n was\n}"
    assert words(code) == {"a", "m", "h"}
    assert text(quoted(body(), lambda node: None)) == text_of(body())


def test_the_source_behind_holes_is_not_asked() -> None:
    code = quoted(body(), renamed)
    assert [text_of(node) for node, _ in nodes(code) if node.type == "identifier"] == ["a"]
    assert list(tokens(code)) == ["{", "a", "[", "m", "+", "1", "]", "=", "h", "(", "m", ")", "*", "3", ";", "}"]


def test_forms_hold_code_in_their_places() -> None:
    assert text(form("{1} = {0}; {{}}", "x", spelled("y[0]"))) == "y[0] = x; {}"
    assert text(joined(" * ", ["a", spelled("b")])) == "a * b"
    assert is_empty(form("{}{}", NOTHING, ""))
    assert not is_empty(form("{};", NOTHING))
    assert list(tokens(form("{} >>= 0.5f", "x1"))) == ["x1", ">", ">", "=", "0.5f"]


def test_a_statement_without_its_end() -> None:
    statement = body().named_children[1]
    assert text(unended(quoted(statement, renamed))) == "a[m + 1] = h(m) * 3"
    assert text(unended(spelled("a"))) == "a"


def test_statements_are_written_once() -> None:
    inner = Loop("int", "t", spelled("8"), (plain("s += t;"),), directive=Directive(("simd",)))
    outer = Loop("int", "b", spelled("n"), (inner,), spelled("1"), directive=Directive(("parallel", "for")), tight=True)
    branch = Control("if", (spelled("s > 0"),), (Plain(NOTHING), plain("#ifdef X\ns = 1;\n#endif")))
    head = Head(spelled("void f"), (Parameter(spelled("int n"), "n"),))
    assert function_text(Function(head, (outer, branch))).split("\n") == [
        "void f(int n) {",
        "    #pragma omp parallel for",
        "    for (int b = 1; b < n; ++b)",
        "        #pragma omp simd",
        "        for (int t = 0; t < 8; ++t) {",
        "            s += t;",
        "        }",
        "    if (s > 0) {",
        "#ifdef X",
        "        s = 1;",
        "#endif",
        "    }",
        "}",
    ]
    assert [loop.name for loop in loops_over([outer, branch])] == ["b", "t"]
    assert mentioned([outer, branch]) == {"int", "b", "n", "t", "s", "ifdef", "X", "endif"}
    assert sum(1 for _ in codes([branch])) == 3
    assert lines([Control("do", (spelled("going"),), (plain("f();"),)), Control("forever", (), ())]) == [
        "do {",
        "    f();",
        "} while (going);",
        "for (;;) {",
        "}",
    ]


PROGRAM = """#include <cstdio>
#include <vector>
// The rounds of a thread read what the round before wrote: they stay in order, whoever else adds to `sum`.
__global__ void planes(int *a, int *sum, int w, int h, int d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    for (int k = 1; k < d; ++k) {
      a[(k * h + y) * w + x] += a[((k - 1) * h + y) * w + x];
      atomicAdd(&sum[x], 1);
    }
  }
}
// A condition that begins with a negation and goes on.
__global__ void denied(const int *a, int *b, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  if (!(t > 3) && t < n) { s[t] = s[t] + 1; __syncwarp(); b[t] = s[t]; }
}
// A row's number alone in the parentheses of a condition.
__global__ void rows(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int v = a[i];
    if(i / 16) v = v * 2;
    b[i] = v + i % 16;
  }
}
int main() {
  const int w = 33, h = 3, d = 400;
  int *a, *sum, *b;
  cudaMallocManaged(&a, w * h * d * sizeof(int));
  cudaMallocManaged(&sum, w * sizeof(int));
  cudaMallocManaged(&b, w * h * d * sizeof(int));
  for (int i = 0; i < w * h * d; ++i) { a[i] = 1; b[i] = -1; }
  for (int i = 0; i < w; ++i) sum[i] = 0;
  planes<<<dim3(3, 1), dim3(16, 4)>>>(a, sum, w, h, d);
  cudaDeviceSynchronize();
  int bad = 0;
  for (int k = 0; k < d; ++k) for (int i = 0; i < w * h; ++i) bad += a[k * w * h + i] != k + 1;
  for (int i = 0; i < w; ++i) bad += sum[i] != h * (d - 1);
  denied<<<1, 64>>>(a, b, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) bad += b[i] != (i < 3 ? a[i] + 1 : -1);
  rows<<<20, 64>>>(a, b, 1000);
  cudaDeviceSynchronize();
  for (int i = 0; i < 1000; ++i) bad += b[i] != (i / 16 ? a[i] * 2 : a[i]) + i % 16;
  std::printf("%d\\n", bad);
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_heads_and_conditions_mean_what_the_kernel_says(tmp_path: Path) -> None:
    translated = translate_file(parse(PROGRAM, "k.cu", "cuda"))
    planes = translated.kernel("planes")
    assert planes is not None
    assert planes.text is not None
    assert "collapse" not in planes.text
    (tmp_path / "k.cpp").write_text(translated.text, "utf-8")
    built = subprocess.run(
        ["g++", "-O2", "-w", "-fopenmp", "-o", "k", "k.cpp"], cwd=tmp_path, capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    done = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True, env={"OMP_NUM_THREADS": "4"})
    assert (done.returncode, done.stdout.strip()) == (0, "0"), done.stderr


SPELLINGS = {
    "a comment": ("a[i] = a[i] * 2; // while others - do not (wait) * / %", "a[i] = a[i] * 2;"),
    "a string": ('a[i] = a[i] * 2; printf("%d - /\\n", i);', 'a[i] = a[i] * 2; printf("", i);'),
    "a blank": ("for(int k = 0; k < 9; ++k) a[i] += k * i;", "for (int k = 0; k < 9; ++k) a[i] += k * i;"),
}


@pytest.mark.parametrize(("one", "other"), SPELLINGS.values(), ids=SPELLINGS)
def test_how_a_loop_runs_does_not_depend_on_its_spelling(one: str, other: str) -> None:
    def pragma(statements: str) -> str:
        head = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
        kernel = translate_file(
            parse(f"__global__ void k(int *a, int n) {{ {head} if (i < n) {{ {statements}\n }} }}", "k.cu", "cuda")
        ).kernel("k")
        assert kernel is not None
        assert kernel.text is not None
        return next(line.strip() for line in kernel.text.split("\n") if "#pragma" in line)

    assert pragma(one) == pragma(other)


def test_what_goes_takes_the_blanks_on_one_side_with_it() -> None:
    def rule(node: Node) -> Code | None:
        return {"/* kept */": GONE, "{": CUT}.get(text_of(node)) if not node.named_children else None

    function = parse(SOURCE, "k.cu", "cuda").tree.root_node.named_children[0]
    assert text(quoted(function, rule)) == "void f(int *a, int n)\n  a[n + 1] = g( n,  2 ) * 3; // as n was\n}"


def test_a_declaration_is_asked_for_from_the_head_not_from_its_text() -> None:
    head = Head(spelled("void f"), (Parameter(spelled("dim3 gridDim"), "gridDim"), Parameter(spelled("int n"), "n")))
    assert text(prototype(with_defaults(head, [spelled("4")]))) == "void f(dim3 gridDim, int n = 4);"
    assert head.takes("gridDim")
    assert not head.takes("blockDim")


HEADS = {
    "a default of the declaration": (
        "__device__ int f(int m,\n    int n = 4);\n__device__ int f(int m,\n    int n) { return m + n; }",
        "static inline int f(int m,\n    int n = 4);",
    ),
    "words of CUDA anywhere": (
        "int __device__ __forceinline__ f(int n) { return n; }",
        "static int inline f(int n) { return n; }",
    ),
    "one inline": (
        "__device__ __forceinline__ inline int f(int n) { return n; }",
        "static inline int f(int n) { return n; }",
    ),
    "an index": (
        "__device__ int f(void) { return threadIdx.x; }",
        "static inline int f(const uint3 threadIdx) { return threadIdx.x; }",
    ),
    "blanks in a table": ("__constant__  int t[2] = {  1,  12 };", "static int t[2] = {  1,  12 };"),
}


@pytest.mark.parametrize(("source", "said"), HEADS.values(), ids=HEADS)
def test_heads_lose_the_words_of_cuda_alone(source: str, said: str) -> None:
    kernel = "\n__global__ void k(int *a) { a[threadIdx.x] = 1; }\n"
    assert said in translate_file(parse(source + kernel, "k.cu", "cuda")).text
