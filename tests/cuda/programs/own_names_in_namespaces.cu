// Functions of a namespace or a class hide those of CUDA that have their names, and must not hide ours.
// prints: 112 137 2 62
// prints: 2863311530 526 1567 2092
// prints: 10 7 5 3 2
// prints: 1032 3036 31092
#include <cstdio>
namespace mine {
struct P { float a; };
__device__ float fmaxf(float a, float b) { return a - b; }
__device__ float fminf(float a, float b) { return a * b; }
__device__ float rsqrtf(float a) { return a + 1; }
__device__ float __ldg(const float *p) { return *p + 100; }
__device__ int __popc(int x) { return x; }
__device__ float __fdividef(float a, float b) { return a + b; }
__device__ int atomicAdd(int *p, int v) { return *p = v * 2; }
__device__ P truncated(P x) { return x; }
__device__ int shuffle_down(int a, int b, int c) { return a + b + c; }
__device__ int shuffle_xor(const int *a, int b, int c) { return a[0] + b + c; }
__device__ unsigned warp_ballot(const bool *p, int a, int b, unsigned m) { return 7u; }
struct Op {
    __device__ int index_in(int a) const { return a; }
    __device__ int truncated(float a) const { return (int)a + 1; }
};
__global__ void theirs(float *f, int *n) {
    int i = threadIdx.x;
    float v = fmaxf(f[i], 2.f) + fminf(f[i], 3.f) + rsqrtf(4.f) + __ldg(f + i) + __popc(6) + __fdividef(1.f, 2.f);
    atomicAdd(n + i, i);
    f[i] = v;
}
__global__ void ours(int *out, float *f, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = __shfl_xor_sync(0xffffffffu, i, 1);
    float w = f[i];
    for (int d = 16; d; d >>= 1) w += __shfl_down_sync(0xffffffffu, w, d);
    Op op;
    int own[2] = {3, 4};
    if (i < n) out[i] = v + shuffle_xor(own, 1, 1) + (int)w + op.truncated(2.5f) + shuffle_down(1, 2, 3);
    unsigned b = __ballot_sync(0xffffffffu, i & 1);
    if (i == 0) out[0] = b;
}
template <typename T> __device__ T warp_max(T v) {
    T other = __shfl_xor_sync(0xffffffffu, v, 1);
    return other > v ? other : v;
}
__device__ int warp_sum(int v) { return v + __shfl_xor_sync(0xffffffffu, v, 1); }
__global__ void waiting(int *out) {
    int i = threadIdx.x;
    out[i] = warp_max(i) * 1000 + warp_sum(i) + __reduce_max_sync(0xffffffffu, i);
}
}  // namespace mine
struct Counter {
    int start;
    __device__ int __popc(int x) const { return start + x; }
    __device__ int twice(int x) const { return __popc(x); }
    __device__ int __clz(int x) const;
};
__device__ int Counter::__clz(int x) const { return __popc(x) - 5; }
__global__ void outside(int *out) {
    Counter c{3};
    out[0] = c.twice(7);
    out[1] = mine::__popc(7);
    out[2] = c.__clz(7);
    out[3] = __popc(7);
    out[4] = (int)fmaxf(1.f, 2.5f);
}
int main() {
    float *f;
    int *n;
    cudaMallocManaged(&f, 256);
    cudaMallocManaged(&n, 256);
    for (int i = 0; i < 32; ++i) f[i] = i, n[i] = 0;
    mine::theirs<<<1, 32>>>(f, n);
    cudaDeviceSynchronize();
    printf("%g %g %d %d\n", f[0], f[5], n[1], n[31]);
    for (int i = 0; i < 64; ++i) f[i] = i;
    mine::ours<<<2, 32>>>(n, f, 64);
    cudaDeviceSynchronize();
    printf("%u %d %d %d\n", n[0], n[1], n[32], n[63]);
    outside<<<1, 1>>>(n);
    cudaDeviceSynchronize();
    printf("%d %d %d %d %d\n", n[0], n[1], n[2], n[3], n[4]);
    mine::waiting<<<1, 32>>>(n);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", n[0], n[2], n[31]);
}
