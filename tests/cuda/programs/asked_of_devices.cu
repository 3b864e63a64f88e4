// What a program asks of a device and of a kernel before it launches: only what is the same everywhere is printed.
// prints: 1 0 32 1024 32 1024
// prints: 64 1 1
// prints: 1 1 1
// prints: 1
// prints: 1 1 1
// prints: no error 2999
#include <cstdio>
__global__ void __launch_bounds__(256, 2) k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = i;
}
int main() {
    int many = 0, device = -1, warp = 0, threads = 0, blocks = 0, size = 0, least = 0;
    cudaGetDeviceCount(&many), cudaSetDevice(0), cudaGetDevice(&device);
    cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0), cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, device);
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, device);
    printf("%d %d %d %d %d %d\n", many > 0, device, warp, threads, p.warpSize, p.maxThreadsPerBlock);
    printf("%d %d %d\n", p.maxThreadsDim[2], p.sharedMemPerBlock >= 48 * 1024, p.multiProcessorCount > 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k, 256, 0), cudaOccupancyMaxPotentialBlockSize(&least, &size, k, 0, 0);
    printf("%d %d %d\n", blocks >= 1, size >= 32 && size % 32 == 0 && size <= 1024, least >= 1);
    cudaFuncAttributes f;
    cudaFuncGetAttributes(&f, k);
    printf("%d\n", f.maxThreadsPerBlock <= 1024 && f.maxThreadsPerBlock >= 256);
    size_t free = 0, all = 0;
    cudaMemGetInfo(&free, &all);
    int runtime = 0, driver = 0;
    cudaRuntimeGetVersion(&runtime), cudaDriverGetVersion(&driver);
    printf("%d %d %d\n", free > 0 && free <= all, runtime >= 10000, driver >= runtime);
    int *a, n = 3000;
    cudaMallocManaged(&a, n * 4);
    k<<<(n + size - 1) / size, size>>>(a, n);
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s %d\n", cudaGetErrorString(e), a[n - 1]);
    cudaDeviceReset();
}
