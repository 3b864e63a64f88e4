"""A condition on where a thread stands is the end of the loop over the threads where it lets the first of them through, and is asked
of each where it may wrap around, divide by zero or be another number for each."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

THREADS, ROUNDS = 64, 5
# (what stands before the loop, the condition): `t` is the thread, `k` the round, `n` a parameter.
ENDS = {
    "piece by a shift": ("", "k * 8 + (t >> 3) < 37"),
    "piece by a division": ("", "(k * 8) + t / 8 < n"),
    "the number first": ("", "t + k * 64 < n"),
    "of two parts": ("", "(k * 32 + n) + (t >> 1) < 150"),
    "with the block": ("", "((int)blockIdx.x * 4 + k * 8) + (((int)threadIdx.x) >> 3) < 37"),
    "up to a sum": ("int end = n + 1;", "k * 64 + t < end + n"),
    "nobody": ("", "k * 64 + t < n - 1000"),
    "everybody": ("", "k * 64 + t < n * 1000"),
    "below zero": ("int start = n - 600;", "start + k * 8 + (t >> 2) < n - 590"),
    "pieces of more than a block": ("", "k + (t >> 20) < 3"),
}
ASKED = {
    "the sum wraps around": ("unsigned start = n - 300;", "start + k * 64 + t < 20u"),
    "compared as unsigned": ("unsigned end = n - 300;", "k * 64 + t < end"),
    "a number of the thread's own": ("int end = data[t];", "k * 64 + t < end"),
    "what memory holds": ("", "k * 64 + t < data[0]"),
    "a division": ("", "k / (n - 150) + t < 3"),
    "the other way": ("", "k * 64 + t > n"),
    "twice the thread": ("", "t + t < n"),
    "a rest": ("", "k * 8 + (t & 7) < 11"),
    "less is more": ("", "k * 8 - t < n - 140"),
    "of 64 bits": ("long long end = n;", "k * 64 + t < end"),
}
FORMS = {**ENDS, **ASKED}
KERNEL = """
__global__ void k_{number}(int *out, const int *data, int n) {{
    __shared__ int seen[64];
    const int t = threadIdx.x;
    {first}
    int own = 0;
    for (int k = 0; k < 5; ++k) {{
        if ({condition}) own += data[k * 64 + t];
    }}
    seen[t] = own;
    __syncthreads();
    out[t] = seen[t ^ 1];
}}
static int wrong_{number}(int *out, const int *data, int n) {{
    int bad = 0;
    k_{number}<<<1, 64>>>(out, data, n);
    cudaDeviceSynchronize();
    const struct {{ int x; }} blockIdx = {{0}};
    for (int t = 0; t < 64; ++t) {{
        const struct {{ int x; }} threadIdx = {{t}};
        {first}
        int own = 0;
        for (int k = 0; k < 5; ++k) if ({condition}) own += data[k * 64 + t];
        bad += own != out[t ^ 1];
    }}
    return bad;
}}
"""
MAIN = """int main() {{
    int *out, *data;
    cudaMallocManaged(&out, 64 * sizeof(int));
    cudaMallocManaged(&data, 320 * sizeof(int));
    for (int i = 0; i < 320; ++i) data[i] = 100 + i * 7 % 31;
    for (int n = 0; n < 340; n += 37) {{ {calls} }}
}}
"""


def translated(forms: dict[str, tuple[str, str]]) -> str:
    told = [KERNEL.format(number=i, first=first, condition=asked) for i, (first, asked) in enumerate(forms.values())]
    # n - 150 is never 0 among the numbers that are tried
    calls = "".join(f'if (wrong_{i}(out, data, n)) std::printf("{name}\\n");' for i, name in enumerate(forms))
    found = translate_file(parse("#include <cstdio>\n" + "".join(told) + MAIN.format(calls=calls), "k.cu", "cuda"))
    assert all(kernel.text for kernel in found.kernels), [kernel.reason for kernel in found.kernels]
    return found.text


def kernel_of(name: str) -> str:
    text = translated({name: FORMS[name]})
    return text[text.index("static void k_0") : text.index("static int wrong_0")]


@pytest.mark.parametrize("name", FORMS)
def test_a_condition_is_an_end_or_asked_of_each_thread(name: str) -> None:
    assert ("own_of[" in kernel_of(name)) or name in ASKED
    assert ("if (" not in kernel_of(name).split("for (int k")[1].split("seen[t] =")[0]) == (name in ENDS)


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_the_same_threads_take_part(tmp_path: Path) -> None:
    source, program = tmp_path / "k.cpp", tmp_path / "k"
    source.write_text(translated(FORMS), "utf-8")
    build([source], program)
    assert subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout == ""
