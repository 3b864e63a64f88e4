"""What lies between and behind the members of a struct is nobody's: kernels that store whole structs leave there what they like."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from loopwright.cli.main import main
from loopwright.translate.records import Item

KERNELS = """struct Pair { int key; long long sum; };
struct Bits { unsigned a : 3, b : 10; double d; };
struct Nested { Pair p; char tail; };
__device__ Pair kept[5];
__global__ void local(const int *c, Pair *p, int n) {
    Pair own{int(threadIdx.x), 0};
    for (int i = 0; i < n; ++i) if (c[i] % 5 == threadIdx.x) own.sum += c[i];
    p[threadIdx.x] = own;
}
__global__ void of_bits(Bits *b, int n) { int i = threadIdx.x; if (i < n) { Bits own; own.a = i, own.b = i * 3, own.d = i; b[i] = own; } }
__global__ void nested(Nested *b, int n) { int i = threadIdx.x; if (i < n) { Nested own; own.p.key = i, own.p.sum = i * 3, own.tail = i; b[i] = own; } }
__global__ void of_the_file(int n) { int i = threadIdx.x; if (i < 5) { Pair own{n, i}; kept[i] = own; } }
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_kernels_that_store_whole_structs_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "k.cu").write_text(KERNELS, "utf-8")
    main(["translate", "--verify", "--no-model", "--json", str(tmp_path / "k.cu"), "-o", str(tmp_path / "k.cpp")])
    told = {kernel["name"]: kernel["status"] for kernel in json.loads(capsys.readouterr().out)["kernels"]}
    assert told == dict.fromkeys(("local", "of_bits", "nested", "of_the_file"), "tested")


@pytest.mark.parametrize(
    ("at", "told"), [(0, True), (3, True), (4, False), (7, False), (8, True), (16, True), (20, False), (31, True)]
)
def test_a_member_that_differs_is_seen_and_a_gap_is_not(at: int, told: bool) -> None:
    """Two structs of an int and a long long."""
    pairs = Item("p", 0, 32, 16, 1, 1, bytes(4) + b"\xff" * 4 + bytes(8))
    first = np.arange(32, dtype=np.uint8)
    second = first.copy()
    second[at] ^= 0x10
    assert (pairs.of(first.tobytes()) != pairs.of(second.tobytes())) is told
    assert Item("p", 0, 32, 16, 1, 1).of(first.tobytes()) != Item("p", 0, 32, 16, 1, 1).of(second.tobytes())


def test_bits_beside_others_are_seen() -> None:
    bits = Item("b", 0, 2, 2, 1, 1, b"\x00\xe0")
    assert bits.of(b"\x05\x1f") == bits.of(b"\x05\xff")
    assert bits.of(b"\x05\xff") != bits.of(b"\x05\x0f")
