// Blocks that wait for each other: every round reads what other blocks wrote in the one before.
// prints: 28 36
// prints: 2016 64
// prints: 528 8 1
// prints: cudaErrorCooperativeLaunchTooLarge cudaErrorCooperativeLaunchTooLarge cudaErrorInvalidValue 528
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

// Each thread adds its neighbour on the right, round the whole grid, as often as told.
__global__ void around(int *from, int *to, int rounds) {
    cg::grid_group grid = cg::this_grid();
    int n = grid.size(), i = grid.thread_rank();
    for (int r = 0; r < rounds; ++r) {
        to[i] = from[i] + from[(i + 1) % n];
        grid.sync();
        int *other = from;
        from = to;
        to = other;
    }
}

__device__ void spread(int *a, const cg::grid_group &grid) {
    for (unsigned long long i = grid.thread_rank(); i < 64; i += grid.size()) a[i] = (int)i;
}

__device__ int block_sum(int value, int *shared, cg::thread_block block, const cg::grid_group &grid) {
    shared[block.thread_rank()] = value;
    cg::sync(block);
    int sum = 0;
    for (unsigned k = 0; k < block.size(); ++k) sum += shared[k];
    cg::sync(grid);
    return sum;
}

// The sum of all in two steps, the second by the first block alone.
__global__ void total(int *a, int *sums, int *result) {
    extern __shared__ int shared[];
    cg::thread_block block = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();
    spread(a, grid);
    cg::sync(grid);
    int sum = block_sum(a[grid.thread_rank()], shared, block, grid);
    if (block.thread_rank() == 0) sums[blockIdx.x] = sum;
    grid.sync();
    if (grid.thread_rank() == 0) {
        int all = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) all += sums[b];
        result[0] = all;
        result[1] = (int)grid.num_threads();
    }
}

// Blocks of two dimensions, threads that leave before the last barrier has nothing behind it.
__global__ void planes(int *a, int *out) {
    auto grid = cg::this_grid();
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
    a[i] = i + 1;
    cg::sync(grid);
    if (i != 0) return;
    int sum = 0;
    for (int k = 0; k < 32; ++k) sum += a[k];
    out[0] = sum, out[1] = (int)grid.num_blocks(), out[2] = grid.is_valid();
}

int main() {
    int *a, *b, *c;
    cudaMallocManaged(&a, 256), cudaMallocManaged(&b, 256), cudaMallocManaged(&c, 256);
    for (int i = 0; i < 8; ++i) a[i] = i;
    int rounds = 3;
    void *given[] = {&a, &b, &rounds};
    cudaLaunchCooperativeKernel((void *)around, dim3(4), dim3(2), given, 0, 0);
    cudaDeviceSynchronize();
    printf("%d %d\n", b[2], b[3]);
    void *other[] = {&a, &b, &c};
    cudaLaunchCooperativeKernel((void *)total, dim3(4), dim3(16), other, 16 * sizeof(int));
    cudaDeviceSynchronize();
    printf("%d %d\n", c[0], c[1]);
    planes<<<dim3(4, 2), 4>>>(a, c);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", c[0], c[1], c[2]);
    // More blocks than any GPU has room for at once.
    auto told = cudaLaunchCooperativeKernel((void *)around, dim3(100000), dim3(1024), given, 0, 0), last = cudaGetLastError();
    printf("%s %s ", cudaGetErrorName(told), cudaGetErrorName(last));
    printf("%s %d\n", cudaGetErrorName(cudaLaunchCooperativeKernel((void *)around, dim3(0), dim3(32), given, 0, 0)), c[0]);
}
