"""What nvcc takes and a C++ compiler does not: each form compiles, and gives what it gives on a GPU."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cli.main import main
from loopwright.cuda.file import translate_file
from loopwright.cuda.read.spelling import spelled
from loopwright.source.syntax import parse

PROGRAM = """#include <cstdio>
template <typename T> struct Sum {
    static const T start = static_cast<T>(0.5);
    static const int step = 3;
    T const static other = T(2);
    __device__ T operator()(T a, T b) const { return a + b; }
};
struct Plain { static const int many = 4; };
template <typename T, template <typename> class Op> __global__ void add(T *a, int n) {
    int i = threadIdx.x;
    if (i < n) a[i] = Op<T>()(Op<T>::start, a[i] * Op<T>::step * Plain::many);
}
struct Grid { float value[4][4]; };
__global__ void diagonal(Grid *u) {
    int i = threadIdx.x;
    typeof(u->value[0][0]) v = u->value[i][i];
    typeof (*u) *w = u;
    typeof(float *) p = &w->value[i][0];
    *p = v;
}
__device__ volatile static int last;
__constant__ const static int first[2] = {0, 1};
__global__ void own(int *a) {
    __shared__ int t[64];
    t[threadIdx.x] = a[threadIdx.x];
    __syncthreads;
    last = first[1];
    a[threadIdx.x] = t[threadIdx.x] + last;
}
double now() { struct timespec ts; clock_gettime(CLOCK_MONOTONIC, &ts); return ts.tv_sec; }
int main() {
    float *a;
    int *b;
    Grid *u;
    cudaMallocManaged(&a, 64), cudaMallocManaged(&b, 256), cudaMallocManaged(&u, sizeof *u);
    for (int i = 0; i < 16; ++i) a[i] = i, u->value[i / 4][i % 4] = i;
    for (int i = 0; i < 64; ++i) b[i] = i;
    add<float, Sum><<<1, 16>>>(a, 16);
    diagonal<<<1, 4>>>(u);
    own<<<1, 64>>>(b);
    cudaDeviceSynchronize();
    printf("%g %g %d %d\\n", a[5], u->value[2][0], b[9], now() > 0);
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_a_program_with_all_of_them_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "k.cu", tmp_path / "k.cpp"
    file.write_text(PROGRAM, "utf-8")
    assert main(["translate", str(file), "-o", str(out)]) == 0
    line = PROGRAM.splitlines().index("    __syncthreads;") + 1
    assert f"k.cu:{line}:   no thread waits here: __syncthreads is named and not called" in capsys.readouterr().err
    build([out], tmp_path / "k")
    done = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True, check=True)
    assert done.stdout == "60.5 10 10 1\n"


def test_constants_of_other_classes_stay() -> None:
    text = translate_file(parse(PROGRAM, "k.cu", "cuda")).text
    assert "static const int many = 4;" in text
    assert "static constexpr T start = static_cast<T>(0.5);" in text
    assert "T constexpr static other = T(2);" in text


TYPES = {
    "typeof(a[i]) x;": "std::remove_reference_t<decltype(a[i])> x;",
    "typeof (f(a, (b))) x;": "std::remove_reference_t<decltype(f(a, (b)))> x;",
    "typeof(int *) x;": "std::remove_reference_t<int *> x;",
    "typeof(unsigned) x;": "std::remove_reference_t<unsigned> x;",
    "typeof(x) y = x;": "__typeof__(x) y = x;",
    "__typeof__(x) y = x;": "__typeof__(x) y = x;",
    "int typeof_x = my_typeof(a[i]);": "int typeof_x = my_typeof(a[i]);",
    "typeof(a[i]) x; typeof(*p) y;": "std::remove_reference_t<decltype(a[i])> x; std::remove_reference_t<decltype(*p)> y;",
    "typeof(a": "typeof(a",
    "typeof": "typeof",
}


@pytest.mark.parametrize("text", TYPES)
def test_types_of_expressions_are_said_as_the_grammar_reads_them(text: str) -> None:
    assert spelled(text) == TYPES[text]


QUEUE = """struct Queue {
    int *slots_of, max_threads;
    __device__ void set(int *p) { slots_of = p; max_threads = 3; }
    __device__ int *slots() const { return slots_of; }
    __device__ int first() const { return slots()[0] + this->slots()[1] + max_threads; }
};
"""


def test_a_folder_called_cuda_and_members_called_like_ours(tmp_path: Path) -> None:
    (tmp_path / "cuda").mkdir()
    (tmp_path / "cuda" / "queue.h").write_text(QUEUE, "utf-8")
    (tmp_path / "cuda" / "sizes.h").write_text("const int many = 2;\n", "utf-8")
    text = '#include <cstdio>\n#include "cuda/queue.h"\n#include "cuda/sizes.h"\n#include <cuda/std/limits>\n'
    text += "__global__ void k(int *a) { extern __shared__ int slots[]; Queue q; slots[0] = 5; slots[1] = many; q.set(slots); *a = q.first(); }\n"
    text += 'int main() { int *a; cudaMallocManaged(&a, 4); k<<<1, 1, 8>>>(a); cudaDeviceSynchronize(); printf("%d\\n", *a); }\n'
    file, out = tmp_path / "k.cu", tmp_path / "k.cpp"
    file.write_text(text, "utf-8")
    assert main(["translate", str(file), "-o", str(out)]) == 0
    assert "cuda/std" not in out.read_text("utf-8")
    build([out], tmp_path / "k")
    assert subprocess.run([str(tmp_path / "k")], capture_output=True, text=True, check=True).stdout == "10\n"


RENAMED = {
    "int f(int a, int slots) { return a>slots; }": "int f(int a, int slots_) { return a>slots_; }",
    "int slots, slots_;": "int slots__, slots_;",
    "struct Q { int slots; }; int f(Q *q) { return q->slots; }": "struct Q { int slots_; }; int f(Q *q) { return q->slots_; }",
    "int f(dim3 d) { return d.slots + slots(); }": "int f(dim3 d) { return d.slots + slots_(); }",
    "#define HALF (slots / 2)  // slots\n": "#define HALF (slots_ / 2)  // slots\n",
    "#define OF(q) ((q)->slots + slots)\n": "#define OF(q) ((q)->slots + slots_)\n",
    "const char *s = \"slots\"; // 'slots'\n": "const char *s = \"slots\"; // 'slots'\n",
    "int slotsover;": "int slotsover;",
}


@pytest.mark.parametrize("text", RENAMED)
def test_names_of_the_file_that_are_ours_get_others(text: str) -> None:
    assert spelled(text) == RENAMED[text]


BEHIND_STARS = {
    "int* __shared__ p;": "int __shared__ *  p;",
    "const T *const * __shared__ p[2];": "const T  __shared__ *const *  p[2];",
    "T *volatile __shared__ p = {};": "T  __shared__ *volatile  p = {};",
    "Two<int, f(1, 2)> * __restrict__ __shared__ p;": "Two<int, f(1, 2)>  __shared__ * __restrict__  p;",
    "#define OF_BLOCK(T, p) T *__shared__ p;": "#define OF_BLOCK(T, p) T  __shared__ * p;",
    "T __shared__ *p, *q;": "T __shared__ *p, *q;",
    "T *__shared__ p, *q = a;": "T *__shared__ p, *q = a;",  # of one of the two: not known which nvcc takes
    "T a, *__shared__ p;": "T a, *__shared__ p;",
}
FIRST_SETS = {
    "x = (v = 1, v);": "x = ((v = 1), v);",
    "if (a && (*p <<= 2, p[i] = 3, v)) f();": "if (a && ((*p <<= 2), p[i] = 3, v)) f();",
    "return (k = f(1, 2), T{3, 4});": "return ((k = f(1, 2)), T{3, 4});",
    "do f(); while (k >>= 1, k);": "do f(); while ((k >>= 1), k);",
    "(void)(k = 1, v = 2);": "(void)((k = 1), v = 2);",
    "f((k = 1, v));": "f(((k = 1), v));",
    "#define NEXT(k) (k += 1, \\\n k)\n": "#define NEXT(k) ((k += 1), \\\n k)\n",
    "for (k = 0, v = 1; k < 2; k++);": "for (k = 0, v = 1; k < 2; k++);",
    "x = (k <= 2, v);": "x = (k <= 2, v);",
    "x = (k = 2);": "x = (k = 2);",
    "void f(int a = 1, int b = 2);": "void f(int a = 1, int b = 2);",
    "T operator()(T = 1, int b = 2);": "T operator()(T = 1, int b = 2);",
    "auto f = [&](int a = 1, int b = 2) {};": "auto f = [&](int a = 1, int b = 2) {};",
    "R (*f)(int a = 1, int b);": "R (*f)(int a = 1, int b);",
    "x = (k = g<1, 2>(3), v);": "x = (k = g<1, 2>(3), v);",  # the comma may be one of a template's
    "// (k = 1, v)\n": "// (k = 1, v)\n",
}


@pytest.mark.parametrize("text", [*BEHIND_STARS, *FIRST_SETS])
def test_what_the_grammar_does_not_take_is_spelled_as_it_does(text: str) -> None:
    assert spelled(text) == (BEHIND_STARS | FIRST_SETS)[text]


UNUSUAL = """#include <cstdio>
#include <nvml.h>
#include <cusparse.h>
struct Two { int a, b; };
__global__ void k(const Two *x, int *a) {
    const Two* __shared__ p;
    Two *volatile __shared__ q[2];
    int k = 1, i = threadIdx.x;
    if (i == 0) p = x, q[1] = (Two *)(x + 1);
    __syncthreads();
    if (i > 3 && (k += i, k++ < 30) || !i) a[i] = p[i].a * k + q[1][0].b;
    while ((k >>= 1, k > 2)) a[i] += (k ^= 1, k);
}
int main() {
    Two *x;
    int *a;
    unsigned sum = 0;
    cudaMallocManaged(&x, 32 * sizeof *x), cudaMallocManaged(&a, 128);
    for (int i = 0; i < 32; ++i) x[i] = {i + 1, 7 * i + 2}, a[i] = 0;
    k<<<1, 32>>>(x, a);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; ++i) sum = sum * 31 + a[i];
    printf("%d\\n", (int)sum);
}
"""


def _expected() -> int:
    """What `UNUSUAL` prints, worked out by hand."""
    total = 0
    for i in range(32):
        k, value = 1, 0
        if i > 3:
            k += i
            taken, k = k < 30, k + 1
        else:
            taken = False
        if taken or i == 0:
            value = (i + 1) * k + 9
        k >>= 1
        while k > 2:
            k ^= 1
            value += k
            k >>= 1
        total = (total * 31 + value + 2**31) % 2**32 - 2**31
    return total


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_a_program_of_what_the_grammar_does_not_take_runs(tmp_path: Path) -> None:
    file, out = tmp_path / "k.cu", tmp_path / "k.cpp"
    file.write_text(UNUSUAL, "utf-8")
    assert main(["translate", str(file), "-o", str(out)]) == 0
    build([out], tmp_path / "k")
    done = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True, check=True)
    assert done.stdout == f"{_expected()}\n"
