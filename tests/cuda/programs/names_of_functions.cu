// Variables, types, parameters, macros, enumerators and namespaces that are called like functions of a translation.
// prints: 4 3 1.5 7 2 11 9
#include <algorithm>
#include <cstdio>
#include <random>
int shuffle = 3;
enum Way { warp_max = 7, other };
struct block_and { int x; };
namespace tile_any { int value = 2; }
#define warp_min 11
__device__ int warp_add(int a, int b) { return a + b; }
__global__ void k(int *a, float f, int truncated) {
    int v = __shfl_down_sync(~0u, a[threadIdx.x], 1), shuffle_down = 1;
    block_and own = {v & 1};
    v += __reduce_max_sync(~0u, 0) + __reduce_min_sync(~0u, 0) + __syncthreads_and(1) - 1;
    a[threadIdx.x] = warp_add(v, (int)f) + own.x * truncated + shuffle_down - (int)__shfl_sync(~0u, 1.0f, 0) + __any_sync(~0u, 1) - 1;
}
float plain(float truncated) { return truncated; }
int main() {
    int *a, numbers[] = {1, 2, 6};
    std::shuffle(numbers, numbers + 3, std::mt19937(1));
    cudaMallocManaged(&a, 256);
    for (int i = 0; i < 32; ++i) a[i] = i;
    k<<<1, 32>>>(a, 2.5f, 1);
    cudaDeviceSynchronize();
    printf("%d %d %g %d %d %d %d\n", a[0], shuffle, plain(1.5f), warp_max, tile_any::value, warp_min, numbers[0] + numbers[1] + numbers[2]);
}
