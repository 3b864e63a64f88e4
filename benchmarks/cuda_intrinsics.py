"""CUDA's mathematical functions and intrinsics beside a GPU: each on 64 inputs at the edges.

python benchmarks/cuda_intrinsics.py program -o k.cu       a program that prints what each function of our definitions gives
nvcc -arch=native -w -o gpu k.cu && ./gpu > gpu.txt        where there is a GPU
loopwright translate k.cu -o k.cpp && g++ -O2 -fopenmp -w k.cpp -o cpu && ./cpu > cpu.txt
python benchmarks/cuda_intrinsics.py compare cpu.txt gpu.txt
"""

from __future__ import annotations

import argparse
import math
import re
import struct
from importlib import resources
from pathlib import Path

_HEAD = re.compile(r"^static inline ((?:unsigned |long )*\w+) (\w+)\(([^)]*)\) \{", re.MULTILINE)
_TYPES = ("float", "double", "int", "unsigned", "long long", "unsigned long long")
_EDGES = {
    "float": "0.f, -0.f, 1.f, -1.f, 0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 0.1f, 1e-10f, 1e10f, -3e9f, 5e9f, 2e19f, -1e19f, 1e-40f, 3e38f, 0.999f,"
    " 1.0001f, 3.14159f, 7.75f, -7.75f, 16777218.f, 0.0625f, -0.9f, 100.25f, 1e-3f, 0.3f, -1e30f, INFINITY, NAN",
    "double": "0., -0., 1., -1., 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, 1e-10, 1e10, -3e9, 5e9, 2e19, -1e19, 1e-310, 1e308, 0.999, 1.0001,"
    " 3.14159, 7.75, -7.75, 9007199254740993., 0.0625, -0.9, 100.25, 1e-3, 0.3, -1e200, INFINITY, NAN",
    "int": "0, 1, -1, 2, -2, 7, -7, 31, 32, 33, 255, 256, 65535, 65536, -65536, 8388607, 8388608, -8388609, 16777215, 16777217, 123456789,"
    " -123456789, 2147483647, -2147483647 - 1, 0x7f80ff01, 0x01020304, -1431655766, 1431655765, 1000, -1000, 12, 5",
}
_EDGES["unsigned"] = _EDGES["int"]
_EDGES["long long"] = (
    _EDGES["int"].replace("1000, -1000", "1LL << 53, (1LL << 53) + 1").replace("123456789,", "(1LL << 62) + 12345,", 1)
)
_EDGES["unsigned long long"] = _EDGES["long long"]


def functions() -> list[tuple[str, str, list[str]]]:
    """(type, name, types of arguments) of those that take and give plain numbers."""
    folder = resources.files("loopwright.cuda").joinpath("support")
    found = []
    for file in ("intrinsics.h", "mathematics.h", "bits.h"):
        for kind, name, listed in _HEAD.findall(folder.joinpath(file).read_text("utf-8")):
            types = [" ".join(part.split()[:-1]) for part in listed.split(",")] if listed else []
            if (
                name.startswith(("lw_", "umin", "umax", "ll", "ull"))
                or kind not in _TYPES
                or any(t not in _TYPES for t in types)
            ):
                continue
            found.append((kind, name, types))
    return found


def program() -> str:
    """CUDA C++ that prints a line for each function and input: its bits."""
    lines = ["#include <cstdio>", "#include <cstring>", "#include <cmath>"]
    for kind, values in _EDGES.items():
        lines.append(f"__constant__ {kind} of_{kind.replace(' ', '_')}[32] = {{{values}}};")
    names = []
    for number, (kind, name, types) in enumerate(functions()):
        given = ", ".join(
            f"of_{t.replace(' ', '_')}[(i * {(1, 7, 11, 13)[at]} + i / 32 * {at}) % 32]" for at, t in enumerate(types)
        )
        own = f"f{number}"
        lines.append(f"__global__ void {own}({kind} *out) {{ int i = threadIdx.x; out[i] = {name}({given}); }}")
        names.append((own, name, kind))
    lines += ["template <typename T> void show(const char *name, const T *out) {", "    for (int i = 0; i < 64; i++) {"]
    lines += ["        unsigned long long bits = 0;", "        memcpy(&bits, out + i, sizeof(T));"]
    lines += [
        '        printf("%s %d %llx\\n", name, i, bits);',
        "    }",
        "}",
        "int main() {",
        "    void *out;",
        "    cudaMallocManaged(&out, 512);",
    ]
    for own, name, kind in names:
        lines.append(
            f'    {own}<<<1, 64>>>(({kind} *)out);\n    cudaDeviceSynchronize();\n    show("{name} {kind.replace(" ", "_")}", ({kind} *)out);'
        )
    return "\n".join([*lines, "}", ""])


def apart(kind: str, ours: int, theirs: int) -> float:
    """How far two results are apart, in units of the last place for floating types; NaNs are alike."""
    if kind not in ("float", "double"):
        return 0 if ours == theirs else math.inf
    code, whole, bits = ("<f", "<I", 31) if kind == "float" else ("<d", "<Q", 63)
    values = [struct.unpack(code, struct.pack(whole, b))[0] for b in (ours, theirs)]
    if any(map(math.isnan, values)):
        return 0 if all(map(math.isnan, values)) else math.inf
    placed = [b if not b >> bits else -(b & ~(1 << bits)) for b in (ours, theirs)]
    return abs(placed[0] - placed[1])


def compare(ours: Path, theirs: Path) -> None:
    """Which functions differ, by how much."""
    rows = [[line.split() for line in file.read_text().splitlines()] for file in (ours, theirs)]
    worst: dict[str, tuple[float, str]] = {}
    for a, b in zip(*rows, strict=True):
        assert a[:3] == b[:3], (a, b)
        far = apart(a[1], int(a[3], 16), int(b[3], 16))
        if far >= worst.get(a[0], (-1, ""))[0]:
            worst[a[0]] = (far, f"input {a[2]}: {a[3]} and {b[3]}")
    for name, (far, where) in sorted(worst.items(), key=lambda item: -item[1][0]):
        if far:
            print(f"{far:12.0f} {name}: {where}")
    same, near = (sum(low <= far <= high for far, _ in worst.values()) for low, high in ((0, 0), (1, 4)))
    print(f"{len(worst)} functions: {same} give the same bits, {near} are within four units of the last place")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    calls = parser.add_subparsers(dest="call", required=True)
    writes = calls.add_parser("program")
    writes.add_argument("-o", "--output", type=Path, required=True)
    compares = calls.add_parser("compare")
    compares.add_argument("ours", type=Path)
    compares.add_argument("theirs", type=Path)
    options = parser.parse_args()
    if options.call == "program":
        options.output.write_text(program(), "utf-8")
    else:
        compare(options.ours, options.theirs)


if __name__ == "__main__":
    main()
