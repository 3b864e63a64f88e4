// prints: 999 499.5
// prints: 999
// prints: 2997
// prints: 1
// prints: 1024
#include <cstdio>
#include <cuda_runtime.h>
__global__ void f(int *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = i; }
__global__ void f(float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = i * .5f; }
__global__ void f(int *p, float v, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = (int)(i * v); }
int main() {
    int grid, block, n = 1000, *p; float *q;
    cudaMallocManaged(&p, 4000), cudaMallocManaged(&q, 4000);
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, (void (*)(int *, int))f, 0, 0);
    f<<<(n + block - 1) / block, block>>>(p, n);
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, static_cast<void (*)(float *, int)>(f));
    f<<<(n + block - 1) / block, block>>>(q, n);
    cudaDeviceSynchronize(); printf("%d %g\n", p[999], q[999]);
    cudaDeviceSynchronize(); printf("%d\n", p[999]);
    float three = 3; void *args[] = {&p, &three, &n};
    cudaLaunchKernel((const void *)static_cast<void (*)(int *, float, int)>(f), dim3(4), dim3(256), args, 0, 0);
    cudaDeviceSynchronize(); printf("%d\n", p[999]);
    int blocks; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (void (*)(float *, int))f, 256, 0); printf("%d\n", blocks > 0);
    cudaFuncAttributes a; cudaFuncGetAttributes(&a, (void (*)(float *, int))f); printf("%d\n", a.maxThreadsPerBlock);
}
