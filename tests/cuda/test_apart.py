"""What one thread of a row does at its end is a loop of its own, where nobody can tell; the row is a vector's then."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

HEAD = "int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; "
GUARD = "if (x >= w || y >= h) return; "
APART = {
    "the first of a row": "a[y * w + x] -= c[y] * d[x]; if (x == 0) b[y] -= a[y * w + x] * c[0];",
    "the other way round": "a[y * w + x] *= 2; if (3 == x) { float v = a[y * w + x]; b[y] = v * v; }",
    "under the guard": "a[y * w + x] += 1; if (x == 2) b[y] = c[y];",
    "of rows that are columns": "a[x * h + y] += d[y]; if (y == 0) b[x] += c[x];",
    "with a loop": "a[y * w + x] = d[x]; if (x == 1) for (int i = 0; i < 4; ++i) b[y] += c[i];",
    "a number that no row has": "a[y * w + x] += 2; if (x == 100000) b[y] = 1;",
    "an array that both know": "a[y * w + x] = c[x]; if (x == 0) a[y * w + x] += d[y];",
}
TOGETHER = {
    "asks what was worked out": "float v = a[y * w + x] * 2; a[y * w + x] = v; if (x == 0) b[y] = v;",
    "asks a parameter that was changed": "h = x; a[y * w + x] = 1; if (x == 0) b[y] = h;",
    "another thread in each row": "a[y * w + x] = 1; if (x == y) b[y] = c[y];",
    "all but one": "a[y * w + x] = 1; if (x == 0) b[y] = 1; else d[x] = 2;",
    "some have left": "if (a[y * w + x] > 1) return; a[y * w + x] = 1; if (x == 0) b[y] = c[y];",
    "others follow": "a[y * w + x] = 1; if (x == 0) b[y] = c[y]; a[y * w + x] += 1;",
    "a negative number": "a[y * w + x] = 1; if (x == -1) b[y] = c[y];",
    "the number of the row": "a[y * w + x] = 1; if (y == 0) d[x] = c[y];",
}


def program(body: str, name: str = "k") -> str:
    return f"__global__ void {name}(float *a, float *b, float *c, float *d, int w, int h) {{ {HEAD}{GUARD}{body} }}\n"


def loops(body: str) -> int:
    kernel = translate_file(parse(program(body), "k.cu", "cuda")).kernels[0]
    assert kernel.text is not None
    return kernel.text.count("#pragma omp parallel for")


@pytest.mark.parametrize("body", APART.values(), ids=APART)
def test_it_is_a_loop_of_its_own(body: str) -> None:
    assert loops(body) == 2


@pytest.mark.parametrize("body", TOGETHER.values(), ids=TOGETHER)
def test_it_stays_where_it_is(body: str) -> None:
    assert loops(body) == 1


def test_a_row_stays_one_loop_without_a_vector_inside() -> None:
    text = translate_file(parse(program(APART["the first of a row"]), "k.cu", "cuda")).kernels[0].text or ""
    first, _, second = text.partition("#pragma omp parallel for if(parallel: 1ll * total_y > ")
    assert "if (x == 0)" not in text
    assert "#pragma omp simd" in first
    assert "#pragma omp simd" not in second


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_the_kernels_leave_what_their_threads_leave(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forms = {**APART, **{name: body for name, body in TOGETHER.items() if "another thread" not in name}}
    source = tmp_path / "k.cu"
    source.write_text("".join(program(body, f"k{number}") for number, body in enumerate(forms.values())), "utf-8")
    main(["translate", str(source), "--verify", "--no-model", "--json", "-o", str(tmp_path / "k.cpp")])
    told = {
        kernel["name"]: (kernel["status"], kernel["reason"])
        for kernel in json.loads(capsys.readouterr().out)["kernels"]
    }
    assert len(told) == len(forms)
    assert {name: said for name, said in told.items() if said[0] != "tested"} == {}
