// What must compile and change nothing: clocks, sleeps, fences, hints, assumptions.
// prints: 1.5 148.5 100
#include <cassert>
#include <cstdio>
__global__ void __launch_bounds__(64) k(const float *__restrict__ in, float *__restrict__ out, long long *ticks, int n) {
    long long begin = clock64();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __builtin_assume(n > 0);
    if (__builtin_expect(i >= n, 0)) return;
    assert(in != nullptr && "no input");
    float v = __ldg(in + i) + __ldcs(in + i) + __ldcg(in + i);
    __nanosleep(20);
    __threadfence_block(), __threadfence(), __threadfence_system();
    __stcs(out + i, v);
    __syncwarp(__activemask());
    ticks[i] = clock64() >= begin;
}
int main() {
    float *in, *out;
    long long *ticks, all = 0;
    cudaMallocManaged(&in, 400), cudaMallocManaged(&out, 400), cudaMallocManaged(&ticks, 800);
    for (int i = 0; i < 100; ++i) in[i] = i * 0.5f;
    k<<<2, 64>>>(in, out, ticks, 100);
    cudaDeviceSynchronize();
    for (int i = 0; i < 100; ++i) all += ticks[i];
    printf("%g %g %lld\n", out[1], out[99], all);
}
