// Threads of a warp that read what each other writes in one statement; array parameters that are handed on.
// prints: 120 120 | 120 8
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__device__ void sums_of(const int *values, int *sums, cg::thread_group tile) {
    const int i = threadIdx.x;
    sums[i] = values[i];
    cg::sync(tile);
    sums[i] += sums[i ^ 8];
    cg::sync(tile);
    sums[i] += sums[i ^ 4];
    cg::sync(tile);
    sums[i] += sums[i ^ 2];
    cg::sync(tile);
    sums[i] += sums[i ^ 1];
}
__device__ int twice(int first, int *scratch, cg::thread_group tile) {
    scratch[threadIdx.x] = first;
    cg::sync(tile);
    return scratch[15 - threadIdx.x] + threadIdx.x;
}
__device__ void load(int values[16], int sums[16], int out[16], cg::thread_block block) {
    __shared__ int scratch[16];
    cg::thread_group tile = cg::tiled_partition(block, 16);
    if (threadIdx.x < 16) {
        values[threadIdx.x] = threadIdx.x;
        cg::sync(tile);
        sums_of(values, sums, tile);
        cg::sync(tile);
        int got = twice(sums[0], scratch, tile);
        cg::sync(tile);
        out[threadIdx.x] = got;
    }
}
__global__ void k(int *a) {
    __shared__ int values[16], sums[16], out[16];
    load(values, sums, out, cg::this_thread_block());
    __syncthreads();
    if (threadIdx.x < 16) a[threadIdx.x] = sums[threadIdx.x], a[16 + threadIdx.x] = out[threadIdx.x];
}
int main() {
    int *a;
    cudaMallocManaged(&a, 256);
    k<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    printf("%d %d | %d %d\n", a[0], a[13], a[16], a[24] - a[16]);
}
