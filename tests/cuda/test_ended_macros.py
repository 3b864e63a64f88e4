"""Macros that are whole statements, used without a semicolon, hide nothing of what stands below them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.read.definitions import nothing_included
from loopwright.cuda.read.ended import with_ended_statements
from loopwright.source.syntax import parse
from loopwright.translate.pipeline import translation_of

PROGRAM = """#include <cstdio>
#include "times.h"
#define BOTH cudaEvent_t e, f; cudaEventCreate(&e); cudaEventCreate(&f);
#define LATER(event) \\
  cudaEventRecord(event); \\
  if (!event) { puts("?"); }
#ifdef QUIET
#define SAID
#else
#define SAID puts("said");
#endif
__global__ void grow(int *a, int by) { a[threadIdx.x] += by; }
template <int N> __global__ void twice(int *a) { a[threadIdx.x] *= N; }
int main() {
  int h[4] = {1, 2, 3, 4}, *d;
  cudaMalloc(&d, sizeof h);
  BOTH
  TICK

  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  SAID
  grow<<<1, 4>>>(d, 3);
  h[0] = 50;
  LATER(f)
  twice<2><<<1, 4>>>(d);
  TICK
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  if (h[0] > 100) SAID
  else SAID
  printf("%d %d\\n", h[0], h[3]);
}
"""


def test_what_stands_below_a_macro_is_seen(tmp_path: Path) -> None:
    (tmp_path / "times.h").write_text(
        "#define TICK \\\n  cudaEventRecord(e); \\\n  cudaEventSynchronize(e);\n", "utf-8"
    )
    path = tmp_path / "k.cu"
    translation = translation_of(parse(PROGRAM.encode(), str(path), "cuda"), path)
    assert [launch.kernel for launch in translation.launches] == ["grow", "twice"]
    (tmp_path / "k.cpp").write_text(translation.text, "utf-8")
    build([tmp_path / "k.cpp"], tmp_path / "k", f"-I{tmp_path}")
    done = subprocess.run([tmp_path / "k"], capture_output=True, text=True)
    assert done.stdout == "said\nsaid\n8 14\n"


STAY = {
    "the head of a loop": "#define ALWAYS for (;;)\nvoid f() { ALWAYS g(); }",
    "a list": "#define ZEROS {0, 0}\nint a[] = ZEROS, b;",
    "a type": "#define POINT struct { int x; }\nPOINT p;",
    "half of a block": "#define END f(); }\nvoid g() { { END int x; }",
    "a word before a function": "#define API\nAPI void f();",
    "two meanings": "#ifdef A\n#define M f();\n#else\n#define M if (c)\n#endif\nvoid g() { M h(); }",
    "before else": "#define M f();\nvoid g() { if (c) M else h(); }",
    "a semicolon that is there": "#define M f();\nvoid g() { M; h(); }",
    "within an expression": "#define M f();\nint x = y M z;",
    "a remark": "#define M f();\n// M h\n",
}


@pytest.mark.parametrize("text", STAY.values(), ids=STAY)
def test_other_macros_stay_as_they_are(text: str) -> None:
    assert with_ended_statements(text, nothing_included) == text
