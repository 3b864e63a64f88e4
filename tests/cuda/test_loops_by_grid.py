"""A thread that goes on by as many elements as the grid has threads: its neighbours take the elements beside it, so the rounds stand
outside and the threads inside, also where a kernel has several such loops or does more than that."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.cuda.read.counted_whiles import with_counted_whiles
from loopwright.cuda.read.functions import DeviceCode
from loopwright.source.syntax import parse

Memory = list[int]
N, BLOCKS, THREADS = 1003, 3, 64
TOTAL = BLOCKS * THREADS
INDEX = "int t = blockIdx.x * blockDim.x + threadIdx.x, step = blockDim.x * gridDim.x;"


def two_loops(t: int, a: Memory, b: Memory) -> None:
    for i in range(t, N // 4, TOTAL):
        b[i] = a[i]
    for i in range(t, N, TOTAL):
        b[i] = b[i] * 2 + 1


def behind_a_body(t: int, a: Memory, b: Memory) -> None:
    for i in range(t, N // 4, TOTAL):
        b[4 * i] = a[i]
        b[4 * i + 1] = a[i] + 2
    for i in range(N // 4 * 4 + t, N, TOTAL):
        b[i] = 7 * a[i]


def a_sum_for_each(t: int, a: Memory, b: Memory) -> None:
    b[t] = sum(a[i] for i in range(t, N, TOTAL))


def one_from_the_round_before(t: int, a: Memory, b: Memory) -> None:
    last = t
    for i in range(t, N, TOTAL):
        b[i] = last
        last = a[i] - last


def some_rounds_are_left_out(t: int, a: Memory, b: Memory) -> None:
    for i in range(t, N, TOTAL):
        if a[i] % 3:
            b[i] = a[i]
    if t == 5:
        b[N] = 1


# The kernel's body, and what a thread of it does.
TABLE: dict[Callable[[int, Memory, Memory], None], str] = {
    two_loops: """for (int i = t; i < n / 4; i += step) b[i] = a[i];
        for (int i = t; i < n; i += step) b[i] = b[i] * 2 + 1;""",
    behind_a_body: """for (int i = t; i < n / 4; i += step) { b[4 * i] = a[i]; b[4 * i + 1] = a[i] + 2; }
        const int rest = n / 4 * 4;
        for (int i = rest + t; i < n; i += step) b[i] = 7 * a[i];""",
    a_sum_for_each: "int sum = 0; for (int i = t; i < n; i += step) sum += a[i]; b[t] = sum;",
    one_from_the_round_before: "int last = t; for (int i = t; i < n; i += step) { b[i] = last; last = a[i] - last; }",
    some_rounds_are_left_out: """for (unsigned i = t; i < n; i += step) { if (a[i] % 3 == 0) continue; b[i] = a[i]; }
        if (t == 5) b[n] = 1;""",
}
# The same, counted by `while` loops.
WHILES: dict[Callable[[int, Memory, Memory], None], str] = {
    a_sum_for_each: "int sum = 0; int i = t; while (i < n) { sum += a[i]; i += step; } b[t] = sum;",
    one_from_the_round_before: "int i = t; int last = t; while (i < n) { b[i] = last; last = a[i] - last; i += step; }",
    some_rounds_are_left_out: """int i = blockIdx.x * blockDim.x + threadIdx.x;
        while (i < n) { for (int k = 0; k < 1; ++k) { if (a[i] % 3 == 0) continue; b[i] = a[i]; } i += step; }
        if (t == 5) b[n] = 1;""",
}


def from_below_zero(t: int, a: Memory, b: Memory) -> None:
    for i in range(t - 70, N, TOTAL) if t >= 70 else ():
        b[i] = a[i] + 1


def leaves_in_two_places(t: int, a: Memory, b: Memory) -> None:
    if t % THREADS > 50:
        return
    b[t] += 1
    if not any(a[i] > 90 for i in range(t, N // 2, TOTAL)):
        b[TOTAL + t] = N // 2


def keeps_a_sum_over_what_is_done_once(t: int, a: Memory, b: Memory) -> None:
    b[t] = 2 * a[t] + N + 1


def steps_as_the_body_says(t: int, a: Memory, b: Memory) -> None:
    for i in range(t, N, 2 * TOTAL):
        b[i] = a[i]


BELOW = "int below = -70;"
# What is no loop of that kind for all its looks, or is beside one, and has to do what it says.
LOOKS: list[tuple[Callable[[int, Memory, Memory], None], str]] = [
    (from_below_zero, f"{BELOW} for (int i = below + t; i < (unsigned)n; i += step) b[i] = a[i] + 1;"),
    (from_below_zero, f"{BELOW} unsigned end = n; for (unsigned i = below + t; i < end; i += step) b[i] = a[i] + 1;"),
    (from_below_zero, f"{BELOW} for (unsigned i = below + t; i < n; i += step) b[i] = a[i] + 1;"),
    (from_below_zero, f"{BELOW} size_t end = n; for (long i = below + t; i < end; i += step) b[i] = a[i] + 1;"),
    (leaves_in_two_places, """if (threadIdx.x > 50) return; b[t] += 1; n = n / 2;
        for (int i = t; i < n; i += step) if (a[i] > 90) return; b[192 + t] = n;"""),
    (keeps_a_sum_over_what_is_done_once, "int sum = 0; n += 1; for (int k = 0; k < 2; ++k) sum += a[t]; b[t] = sum + n;"),
    (steps_as_the_body_says, "int i = t; while (i < n) { b[i] = a[i]; int step = 2 * 192; i += step; }"),
]  # fmt: skip
# `while` loops that have to stay, or whose counter has.
STAY = {
    "asked behind it": "int i = t; while (i < n) { b[i] = a[i]; i += step; } b[t] = i;",
    "asked before it": "int i = t; b[i] = 3; while (i < n) { b[i] += a[i]; i += step; }",
    "changed twice": "int i = t; while (i < n) { b[i] = a[i]; if (a[i]) i += step; i += step; }",
    "its step left out": "int i = t; while (i < n) { if (a[i] == 3) { b[i] = 1; continue; } b[i] = a[i]; i += step; }",
    "from what changes": "int first = t; int i = first; first = 0; while (i < n) { b[i] = a[i] + first; i += step; }",
    "from memory": "int i = b[t]; b[t] = 0; while (i < n) { b[i] = a[i]; i += step; }",
    "its address is known": "int i = t; int *p = &i; while (i < n) { b[*p] = a[i]; i += step; }",
    "its step is of the body": "int i = t; while (i < n) { b[i] = a[i]; int step = 384; i += step; }",
    "begun again": "int i = t; again: while (i < n) { b[i] = a[i]; i += step; } if (b[0] < 0) goto again;",
}
# What is no such loop, or would be kept for all threads of a block.
OTHERS = {
    "arrays of their own": "int own[8] = {}; for (int i = t; i < n; i += step) own[i % 8] += a[i]; b[t] = own[t % 8];",
    "who leaves": "for (int i = t; i < n; i += step) { if (!a[i]) break; b[i] = 1; }",
    "another step": "for (int i = t; i < n; i += 3 * step) b[i] = a[i]; b[t] += 1;",
    "no memory beside": "int sum = 0; for (int i = t; i < n; i += step) sum += a[i * 7 % n]; b[t] = sum;",
}


def kernel(name: str, body: str) -> str:
    return f"__global__ void {name}(const int *a, int *b, int n) {{ {INDEX} {body} }}\n"


def translated(text: str) -> str:
    return translate_file(parse(text, "k.cu", "cuda")).text


@pytest.mark.parametrize("body", [*TABLE.values(), *WHILES.values()])
def test_rounds_are_outside_and_threads_inside(body: str) -> None:
    text = translated(kernel("k", body))
    assert "i_first += step" in text
    assert "i = i_first + tx" in text


@pytest.mark.parametrize("body", OTHERS.values(), ids=list(OTHERS))
def test_others_are_as_they_were(body: str) -> None:
    assert "i_first" not in translated(kernel("k", body))


@pytest.mark.parametrize("body", STAY.values(), ids=list(STAY))
def test_while_loops_that_stay(body: str) -> None:
    assert "while (i < n)" in translated(kernel("k", body))


def test_every_line_of_a_while_loop_keeps_its_number() -> None:
    text = kernel("k", "\nint i = t;\nint sum = 0;\nwhile (i < n)\n{\nsum += a[i];\ni += step;\n}\nb[t] = sum;\n")
    source = parse(text, "k.cu", "cuda")
    written = with_counted_whiles(source, DeviceCode(source)).data.decode()
    before, after = text.splitlines(), written.splitlines()
    assert "for (int i = t; i < n; i += step)" in after
    assert [(a, b) for a, b in zip(before, after, strict=True) if a != b and b] == [("while (i < n)", after[3])]


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_each_thread_does_its_rounds_in_their_order(tmp_path: Path) -> None:
    told = [*TABLE.items(), *WHILES.items(), *LOOKS]
    kernels = "".join(kernel(f"k{at}", body) for at, (_, body) in enumerate(told))
    calls = "".join(
        f"for (int i = 0; i <= {N}; ++i) b[i] = i; k{at}<<<{BLOCKS}, {THREADS}>>>(a, b, {N});"
        f'for (int i = 0; i <= {N}; ++i) printf("%d ", b[i]); puts("");\n'
        for at in range(len(told))
    )
    main = (
        f"int main() {{ static int a[{N}], b[{N} + 1]; for (int i = 0; i < {N}; ++i) a[i] = i * 37 % 101;\n{calls}}}\n"
    )
    (tmp_path / "k.cpp").write_text(translated(f"#include <cstdio>\n{kernels}{main}"))
    build([tmp_path / "k.cpp"], tmp_path / "k")
    said = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True, check=True).stdout.splitlines()
    for (function, body), line in zip(told, said, strict=True):
        a, b = [i * 37 % 101 for i in range(N)], list(range(N + 1))
        for t in range(TOTAL):
            function(t, a, b)
        assert list(map(int, line.split())) == b, body
