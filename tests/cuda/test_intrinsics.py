"""Intrinsics beside exact arithmetic: roundings in a direction, conversions that stop at the end, parts of a word."""

from __future__ import annotations

import random
import shutil
import struct
import subprocess
from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor, inf, isfinite, nextafter, trunc
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.print.support import support_for

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
EDGES = (
    0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    2.5,
    -2.5,
    0.1,
    -0.1,
    1e-10,
    1e10,
    3.0,
    7.0,
    16777216.0,
    2147483648.0,
    -2147483649.0,
    4294967296.0,
    1e19,
    -1e19,
)
WORDS = (0, 1, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0x80FF017F, 0x01020304, 0xAAAAAAAA, 0x8000FFFF, 123456789)


def single(x: float) -> float:
    return float(struct.unpack("f", struct.pack("f", x))[0])


def step(x: float, up: bool, kind: str) -> float:
    """The next number of a type."""
    if kind == "double":
        return nextafter(x, inf if up else -inf)
    bits = struct.unpack("i", struct.pack("f", x))[0]
    if x == 0:
        return single(1e-45 if up else -1e-45)
    return float(struct.unpack("f", struct.pack("i", bits + (1 if (x > 0) == up else -1)))[0])


def rounded(exact: Fraction, direction: str, kind: str) -> float:
    """An exact number as one of a type."""
    near = float(exact) if kind == "double" else single(float(exact))
    up = {"ru": True, "rd": False, "rz": exact < 0}[direction]
    while (Fraction(near) < exact) if up else (Fraction(near) > exact):
        near = step(near, up, kind)
    while True:
        before = step(near, not up, kind)
        if not isfinite(before) or ((Fraction(before) < exact) if up else (Fraction(before) > exact)):
            return near
        near = before


def printed(calls: list[str], folder: Path) -> list[str]:
    """What C++ says of each."""
    body = "int main() {\n" + "".join(f'    printf("%.17g\\n", (double)({call}));\n' for call in calls) + "}\n"
    (folder / "k.cpp").write_text(support_for(body) + body)
    build([folder / "k.cpp"], folder / "k")
    return subprocess.run([str(folder / "k")], capture_output=True, text=True).stdout.split()


def told(x: float, kind: str) -> str:
    return f"{x!r}{'f' if kind == 'float' else ''}"


BINARY: dict[str, Callable[[Fraction, Fraction], Fraction | None]] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "div": lambda a, b: a / b if b else None,
}  # fmt: skip


@pytest.mark.parametrize("kind", ["float", "double"])
def test_a_rounding_in_a_direction_is_the_exact_one(kind: str, tmp_path: Path) -> None:
    chance = random.Random(1)
    small = single if kind == "float" else float
    values = [small(v) for v in (*EDGES, *(chance.uniform(-1, 1) * 10 ** chance.randrange(-6, 7) for _ in range(12)))]
    cases: list[tuple[str, float]] = []
    for direction in ("ru", "rd", "rz"):
        for name, exact in BINARY.items():
            for _ in range(25):
                a, b = chance.choice(values), chance.choice(values)
                found = exact(Fraction(a), Fraction(b))
                if found:  # the sign of a zero is not compared
                    call = f"__{kind[0]}{name}_{direction}({told(a, kind)}, {told(b, kind)})"
                    cases.append((call, rounded(found, direction, kind)))
        for _ in range(25):
            a, b, c = (chance.choice(values) for _ in range(3))
            if found := Fraction(a) * Fraction(b) + Fraction(c):
                name = "__fmaf" if kind == "float" else "__fma"
                cases.append(
                    (
                        f"{name}_{direction}({', '.join(told(v, kind) for v in (a, b, c))})",
                        rounded(found, direction, kind),
                    )
                )
    results = printed([call for call, _ in cases], tmp_path)
    wrong = [(call, float(r), want) for (call, want), r in zip(cases, results, strict=True) if float(r) != want]
    assert not wrong, wrong[:5]


LARGEST = {"float": single(3.4028234663852886e38), "double": 1.7976931348623157e308}


@pytest.mark.parametrize("kind", ["float", "double"])
def test_what_is_too_large_in_a_direction_is_the_largest_or_infinite(kind: str, tmp_path: Path) -> None:
    most, fma = LARGEST[kind], "__fmaf" if kind == "float" else "__fma"
    cases = []
    for sign in (1, -1):
        for direction, goes_on in (("ru", sign > 0), ("rd", sign < 0), ("rz", False), ("rn", True)):
            big, tiny, want = told(sign * most, kind), told(small := 0.25, kind), sign * (inf if goes_on else most)
            calls = [
                f"add_{direction}({big}, {big})",
                f"mul_{direction}({big}, {told(4.0, kind)})",
                f"div_{direction}({big}, {tiny})",
            ]
            cases += [(f"__{kind[0]}{call}", want) for call in calls]
            if direction != "rn":  # which is written as `fma`
                cases.append((f"{fma}_{direction}({big}, {told(4.0, kind)}, {told(small, kind)})", want))
            infinite = f"({kind}){'-' if sign < 0 else ''}INFINITY"
            cases.append((f"__{kind[0]}add_{direction}({infinite}, {tiny})", sign * inf))
            cases.append((f"__{kind[0]}div_{direction}({told(sign * 1.0, kind)}, {told(0.0, kind)})", sign * inf))
    results = printed([call for call, _ in cases], tmp_path)
    wrong = [(call, r, want) for (call, want), r in zip(cases, results, strict=True) if float(r) != want]
    assert not wrong, wrong[:5]


def test_sines_of_multiples_of_pi_are_exact(tmp_path: Path) -> None:
    whole = [0.0, 1.0, 2.0, 3.0, 1e10, 16777216.0, 33554434.0]
    cases = [
        (f"sinpi{end}({told(sign * x, kind)})", 0.0)
        for end, kind in (("", "double"), ("f", "float"))
        for x in whole
        for sign in (1, -1)
    ]
    cases += [
        (f"cospi{end}({told(x + 0.5, kind)})", 0.0) for end, kind in (("", "double"), ("f", "float")) for x in whole[:4]
    ]
    cases += [
        (f"cospi{end}({told(x, kind)})", -1.0 if x % 2 else 1.0)
        for end, kind in (("", "double"), ("f", "float"))
        for x in whole
    ]
    results = printed([call for call, _ in cases], tmp_path)
    wrong = [(call, r, want) for (call, want), r in zip(cases, results, strict=True) if float(r) != want]
    assert not wrong, wrong[:5]


RANGES = {"int": (-(2**31), 2**31 - 1), "uint": (0, 2**32 - 1), "ll": (-(2**63), 2**63 - 1), "ull": (0, 2**64 - 1)}
WHOLE = {"rn": round, "rd": floor, "ru": ceil, "rz": trunc}


def test_a_conversion_stops_at_the_end_of_its_range(tmp_path: Path) -> None:
    cases = []
    for source in ("float", "double"):
        for name, (least, most) in RANGES.items():
            for way, whole in WHOLE.items():
                for value in EDGES:
                    given = single(value) if source == "float" else value
                    want = min(max(whole(given), least), most)
                    cases.append((f"__{source}2{name}_{way}({told(given, source)})", want))
    results = printed([call for call, _ in cases], tmp_path)
    wrong = [(call, r, want) for (call, want), r in zip(cases, results, strict=True) if float(r) != float(want)]
    assert not wrong, wrong[:5]


def within(x: int, bits: int, signed: bool) -> int:
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return min(max(x, least), most)


PARTS: dict[str, tuple[bool, Callable[[int, int, int], int]]] = {
    "add": (False, lambda x, y, n: x + y), "sub": (False, lambda x, y, n: x - y),
    "addss": (True, lambda x, y, n: within(x + y, n, True)), "addus": (False, lambda x, y, n: within(x + y, n, False)),
    "subss": (True, lambda x, y, n: within(x - y, n, True)), "subus": (False, lambda x, y, n: within(x - y, n, False)),
    "absdiffs": (True, lambda x, y, n: abs(x - y)), "absdiffu": (False, lambda x, y, n: abs(x - y)),
    "avgu": (False, lambda x, y, n: (x + y + 1) // 2), "haddu": (False, lambda x, y, n: (x + y) // 2),
    "maxs": (True, lambda x, y, n: max(x, y)), "minu": (False, lambda x, y, n: min(x, y)),
    "cmpeq": (False, lambda x, y, n: -(x == y)), "cmpgts": (True, lambda x, y, n: -(x > y)), "setleu": (False, lambda x, y, n: x <= y),
}  # fmt: skip


def test_parts_of_a_word_are_by_themselves(tmp_path: Path) -> None:
    cases = []
    for name, (signed, part) in PARTS.items():
        for count, bits in ((2, 16), (4, 8)):
            for a in WORDS:
                for b in WORDS[:6]:
                    want = 0
                    for at in range(0, 32, bits):
                        x, y = (word >> at & (1 << bits) - 1 for word in (a, b))
                        if signed:
                            x, y = (v - (1 << bits) if v >> bits - 1 else v for v in (x, y))
                        want |= (part(x, y, bits) & (1 << bits) - 1) << at
                    cases.append((f"__v{name}{count}({a}u, {b}u)", want))
    results = printed([call for call, _ in cases], tmp_path)
    wrong = [(call, r, want) for (call, want), r in zip(cases, results, strict=True) if int(float(r)) != want]
    assert not wrong, wrong[:5]


def test_whole_numbers_of_24_bits_and_means(tmp_path: Path) -> None:
    chance = random.Random(2)
    cases = []
    for _ in range(60):
        a, b = (chance.randrange(-(2**31), 2**31) for _ in range(2))
        cut = [(v << 8 & 0xFFFFFFFF) >> 8 for v in (a, b)]
        signed = [v - (1 << 24) if v >> 23 else v for v in cut]
        product = signed[0] * signed[1] & 0xFFFFFFFF
        cases += [(f"__mul24({a}, {b})", product - (1 << 32) if product >> 31 else product)]
        cases += [(f"__umul24({a}, {b})", cut[0] * cut[1] & 0xFFFFFFFF)]
        cases += [(f"__hadd({a}, {b})", (a + b) >> 1), (f"__rhadd({a}, {b})", (a + b + 1) >> 1)]
        cases += [(f"__mul64hi({a}LL << 30, {b}LL << 30)", (a * b << 60) >> 64)]
    results = printed([call for call, _ in cases], tmp_path)
    wrong = [(call, r, want) for (call, want), r in zip(cases, results, strict=True) if float(r) != float(want)]
    assert not wrong, wrong[:5]


SPECIAL = {
    "normcdfinv(0.975)": 1.959963984540054, "erfinv(0.5)": 0.47693627620446987, "erfcinv(1e-20)": 6.601580622355143,
    "erfinv(-0.999)": -2.326753765513525, "erfcx(3.0)": 0.17900115118138995, "erfcx(30.0)": 0.018795888861416751,
    "cyl_bessel_i0(2.0)": 2.279585302336067, "cyl_bessel_i1(2.0)": 1.5906368546373291, "sinpi(0.25)": 0.7071067811865476,
    "cospi(1.0 / 3)": 0.5, "norm3d(1, 2, 2)": 3.0, "norm4d(1, 1, 1, 1)": 2.0, "rhypot(3, 4)": 0.2, "rcbrt(8)": 0.5, "normcdf(1.0)": 0.8413447460685429,
    "sinpi(1e15)": 0.0, "erfcinv(0.1)": 1.1630871536766743,
}  # fmt: skip


def test_special_functions_at_known_places(tmp_path: Path) -> None:
    results = printed(list(SPECIAL), tmp_path)
    wrong = [
        (c, r)
        for (c, want), r in zip(SPECIAL.items(), results, strict=True)
        if abs(float(r) - want) > 4e-15 * max(1, abs(want))
    ]
    assert not wrong, wrong
