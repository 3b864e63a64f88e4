"""References that live across a barrier mean the place that they were bound to, with what is in it then."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

HELPERS = """struct P { int x, y; };
DEVICE const int &same(const int &x) { return x; }
"""
# Statements of a thread `t`, in which BARRIER is one; they leave a number in `y`.
FORMS = {
    "a number": "float f = t + n; const float &r = f; BARRIER f = 9 * t; y = r;",
    "by auto": "float f = t + n; auto &&r = f; BARRIER f = 9 * t; y = r;",
    "a sum": "float f = t + n; const float &r = f + 1; BARRIER f = 9; y = r + f;",
    "a sum that is changed": "float f = t + n; float &&r = f + 1; BARRIER r += 1; y = r + f;",
    "an element": "int a[3] = {t, t + 1, t + 2}; const int &r = a[1]; BARRIER a[1] = 50 + t; y = r;",
    "a member": "P p{t, t + 1}; const int &r = p.y; BARRIER p.y = 50 + t; y = r;",
    "an object": "P p{t, t + 1}; const P &r = p; BARRIER p.y = 50; p.x += t; y = r.x + r.y;",
    "a parameter": "const int &r = n; BARRIER n = n + t; y = r;",
    "a reference": "float f = t; const float &r = f; const float &q = r; BARRIER f += 9; y = q;",
    "in a loop": "for (int i = 0; i < 3; ++i) { int v = t + i; const int &r = v; BARRIER v += 10; y += r; }",
    "in a lambda": "float f = t + n; const float &r = f; auto g = [&] { return r * 2; }; BARRIER f = 9 * t; y = g();",
}
# What no array can keep: it is left out, with its reason.
REFUSED = {
    "float f = t; const int &r = f; BARRIER f = 9; y = r;": "a converted value",
    "float f = t, g = 2 * t; const float &r = t % 2 ? f : g; BARRIER f += 9; y = r;": "one of two places",
    "int v = t; const int &r = same(v); BARRIER v += 10; y = r;": "the place that a function or a cast gives",
    "float f = t; const float &r = static_cast<const float &>(f); BARRIER f += 9; y = r;": "the place that a function",
}


def kernel(at: int, form: str) -> str:
    body = form.replace("BARRIER", "__syncthreads();")
    return f"__global__ void k{at}(int *o, int n) {{ int t = threadIdx.x, y = 0; {body} o[t] = y; }}\n"


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_a_reference_means_its_place_behind_a_barrier(tmp_path: Path) -> None:
    text = "#include <cstdio>\n" + HELPERS.replace("DEVICE", "__device__")
    runs = ""
    for at, form in enumerate(FORMS.values()):
        plain = form.replace("BARRIER", "")
        text += kernel(at, form) + f"static int host{at}(int n, int t) {{ int y = 0; {plain} return y; }}\n"
        runs += f"k{at}<<<1, 64>>>(o, 5), cudaDeviceSynchronize();\n"
        runs += f'for (int t = 0; t < 64; ++t) if (o[t] != host{at}(5, t)) {{ puts("{at}"); break; }}\n'
    text += f"int main() {{ int *o; cudaMallocManaged(&o, 64 * sizeof(int));\n{runs}}}\n"
    translation = translate_file(parse(text, "k.cu", "cuda"))
    assert [k.reason for k in translation.kernels if k.text is None] == []
    source, binary = tmp_path / "p.cpp", tmp_path / "p"
    source.write_text(translation.text, "utf-8")
    build([source], binary)
    wrong = subprocess.run([str(binary)], capture_output=True, text=True, check=True).stdout.split()
    assert [list(FORMS)[int(at)] for at in wrong] == []


@pytest.mark.parametrize("form", REFUSED)
def test_what_cannot_be_kept_is_left_out(form: str) -> None:
    text = HELPERS.replace("DEVICE", "__device__") + kernel(0, form) + "void run(int *o) { k0<<<1, 64>>>(o, 5); }\n"
    (found,) = translate_file(parse(text, "k.cu", "cuda")).kernels
    assert found.text is None
    assert REFUSED[form] in found.reason
