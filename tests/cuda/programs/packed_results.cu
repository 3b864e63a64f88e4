// What is kept is packed together: a place for each warp at once, sums of parts, the last block that puts them together.
// prints: 499 86518768
// prints: 746 408a19a8 538616 538616
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__device__ unsigned arrived;
__device__ int place(int *count) {
    auto active = cg::coalesced_threads();
    int first = 0;
    if (active.thread_rank() == 0) first = atomicAdd(count, (int)active.size());
    return active.shfl(first, 0) + active.thread_rank();
}
__global__ void chosen(const int *in, int n, int *out, int *count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 3 == 1) out[place(count)] = in[i];
}
__global__ void ordered(const int *in, int n, int *out, int *count) {
    __shared__ int base[4];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5, from = 0;
    for (int start = 0; start < n; start += 128) {
        bool keep = start + t < n && (in[start + t] & 1);
        unsigned votes = __ballot_sync(0xffffffffu, keep);
        if (lane == 0) base[warp] = __popc(votes);
        __syncthreads();
        int at = from + __popc(votes & ((1u << lane) - 1));
        for (int w = 0; w < warp; ++w) at += base[w];
        if (keep) out[at] = in[start + t];
        from += base[0] + base[1] + base[2] + base[3];
        __syncthreads();
    }
    if (t == 0) *count = from;
}
__global__ void total(const int *in, int n, int *parts, int *out) {
    __shared__ bool last;
    __shared__ int s[64];
    int t = threadIdx.x, v = 0;
    for (int i = blockIdx.x * 64 + t; i < n; i += 64 * gridDim.x) v += in[i];
    s[t] = v;
    __syncthreads();
    for (int d = 32; d; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) {
        parts[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    int sum = 0;
    for (int b = t; b < gridDim.x; b += 64) sum += ((volatile int *)parts)[b];
    atomicAdd(out, sum);
}
int main() {
    const int n = 1500;
    int *in, *out, *count, *parts;
    cudaMallocManaged(&in, n * 4), cudaMallocManaged(&out, n * 4), cudaMallocManaged(&count, 12), cudaMallocManaged(&parts, 80);
    for (int i = 0; i < n; ++i) in[i] = (i * 101 + i / 9) % 733;
    count[0] = count[1] = count[2] = 0;
    chosen<<<12, 128>>>(in, n, out, count);
    cudaDeviceSynchronize();
    long long sum = 0;
    for (int i = 0; i < count[0]; ++i) sum += out[i] * out[i];
    printf("%d %lld\n", count[0], sum);
    ordered<<<1, 128>>>(in, n, out, count);
    total<<<20, 64>>>(in, n, parts, count + 1), total<<<7, 64>>>(in, n, parts, count + 2);
    cudaDeviceSynchronize();
    unsigned h = 0;
    for (int i = 0; i < count[0]; ++i) h = h * 31 + out[i];
    printf("%d %08x %d %d\n", count[0], h, count[1], count[2]);
}
