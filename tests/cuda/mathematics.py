"""The functions of the CUDA Math API with their signatures, and a CUDA program that works each out on edge cases.

python tests/cuda/mathematics.py program >math.cu        what nvcc builds and a GPU runs: one line a function, values in hex
python tests/cuda/mathematics.py keep <LINES             writes tests/cuda/recorded_math.json
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

RECORDED = Path(__file__).parent / "recorded_math.json"
FLOATS = (
    "0 -0 1 -1 0.5 -0.5 1.5 2.5 -2.5 3.25 10 -10 88.5 -88.5 1e-3 1e-20 1e-40 1e20 -1e20 3e9 -3e9 5e18 0.1 3.1415927"
)
FLOATS += " 100.7 -100.7 0.99999994 16777217 255.5 -128.5 32768.5 65536 INFINITY -INFINITY NAN"
WHOLE = "0 1 -1 2 3 31 32 33 2147483647 -2147483648 305419896 -559038737 255 128 -128 32767 65535 65536 1000000007 -16711936"
LARGE = f"{WHOLE} 9223372036854775807 -9223372036854775807 81985529216486895 -1311768467463790320 4294967296"
SMALL = "0 1 -1 2 5 -7 30 -30 100 -140 3 4 200 -1100"
TABLES = {"f": FLOATS, "d": FLOATS, "i": WHOLE, "u": WHOLE, "l": LARGE, "w": LARGE, "s": SMALL}
TYPES = {
    "f": "float",
    "d": "double",
    "i": "int",
    "u": "unsigned",
    "l": "long long",
    "w": "unsigned long long",
    "s": "int",
}
TYPES |= {"b": "bool", "c": "signed char", "C": "unsigned char", "h": "short", "H": "unsigned short"}

# signature (what comes back, then what goes in): names
REAL = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "cospi",
    "cyl_bessel_i0",
    "cyl_bessel_i1",
    "erf",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "floor",
    "j0",
    "j1",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "nearbyint",
    "normcdf",
    "normcdfinv",
    "rcbrt",
    "rint",
    "round",
    "rsqrt",
    "sin",
    "sinh",
    "sinpi",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
    "y0",
    "y1",
]
REAL2 = ["atan2", "copysign", "fdim", "fmax", "fmin", "fmod", "hypot", "nextafter", "pow", "remainder", "rhypot"]
MODES = ("rn", "rz", "rd", "ru")


def functions() -> Iterator[tuple[str, str]]:
    """(name, signature) of each."""
    for kind, end in (("f", "f"), ("d", "")):
        yield from ((f"{name}{end}", kind * 2) for name in REAL)
        yield from ((f"{name}{end}", kind * 3) for name in REAL2)
        yield from ((f"{name}{end}", kind * 4) for name in ("fma", "norm3d", "rnorm3d"))
        yield from ((f"{name}{end}", kind * 5) for name in ("norm4d", "rnorm4d"))
        yield from ((f"{name}{end}", f"i{kind}") for name in ("ilogb",))
        yield from ((f"{name}{end}", f"l{kind}") for name in ("llrint", "llround", "lrint", "lround"))
        yield from ((f"{name}{end}", f"{kind}{kind}s") for name in ("ldexp", "scalbn", "scalbln"))
        yield from ((f"{name}{end}", f"{kind}s{kind}") for name in ("jn", "yn"))
        yield from ((name, f"i{kind}") for name in ("isfinite", "isinf", "isnan", "signbit"))
        yield from ((name, f"{kind}{kind}{kind}") for name in ("min", "max"))
    yield from ((name, "fff") for name in ("fdividef", "__fdividef", "__powf"))
    fast = (
        "__cosf",
        "__sinf",
        "__tanf",
        "__expf",
        "__exp10f",
        "__logf",
        "__log2f",
        "__log10f",
        "__saturatef",
        "__frsqrt_rn",
    )
    yield from ((name, "ff") for name in fast)
    for mode in MODES:
        yield from ((f"__{name}_{mode}", "fff") for name in ("fadd", "fsub", "fmul", "fdiv"))
        yield from ((f"__{name}_{mode}", "ff") for name in ("frcp", "fsqrt"))
        yield from ((f"__{name}_{mode}", "ddd") for name in ("dadd", "dsub", "dmul", "ddiv"))
        yield from ((f"__{name}_{mode}", "dd") for name in ("drcp", "dsqrt"))
        yield f"__fmaf_{mode}", "ffff"
        yield f"__fma_{mode}", "dddd"
        yield f"__double2float_{mode}", "fd"
        for given, source in (("float", "f"), ("double", "d")):
            for made, to in (("int", "i"), ("uint", "u"), ("ll", "l"), ("ull", "w")):
                yield f"__{given}2{made}_{mode}", f"{to}{source}"
        for made, source in (("int", "i"), ("uint", "u"), ("ll", "l"), ("ull", "w")):
            yield f"__{made}2float_{mode}", f"f{source}"
            if made in ("ll", "ull") or mode == "rn":
                yield f"__{made}2double_{mode}", f"d{source}"
    casts = {"__float_as_int": "if", "__float_as_uint": "uf", "__int_as_float": "fi", "__uint_as_float": "fu"}
    casts |= {
        "__double_as_longlong": "ld",
        "__longlong_as_double": "dl",
        "__double2hiint": "id",
        "__double2loint": "id",
    }
    casts |= {"__hiloint2double": "dii"}
    yield from casts.items()
    whole = {
        "__brev": "uu",
        "__brevll": "ww",
        "__clz": "ii",
        "__clzll": "il",
        "__ffs": "ii",
        "__ffsll": "il",
        "__popc": "iu",
    }
    whole |= {"__popcll": "iw", "__byte_perm": "uuuu", "__funnelshift_l": "uuuu", "__funnelshift_lc": "uuuu"}
    whole |= {
        "__funnelshift_r": "uuuu",
        "__funnelshift_rc": "uuuu",
        "__hadd": "iii",
        "__rhadd": "iii",
        "__uhadd": "uuu",
    }
    whole |= {
        "__urhadd": "uuu",
        "__mul24": "iii",
        "__umul24": "uuu",
        "__mulhi": "iii",
        "__umulhi": "uuu",
        "__mul64hi": "lll",
    }
    whole |= {
        "__umul64hi": "www",
        "__sad": "uiiu",
        "__usad": "uuuu",
        "__dp4a": "iiii",
        "__dp2a_lo": "iiii",
        "__dp2a_hi": "iiii",
    }
    whole |= {
        "abs": "ii",
        "llabs": "ll",
        "llmin": "lll",
        "llmax": "lll",
        "ullmin": "www",
        "ullmax": "www",
        "umin": "uuu",
    }
    whole |= {"umax": "uuu", "__dp4a ": "uuuu"}
    yield from whole.items()
    for size in "24":
        one = ["abs", "absss", "neg", "negss"]
        two = [
            "add",
            "addss",
            "addus",
            "avgs",
            "avgu",
            "haddu",
            "cmpeq",
            "cmpne",
            "cmpges",
            "cmpgeu",
            "cmpgts",
            "cmpgtu",
            "cmples",
            "cmpleu",
            "cmplts",
            "cmpltu",
        ]
        two += [
            "maxs",
            "maxu",
            "mins",
            "minu",
            "sub",
            "subss",
            "subus",
            "absdiffs",
            "absdiffu",
            "sads",
            "sadu",
            "seteq",
            "setne",
            "setges",
            "setgeu",
            "setgts",
            "setgtu",
        ]
        two += ["setles", "setleu", "setlts", "setltu"]
        yield from ((f"__v{name}{size}", "uu") for name in one)
        yield from ((f"__v{name}{size}", "uuu") for name in two)
    # Conversions that the language does, where a GPU stops at the end of the range.
    for source in "fd":
        yield from ((f"({TYPES[to]})", f"{to}{source}") for to in "iulwcChH")


@dataclass(frozen=True)
class Case:
    """A function on its inputs."""

    number: int
    name: str
    signature: str

    @property
    def key(self) -> str:
        """Its name with what it takes and gives."""
        return f"{self.name.strip()} {self.signature}"

    @property
    def kernel(self) -> str:
        """A kernel that works it out."""
        to, *given = (TYPES[c] for c in self.signature)
        parameters = ", ".join(f"const {t} *{'xyzw'[i]}" for i, t in enumerate(given))
        values = ", ".join(f"{'xyzw'[i]}[i]" for i in range(len(given)))
        call = f"{self.name}{values}" if self.name.startswith("(") else f"{self.name.strip()}({values})"
        return f"__global__ void k{self.number}({to} *out, {parameters}) {{ int i = threadIdx.x; out[i] = {call}; }}"

    @property
    def launch(self) -> str:
        """Host code that runs it and prints the values."""
        to, *given = self.signature
        count = len(TABLES[given[0]].split())
        inputs = "".join(f", filled<{TYPES[c]}>({TYPES[c].split()[-1]}_{c}, {i}, {count})" for i, c in enumerate(given))
        return f'    show("{self.key}", k{self.number}, {count}, ({TYPES[to]} *)out{inputs});'


def cases() -> list[Case]:
    """All of them."""
    return [Case(number, name, signature) for number, (name, signature) in enumerate(functions())]


def program() -> str:
    """The CUDA program."""
    found = cases()
    tables = []
    for letter, table in TABLES.items():
        type = TYPES[letter]
        end = {"d": "", "f": "", "l": "ll", "w": "ll"}.get(letter, "")
        values = ", ".join(
            v if "INF" in v or v == "NAN" else f"({type}){v.replace('9223372036854775808', '9223372036854775807')}{end}"
            for v in table.split()
        )
        tables.append(f"static const {type} {type.split()[-1]}_{letter}[] = {{{values}}};")
    return "\n".join(
        [
            "#include <cmath>", "#include <cstdio>", "#include <cstring>",
            *tables,
            *(case.kernel for case in found),
            "static unsigned char *memory;",
            "template <typename T, size_t N> static T *filled(const T (&table)[N], int which, int count) {",
            "    T *p = (T *)(memory + 4096 * (which + 1));",
            "    for (int i = 0; i < count; ++i) p[i] = table[(which ? i * 7 + 3 * which : i) % N];",
            "    return p;",
            "}",
            "template <typename T, typename K, typename... A> static void show(const char *name, K kernel, int count, T *out, A... given) {",
            "    kernel<<<1, count>>>(out, given...);",
            "    if (cudaDeviceSynchronize() != cudaSuccess) printf(\"failed \");",
            "    printf(\"%s:\", name);",
            "    for (int i = 0; i < count; ++i) { unsigned long long bits = 0; memcpy(&bits, out + i, sizeof(T)); printf(\" %llx\", bits); }",
            "    printf(\"\\n\");",
            "}",
            "int main() {",
            "    cudaMallocManaged(&memory, 4096 * 8);",
            "    unsigned char *out = memory;",
            *(case.launch for case in found),
            "}",
            "",
        ]
    )  # fmt: skip


def read(text: str) -> dict[str, list[str]]:
    """Function → its values, out of what the program prints."""
    return {name: values.split() for name, _, values in (line.rpartition(":") for line in text.splitlines()) if name}


if __name__ == "__main__":
    if sys.argv[1] == "program":
        print(program())
    else:
        RECORDED.write_text(json.dumps(read(sys.stdin.read()), indent=0), "utf-8")
