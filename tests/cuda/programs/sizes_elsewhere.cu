// The dimensions of a launch stand in a macro, outside of functions, in what a function gives, behind parentheses or a choice.
// prints: 48
// prints: 80
// prints: 36
#include <cstdio>
#include <cuda_runtime.h>
#define BLOCK dim3(4, 2)
dim3 grid_of(int n) { return dim3(n, 3); }
static dim3 everywhere(2, 5);
struct Config { dim3 block() const { return dim3(2, 2, 2); } };
__global__ void count(int *total) { atomicAdd(total, 1 + threadIdx.x * 0 + blockIdx.x * 0); }
int main() {
  int *total, got = 0;
  cudaMalloc(&total, 4);
  Config config;
  dim3 own(3, 2);
  bool wide = true;
  cudaMemset(total, 0, 4); count<<<grid_of(2), BLOCK>>>(total); cudaMemcpy(&got, total, 4, cudaMemcpyDeviceToHost); printf("%d\n", got);
  cudaMemset(total, 0, 4); count<<<everywhere, config.block()>>>(total); cudaMemcpy(&got, total, 4, cudaMemcpyDeviceToHost); printf("%d\n", got);
  cudaMemset(total, 0, 4); count<<<(own), wide ? own : dim3(1)>>>(total); cudaMemcpy(&got, total, 4, cudaMemcpyDeviceToHost); printf("%d\n", got);
  cudaFree(total);
}
