"""A variable that is worked out in steps is one for each step: told again behind a barrier, where it was kept for each thread."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

KERNEL = """__global__ void {name}(int *a, const int *c, int n) {{
  __shared__ int s[64]; int t = threadIdx.x; s[t] = a[t]; {before}
  __syncthreads();
  {after}
  a[t] = s[t] + n;
}}
"""
LOOP = "for (int i = 0; i < 3; i++) { int v = s[p]; __syncthreads(); s[t] += v; __syncthreads(); }"
TOLD = {
    "a minimum": ("int p = t - 1; p = p < 0 ? 0 : p;", LOOP),
    "declared before": ("int p; p = t + 1; p = (p > 63) ? 63 : p;", LOOP),
    "three steps": ("int p = t * 2; p = p + 1; p = p % 64;", "int v = s[p]; __syncthreads(); s[t] = v;"),
    "of a uniform value": ("int p = t + 3; p = p < (n & 31) ? p : (n & 31);", LOOP),
    "two of them": (
        "int p = t - 1, q = t + 1; p = p < 0 ? 0 : p; q = q > 63 ? 63 : q;",
        LOOP.replace("s[p]", "s[p] + s[q]"),
    ),
}
KEPT = {
    "under a condition": ("int p = t - 1; if (n > 3) p = p < 0 ? 0 : p; p = p < 0 ? 0 : p;", LOOP),
    "in a loop": ("int p = t; for (int j = 0; j < 2; ++j) p = (p + 1) % 64;", LOOP),
    "what is read": ("int p = c[t] & 63; p = p ^ 1;", LOOP),
    "by its address": ("int p = t; p = p ^ 1; int *at = &p; *at = *at ^ 2;", LOOP),
    "behind a reference": ("int p = t; int &r = p; p = p ^ 1; r = r ^ 2;", LOOP),
    "counted on": ("int p = t; p += 1; p = p % 64;", LOOP),
    "changed later": ("int p = t; p = p ^ 1;", LOOP + " p = t; s[p] += 1;"),
    "changed in the loop": ("int p = t; p = p ^ 1;", LOOP.replace("int v", "p = (p + 1) % 64; int v")),
    "held by a lambda": ("int p = t; p = p ^ 1; auto f = [&] { return p; }; p = f() ^ 2;", LOOP),
}


def text_of(before: str, after: str) -> str:
    kernel = translate_file(parse(KERNEL.format(name="k", before=before, after=after), "k.cu", "cuda")).kernels[0]
    assert kernel.text is not None, kernel.reason
    return kernel.text


@pytest.mark.parametrize(("before", "after"), TOLD.values(), ids=TOLD)
def test_it_is_told_again(before: str, after: str) -> None:
    assert "p_of" not in text_of(before, after)
    assert "const int p_2 = " in text_of(before, after)


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_the_kernels_leave_what_their_threads_leave(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, forms = tmp_path / "k.cu", [*TOLD.values(), *KEPT.values()]
    kernels = [KERNEL.format(name=f"k{i}", before=before, after=after) for i, (before, after) in enumerate(forms)]
    launches = " ".join(f"k{number}<<<1, 64>>>(a, a, 3);" for number in range(len(forms)))
    source.write_text("\n".join([*kernels, f"void host(int *a) {{ {launches} }}\n"]), "utf-8")
    main(["translate", str(source), "--verify", "--no-model", "--json", "-o", str(tmp_path / "k.cpp")])
    told = {k["name"]: (k["status"], k["reason"]) for k in json.loads(capsys.readouterr().out)["kernels"]}
    assert len(told) == len(forms)
    assert {name: said for name, said in told.items() if said[0] not in ("tested", "unsupported")} == {}
    assert {name for name, said in told.items() if said[0] == "unsupported"} <= {"k8", "k9", "k13"}
