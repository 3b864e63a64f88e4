// A launch through a pointer says itself what becomes of it: of shared memory that its kernel was allowed, or another one, and of a bound.
// prints: 0
// prints: 0 0
// prints: 1 1
// prints: 0 0
// prints: 0 0
// prints: 1 1
// prints: 0 0
// prints: 1 1
// prints: 0 0
// prints: 104
#include <cstdio>
__global__ void allowed(int *p) { extern __shared__ int s[]; s[15000] = 1; p[0] += s[15000]; }
__global__ void other(int *p) { extern __shared__ int s[]; s[0] = 1; p[0] += s[0]; }
__global__ __launch_bounds__(64) void bounded(int *p) { p[0] += 100; }
static void said(int given) { printf("%d %d\n", given, (int)cudaGetLastError()); }
int main() {
    int *p, h;
    cudaMalloc(&p, 4), cudaMemset(p, 0, 4);
    void *given[] = {&p};
    printf("%d\n", (int)cudaFuncSetAttribute(allowed, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
    said(cudaLaunchKernel((void *)allowed, dim3(1), dim3(1), given, 61000, 0));
    said(cudaLaunchKernel((void *)other, dim3(1), dim3(1), given, 61000, 0));
    said(cudaLaunchKernel(allowed, dim3(1), dim3(1), given, 61000, 0));
    cudaLaunchConfig_t how = {};
    how.gridDim = how.blockDim = dim3(1), how.dynamicSmemBytes = 61000;
    said(cudaLaunchKernelEx(&how, allowed, p));
    said(cudaLaunchKernelEx(&how, other, p));
    const void *kept = (const void *)allowed;
    said(cudaLaunchKernel(kept, dim3(1), dim3(1), given, 61000, 0));
    kept = (const void *)bounded;
    said(cudaLaunchKernel(kept, dim3(1), dim3(65), given, 0, 0));
    said(cudaLaunchKernel(kept, dim3(1), dim3(1), given, 0, 0));
    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
}
