"""Names that CUDA gives a meaning are the program's where it declares them: nothing is refused, renamed or defined for them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.cuda.read.shadowing import without_collisions
from loopwright.source.syntax import parse

# Kernels that store a number of their own, which is called NAME, and how they are launched.
FORMS = {
    "parameter": ("void KERNEL(int *a, int NAME) { a[threadIdx.x] = NAME; }", "KERNEL<<<1, 2>>>(a, 5)"),
    "local": ("void KERNEL(int *a) { int NAME = 5; a[threadIdx.x] = NAME; }", ""),
    "of a lambda": ("void KERNEL(int *a) { auto f = [](int NAME) { return NAME + 1; }; a[threadIdx.x] = f(4); }", ""),
    "shared": (
        "void KERNEL(int *a) { __shared__ int NAME; if (!threadIdx.x) NAME = 5; __syncthreads(); a[threadIdx.x] = NAME; }",
        "",
    ),
    "shared array": (
        "void KERNEL(int *a) { __shared__ int NAME[2]; NAME[threadIdx.x] = 5; __syncthreads(); a[threadIdx.x] = NAME[1 - threadIdx.x]; }",
        "",
    ),
    "field": (
        "struct KERNELm { int NAME; };",
        "void KERNEL(int *a, KERNELm m) { a[threadIdx.x] = m.NAME; }",
        "KERNEL<<<1, 2>>>(a, KERNELm{5})",
    ),
    "static member": (
        "struct KERNELm { static constexpr int NAME = 5; };",
        "void KERNEL(int *a) { a[threadIdx.x] = KERNELm::NAME; }",
        "",
    ),
    "member in a method": (
        "struct KERNELm { int NAME; __device__ int f() const { return NAME; } };",
        "void KERNEL(int *a, KERNELm m) { a[threadIdx.x] = m.f(); }",
        "KERNEL<<<1, 2>>>(a, KERNELm{5})",
    ),
    "method": (
        "struct KERNELm { __device__ int NAME(int x) const { return x + 1; } };",
        "void KERNEL(int *a, KERNELm m) { a[threadIdx.x] = m.NAME(4); }",
        "KERNEL<<<1, 2>>>(a, KERNELm{})",
    ),
    "of a function's parameter": (
        "__device__ int f(int NAME) { return NAME + 1; }",
        "void KERNEL(int *a) { a[threadIdx.x] = f(4); }",
        "",
    ),
    "in a namespace": (
        "namespace n { constexpr int NAME = 5; }",
        "void KERNEL(int *a) { a[threadIdx.x] = n::NAME; }",
        "",
    ),
    "function in a namespace": (
        "namespace n { __device__ int NAME(int x) { return x + 1; } }",
        "void KERNEL(int *a) { a[threadIdx.x] = n::NAME(4); }",
        "",
    ),
    "in its own namespace": (
        "namespace n { constexpr int NAME = 5; __device__ int f() { return NAME; } }",
        "void KERNEL(int *a) { a[threadIdx.x] = n::f(); }",
        "",
    ),
    "of a template": (
        "template <int NAME> __global__ ",
        "void KERNEL(int *a) { a[threadIdx.x] = NAME; }",
        "KERNEL<5><<<1, 2>>>(a)",
    ),
}
# Of names that CUDA has at file level no other declaration stands there.
AT_FILE_LEVEL = {
    "variable": ("__device__ int NAME = 5;", "void KERNEL(int *a) { a[threadIdx.x] = NAME; }", ""),
    "constant": ("constexpr int NAME = 5;", "void KERNEL(int *a) { a[threadIdx.x] = NAME; }", ""),
    "enumerator": ("enum { NAME = 5 };", "void KERNEL(int *a) { a[threadIdx.x] = NAME; }", ""),
    "function": (
        "__device__ int NAME(int x) { return x + 1; }",
        "void KERNEL(int *a) { a[threadIdx.x] = NAME(4); }",
        "",
    ),
    "type": ("struct NAME { int x; };", "void KERNEL(int *a) { NAME w{5}; a[threadIdx.x] = w.x; }", ""),
    "name of a type": ("typedef int NAME;", "void KERNEL(int *a) { NAME w = 5; a[threadIdx.x] = w; }", ""),
    "namespace": ("namespace NAME { constexpr int x = 5; }", "void KERNEL(int *a) { a[threadIdx.x] = NAME::x; }", ""),
}
INSIDE = ("warpSize", "tex2DLod", "memcpy_async")
ANYWHERE = ("num_elements", "experimental", "CUDART_PI_F", "make_pipeline")


def program(names: tuple[str, ...], forms: dict[str, tuple[str, ...]]) -> tuple[str, int]:
    """A program with a namespace for each name and form, and how many numbers it prints."""
    parts, calls = ["#include <cstdio>\n"], []
    for name in names:
        for number, form in enumerate(forms.values()):
            *before, kernel, launch = form
            place, own = f"of_{name}_{number}", f"k_{name}_{number}"
            head = "" if before and before[0].startswith("template") else "__global__ "
            text = f"namespace {place} {{ {' '.join(before)} {head}{kernel}\nvoid go(int *a) {{ {launch or 'KERNEL<<<1, 2>>>(a)'}; }} }}\n"
            parts.append(text.replace("NAME", name).replace("KERNEL", own))
            calls.append(f'{place}::go(a); cudaDeviceSynchronize(); printf("%d ", a[1]);')
    parts.append(f"int main() {{ int *a; cudaMallocManaged(&a, 8); {' '.join(calls)} }}\n")
    return "".join(parts), len(calls)


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize(
    ("names", "forms"),
    [(INSIDE, FORMS), (ANYWHERE, FORMS), *(((name,), AT_FILE_LEVEL) for name in ANYWHERE)],
    ids=["inside", "anywhere", *ANYWHERE],
)
def test_a_name_is_what_the_program_says(
    names: tuple[str, ...], forms: dict[str, tuple[str, ...]], tmp_path: Path
) -> None:
    text, count = program(names, forms)
    translation = translate_file(parse(text, "k.cu", "cuda"))
    assert {k.name: k.reason for k in translation.kernels if k.text is None} == {}
    (tmp_path / "k.cpp").write_text(translation.text)
    build([tmp_path / "k.cpp"], tmp_path / "k")
    assert subprocess.run([tmp_path / "k"], capture_output=True, text=True).stdout.split() == ["5"] * count


@pytest.mark.parametrize("name", ANYWHERE)
def test_a_macro_of_the_program_is_its_own(name: str) -> None:
    text = translate_file(
        parse(f"#define {name} 5\n__global__ void k(int *a) {{ a[threadIdx.x] = {name}; }}\n", "k.cu", "cuda")
    ).text
    assert f"#define {name} 5" in text
    assert f"= {name};" in text


CUDAS = {
    "tex2DLod": "__global__ void k(float *a, cudaTextureObject_t t) { a[0] = tex2DLod<float>(t, 1, 2, 0); }",
    "invoke_one": "namespace cg = cooperative_groups; __global__ void k(int *a) { cg::invoke_one(cg::this_thread_block(), [&] { a[0] = 1; }); }",
    "invoke_one of all": "using namespace cooperative_groups; __global__ void k(int *a) { invoke_one(this_thread_block(), [&] { a[0] = 1; }); }",
    "num_elements": "using namespace nvcuda; void h() { int num_elements = 3; } struct S { int num_elements; };\n"
    "__global__ void k(int *a) { a[0] = wmma::fragment<wmma::accumulator, 16, 16, 16, float>::num_elements; }",
    "counting_semaphore": "__global__ void k(int *a) { using s = cuda::counting_semaphore<cuda::thread_scope_device>; a[0] = sizeof(s); }",
    "curandStateSobol32_t": "__global__ void k(curandStateSobol32_t *a) { a[0] = a[1]; }",
}


@pytest.mark.parametrize("name", CUDAS)
def test_cudas_own_stay_refused(name: str) -> None:
    (kernel,) = translate_file(
        parse(f"#include <cooperative_groups.h>\n#include <mma.h>\n{CUDAS[name]}\n", "k.cu", "cuda")
    ).kernels
    assert kernel.text is None


# Types of names that CUDA has with a header, or had once.
TYPES = ("texture", "surface", "half", "half2")


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize("name", TYPES)
def test_a_type_of_the_program_is_no_other_one(name: str, tmp_path: Path) -> None:
    text = f"""class {name} {{ public: __device__ virtual float value(float u) const = 0; }};
class twice : public {name} {{ public: __device__ virtual float value(float u) const {{ return 2 * u; }} }};
__device__ float at(const {name} *t, float u) {{ return t->value(u); }}
__global__ void k(float *a) {{ twice t; a[threadIdx.x] = at(&t, threadIdx.x); }}
int main() {{ float *a; cudaMallocManaged(&a, 16); k<<<1, 4>>>(a); cudaDeviceSynchronize(); return a[3] == 6 ? 0 : 1; }}
"""
    (tmp_path / "k.cpp").write_text(translate_file(parse(text, "k.cu", "cuda")).text)
    build([tmp_path / "k.cpp"], tmp_path / "k")
    subprocess.run([tmp_path / "k"], check=True)


# Names that definitions of ours have, of members and of variables beside them.
BESIDE_MEMBERS = """struct Holds {
  int NAME;
  __host__ __device__ Holds(int NAME) : NAME(NAME) { if (NAME > 100) this->NAME = NAME - 1; }
  __host__ __device__ int own() const { return NAME; }
  __host__ __device__ int both(int NAME) const { return 10 * this->NAME + NAME; }
  __host__ __device__ int hidden() const { int first = NAME; int NAME = 2; return 10 * first + NAME; }
  __host__ __device__ int local() const { { int NAME = 2; (void)NAME; } return NAME; }
  __host__ __device__ int captured() const { auto f = [](int NAME) { return NAME + 1; }; return f(NAME); }
  __host__ __device__ int later(int NAME = 4) const;
  __host__ __device__ int outside() const;
};
__host__ __device__ int Holds::later(int n) const { return n + NAME; }
__host__ __device__ int Holds::outside() const { int n = NAME; for (int NAME = 0; NAME < 2; NAME++) n += 10 * NAME; return n; }
__host__ __device__ void all(int *a, int n) {
  Holds h(n);
  int found[] = {h.own(), h.both(1), h.hidden(), h.local(), h.captured(), h.later(), h.outside(), h.NAME};
  for (int i = 0; i < 8; i++) a[i] = found[i];
}
__global__ void k(int *a, int n) { all(a + 8 * threadIdx.x, n + threadIdx.x); }
void of(int *a) { k<<<1, 2>>>(a, 5); cudaDeviceSynchronize(); all(a + 16, 7); }
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_a_member_is_no_variable_of_its_name(tmp_path: Path) -> None:
    names = ("shuffle", "block_count", "index_in")
    parts = [f"namespace of_{name} {{ {BESIDE_MEMBERS.replace('NAME', name)} }}\n" for name in names]
    calls = " ".join(f'of_{name}::of(a); for (int i = 0; i < 24; i++) printf("%d ", a[i]);' for name in names)
    text = f"#include <cstdio>\n{''.join(parts)}int main() {{ int *a; cudaMallocManaged(&a, 96); {calls} }}\n"
    (tmp_path / "k.cpp").write_text(translate_file(parse(text, "k.cu", "cuda")).text)
    subprocess.run(["g++", "-std=c++17", "-w", "-o", tmp_path / "k", tmp_path / "k.cpp"], check=True)
    expected = [value for n in (5, 6, 7) for value in (n, 10 * n + 1, 10 * n + 2, n, n + 1, n + 4, n + 10, n)]
    printed = subprocess.run([tmp_path / "k"], capture_output=True, text=True).stdout.split()
    assert printed == [str(value) for value in expected * len(names)]


@pytest.mark.parametrize(
    ("declared", "named"),
    [
        ("namespace n { constexpr int shuffle = 5; }", "n::shuffle"),
        ("namespace n { namespace m { constexpr int shuffle = 5; } }", "n::m::shuffle"),
        ("enum class n { shuffle = 5 };", "(int)n::shuffle"),
        ("namespace n { struct shuffle { int v; }; }", "n::shuffle{5}.v"),
        ("const int shuffle = 5;", "::shuffle"),
    ],
)
def test_a_name_of_ours_is_another_one_wherever_it_is_said(declared: str, named: str) -> None:
    text = f"{declared}\nvoid f(int *a) {{ std::shuffle(a, a + {named}, g); }}\n"
    expected = text.replace("shuffle", "shuffle_").replace("std::shuffle_", "std::shuffle")
    assert without_collisions(parse(text.encode(), "k.cu", "cuda")).text == expected
