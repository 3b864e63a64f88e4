"""What programs copy to the host is compared: of those that show nothing of what their kernels compute, and beside what others print."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from judged import judge, reported
from loopwright.cuda.file import again
from loopwright.translate.documents import program_sentence
from loopwright.translate.program.brought import Copy, TooLarge, steady
from loopwright.translate.program.printed import COARSE
from loopwright.translate.program.verdict import ProgramJudge
from whole import sampled

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

ADD = """#include <cstdio>
#include <cstdlib>
#include <vector>
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] * 0.3f + b[i];
}
__global__ void mark(unsigned char *image, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) image[i] = image[i] / 2 + 64;
}
__device__ int last;
__global__ void remember(const float *c, int n) { last = c[n - 1] > 1 ? n : -n; }
"""
# The copies of the translation are taken out: `d_c` is the memory of `h_c`.
TAKEN_OUT = (
    ADD
    + """int main() {
  const int n = 1000;
  const size_t bytes = n * sizeof(float);
  float *h_a = (float *)malloc(bytes), *h_b = (float *)malloc(bytes), *h_c = (float *)malloc(bytes);
  for (int i = 0; i < n; ++i) h_a[i] = i, h_b[i] = 2 * i;
  float *d_a, *d_b, *d_c;
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_b, bytes);
  cudaMalloc(&d_c, bytes);
  cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n);
  cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_c);
  printf("done\\n");
}
"""
)
KEPT = (
    ADD
    + """struct Held { float *a, *b, *c; };
int main() {
  const int n = 1000;
  std::vector<float> a(n), b(n, 3), c(n + 20, 1);
  std::vector<unsigned char> image(n);
  for (int i = 0; i < n; ++i) a[i] = i, image[i] = i % 200;
  Held held;
  unsigned char *pixels;
  cudaMalloc(&held.a, n * 4), cudaMalloc(&held.b, n * 4), cudaMalloc(&held.c, n * 4 + 80), cudaMalloc(&pixels, n);
  cudaMemcpy(held.a, a.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(held.b, b.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(pixels, image.data(), n, cudaMemcpyHostToDevice);
  for (int step = 0; step < 3; ++step) {
    add<<<4, 256>>>(held.a, held.b, held.c, n);
    cudaMemcpy(held.b, held.c, n * 4, cudaMemcpyDeviceToDevice);
    cudaMemcpy(c.data(), held.c, n * 4 + 80, cudaMemcpyDeviceToHost);  // the last 20 were never written to
  }
  mark<<<4, 256>>>(pixels, n);
  cudaMemcpy(image.data(), pixels, n, cudaMemcpyDefault);
  remember<<<1, 1>>>(held.c, n);
  int seen = 0;
  cudaMemcpyFromSymbol(&seen, last, 4);
}
"""
)
SHARED = (
    ADD
    + """int main() {
  const int n = 500;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * 4), cudaMallocManaged(&b, n * 4), cudaMallocHost(&c, n * 4);
  for (int i = 0; i < n; ++i) a[i] = i, b[i] = 1;
  add<<<4, 128>>>(a, b, c, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) a[i] = c[i];
  add<<<4, 128>>>(a, b, b, n);
  cudaFree(a), cudaFree(b), cudaFreeHost(c);
  puts("done");
}
"""
)

THRUST = """#include <cstdio>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
__global__ void scale(float *a, int n) {
  int i = threadIdx.x;
  if (i < n) a[i] = a[i] * 0.3f + 1;
}
int main() {
  thrust::host_vector<float> h(100);
  for (int i = 0; i < 100; ++i) h[i] = i;
  thrust::device_vector<float> d = h;
  scale<<<1, 128>>>(thrust::raw_pointer_cast(d.data()), 100);
  BACK
  puts("done");
}
"""
BACK = {
    "copied": "thrust::copy(d.begin(), d.end(), h.begin());",
    "assigned": "thrust::host_vector<float> g = d; h = d;",
    "read": "float last = d[99], first = d.front(); (void)last, (void)first;",
    "by the runtime": "cudaMemcpy(h.data(), thrust::raw_pointer_cast(d.data()), 400, cudaMemcpyDeviceToHost);",
}
MANAGED = """#include <cstdio>
__managed__ float x[64], sum;
namespace counted { __device__ __managed__ int count = 3; }
__global__ void fill() {
  int i = threadIdx.x;
  x[i] = i * 0.3f;
  if (i == 5) sum = 7, counted::count += 2;
}
int main() {
  fill<<<1, 64>>>();
  cudaDeviceSynchronize();
  float both = x[3] + sum + counted::count;
  (void)both;
  puts("done");
}
"""


@pytest.fixture(scope="module")
def judge_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], ProgramJudge]]:
    """Who judges translations of a program: several tests ask about one, whose reference is built and run once."""
    with ExitStack() as stack:
        yield cache(lambda text: stack.enter_context(judge(tmp_path_factory.mktemp("judged"), text)))


@pytest.mark.parametrize(
    ("text", "copies", "kernels", "wrong"),
    [
        (TAKEN_OUT, 1, ["add"], [("a[i] * 0.3f", "a[i] * 0.301f")]),
        (
            KEPT,
            5,
            ["add", "mark", "remember"],
            [
                ("image[i] / 2 + 64", "image[i] / 2 + 65"),
                ("c[n - 1] > 1", "c[n - 1] < 1"),
                ("cudaMemcpy(held.b, held.c, n * 4, cudaMemcpyDeviceToDevice);", ""),
                ("cudaMemcpy(c.data(), held.c, n * 4 + 80, cudaMemcpyDeviceToHost);", ""),
            ],
        ),
        (SHARED, 6, ["add"], [("a[i] * 0.3f", "a[i] * 0.301f"), ("a[i] = c[i];", "a[i] = 1;")]),
    ],
    ids=("taken out", "kept", "shared"),
)
def test_what_is_copied_to_the_host_is_compared(
    text: str,
    copies: int,
    kernels: list[str],
    wrong: list[tuple[str, str]],
    judge_of: Callable[[str], ProgramJudge],
) -> None:
    judged = judge_of(text)
    own = judged.files[0].translation.text
    found = judged.report([own])
    assert (found.status, found.reason, found.copies) == ("tested", "", copies)
    assert sorted(found.kernels) == kernels
    for before, after in sampled(wrong, 1, str):
        assert before in own
        told = judged.report([own.replace(before, after)])
        assert (told.status, "to the host" in told.reason) == ("differs", True), before


# It prints an element that no factor changes, and what it brings once more is never printed.
PARTLY = (
    TAKEN_OUT.replace("= 2 * i;", "= 2 * i + 1;")
    .replace('printf("done\\n")', 'printf("%g\\n", h_c[0])')
    .replace(
        "  cudaFree(d_c);",
        "  float all[1000];\n  cudaMemcpy(all, d_c, bytes, cudaMemcpyDeviceToHost);\n  cudaFree(d_c);",
    )
)
UNORDERED = """#include <cstdio>
__global__ void take(const int *a, int *taken, int *many, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] % 3 == 0) taken[atomicAdd(many, 1)] = a[i], atomicAdd(sum, a[i] * 0.1f);
}
int main() {
  const int n = 500;
  int h[n], *a, *taken, *many, count;
  float *s, sum;
  for (int i = 0; i < n; ++i) h[i] = i * 7;
  cudaMalloc(&a, sizeof h), cudaMalloc(&taken, sizeof h), cudaMalloc(&many, 4), cudaMalloc(&s, 4);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(many, 0, 4), cudaMemset(s, 0, 4), cudaMemset(taken, 0, sizeof h);
  take<<<4, 128>>>(a, taken, many, s, n);
  cudaMemcpy(&count, many, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(h, taken, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&sum, s, 4, cudaMemcpyDeviceToHost);
  printf("%d\\n", count);
}
"""


def test_what_is_brought_is_compared_beside_what_is_printed(tmp_path: Path) -> None:
    with judge(tmp_path, PARTLY) as judged:
        own = judged.files[0].translation.text
        found = judged.report([own])
        assert (found.status, found.reason, found.copies, found.is_silent) == ("tested", "", 2, False)
        assert found.kernels == ("add",)
        assert "what it prints or writes and what it brings to the host 2 times" in program_sentence(found)
        told = judged.report([own.replace("a[i] * 0.3f", "a[i] * 0.301f")])
        assert (told.status, "to the host" in told.reason) == ("differs", True)


def test_what_comes_in_any_order_is_left_out_and_said(tmp_path: Path) -> None:
    with judge(tmp_path, UNORDERED) as judged:
        own = judged.files[0].translation.text
        found = judged.report([own])
        assert (found.status, found.reason, found.copies) == ("tested", "", 3)
        assert ["copy 2 of 3" in remark for remark in found.remarks] == [True]
        told = judged.report([own.replace("a[i] * 0.1f", "a[i] * 0.11f")])
        assert (told.status, "copy 3 of 3" in told.reason) == ("differs", True)


@pytest.mark.parametrize("back", BACK)
def test_what_vectors_of_thrust_hold_is_compared(back: str, tmp_path: Path) -> None:
    with judge(tmp_path, THRUST.replace("BACK", BACK[back])) as judged:
        own = judged.files[0].translation.text
        found = judged.report([own])
        assert (found.status, found.reason, found.kernels, found.remarks) == ("tested", "", ("scale",), ())
        assert judged.report([own.replace("* 0.3f + 1", "* 0.301f + 1")]).status == "differs"


def test_managed_variables_are_compared(tmp_path: Path) -> None:
    with judge(tmp_path, MANAGED) as judged:
        own = judged.files[0].translation.text
        found = judged.report([own])
        assert (found.status, found.reason, found.kernels) == ("tested", "", ("fill",))
        for before, after in [("* 0.3f", "* 0.301f"), ("sum = 7", "sum = 8"), ("count += 2", "count += 3")]:
            assert before in own
            assert judged.report([own.replace(before, after)]).status == "differs", before


def test_memory_that_is_the_hosts_own_is_compared_where_its_copy_was(judge_of: Callable[[str], ProgramJudge]) -> None:
    judged = judge_of(TAKEN_OUT)
    own = judged.files[0].translation.text
    assert "cudaMemcpyDeviceToHost);" not in own
    wrong = own.replace("d_c = h_c;", "d_c = (float *)calloc(1000, 4);")
    assert wrong != own
    told = judged.report([wrong])
    assert (told.status, told.step) == ("differs", "copies")


def test_a_text_of_other_lines_is_compared_too(judge_of: Callable[[str], ProgramJudge]) -> None:
    """With every copy in its place, and with lines that nobody translated."""
    judged = judge_of(TAKEN_OUT)
    translation = judged.files[0].translation
    own, kept = translation.text, again(translation, copying=True).text
    assert kept.count("\n") != own.count("\n")
    longer = own.replace("  add(", "  h_a[0] = h_a[0] + 0;\n  h_b[0] = h_b[0] + 0;\n  add(")
    assert longer != own
    for text in (kept, longer):
        found = judged.report([text])
        assert (found.status, found.reason, found.copies) == ("tested", "", 1)
    back = "cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost);"
    mistakes = [
        (kept, back, "cudaSuccess;"),
        (kept, back, back.replace("bytes", "bytes / 2")),
        (kept, "cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice);", ""),
        (longer, "h_a[0] + 0;", "h_a[0] + 7;"),
        (own, "d_c = h_c;", "d_c = (float *)calloc(1000, 4);\n"),
    ]
    for text, before, after in sampled(mistakes, 2, str):
        assert before in text
        assert judged.report([text.replace(before, after)]).status == "differs", after


@pytest.mark.parametrize(
    ("prints", "status"), [('"done\\n"', "not run"), ('"%g\\n", h_c[1]', "tested")], ids=("nothing", "an element")
)
def test_where_nobody_knows_where_a_copy_was_nothing_is_told(prints: str, status: str, tmp_path: Path) -> None:
    with judge(tmp_path, TAKEN_OUT.replace('"done\\n"', prints)) as judged:
        own = judged.files[0].translation.text
        launch = next(line for line in own.split("\n") if line.startswith("  add("))
        found = judged.report([own.replace(f"{launch}\n\n", f"{launch}{launch}")])
    assert found.status == status
    assert ["is not known" in said for said in (found.reason, *found.remarks) if said] == [True]


def test_what_is_brought_has_to_depend_on_kernels(tmp_path: Path) -> None:
    nothing = TAKEN_OUT.replace("cudaMemcpy(h_c, d_c, bytes", "cudaMemcpy(h_c, d_a, bytes")
    found = reported(tmp_path, nothing)
    assert (found.status, found.copies) == ("not run", 0)
    assert "copies to the host does not either" in found.reason


def test_a_race_that_nothing_prints_is_told(tmp_path: Path) -> None:
    racy = TAKEN_OUT.replace("c[i] = a[i] * 0.3f + b[i];", "c[i] = a[i] + (i ? c[i - 1] : 0);")
    found = reported(tmp_path, racy)
    assert found.status == "racy"
    assert "order of threads" in found.reason


UNKNOWN, EXACT, REAL4, REAL8 = 0, 2, 4, 8


def copy(values: list[float], kind: str, element: int) -> Copy:
    data = np.array(values, kind).tobytes()
    return Copy(len(data), hash(data), element, data)


@pytest.mark.parametrize(
    ("kind", "element", "expected", "found", "close"),
    [
        ("f4", REAL4, [1, 2, 3], [1, 2.00001, 3], True),
        ("f4", REAL4, [1, 2, 3], [1, 2.001, 3], False),
        ("f8", REAL8, [1, 0, 3e7], [1, 0, 3.00001e7], True),
        ("f4", UNKNOWN, [0, 2, 3], [0, 2.00001, 3], True),
        ("f8", UNKNOWN, [i**0.37 for i in range(64)], [i**0.37 + 1e-6 for i in range(64)], True),
        ("u1", EXACT, [65, 66, 67, 68], [66, 66, 67, 68], False),  # as floating point they would be close
        ("u1", UNKNOWN, [i * 37 % 256 for i in range(64)], [65, *(i * 37 % 256 for i in range(1, 64))], False),
        ("i4", UNKNOWN, [1, 2, 3], [1, 2, 4], False),
        ("u1", EXACT, [1, 2, 3], [1, 2, 3], True),
    ],
)
def test_how_close_what_is_brought_has_to_be(
    kind: str, element: int, expected: list[float], found: list[float], close: bool
) -> None:
    known = steady([[copy(expected, kind, element)]] * 2)
    assert known is not None
    assert (known.unlike([copy(found, kind, element)], COARSE) == "") is close


def test_words_on_which_runs_do_not_agree_are_left_out() -> None:
    known = steady([[copy([1, 2, 3], "i4", EXACT)], [copy([1, 9, 3], "i4", EXACT)]])
    assert known is not None
    assert known.unlike([copy([1, 5, 3], "i4", EXACT)], COARSE) == ""
    assert not known.has_other_words_than([copy([1, 7, 3], "i4", EXACT)])
    assert known.has_other_words_than([copy([0, 2, 3], "i4", EXACT)])
    assert "copy 1 of 1" in known.unlike([copy([1, 2, 4], "i4", EXACT)], COARSE)
    assert "brings 8 bytes and should bring 12" in known.unlike([copy([1, 2], "i4", EXACT)], COARSE)
    assert "copies 2 times" in known.unlike([copy([1, 2, 3], "i4", EXACT)] * 2, COARSE)
    assert steady([[copy([1], "i4", EXACT)], []]) is None


def test_what_is_too_large_to_be_kept_is_the_same_or_not_known() -> None:
    large = Copy(1 << 30, 7, REAL4, None)
    known = steady([[large], [large]])
    assert known is not None
    assert known.unlike([large], COARSE) == ""
    with pytest.raises(TooLarge):
        known.unlike([Copy(1 << 30, 8, REAL4, None)], COARSE)
    assert not known.has_other_words_than([Copy(1 << 30, 8, REAL4, None)])
