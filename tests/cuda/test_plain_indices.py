"""Indices that are put together by division are said by what they are, and are the same for every thread of every block."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.cuda.plain_indices import with_plain_indices
from loopwright.cuda.read.functions import DeviceCode
from loopwright.source.syntax import parse

B, T = "((int)blockIdx.x)", "((int)threadIdx.x)"


def rewritten(index: str, threads: int = 64, more: str = "") -> str:
    """What stands in place of the index of an element that is read."""
    text = f"__global__ void __launch_bounds__({threads}) k(float *out, const float *in, int n) {{\n  out[0] = in[{index}];\n}}\n{more}"
    source = parse(text, "k.cu", "cuda")
    said = with_plain_indices(source, DeviceCode(source)).text
    assert said.count("\n") == text.count("\n")
    return said[said.index("in[") + 3 : said.index("];")]


def values(index: str, blocks: int, threads: int) -> list[int]:
    """Of an index whose parts are not below zero, where Python divides as C does."""
    code = compile(index.replace("(int)", "").replace("/", "//").replace("Idx.x", ""), "index", "eval")
    return [eval(code, {"block": b, "thread": t}) for b in range(blocks) for t in range(threads)]


NUMBER = "((int)blockIdx.x * 64 + (int)threadIdx.x)"


@pytest.mark.parametrize(
    ("index", "said"),
    [
        (f"({T} << 1) / 2 + 3", "(int)threadIdx.x + 3"),
        (f"{B} * 8 - {T} / 8 * 8 - {T} % 8", "(int)blockIdx.x * 8 - (int)threadIdx.x"),
        (f"({B} * 4 + 4) / 4 - {T} % 64 * n", f"{NUMBER} / 64 + 1 - {NUMBER} % 64 * n"),
        (f"{B} / 20 * 640 - {T} * 10", "(((int)blockIdx.x) / 20 * 640 - 0 * 10) - (int)threadIdx.x * 10"),
        (
            f"({T} & 31) * 320 + ({T} >> 5)",
            "(((int)(threadIdx.x / 32 * 32) & 31) * 320 + ((int)(threadIdx.x / 32 * 32) >> 5)) + (int)(threadIdx.x % 32) * 320",
        ),
        (f"(((({B} * 4) + ({T} >> 4)) / 5) * 80) + ((({B} * 32) + ({T} >> 1)) % 40) * 2 + {T} % 2", NUMBER),
        (f"((({B} * 32) + ({T} >> 1)) % 1111) / 101", f"{NUMBER} / 202 % 11"),
        (f"{B} % 9 * 64 + {T} / 2", f"{NUMBER} / 64 % 9 * 64 + {NUMBER} / 2 % 32"),
        (f"({B} + {T}) % 7 + 5", f"{NUMBER} % 7 + 5"),
        (f"({B} * 16 + ({T} >> 2)) / 2053", f"{NUMBER} / 8212"),
        (f"({B} * 32 + ({T} >> 1)) % 4106 / 2053 + 5", f"{NUMBER} / 4106 % 2 + 5"),
    ],
)
def test_an_index_is_said_by_what_it_is(index: str, said: str) -> None:
    found = rewritten(index)
    assert plain(found) == plain(said)
    if "n" not in said.replace("int", "").replace("thread", ""):
        assert values(found, 400, 64) == values(index, 400, 64)


def plain(text: str) -> str:
    """Without parentheses: what they say is seen by the values."""
    return text.replace("(", "").replace(")", "")


def test_a_condition_is_said_by_the_number_of_the_thread() -> None:
    text = f"__global__ void __launch_bounds__(64) k(float *out) {{\n  if ({B} * 16 + ({T} >> 2) < 100) out[{B} * 64 + {T}] = 1;\n}}\n"
    told = translate_file(parse(text, "k.cu", "cuda")).text
    assert "i < std::min<long long>(400, last)" in told


@pytest.mark.parametrize(
    "index",
    [
        f"({B} * 4 + {T} - 5) / 3",  # below zero a division goes to the other side
        "(blockIdx.x * 4 + threadIdx.x) % 4 + threadIdx.x / 4",  # without a sign it may wrap around
        f"{T} / 4 + {T} % 3",  # rows of one
        f"({B} * 64 + {T}) % 104729",  # what repeats itself late
        f"{T} / n",
        f"{T} & 6",
        "n / 3 % 4",
    ],
)
def test_another_is_left(index: str) -> None:
    assert plain(rewritten(index)) == plain(index)


def test_rows_are_left_to_loops_over_the_grid() -> None:
    index, launch = f"({T} & 31) * 320 + ({T} >> 5)", "void go(float *a) { k<<<8, 64>>>(a, a, 1); }\n"
    assert rewritten(index) != index == rewritten(index, more=launch)


def drawn(draw: random.Random, threads: int) -> str:
    """The number of a thread in the grid, or of one that lies elsewhere, by the coordinates of some array."""
    factor = draw.choice([1, 2, 4])
    number = f"({B} * {threads} + {T})" if factor == 1 else f"({B} * {threads // factor} + ({T} / {factor}))"
    sizes = [draw.choice([2, 3, 4, 5, 8, 16]) for _ in range(draw.randint(1, 3))]
    parts, step = [], 1
    for size in sizes:
        parts.append(f"{number} / {step} % {size} * {draw.choice([step, step, step * 3])}")
        step *= size
    parts.append(f"{number} / {step} * {step}")
    return " + ".join(f"({part})" for part in draw.sample(parts, len(parts)))


def test_drawn_indices_are_the_same_for_every_thread() -> None:
    draw, changed = random.Random(17), 0
    for _ in range(120):
        threads = draw.choice([16, 32, 60, 64, 128])
        index = drawn(draw, threads)
        found = rewritten(index, threads)
        changed += found != index
        assert values(found, 40, threads) == values(index, 40, threads), index
    assert changed > 30


def test_a_copy_by_coordinates_is_a_copy() -> None:
    index = f"({B} * 16 + ({T} >> 2)) / 3 * 12 + ({B} * 64 + {T}) % 12"
    text = (
        f"__global__ void __launch_bounds__(64) k(float *out, float *in) {{\n  out[{B} * 64 + {T}] = in[{index}];\n}}\n"
    )
    told = translate_file(parse(text, "k.cu", "cuda")).text
    assert "out[i] = in[i];" in told


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_blocks_that_are_smaller_than_the_kernel_takes_for_granted_leave_out_threads(tmp_path: Path) -> None:
    text = f"""__global__ void __launch_bounds__(64) k(int *out, const int *in) {{
  if ({B} * 16 + ({T} >> 2) < 45) out[{B} * 64 + {T}] = in[({B} * 4 + ({T} >> 4)) % 3 * 16 + {T} % 16] + {T} / 8;
}}
__global__ void __launch_bounds__(64) rows(int *out) {{
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i > 5 && i < 180) out[i] = i / 40 * 1000 + i % 40;
}}
"""
    main = """
int main() {
  int in[48], sum = 0;
  for (int i = 0; i < 48; ++i) in[i] = 100 * i;
  for (unsigned threads : {64u, 17u}) {
    int out[192];
    for (int i = 0; i < 192; ++i) out[i] = -1;
    k(dim3(3), dim3(threads), out, in);
    for (int i = 0; i < 192; ++i) {
      const int b = i / 64, t = i % 64;
      sum += out[i] != (unsigned(t) < threads && i < 180 ? in[(b * 4 + t / 16) % 3 * 16 + t % 16] + t / 8 : -1);
    }
    for (int i = 0; i < 192; ++i) out[i] = -1;
    rows(dim3(3), dim3(threads), out);
    for (int i = 0; i < 192; ++i)
      sum += out[i] != (i % 64 < int(threads) && i > 5 && i < 180 ? i / 40 * 1000 + i % 40 : -1);
  }
  return sum;
}
"""
    told = translate_file(parse(text, "k.cu", "cuda")).text
    assert told.count("const int last = blockDim.x >= 64 ? total_x : first + blockDim.x;") == 2
    assert "piece = std::max<long long>(first, 6)" in told
    (tmp_path / "k.cpp").write_text(told + main, "utf-8")
    build([tmp_path / "k.cpp"], tmp_path / "k")
    assert subprocess.run([tmp_path / "k"]).returncode == 0
