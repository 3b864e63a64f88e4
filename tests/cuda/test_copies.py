"""Copies between two host buffers go where nothing can tell the difference, and stay everywhere else."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

PROGRAM = """#include <cstdio>
#include <cstdlib>
#define CHECK(x) do { if ((x) != cudaSuccess) exit(1); } while (0)
#define N 1000
#define LOOK(x) look(x)
void time(int);
void look(const float *p);
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
__global__ void twice(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}
int main() {
    int n = N;
    size_t bytes = n * sizeof(float);
    float *h_a = (float *)malloc(bytes), *h_b = (float *)malloc(bytes);
    float h_c[N];
    for (int i = 0; i < n; ++i) h_a[i] = i, h_b[i] = 2 * i;
    float *d_a, *d_b, *d_c;
    CHECK(cudaMalloc(&d_a, bytes));
    CHECK(cudaMalloc((void **)&d_b, bytes));
    cudaMalloc(&d_c, bytes);
    CHECK(cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice));
    cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice);
    // middle
    twice<<<(n + 255) / 256, 256>>>(d_b, n);
    add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n);
    CHECK(cudaDeviceSynchronize());
    cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += h_c[i] + h_a[i];
    printf("%g\\n", sum);
    cudaFree(d_a); cudaFree(d_b); cudaFree(d_c);
    free(h_a);
    free(h_b);
}
void look(const float *) {}
void time(int) {}
"""
EXPECTED = "2.997e+06\n"  # 6 times the sum of 0 to 999


def host(text: str) -> str:
    translation = translate_file(parse(text, "k.cu", "cuda"))
    return translation.text[translation.text.index("int main") :]


def replaced(text: str) -> set[str]:
    """Device pointers that are the host's memory."""
    found = host(text)
    return {d for d in ("d_a", "d_b", "d_c") if f"{d} = h_{d[2]};" in found}


def test_copies_in_and_out_go():
    text = host(PROGRAM)
    assert replaced(PROGRAM) == {"d_a", "d_b", "d_c"}
    assert "cudaMemcpy" not in text
    assert "cudaMalloc" not in text
    assert "cudaFree" not in text


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_the_program_prints_the_same(tmp_path: Path):
    source = tmp_path / "p.cpp"
    source.write_text(translate_file(parse(PROGRAM, "k.cu", "cuda")).text, "utf-8")
    built = ["g++", "-std=c++17", "-O2", "-fopenmp", "-o", str(tmp_path / "p"), str(source)]
    assert subprocess.run(built, capture_output=True, text=True).stderr == ""
    assert subprocess.run([str(tmp_path / "p")], capture_output=True, text=True).stdout == EXPECTED


REASONS = {
    "the host looks at it in between": ("// middle", "h_a[0] = 7;", {"d_a"}),
    "an unknown function runs in between": ("// middle", "look(nullptr);", {"d_a", "d_b", "d_c"}),
    "a function of the file that is called as one of the library runs in between": (
        "// middle",
        "time(0);",
        {"d_a", "d_b", "d_c"},
    ),
    "a macro calls an unknown function": ("// middle", "LOOK(0);", {"d_a", "d_b", "d_c"}),
    "the size changes": ("// middle", "bytes = 4;", {"d_a", "d_b", "d_c"}),
    "the size is read": ("// middle", "std::cin >> bytes;", {"d_a", "d_b", "d_c"}),
    "the size comes out of an object": ("// middle", "(kept & n) & bytes;", {"d_a", "d_b", "d_c"}),
    "the copy is smaller": ("(d_a, h_a, bytes", "(d_a, h_a, 8", {"d_a"}),
    "what the kernel changed is read as it was": ("free(h_b);", 'printf("%g", h_b[1]);', {"d_b"}),
    "it is passed with an offset": ("add<<<(n + 255) / 256, 256>>>(d_a,", "add<<<1, 256>>>(d_a + 1,", {"d_a"}),
    "a second pointer to it": ("// middle", "float *q = h_a; q[0] = 1;", {"d_a"}),
    "the device's pointer is kept": ("// middle", "float *q = d_a; (void)q;", {"d_a"}),
    "it comes from elsewhere": ("*h_a = (float *)malloc(bytes)", "*h_a = somewhere()", {"d_a"}),
    "it is used after it was copied back": (
        "cudaMemcpy(h_c,",
        "cudaMemcpy(h_a, d_a, bytes, cudaMemcpyDeviceToHost); twice<<<1, 1>>>(d_a, n); cudaMemcpy(h_c,",
        {"d_a"},
    ),
    "a kernel reads four at once": ("c[i] = a[i]", "c[i] = reinterpret_cast<const float4 *>(a)[0].x * 0 + a[i]", {"d_a", "d_b", "d_c"}),
    "it is copied in a branch": ("cudaMemcpy(d_b, h_b", "if (n) cudaMemcpy(d_b, h_b", {"d_b"}),
    "a macro mentions it": ("#define N 1000", "#define N 1000\n#define FIRST h_a[0]", {"d_a"}),
    "a jump": ("// middle", "if (!n) goto out; out:;", {"d_a", "d_b", "d_c"}),
    "two dimensions": ("float h_c[N];", "float h_c[N][1];", {"d_c"}),
    "other numbers": ("float *d_a,", "double *d_a; float", {"d_a"}),
}  # fmt: skip


@pytest.mark.parametrize("reason", REASONS)
def test_a_copy_stays_where(reason: str):
    old, new, kept = REASONS[reason]
    text = PROGRAM.replace(old, new)
    assert text != PROGRAM
    assert replaced(text).isdisjoint(kept)


def test_a_look_at_the_pointer_alone_is_no_reason():
    text = PROGRAM.replace("float *d_a,", "if (h_a == NULL || !h_b) return 1;\n    float *d_a,")
    assert replaced(text) == {"d_a", "d_b", "d_c"}


def test_a_vectors_memory_will_do():
    text = PROGRAM.replace("*h_b = (float *)malloc(bytes);", "*h_b = nullptr; std::vector<float> h_v(n);")
    text = text.replace("h_b[i]", "h_v[i]").replace("cudaMemcpy(d_b, h_b,", "cudaMemcpy(d_b, h_v.data(),")
    assert "d_b = h_v.data();" in host(text)
    assert "d_b = h_v" not in host(text.replace("// middle", "h_v.push_back(1);"))
    assert "d_b = h_v" not in host(text.replace("vector<float> h_v", "vector<int> h_v"))


def test_what_goes_in_and_out_of_one_array_is_that_array():
    text = PROGRAM.replace("cudaMemcpy(h_c,", "cudaMemcpy(h_b, d_b, bytes, cudaMemcpyDeviceToHost); cudaMemcpy(h_c,")
    assert "d_b" in replaced(text)


HANDED = (
    PROGRAM.replace("int main() {", "int main() { return 0; }\nvoid run(float *h_a, float *h_b, float *other) {")
    .replace("    float *h_a = (float *)malloc(bytes), *h_b = (float *)malloc(bytes);\n", "")
    .replace("cudaMemcpy(h_c, d_c", "// last\n    cudaMemcpy(h_c, d_c")
)


def test_the_callers_memory_is_not_known_to_be_its_own():
    found = translate_file(parse(HANDED, "k.cu", "cuda")).text
    assert "d_b = h_b" not in found  # a kernel changes it, and it may be h_a too
    assert "d_a = h_a" in found
    assert "d_c = h_c" in found


HANDED_REASONS = {
    "a variable of the file may be what it is handed": ("// middle", "total = 5;"),
    "a member of one may be": ("// middle", "place.x = 5;"),
    "what a static variable keeps may be": ("// middle", "static float kept; kept = 5;"),
    "a count may be": ("// middle", "++total;"),
    "a kernel changes what it is handed": ("c[i] = a[i]", "const_cast<float *>(a)[i] = 0; c[i] = a[i]"),
    "a kernel keeps where it is": ("c[i] = a[i]", "const float *q = a; c[i] = q[i]"),
    "a kernel hands it on": ("c[i] = a[i]", "c[i] = time(a), a[i]"),
    "other memory of a caller is copied to": ("// middle", "cudaMemcpy(other, d_b, bytes, cudaMemcpyDeviceToHost);"),
    "other memory of a caller is cleared": ("// middle", "cudaMemset(other, 0, bytes);"),
    "a kernel changes other memory of a caller": ("// middle", "twice<<<1, 1>>>(other, n);"),
    "a kernel changes memory by another name": ("// middle", "float *q = d_b; q = h_b; twice<<<1, 1>>>(q, n);"),
    "a kernel changes memory of a caller that the device sees": (
        "// middle",
        "float *q; cudaHostGetDevicePointer(&q, other, 0); twice<<<1, 1>>>(q, n);",
    ),
    "a kernel knows memory of the file": ("if (i < n) x[i] *= 2;", "if (i < n) x[i] *= 2, elsewhere[i] = 0;"),
    "it is something else later": ("// middle", "h_a = other;"),
    "the host changes it": ("// middle", "h_a[1] = 0;"),
    "the host changes memory of a caller": ("// middle", "other[1] = 0;"),
    "it is copied back behind other memory of a caller": (
        "// last",
        "cudaMemcpy(other, d_b, bytes, cudaMemcpyDeviceToHost); cudaMemcpy(h_a, d_a, bytes, cudaMemcpyDeviceToHost);",
    ),
    "it is cleared and copied back": (
        "// middle",
        "cudaMemset(d_a, 0, bytes); cudaMemcpy(h_a, d_a, bytes, cudaMemcpyDeviceToHost);",
    ),
    "only a part of it is copied back": ("// last", "cudaMemcpy(h_a, d_a, 8, cudaMemcpyDeviceToHost);"),
    "a function that is called later runs in between": ("// middle", "cudaLaunchHostFunc(0, later, h_b);"),
}


@pytest.mark.parametrize("reason", HANDED_REASONS)
def test_the_callers_memory_is_copied_where(reason: str):
    old, new = HANDED_REASONS[reason]
    text = HANDED.replace(old, new).replace("void look(const float *p);", "float *elsewhere;", 1)
    assert old in HANDED
    found = translate_file(parse(text, "k.cu", "cuda")).text
    assert "d_a = h_a" not in found.replace("d_a = h_a; if (lw_overlap(", "")


def test_the_callers_memory_is_read_in_place_where_the_same_comes_back():
    text = HANDED.replace("// last", "cudaMemcpy(h_a, d_a, bytes, cudaMemcpyDeviceToHost);")
    found = translate_file(parse(text, "k.cu", "cuda")).text
    assert "d_a = h_a" in found
    assert "cudaMemcpy(h_a" not in found
    assert "d_b = h_b" not in found


LATER = {
    "another function is handed a pointer": "look(d_c);",
    "another function is told where a pointer is": "look((float *)&d_c);",
    "a pointer is forgotten": "d_c = nullptr;",
}


@pytest.mark.parametrize("what", LATER)
def test_what_becomes_of_another_pointer_counts_until_the_last_use(what: str):
    def found(text: str) -> str:
        return translate_file(parse(text, "k.cu", "cuda")).text

    later = HANDED.replace("CHECK(cudaDeviceSynchronize());", f"CHECK(cudaDeviceSynchronize()); {LATER[what]}")
    assert "d_a = h_a" in found(later)
    assert "d_a = h_a" not in found(HANDED.replace("// middle", LATER[what]))
    for word in ("static", "thread_local"):  # the next call begins with what became of it
        kept = later.replace("float *d_a, *d_b, *d_c;", f"float *d_a, *d_b; {word} float *d_c;")
        assert "d_a = h_a" not in found(kept)
        assert "d_a = h_a" in found(kept.replace(LATER[what], ""))


def test_the_callers_constant_memory_is_read_in_place():
    text = HANDED.replace("float *h_a, float *h_b", "const float *h_a, float *h_b").replace("h_a[i] = i, ", "")
    assert "d_a = const_cast<float *>(h_a);" in translate_file(parse(text, "k.cu", "cuda")).text


IN_PLACE = """#include <cstdio>
__global__ void shift(const float *a, float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[n - 1 - i];
}
void turn(const float *from, float *to, int n) {
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMemcpy(a, from, n * sizeof(float), cudaMemcpyHostToDevice);
    shift<<<1, n>>>(a, b, n);
    cudaMemcpy(to, b, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
}
int main() {
    float x[5] = {1, 2, 3, 4, 5};
    turn(x, x, 5);
    printf("%g %g %g %g %g\\n", x[0], x[1], x[2], x[3], x[4]);
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_one_array_given_twice_is_turned_around(tmp_path: Path):
    source = tmp_path / "p.cpp"
    text = translate_file(parse(IN_PLACE, "k.cu", "cuda")).text
    assert "a = const_cast<float *>(from);" in text
    source.write_text(text, "utf-8")
    built = ["g++", "-std=c++17", "-O2", "-fopenmp", "-o", str(tmp_path / "p"), str(source)]
    assert subprocess.run(built, capture_output=True, text=True).stderr == ""
    assert subprocess.run([str(tmp_path / "p")], capture_output=True, text=True).stdout == "5 4 3 2 1\n"


BACK = {
    "y": "cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);",
    "x": "cudaMemcpy(x, d_x, bytes, cudaMemcpyDeviceToHost);",
}
# What a GPU leaves of 1 2 3 4 5 where x is the first four and y the last four, x gets the sums and is copied back in this order or not.
OVERLAPPING = {("y",): "1 2 3 4 5", ("y", "x"): "3 5 7 9 5", ("x", "y"): "3 2 3 4 5", ("x",): "3 5 7 9 5"}


@pytest.mark.parametrize("order", OVERLAPPING, ids="-".join)
@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_arrays_that_overlap_come_back_in_their_order(order: tuple[str, ...], tmp_path: Path):
    text = """#include <cstdio>
__global__ void add(float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += b[i];
}
void sums(float *x, float *y, int n) {
    size_t bytes = n * sizeof(float);
    float *d_x, *d_y;
    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, bytes, cudaMemcpyHostToDevice);
    add<<<1, n>>>(d_x, d_y, n);
    BACK
    cudaFree(d_x);
    cudaFree(d_y);
}
int main() {
    float v[5] = {1, 2, 3, 4, 5};
    sums(v, v + 1, 4);
    printf("%g %g %g %g %g", v[0], v[1], v[2], v[3], v[4]);
}
""".replace("BACK", "\n    ".join(BACK[name] for name in order))
    translated = translate_file(parse(text, "k.cu", "cuda")).text
    assert ("d_y = y; /*" in translated) == (order != ("x", "y"))
    assert "d_x = x; /*" not in translated
    source, program = tmp_path / "p.cpp", tmp_path / "p"
    source.write_text(translated, "utf-8")
    build([source], program)
    assert subprocess.run([str(program)], capture_output=True, text=True).stdout == OVERLAPPING[order]


@pytest.mark.parametrize(
    "body",
    [
        "int *q = (int *)a; q[0] = 9;",
        "const_cast<int &>(a[0]) = 9;",
        "W(a)[0] = 9;",
        "typedef int *whole; using again = whole; again q = (again)a; q[0] = 9;",
        "sets(a);",
    ],
)
def test_a_kernel_that_casts_const_away_is_none_that_only_reads(body: str):
    text = f"""#define W(p) ((int *)(p))
__device__ void sets(const int *p) {{ *(int *)p = 9; }}
__global__ void look(const int *a, int *b) {{ b[threadIdx.x] = 0; {body} }}
int main() {{
    int h[4] = {{1, 2, 3, 4}}, *d_a, *d_b;
    cudaMalloc(&d_b, sizeof h);
    cudaMalloc(&d_a, sizeof h);
    cudaMemcpy(d_a, h, sizeof h, cudaMemcpyHostToDevice);
    look<<<1, 4>>>(d_a, d_b);
    return h[0];
}}
"""
    assert "cudaMemcpy(d_a, h" in host(text)
    assert "d_a = h" in host(text.replace(body, ""))


@pytest.mark.parametrize(
    "between",
    [
        "cudaMemcpy(&first, alias, 4, cudaMemcpyHostToHost);",
        "cudaMemcpy(alias, &first, 4, cudaMemcpyHostToHost);",
        "cudaMemcpy(&first, (void *)alias, 4, cudaMemcpyDefault);",
        "cudaMemset(alias, 0, 4);",
        "twice<<<1, 4>>>(alias, 4);",
    ],
)
def test_a_copy_or_a_kernel_in_between_may_reach_the_host_by_another_name(between: str):
    text = """float *alias;
__global__ void twice(float *x, int n) { if (threadIdx.x < n) x[threadIdx.x] *= 2; }
int main() {
    float h[4] = {1, 2, 3, 4}, first = 0, *d;
    alias = h;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    twice<<<1, 4>>>(d, 4);
    // middle
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    return first;
}
"""
    assert "d = h" in host(text)
    changed = text.replace("// middle", between)
    assert "d = h" not in host(changed)
    assert "d = h" in host(changed.replace("    alias = h;\n", ""))
