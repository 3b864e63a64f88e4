// Functions that say behind an arrow what they return: threads wait in them, or what they return is converted.
// prints: 29 29 197 197 4160
// prints: 3 -3
#include <cstdint>
#include <cstdio>
template <std::size_t size>
__device__ auto fold(volatile std::uint8_t *v, std::size_t t) -> void {
    if constexpr (size >= 64) v[t] += v[t + 32];
    if constexpr (size >= 32) v[t] += v[t + 16];
    if constexpr (size >= 16) v[t] += v[t + 8];
    if constexpr (size >= 8) v[t] += v[t + 4];
    if constexpr (size >= 4) v[t] += v[t + 2];
    if constexpr (size >= 2) v[t] += v[t + 1];
}
__device__ auto total(int v) -> int {
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}
__device__ auto later(int *s, int t) -> int * {
    s[t] += 1;
    __syncthreads();
    return s + t;
}
__device__ auto whole(float x) -> int { return x; }
template <std::size_t size>
__global__ auto count(const int *in, int *out, int n) -> void {
    __shared__ std::uint8_t changed[size];
    __shared__ int other[size];
    const auto i = blockIdx.x * size + threadIdx.x;
    const auto t = threadIdx.x;
    changed[t] = 0;
    other[t] = t;
    if (i < n) changed[t] = in[i] & 1;
    __syncthreads();
    if (t < 32) fold<size>(changed, t);
    int all = total(i < n ? in[i] : 0);
    int *p = later(other, t);
    if (t == 0) atomicAdd(out, changed[0]);
    if (t % 32 == 0) atomicAdd(out + 1, all);
    atomicAdd(out + 2, *p);
}
__global__ auto convert(int *out) -> void {
    out[0] = whole(3.7f);
    out[1] = whole(-3.7f);
}
int main() {
    int *in, *out;
    cudaMallocManaged(&in, 400);
    cudaMallocManaged(&out, 12);
    int odd = 0, sum = 0;
    for (int i = 0; i < 100; ++i) in[i] = i * i % 7, odd += in[i] & 1, sum += in[i];
    out[0] = out[1] = out[2] = 0;
    count<64><<<2, 64>>>(in, out, 100);
    cudaDeviceSynchronize();
    printf("%d %d %d %d %d\n", out[0], odd, out[1], sum, out[2]);
    convert<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[1]);
}
