"""Elements of memory that a thread folds into are held in a variable, where nothing else can be written there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.cuda.held_elements import with_held_elements
from loopwright.cuda.read.functions import DeviceCode
from loopwright.source.syntax import parse

FOLD = "out[i] = 0;\n  for (int k = 0; k < n; ++k) out[i] += a[k * n + i];"
FOLDED = "float held = 0;\n  for (int k = 0; k < n; ++k) held += a[k * n + i]; out[i] = held;"


def rewritten(body: str, out: str = "float *__restrict__ out", before: str = "") -> str:
    """The body of a kernel with such variables."""
    head = f"{before}__global__ void k({out}, const float *__restrict__ a, int n) {{\n  int i = threadIdx.x, j = 0;\n  "
    source = parse(f"{head}{body}\n}}\n", "k.cu", "cuda")
    said = with_held_elements(source, DeviceCode(source)).text
    assert said.count("\n") == source.text.count("\n")
    return said[len(head) : said.rindex("\n}")]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (FOLD, FOLDED),
        (
            "out[n * i + 1] = a[0]; // the first\n  for (int y = 0; y < 3; ++y) {\n    out[n * i  + 1] = max(out[n*i+1], a[y]);\n  }",
            "float held = a[0]; // the first\n  for (int y = 0; y < 3; ++y) {\n    held = max(held, a[y]);\n  } out[n * i + 1] = held;",
        ),
        (
            "out[0] = 1;\n  for (;;)\n    for (; j < n; ++j) {\n      if (a[j] < 0) break;\n      out[0] = out[0] * a[j];\n    }",
            "float held = 1;\n  for (;;)\n    for (; j < n; ++j) {\n      if (a[j] < 0) break;\n      held = held * a[j];\n    } out[0] = held;",
        ),
        (
            f"{FOLD}\n  {FOLD}",
            f"{FOLDED}\n  {FOLDED}".replace("held", "held_element").replace("held_element", "held", 3),
        ),
    ],
)
def test_what_a_loop_folds_into_is_a_variable(body: str, said: str) -> None:
    assert rewritten(body) == said


@pytest.mark.parametrize(
    "body",
    [
        "for (int k = 0; k < n; ++k) out[i] += a[k];",  # nobody says that the element is the thread's where n is 0
        FOLD.replace("= 0;\n", "+= 1;\n"),
        FOLD.replace("out[i] += a[k * n + i]", "{ i += 1; out[i] += 1; }"),
        FOLD.replace("int k = 0", "int i = 0").replace("k", "i"),  # another element in each round
        FOLD.replace("a[k * n + i]", "out[i + 1]"),
        FOLD.replace("out[i] +=", "*out +="),
        FOLD.replace("out[i] += a[k * n + i]", "{ out[i] += a[k]; if (a[k] < 0) return; }"),
        FOLD.replace("out[i] += a[k * n + i]", "{ out[i] += a[k]; __syncthreads(); }"),
        FOLD.replace("out[i] += a[k * n + i]", "atomicAdd(&out[i], a[k])"),
        FOLD.replace("a[k * n + i]", "f(out)"),
        FOLD.replace("out[i] += a[k * n + i]", "out[i + 1] += a[k]"),
        FOLD.replace("out[i]", "out[(int)a[0]]"),  # that may change
        "if (n) out[i] = 0;\n  for (int k = 0; k < n; ++k) out[i] += a[k];",
        "{ out[i] = 0; }\n  for (int k = 0; k < n; ++k) out[i] += a[k];",
    ],
)
def test_what_may_be_another_element_or_nobodys_stays(body: str) -> None:
    assert rewritten(body) == body


@pytest.mark.parametrize(
    ("before", "other"),
    [
        ("float &r = out[i];", "r"),
        ("auto &r = out[i];", "r"),
        ("float *q = out;", "q[i]"),
        ("float *q = out + i;", "q[0]"),
        ("float *q = &out[i];", "q[0]"),
        ("float *p = out, *q = p + 1;", "q[i - 1]"),
        ("float *q; q = out;", "q[i]"),
        ("float *q = (float *)(long)out;", "q[i]"),
        ("int *q = (int *)out;", "q[i]"),
        ("float *q = same(out);", "q[i]"),
        ("float *q = OUT;", "q[i]"),
        ("auto q = out;", "q[i]"),
        ("P q = out;", "q[i]"),
        ("float *q[2] = {out, out};", "q[1][i]"),
        ("float (*q)[1] = (float (*)[1])out;", "q[i][0]"),
        ("S s{out};", "s.p[i]"),
        ("S s; s.p = out;", "s.p[i]"),
        ("given.p = out;", "given.p[i]"),
        ("rows[0] = out;", "rows[0][i]"),
        ("other = out;", "other[i]"),
        ("kept = out;", "kept[i]"),
        ("kept = out; float *q = kept;", "q[i]"),
    ],
)
def test_an_element_that_has_another_name_in_the_loop_stays(before: str, other: str) -> None:
    head = "#define OUT out\ntypedef float *P;\nstruct S { float *p; };\n__device__ float *kept;\n"
    out = "float *__restrict__ out, S given, float **rows, float *other"
    changed, read = FOLD.replace("a[k * n + i];", f"{other};"), f"{before}\n  {FOLD}"
    assert rewritten(f"{before}\n  {changed}", out, head) == f"{before}\n  {changed}"
    assert rewritten(read, out, head) == f"{before}\n  {FOLDED}"  # not named in the loop


@pytest.mark.parametrize(
    ("before", "other"),
    [
        ("const float *q = a + i * n;", "q[k]"),
        ("const float *q = &a[N * blockIdx.x];", "q[k]"),
        ("const float *p = a, *q = p + 1;", "q[k]"),
        ("float q[4] = {1, 2, 3, 4};", "q[k]"),
        ("", "given.p[k]"),
        ("", "other[k] * N"),
    ],
)
def test_pointers_that_are_made_of_others_are_no_other_name(before: str, other: str) -> None:
    head, out = "#define N 8\nstruct S { float *p; };\n", "float *__restrict__ out, S given, float *other"
    fold, folded = (text.replace("a[k * n + i]", other) for text in (FOLD, FOLDED))
    assert rewritten(f"{before}\n  {fold}", out, head) == f"{before}\n  {folded}"


@pytest.mark.parametrize("out", ["float *out", "volatile float *__restrict__ out", "half *__restrict__ out"])
def test_memory_that_others_may_name_stays(out: str) -> None:
    assert rewritten(FOLD, out) == FOLD


def test_macros_may_name_the_element() -> None:
    body = FOLD.replace("out[i] += a[k * n + i]", "{ out[i] += a[k]; OUT *= 2; }")
    assert rewritten(body, before="#define OUT out[i]\n") == body
    assert rewritten(FOLD.replace("k < n", "k < N"), before="#define N 16\n") == FOLDED.replace("k < n", "k < N")


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_what_is_held_is_what_was_stored(tmp_path: Path) -> None:
    text = """__global__ void sums(float *__restrict__ out, const float *__restrict__ a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 50) {
    out[i] = 1;
    for (int k = 0; k < n; ++k) out[i] += a[k * 50 + i];
  }
}
__global__ void least(unsigned char *__restrict__ out, const float *__restrict__ a, int n) {
  __shared__ float first;
  if (threadIdx.x == 0) first = a[blockIdx.x];
  __syncthreads();
  out[blockIdx.x * 16 + threadIdx.x] = 250.5f;
  for (int k = 0; k < n; ++k) {
    if (k == 3) continue;
    out[blockIdx.x * 16 + threadIdx.x] += a[k] + first;
  }
}
int main() {
  float a[500], out[50];
  unsigned char bytes[64];
  int wrong = 0;
  for (int i = 0; i < 500; ++i) a[i] = i % 7;
  for (int n : {0, 1, 10}) {
    sums<<<4, 16>>>(out, a, n);
    least<<<4, 16>>>(bytes, a, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; ++i) {
      float sum = 1;
      unsigned char byte = 250;
      for (int k = 0; k < n; ++k) {
        if (i < 50) sum += a[k * 50 + i];
        if (k != 3) byte += a[k] + a[i / 16];
      }
      wrong += (i < 50 && out[i] != sum) + (bytes[i] != byte);
    }
  }
  return wrong;
}
"""
    told = translate_file(parse(text, "k.cu", "cuda")).text
    assert told.count("held = ") + told.count("held += ") >= 4
    (tmp_path / "k.cpp").write_text(told, "utf-8")
    build([tmp_path / "k.cpp"], tmp_path / "k")
    assert subprocess.run([tmp_path / "k"]).returncode == 0
