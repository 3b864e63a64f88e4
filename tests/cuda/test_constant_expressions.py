"""What the lowering says otherwise stays a constant where the language wants one: conversions, shifts, the smaller and the larger number."""

from __future__ import annotations

from pathlib import Path

from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

from tests.cuda.built import is_read

VALUES = (
    *(("T", text) for text in ("static_cast<T>(3.0)", "T(1.0 / 6.0)", "(T)2.5")),
    *(("int", text) for text in ("(int)2.5", "static_cast<int>(N * 0.5f)", "N * 0.5", "N > 2 ? 2.5 : 1", "1 << N")),
    *(("int", text) for text in ("256 >> N", "max(N, 2)", "min(N, 8)", "N % 3 + N / 2", "sizeof(T) / 4 + 1")),
    ("unsigned", "(unsigned)(N * 1.5f)"),
)
PLACES = {
    "variable": "constexpr {type} c = {value}; a[0] = a[0] * T(c);",
    "size": "T own[int({value}) + 1]; own[0] = 2; a[0] = a[0] * own[0];",
    "assertion": 'static_assert(({value}) >= 0, ""); a[0] = a[0] * T(2);',
    "condition": "if constexpr (int({value}) > 1) a[0] = a[0] * T(2);",
    "argument": "a[0] = a[0] * T(given<int({value})>());",
    "function": "constexpr {type} c = made_{number}<T>(N); a[0] = a[0] * T(c);",
    "case": "switch (n) {{ case int({value}): a[0] = a[0] * T(2); }}",
    "enumerator": "enum {{ C = int({value}) }}; a[0] = a[0] * T(C);",
    "member": "a[0] = a[0] * T(Held_{number}<T, N>::c);",
}
BESIDE = {
    "function": "template <typename T> __host__ __device__ constexpr {type} made_{number}(int N) {{ return {value}; }}\n",
    "member": "template <typename T, int N> struct Held_{number} {{ static constexpr {type} c = {value}; }};\n",
}


def program() -> str:
    """A kernel for each value at each place, and a launch for floating and for whole numbers."""
    kernels, launches = ["template <int M> __device__ int given() { return M; }"], []
    for number, (place, (type, value)) in enumerate((place, each) for place in PLACES for each in VALUES):
        told = {"type": type, "value": value, "number": number}
        head = f"template <typename T, int N> __global__ void k_{number}(T *a, int n)"
        kernels.append(f"{BESIDE.get(place, '').format(**told)}{head} {{ {PLACES[place].format(**told)} }}")
        launches.append(f"k_{number}<float, 4><<<1, 32>>>(a, 1); k_{number}<int, 4><<<1, 32>>>(b, 1);")
    return "\n".join([*kernels, "void all(float *a, int *b) {", *launches, "}\n"])


def test_constants_stay_constants(tmp_path: Path) -> None:
    found = translate_file(parse(program(), "a.cu"))
    assert [kernel.reason for kernel in found.kernels if kernel.text is None] == []
    file = tmp_path / "a.cpp"
    file.write_text(found.text, "utf-8")
    assert is_read(file)
