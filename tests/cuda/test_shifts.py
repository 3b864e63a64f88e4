"""Shifts by as many bits as a number has, or by more: a GPU leaves none of its bits, C++ leaves it undefined."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from loopwright.translate.pipeline import translation_of
from loopwright.translate.program.build import File, Toolchain
from loopwright.translate.program.verdict import ProgramJudge
from loopwright.translate.verify import Judge

AMOUNTS = (0, 1, 7, 31, 32, 33, 63, 64, 255, 256, -1, -32)


def left(of: int, by: int, bits: int = 32) -> int:
    return (of << by) % (1 << bits) if 0 <= by < bits else 0


def right(of: int, by: int, bits: int = 32) -> int:
    return (of >> (by if 0 <= by < bits else bits)) % (1 << bits)


def half_of(number: int) -> int:
    """Of a number with a sign, rounded to zero."""
    signed = number - (number >> 31 << 32)
    return (signed + (signed < 0) >> 1) % (1 << 32)


# What a kernel stores for each amount, and that as a number without a sign.
FORMS: dict[str, Callable[[int], int]] = {
    "0x80000001u << by": lambda by: left(0x80000001, by),
    "0x80000001u >> by": lambda by: right(0x80000001, by),
    "-7 >> by": lambda by: right(-7, by),
    "5 << by": lambda by: left(5, by),
    "(0x8000000000000001ull << by) >> 1": lambda by: left(0x8000000000000001, by, 64) >> 1,
    "0x8000000000000001ull >> by": lambda by: right(0x8000000000000001, by, 64),
    "-9000000000ll >> by": lambda by: right(-9000000000, by, 64),
    "byte << by": lambda by: left(200, by),
    "half >> by": lambda by: right(-300, by),
    "bits.high >> by": lambda by: right(-1, by),
    "(bits.low << by) / 2": lambda by: half_of(left(9, by)),
    "(bits.low - 10 >> by) / 2": lambda by: half_of(right(-1, by)),
    "(also.low << by) / 2": lambda by: half_of(left(9, by)),
    "(&also)->shifted(by)": lambda by: half_of(left(9, by)),
    "moved(3u, by)": lambda by: left(3, by),
    "moved(3ull, by)": lambda by: left(3, by, 64),
    "MOVED(3u, by)": lambda by: left(3, by),
    "BIT(by)": lambda by: left(1, by),
    "set(3u, by)": lambda by: left(3, by) | left(1, by) << 32,
    "back(-64, by)": lambda by: right(-64, by),
    "Mask(by).bits": lambda by: left(1, by),
    "Mask(3).low(by)": lambda by: right(8, by),
    "Mask::one(by)": lambda by: left(1, by),
    "power(by)": lambda by: left(1, by),
    "in_lambda(by)": lambda by: left(9, by),
    "9u << together": lambda by: left(9, by),
    "9u << (Amount)by": lambda by: left(9, by),
    "9u << (by + (1ll << 32))": lambda by: left(9, by),
    "9u << (unsigned char)by": lambda by: left(9, by % 256),
    "by < 32 ? 1u << by : 77u": lambda by: left(1, by) if by < 32 else 77,
    "1u << (by > 31 ? 31 : by)": lambda by: left(1, min(by, 31)),
    "1u << (by & 31)": lambda by: 1 << by % 32,
    "(unsigned)(Flow{7} << by).sum": lambda by: (7 + by) % (1 << 32),
}
SOURCE = """#include <cstdio>
#define MOVED(x, n) ((x) << (n))
#define BIT(n) MOVED(1u, n)
enum Amount { none, some = 5, all = 255 };
struct Bits { unsigned low : 20; int high : 12; __device__ int shifted(int n) const { return (low << n) / 2; } };
struct Flow { int sum; __device__ Flow &operator<<(int x) { sum += x; return *this; } };
struct Mask {
  unsigned bits;
  __device__ Mask(int n) : bits(1u << n) {}
  __device__ unsigned low(int n) const { return bits >> n; }
  static __device__ unsigned one(int n) { return 1u << n; }
};
template <typename T> __device__ T moved(T x, int n) { return x << n; }
__device__ unsigned long long set(unsigned x, int n) {
  unsigned a[2] = {x, 1}, at = 0;
  a[at++] <<= n, a[at] <<= n;
  return a[0] | (unsigned long long)a[1] << 32;
}
__device__ unsigned back(int x, int n) { x >>= n; return x; }
__host__ __device__ constexpr unsigned power(int n) { return 1u << n; }
__global__ void k(const int *amounts, unsigned long long *o) {
  __shared__ int shown[32];
  const int t = threadIdx.x, by = amounts[t];
  shown[t] = by;
  __syncthreads();
  const int together = shown[t];
  const unsigned char byte = 200;
  const short half = -300;
  const Bits bits = {9, -1};
  const Bits &also = bits;
  auto in_lambda = [=](int n) { return 9u << n; };
  o += t;
FORMS
}
int main() {
  const int given[] = {AMOUNTS}, count = sizeof given / sizeof *given;
  static unsigned long long out[KINDS * count];
  int *amounts;
  unsigned long long *o;
  cudaMalloc(&amounts, sizeof given), cudaMalloc(&o, sizeof out);
  cudaMemcpy(amounts, given, sizeof given, cudaMemcpyHostToDevice);
  k<<<1, count>>>(amounts, o);
  cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < KINDS * count; ++i) printf("%llu%c", out[i], i % count == count - 1 ? '\\n' : ' ');
}
"""


def stored(form: str) -> str:
    wide = any(word in form for word in ("ll", "moved(3ull", "set("))
    narrow = "<< 32)" in form
    return form if wide and not narrow else f"(unsigned)({form})"


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_nothing_is_left_of_a_number_that_is_shifted_far(tmp_path: Path) -> None:
    lines = "\n".join(f"  o[{at} * blockDim.x] = {stored(form)};" for at, form in enumerate(FORMS))
    amounts = ", ".join(map(str, AMOUNTS))
    text = SOURCE.replace("FORMS", lines).replace("AMOUNTS", amounts).replace("KINDS", str(len(FORMS)))
    source = parse(text.encode(), str(tmp_path / "k.cu"), "cuda")
    translation = translation_of(source, tmp_path / "k.cu")
    with ProgramJudge([File(translation, tmp_path / "k.cu")], [], tmp_path, Toolchain("g++")) as judged:
        found = judged.report([translation.text])
        said = judged._referred(0).printed.splitlines()
        assert (found.status, found.reason) == ("tested", "")
    wanted = {form: " ".join(str(value(by)) for by in AMOUNTS) for form, value in FORMS.items()}
    assert dict(zip(FORMS, said, strict=True)) == wanted


def code_of(statement: str, before: str = "") -> str:
    text = f"{before}\n__global__ void k(unsigned *o, int n, unsigned u, long long w) {{\n  const int t = threadIdx.x;\n  {statement}\n}}\n"
    found = translate_file(parse(text.encode(), "k.cu", "cuda")).kernels[0].text
    assert found is not None
    return found


def test_lambdas_of_the_device_among_code_of_the_host() -> None:
    text = b"int main() { int n = 40; auto f = [=] __device__(unsigned x) { return (x << n) + (unsigned)(x * 1e10f); }; }\n"
    found = translate_file(parse(text, "k.cu", "cuda")).text
    assert "shifted_left(x, n) + truncated<unsigned>(x * 1e10f)" in found


@pytest.mark.parametrize(
    ("statement", "before"),
    [
        ("o[t] = u << 5;", ""),
        ("o[t] = u << (n & 31);", ""),
        ("o[t] = u << (u % 32);", ""),
        ("o[t] = u << t % 32;", ""),
        ("o[t] = u >> (31 - (t & 31));", ""),
        ("o[t] = w >> (n & 63);", ""),
        ("const int lane = t & 31; o[t] = (1u << lane) - 1;", ""),
        ("int i = blockIdx.x * blockDim.x + threadIdx.x; o[i] = 1u << (i % warpSize);", ""),
        ("for (int i = 0; i < 32; ++i) o[t] += u >> i;", ""),
        ("for (int i = 31; i >= 0; --i) o[t] += u >> i;", ""),
        ("for (int i = 0; i < 32; i += 8) o[t] += u >> i;", ""),
        ("int i; for (i = 0; i < 16; i++) o[t] += u >> i;", ""),
        ("for (int i = 0; i < 4; ++i) o[t] |= u << i * 8;", ""),
        ("for (int i = 0; i < BITS; ++i) o[t] += u >> i;", "const int BITS = 24;"),
        ("if (u < 32) o[t] = 1u << u;", ""),
        ("o[t] = n >= 0 && n < 32 ? 1u << n : 0;", ""),
        ("if (0 <= n && n <= 31) o[t] = 1u << n;", ""),
        ("o[t] = u << BITS;", "#define BITS 7"),
        ("o[t] = u << BITS;", "constexpr int BITS = 7;"),
        ("const int by = BITS - 1; o[t] = u << by;", "enum { BITS = 7 };"),
        ("o[t] = u << (32 - sizeof(short) * 8);", ""),
        ("o[t] = u << min(u, 31u);", ""),
        ("o[t] = (unsigned)(w >> (u & 1 ? 32 : 0));", ""),
        ("o[t] = MOVED(u, 3) | MOVED(u, n & 31);", "#define MOVED(x, n) ((x) << (n))"),
    ],
)
def test_an_amount_below_the_width_stays_plain(statement: str, before: str) -> None:
    found = code_of(statement, before)
    assert "shift" not in found, found


@pytest.mark.parametrize(
    ("statement", "before"),
    [
        ("o[t] = u << u;", ""),
        ("o[t] = u << (u & 63);", ""),
        ("o[t] = u << n % 32;", ""),  # of a negative number it is one
        ("o[t] = u << (32 - (t & 31));", ""),
        ("o[t] = u << (31 - __clz(n));", ""),
        ("o[t] = u << t;", ""),
        ("for (int i = 0; i <= 32; ++i) o[t] += u >> i;", ""),
        ("for (int i = n; i < 32; ++i) o[t] += u >> i;", ""),
        ("for (int i = 0; i < 32; ++i) { i += n; o[t] += u >> i; }", ""),
        ("if (u < 32) { u += 8; o[t] = 1u << u; }", ""),
        ("if (n < 32) o[t] = 1u << n;", ""),
        ("if (n < u) o[t] = 1u << n;", ""),
        ("if (u < 32 || n) o[t] = 1u << u;", ""),
        ("if (u < 32) o[t] = 0; else o[t] = 1u << u;", ""),
        ("int &by = n; if (by >= 0 && by < 32) { n = 40; o[t] = 1u << by; }", ""),
        ("auto f = [&] { u = 40; }; if (u < 32) { f(); o[t] = 1u << u; }", ""),
        ("o[t] <<= n;", ""),
        ("o[t] = u >> lane();", "__device__ int lane();"),
        ("o[t] = MOVED(u, n);", "#define MOVED(x, n) ((x) << (n))"),
        ("o[t] = MOVED(u, blockDim.x);", "#define MOVED(x, n) ((x) << (n))"),
        ("o[t] = LOW(n);", "#define BIT(n) (1u << (n))\n#define LOW(n) (BIT(n) - 1)"),
        ("o[t] = ALL;", "#define ALL (1u << n)"),
    ],
)
def test_any_other_amount_is_looked_at(statement: str, before: str) -> None:
    found = code_of(statement, before)
    assert "shift" in found, found


KERNELS = {
    "a function": "__global__ void k(unsigned *o, int n) { o[threadIdx.x] = 1u << (n + threadIdx.x); }",
    "a template": "template <int N> __global__ void k(unsigned *o, int n) { o[threadIdx.x] = 1u << (n + N); }\n"
    "void start(unsigned *o) { k<3><<<1, 32>>>(o, 4); }",
    "a macro": "#define BIT(n) (1u << (n))\n__global__ void k(unsigned *o, int n) { o[threadIdx.x] = BIT(n + 1); }",
}


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize("kernel", KERNELS)
def test_a_kernel_that_shifts_is_judged_by_itself(kernel: str, tmp_path: Path) -> None:
    translation = translate_file(parse(f"{KERNELS[kernel]}\n".encode(), "k.cu", "cuda"))
    with Judge(translation, translation.kernels, tmp_path / "k.cu") as judge:
        verdict = judge.verify(translation.kernels[0])
    assert (verdict.agreed, verdict.reason) == (True, "")
