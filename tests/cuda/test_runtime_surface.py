"""What ordinary programs take of CUDA's runtime, of Thrust and of the device's own functions: each program compiles and prints what a GPU makes it print."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import loopwright
import pytest
from built import build
from loopwright.cli.main import main

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

MACROS = """#include <cstdio>
namespace a {
#define HD __host__ __device__
class S { public: HD S(int v) : v(v) {} HD int twice() const; int v; };
}
namespace a {
  #define HD __host__  __device__ // the same again
  #define H __host__
HD int S::twice() const { return 2 * v; }
H bool told() { return true; }
struct P { int warpSize; };
}
__host__ int lanes(int warpSize) { return warpSize; }
__global__ void k(int *o) { a::S s(threadIdx.x); o[threadIdx.x] = s.twice() + warpSize; }
int main() {
    int *o; cudaMallocManaged(&o, 128);
    const int warps = 1, n = warpSize * warps;
    k<<<1, n>>>(o); cudaDeviceSynchronize();
    a::P p = {8};
    { int warpSize = 16; printf("%d ", warpSize); }
    printf("%d %d %d %d %d\\n", o[3], a::told(), p.warpSize, lanes(4), warpSize);
}
"""

RUNTIME = """#include <cstdio>
#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>
__global__ void k(int *a) { a[threadIdx.x] += 1; }
int main() {
    int *d, v, on[1] = {0};
    unsigned flags;
    size_t limit;
    cudaMallocManaged(&d, 128);
    cudaMemRangeGetAttribute(&v, sizeof v, cudaMemRangeAttributeReadMostly, d, 128);
    cudaDeviceGetP2PAttribute(&v, cudaDevP2PAttrNativeAtomicSupported, 0, 0);
    cudaSetValidDevices(on, 1), cudaThreadSetLimit(cudaLimitStackSize, 1024), cudaThreadGetLimit(&limit, cudaLimitStackSize);
    cudaFuncSetAttribute(k, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
    cudaEvent_t e;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming | cudaEventInterprocess);
    cudaEventRecordWithFlags(e, 0, cudaEventRecordDefault);
    cudaIpcMemHandle_t shared;
    printf("%s; ", cudaGetErrorString(cudaIpcGetMemHandle(&shared, d)));
    printf("%s, ", cudaGetErrorName(cudaGetLastError()));
    printf("%s; ", cudaGetErrorString(cudaErrorNoDevice));
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    printf("%d; ", p.maxTexture2D[1] > 0 && p.maxTexture3D[2] > 0 && p.texturePitchAlignment > 0);
    nvtxEventAttributes_t mark = {0};
    mark.version = NVTX_VERSION, mark.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE, mark.colorType = NVTX_COLOR_ARGB;
    mark.messageType = NVTX_MESSAGE_TYPE_ASCII, mark.message.ascii = "step";
    nvtxRangePushEx(&mark), nvtxRangePop();
    cudaChannelFormatDesc form = cudaCreateChannelDesc<float>();
    cudaArray_t a, b;
    float from[8] = {0, 1, 2, 3, 4, 5, 6, 7}, to[8] = {};
    cudaMallocArray(&a, &form, 4, 2), cudaMallocArray(&b, &form, 4, 2);
    cudaMemcpy2DToArray(a, 0, 0, from, 16, 16, 2, cudaMemcpyHostToDevice);
    cudaMemcpy2DArrayToArray(b, 4, 0, a, 0, 0, 12, 2, cudaMemcpyDeviceToDevice);
    cudaMemcpy2DFromArray(to, 16, b, 0, 0, 16, 2, cudaMemcpyDeviceToHost);
    printf("%g %g %g; ", to[0], to[1], to[7]);
    cudaHostGetFlags(&flags, d);
    k<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    printf("%d\\n", d[31]);
}
"""

THRUST = """#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/transform.h>
#include <thrust/set_operations.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
int main() {
    using namespace thrust::placeholders;
    float a = 2.5f;
    thrust::device_vector<float> x(8, 1), y(8, 2);
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), a * _1 + _2);
    printf("%g %d ", (float)y[3], (int)thrust::count_if(y.begin(), y.end(), _1 > 4 && !(_1 == 5)));
    printf("%g ", thrust::reduce(thrust::device, y.begin(), y.end(), 0.f, _1 + _2));
    thrust::replace_if(y.begin() + 4, y.end(), -_1 < -1, 9.f);
    printf("%g %g ", (float)y[7], (float)*thrust::make_reverse_iterator(y.begin() + 1));
    int m[] = {1, 2, 3, 4}, n[] = {2, 4, 6, 8}, s[8];
    int *end = thrust::set_intersection(thrust::host, m, m + 4, n, n + 4, s);
    printf("%d %d ", (int)(end - s), s[1]);
    printf("%d ", (int)(thrust::set_union(m, m + 4, n, n + 4, s) - s));
    thrust::discard_iterator<> none;
    printf("%d\\n", (int)(thrust::unique_by_key_copy(m, m + 4, n, none, s).second - s));
}
"""

PIPELINE = """#include <cstdio>
#include <cuda_pipeline.h>
template <int N> __global__ void sums(const float *a, float *o, int n) {
    __shared__ float tile[2][N];
    int t = threadIdx.x;
    float sum = 0;
    __pipeline_memcpy_async(&tile[0][t], a + t, sizeof(float));
    __pipeline_commit();
    for (int b = 0; b * N < n; b++) {
        if ((b + 1) * N < n) __pipeline_memcpy_async(&tile[(b + 1) % 2][t], a + (b + 1) * N + t, sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        for (int i = 0; i < N; i++) sum += tile[b % 2][i] * (i + t);
        __syncthreads();
    }
    o[t] = sum;
}
__global__ void wide(const float4 *a, float4 *o, int n) {
    extern __shared__ float4 s[];
    int t = threadIdx.x;
    __pipeline_memcpy_async(s + t, a + t, 16, t < n ? 0 : 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    o[t] = s[blockDim.x - 1 - t];
}
int main() {
    float *a, *o;
    float4 *b, *c;
    cudaMallocManaged(&a, 1024), cudaMallocManaged(&o, 256), cudaMallocManaged(&b, 1024), cudaMallocManaged(&c, 1024);
    for (int i = 0; i < 256; i++) a[i] = i % 7;
    for (int i = 0; i < 64; i++) b[i] = make_float4(i, 1, 2, 3);
    sums<64><<<1, 64>>>(a, o, 256);
    wide<<<1, 32, 32 * sizeof(float4)>>>(b, c, 30);
    cudaDeviceSynchronize();
    printf("%g %g %g %g\\n", o[5], c[0].x, c[2].x, c[31].x);
}
"""

SPECIALISED = """#include <cstdio>
namespace app { enum class E : int { A, B }; }
using app::E;
template <E e> __global__ void ek(int *o) { *o = int(e); }
template <> __global__ void ek<E::A>(int *o) { *o = 100; }
template <int N> __global__ void nk(int *o) { *o = N; }
template <> __global__ void nk<(4 > 3)>(int *o) { *o = 300; }
template <class T> __device__ int width() { return 1; }
template <> __device__ int width<app::E>() { return 2; }
__global__ void k(int *o) { *o = width<app::E>() * 10 + width<int>(); }
int shown(int *o) { cudaDeviceSynchronize(); return *o; }
int main() {
    int *o; cudaMallocManaged(&o, 4);
    ek<E::B><<<1, 1>>>(o); printf("%d ", shown(o));
    ek<E::A><<<1, 1>>>(o); printf("%d ", shown(o));
    nk<2><<<1, 1>>>(o); printf("%d ", shown(o));
    nk<1><<<1, 1>>>(o); printf("%d ", shown(o));
    k<<<1, 1>>>(o); printf("%d\\n", shown(o));
}
"""

PARAMETERS = """#include <cstdio>
__device__ void last(volatile __shared__ float *s, float by) { s[threadIdx.x] *= by; }
__global__ void k(float *o) {
    __shared__ float s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    last(s, 2);
    o[threadIdx.x] = s[threadIdx.x];
}
int main() {
    float *o; cudaMallocManaged(&o, 128);
    k<<<1, 32>>>(o); cudaDeviceSynchronize();
    printf("%g\\n", o[31]);
}
"""

OWN_NAMES = """#include <cstdio>
struct P { int warpSize; int get() const { return warpSize; } P(int w) : warpSize(w) {} };
class Q { int warpSize = 7; public: int twice() { return 2 * warpSize; } };
int before() { return warpSize; }
namespace n { int warpSize = 5; int g() { return warpSize; } }
int f(int warpSize) { auto l = [&](int a) { return a + warpSize; }; return l(1); }
__global__ void k(int *o) { o[threadIdx.x] = warpSize; }
int main() {
  int *o; cudaMallocManaged(&o, 128);
  k<<<1, 32>>>(o); cudaDeviceSynchronize();
  for (int warpSize = 3; warpSize < 5; ++warpSize) printf("%d ", warpSize);
  P p{9}; Q q; p.warpSize += 1;
  int a = warpSize, warpSize = 4;
  printf("%d %d %d %d %d %d %d %d %d\\n", a, warpSize, p.warpSize, p.get(), q.twice(), before(), n::g(), f(2), o[3] + n::warpSize);
}
"""

PRINTED = {
    "parameters": (PARAMETERS, "62\n"),
    "specialised": (SPECIALISED, "1 100 2 300 21\n"),
    "own names": (OWN_NAMES, "3 4 32 4 10 10 14 32 5 3 37\n"),
    "macros": (MACROS, "16 38 1 8 4 32\n"),
    "runtime": (
        RUNTIME,
        "operation not supported; cudaErrorNotSupported, no CUDA-capable device is detected; 1; 0 0 6; 1\n",
    ),
    "thrust": (THRUST, "4.5 8 36 9 4.5 2 4 6 4\n"),
    "pipeline": (PIPELINE, "27750 0 29 0\n"),
}


@pytest.mark.parametrize("name", PRINTED)
def test_it_compiles_and_prints_what_a_gpu_makes_it_print(name: str, tmp_path: Path) -> None:
    program, printed = PRINTED[name]
    file, out = tmp_path / "k.cu", tmp_path / "k.cpp"
    file.write_text(program, "utf-8")
    assert main(["translate", str(file), "-o", str(out)]) == 0
    build([out], tmp_path / "k")
    assert subprocess.run([str(tmp_path / "k")], capture_output=True, text=True, check=True).stdout == printed


def test_every_error_has_its_name_and_its_sentence(tmp_path: Path) -> None:
    header = (Path(loopwright.__file__).parent / "cuda" / "support" / "runtime.h").read_text("utf-8")
    listed = header.split("enum cudaError {")[1].split("}")[0]
    names = [part.split("=")[0].strip() for part in listed.split(",")]
    assert len(names) > 40
    prints = " ".join(f'printf("%s: %s\\n", cudaGetErrorName({name}), cudaGetErrorString({name}));' for name in names)
    (tmp_path / "k.cu").write_text(f"#include <cstdio>\nint main() {{ {prints} }}\n", "utf-8")
    assert main(["translate", str(tmp_path / "k.cu"), "-o", str(tmp_path / "k.cpp")]) == 0
    build([tmp_path / "k.cpp"], tmp_path / "k")
    printed = subprocess.run([tmp_path / "k"], capture_output=True, text=True, check=True).stdout.splitlines()
    said = dict(line.split(": ", 1) for line in printed)
    assert list(said) == names
    assert len(set(said.values())) == len(names)
