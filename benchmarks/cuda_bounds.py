"""What holds an operator: the least time that this machine needs for what it moves and what it computes.

Bytes: every buffer of the reference once, beside a copy that moves as many, with as many threads. Computation: the reference is
compiled once more with a number type that counts; operations are divided by the peak of a loop of fused multiply-adds (which two
operations count for), calls of mathematical functions take what this C library takes for one. The larger of both is the bound; a
library behind it may be quicker than the second only where it leaves work out. All times are CPU time divided by the threads. They
are taken by a program of its own: a process that has started a team of threads cannot be forked into one that starts another.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from loopwright.toolchain.process import run

FUNCTIONS = (
    "expf", "logf", "log2f", "log10f", "sqrtf", "sinf", "cosf", "tanf", "sinhf", "coshf", "tanhf", "asinf", "acosf", "atanf",
    "asinhf", "acoshf", "atanhf", "erff", "floorf", "ceilf", "roundf", "fabsf", "truncf", "rintf", "nearbyintf",
)  # fmt: skip
PAIRS = ("powf", "fmodf", "fmaxf", "fminf", "atan2f")
_COMPILE = ("g++", "-std=c++17", "-O3", "-march=native", "-fopenmp", "-w")

# A number that counts what is done to it, as large as a float; what a conversion to another type leaves is not counted.
_COUNTED = """#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
static long counts[64];
struct counted {
    float v;
    counted() = default;
    template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>> counted(T x) : v((float)x) {}
    template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>> explicit operator T() const { return (T)v; }
    counted operator-() const { return ++counts[0], counted(-v); }
    counted operator+() const { return *this; }
};
template <typename T> static inline float plain(const T &x) { if constexpr (std::is_same_v<T, counted>) return x.v; else return (float)x; }
#define BOTH template <typename A, typename B, typename = std::enable_if_t<std::is_same_v<A, counted> || std::is_same_v<B, counted>>> static inline
#define MAKES(op) BOTH counted operator op(const A &a, const B &b) { return ++counts[0], counted(plain(a) op plain(b)); } \\
    template <typename B> static inline counted &operator op##=(counted &a, const B &b) { return ++counts[0], a.v = a.v op plain(b), a; }
#define TELLS(op) BOTH bool operator op(const A &a, const B &b) { return ++counts[0], plain(a) op plain(b); }
MAKES(+) MAKES(-) MAKES(*) MAKES(/)
TELLS(<) TELLS(>) TELLS(<=) TELLS(>=) TELLS(==) TELLS(!=)
"""
_TIMES = """#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <omp.h>
#include <vector>
static double now() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}
template <typename F> static double best(int threads, F work) {
    double found = 1e30;
    for (int i = 0; i < 7; ++i) {
        const double start = now();
        work();
        found = std::min(found, (now() - start) / threads);
    }
    return found;
}
// Milliseconds of a copy that reads and writes so many bytes together; small ones are repeated by one thread.
static double copy_ms(long bytes, int threads) {
    const long half = std::max(bytes / 2, 1L), repeats = std::max(1L, (1L << 24) / half);
    std::vector<char> from(half, 1), to(half, 2);
    const auto part = [&](long begin, long end) {
        memcpy(to.data() + begin, from.data() + begin, end - begin);
        asm volatile("" ::"r"(to.data()) : "memory");
    };
    return best(threads, [&] {
        for (long r = 0; r < repeats; ++r) {
            if (half < 1 << 20) {
                part(0, half);
                continue;
            }
            #pragma omp parallel for num_threads(threads)
            for (int t = 0; t < threads; ++t) part(half * t / threads, half * (t + 1) / threads);
        }
    }) / repeats;
}
// Operations of fused multiply-adds in a millisecond, all threads.
static double peak(int threads) {
    const long turns = 2000000;
    return turns * 16 * 16 * 2.0 * threads / best(threads, [=] {
        #pragma omp parallel num_threads(threads)
        {
            typedef float lanes __attribute__((vector_size(64)));
            lanes x[16], a = {}, b = {};
            for (int k = 0; k < 16; ++k) x[k] = a + (float)k;
            a += 0.999f, b += 1e-3f;
            for (long i = 0; i < turns; ++i)
                #pragma GCC unroll 16
                for (int k = 0; k < 16; ++k) x[k] = x[k] * a + b;
            for (int k = 0; k < 16; ++k) asm volatile("" ::"m"(x[k]));
        }
    });
}
template <typename F> static double call_ms(int threads, F f) {
    float x[1024], y[1024];
    for (int i = 0; i < 1024; ++i) x[i] = (i + 1) / 1200.0f;
    return best(1, [&] {
        for (int r = 0; r < 100; ++r) {
            for (int i = 0; i < 1024; ++i) y[i] = f(x[i]);
            asm volatile("" ::"r"(y) : "memory");
        }
    }) / 102400 / threads;
}
"""
_MAIN = """int main(int count, char **given) {
    const int threads = atoi(given[1]);
    if (count > 2) {
        printf("%.9g\\n", copy_ms(atol(given[2]), threads));
        return 0;
    }
    printf("%.9g\\n", peak(threads));
    CALLS
}
"""


@dataclass(frozen=True)
class Machine:
    """``calls``: milliseconds of one call of a mathematical function, all threads at work; ``peak``: operations in a millisecond."""

    program: Path
    threads: int
    peak: float
    calls: dict[str, float]

    def copy(self, size: int) -> float:
        """Milliseconds of a copy that moves so many bytes."""
        return _told(self.program, self.threads, size)[0]


@dataclass(frozen=True)
class Bound:
    """Milliseconds."""

    bytes: float
    arithmetic: float | None

    @property
    def least(self) -> float:
        """What cannot be undercut."""
        return max(self.bytes, self.arithmetic or 0.0)

    @property
    def name(self) -> str:
        """What holds."""
        return "bytes" if self.bytes >= (self.arithmetic or 0.0) else "arithmetic"


@cache
def machine(threads: int) -> Machine:
    """Measured once a run."""
    names = (*FUNCTIONS, *PAIRS)
    calls = "".join(
        f'printf("%.9g\\n", call_ms(threads, [](float x) {{ return {name}(x{", 1.3f" if name in PAIRS else ""}); }}));\n'
        for name in names
    )
    program = Path(tempfile.mkdtemp(prefix="cuda-bounds-")) / "times"
    _build(_TIMES + _MAIN.replace("CALLS", calls), program)
    peak, *found = _told(program, threads)
    return Machine(program, threads, peak, dict(zip(names, found, strict=True)))


def _told(program: Path, *given: int) -> list[float]:
    """What the program prints. It is started without limits: where CPU time has one, its clock goes by ticks of milliseconds."""
    done = subprocess.run([str(program), *map(str, given)], capture_output=True, text=True, timeout=300, check=True)
    return [float(line) for line in done.stdout.split()]


def _build(text: str, built: Path, *flags: str) -> None:
    source = built.with_suffix(".cpp")
    source.write_text(text, "utf-8")
    done = run([*_COMPILE, *flags, "-o", str(built), str(source)], timeout=200)
    if done.code != 0:
        raise ValueError(
            next((line for line in done.stderr.splitlines() if "error" in line), "it does not compile")[-160:]
        )


def counts(reference: str, arguments: list[ctypes.c_void_p]) -> dict[str, int]:
    """What one run of the reference does: operations (by the name ``operations``) and calls. Raises ``ValueError`` where its C is no
    C++ of a number type of our own."""
    functions = "".join(
        f"static inline counted {name}(counted x) {{ return ++counts[{at}], counted(::{name}(x.v)); }}\n"
        for at, name in enumerate(FUNCTIONS, 1)
    )
    functions += "".join(
        f"static inline counted {name}(counted x, counted y) {{ return ++counts[{at}], counted(::{name}(x.v, y.v)); }}\n"
        for at, name in enumerate(PAIRS, 1 + len(FUNCTIONS))
    )
    numbers = range(len(arguments))
    given = ", ".join(f"(decltype(kind_{i}(counted_kernel)))p[{i}]" for i in numbers)
    types, kinds = ", ".join(f"P{i}" for i in numbers), ", ".join(f"typename P{i}" for i in numbers)
    parameters = "".join(f"template <typename R, {kinds}> P{i} kind_{i}(R (*)({types}));\n" for i in numbers)
    text = f"""{parameters}{_COUNTED}{functions}
#define max(a, b) ((a) > (b) ? (a) : (b))
#define min(a, b) ((a) < (b) ? (a) : (b))
#define restrict __restrict__
#define float counted
#define default_function_kernel counted_kernel
{reference.replace("#pragma omp", "// ")}
#undef float
extern "C" void call(void **p) {{ counted_kernel({given}); }}
extern "C" long *told() {{ return counts; }}
"""
    with tempfile.TemporaryDirectory() as folder:
        _build(text, Path(folder) / "counted.so", "-fPIC", "-shared")
        library = ctypes.CDLL(f"{folder}/counted.so")
        library.call((ctypes.c_void_p * len(arguments))(*arguments))
        library.told.restype = ctypes.POINTER(ctypes.c_long)
        found = library.told()
        names = ("operations", *FUNCTIONS, *PAIRS)
        return {name: found[at] for at, name in enumerate(names) if found[at]}


def bound(size: int, done: dict[str, int] | None, here: Machine) -> Bound:
    """Of so many bytes moved and ``done``, what :func:`counts` told."""
    if done is None:
        return Bound(here.copy(size), None)
    calls = sum(here.calls[name] * count for name, count in done.items() if name != "operations")
    return Bound(here.copy(size), done.get("operations", 0) / here.peak + calls)
