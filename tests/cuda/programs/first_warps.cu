// The first threads of a block go on alone, and show each other something: the loops over them are as short.
// prints: wrong: 0
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
const int BLOCKS = 3, THREADS = 160;
static int wrong = 0;

__global__ void by_index(const int *in, int *out) {
    __shared__ int sums[32];
    int t = threadIdx.x, v = in[blockIdx.x * blockDim.x + t];
    for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(~0u, v, o);
    if (t % 32 == 0) sums[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        v = t < blockDim.x / 32 ? sums[t] : 0;
        for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(~0u, v, o);
        if (t == 0) out[blockIdx.x] = v;
    }
}
__global__ void by_warp(const int *in, int *out) {
    __shared__ int sums[32];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(~0u, v, o);
    if (lane == 0) sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < blockDim.x / 32 ? sums[lane] : 0;
        for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(~0u, v, o);
        if (lane == 0) out[blockIdx.x] = v;
    } else {
        sums[warp + 8] = -1;
    }
}
__global__ void by_tile(const int *in, int *out) {
    __shared__ int sums[32];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int v = in[blockIdx.x * block.size() + block.thread_rank()];
    for (unsigned o = warp.size() / 2; o > 0; o /= 2) v += warp.shfl_down(v, o);
    if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = v;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        v = warp.thread_rank() < warp.meta_group_size() ? sums[warp.thread_rank()] : 0;
        for (unsigned o = warp.size() / 2; o > 0; o /= 2) v += warp.shfl_down(v, o);
        if (warp.thread_rank() == 0) out[blockIdx.x] = v;
    }
}
__global__ void in_each_other(const int *in, int *out) {
    __shared__ int parts[3];
    int t = threadIdx.x, v = in[blockIdx.x * blockDim.x + t], all = 0;
    if (t < 64) {
        v += __shfl_xor_sync(~0u, v, 1);
        if (t / 32 == 0) {
            all = __shfl_sync(~0u, v, 7);
            if (t < 1) parts[0] = all + v;
        }
        v = __shfl_xor_sync(~0u, v, 1);
        if (t == 63) parts[1] = v;
    }
    if (t == 159) parts[2] = v;
    __syncthreads();
    if (t == 0) out[blockIdx.x] = parts[0] + parts[1] + parts[2];
}
__global__ void more_than_there_are(const int *in, int *out) {
    int t = threadIdx.x, v = in[blockIdx.x * blockDim.x + t];
    if (t < 512) v += __shfl_down_sync(~0u, v, 1);
    if (t >> 5 < 1) {
        v = __shfl_sync(~0u, v, 3);
        if (t == 31) out[blockIdx.x] = v;
    }
}
__global__ void not_the_first(const int *in, int *out) {
    __shared__ int parts[2];
    int t = threadIdx.x, v = in[blockIdx.x * blockDim.x + t];
    int warp = t / 32;
    if (warp == 1) {
        v = __shfl_sync(~0u, v, 5);
        if (t % 32 == 0) parts[0] = v;
    }
    if (t % 32 == 0 && warp == 0) v = 0;
    if (t % 32 < 16) {
        v += __shfl_xor_sync(0xffffu, v, 8);
        if (t == 128) parts[1] = v;
    }
    __syncthreads();
    if (t == 0) out[blockIdx.x] = parts[0] + parts[1];
}

static void same(const char *name, const int *found, const int *wanted) {
    for (int b = 0; b < BLOCKS; ++b)
        if (found[b] != wanted[b] && wrong++ < 9) printf("%s %d: %d, not %d\n", name, b, found[b], wanted[b]);
}

int main() {
    const int n = BLOCKS * THREADS;
    int host[n], *in, *out, found[BLOCKS], sums[BLOCKS] = {}, nested[BLOCKS], many[BLOCKS], second[BLOCKS];
    for (int i = 0; i < n; ++i) host[i] = i * 7 % 23, sums[i / THREADS] += host[i];
    for (int b = 0; b < BLOCKS; ++b) {
        const int *own = host + b * THREADS;
        nested[b] = (own[6] + own[7]) + (own[0] + own[1]) + (own[62] + own[63]) + own[159];
        many[b] = own[3] + own[4];
        second[b] = own[32 + 5] + own[128] + own[128 + 8];
    }
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof found);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
#define TRY(kernel, wanted) \
    kernel<<<BLOCKS, THREADS>>>(in, out); \
    cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost); \
    same(#kernel, found, wanted);
    TRY(by_index, sums)
    TRY(by_warp, sums)
    TRY(by_tile, sums)
    TRY(in_each_other, nested)
    TRY(more_than_there_are, many)
    TRY(not_the_first, second)
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
