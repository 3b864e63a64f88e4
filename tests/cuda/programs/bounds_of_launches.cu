// Launches of more threads than __launch_bounds__ were promised: they leave the error of a GPU and do nothing.
// prints: 0 1
// prints: 1 0
// prints: 1 0
// prints: 0 1
// prints: 1 0
// prints: 1 0
// prints: 9 0
// prints: 0 7
// prints: 1 0
// prints: 0 9
// prints: 1 0
#include <cstdio>
#include <cuda_runtime.h>
#define MOST 64
const int few = 32;
__global__ void __launch_bounds__(MOST) lb(int *o) { o[threadIdx.x] = 1; }
__global__ void __launch_bounds__(few, 2) two(int *o) { __shared__ int s[64]; s[threadIdx.x] = 1; __syncthreads(); o[threadIdx.x] = s[threadIdx.y]; }
extern "C" __global__ __launch_bounds__(128) void three(int *o) { o[threadIdx.x] = 5; }
__global__ void __launch_bounds__(128) dyn(int *o) { extern __shared__ int d[]; d[threadIdx.x] = 7; o[threadIdx.x] = d[threadIdx.x]; }
__global__ void __launch_bounds__(4) ptr(int *o) { o[threadIdx.x] = 9; }
int *o;
void told() { const int e = cudaGetLastError(); cudaDeviceSynchronize(); printf("%d %d\n", e, o[0]); o[0] = 0; }
int main(int argc, char **) { cudaMallocManaged(&o, 1024); o[0] = 0;
  lb<<<1, 64>>>(o); told();
  lb<<<1, 65>>>(o); told();
  lb<<<1, 64 * argc + 1>>>(o); told();
  two<<<1, dim3(8, 4 * argc)>>>(o); told();
  two<<<1, dim3(8, 4, 2)>>>(o); told();
  three<<<2, 129>>>(o); told();
  three<<<2, 2048>>>(o); told();
  dyn<<<1, 128 * argc, 512>>>(o); told();
  dyn<<<1, 128 * argc + 1, 1024>>>(o); told();
  void *given[] = {&o};
  cudaLaunchKernel((const void *)ptr, dim3(1), dim3(4), given, 0, 0); told();
  cudaLaunchKernel((const void *)ptr, dim3(1), dim3(5), given, 0, 0); told();
}
