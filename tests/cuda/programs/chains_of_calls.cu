// Functions in which threads wait, called by each other twelve times: what the first call hands over reaches the last.
// prints: 2 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
__device__ int f0(volatile int *s, int lane) { int v = s[lane + 64]; __syncwarp(0xaaaaaaaau); s[lane] += v; __syncwarp(0xaaaaaaaau); return s[lane] + lane; }
__device__ int f1(volatile int *s, int lane) { return f0(s, lane) + 1; }
__device__ int f2(volatile int *s, int lane) { return f1(s, lane) + 2; }
__device__ int f3(volatile int *s, int lane) { return f2(s, lane) + 3; }
__device__ int f4(volatile int *s, int lane) { return f3(s, lane) + 4; }
__device__ int f5(volatile int *s, int lane) { return f4(s, lane) + 5; }
__device__ int f6(volatile int *s, int lane) { return f5(s, lane) + 6; }
__device__ int f7(volatile int *s, int lane) { return f6(s, lane) + 7; }
__device__ int f8(volatile int *s, int lane) { return f7(s, lane) + 8; }
__device__ int f9(volatile int *s, int lane) { return f8(s, lane) + 9; }
__device__ int f10(volatile int *s, int lane) { return f9(s, lane) + 10; }
__device__ int f11(volatile int *s, int lane) { return f10(s, lane) + 11; }
__device__ int g0(volatile int *s, int lane) { int v = s[lane + 64]; __syncwarp(0xfffffu); s[lane] += v; __syncwarp(0xfffffu); return s[lane] - lane; }
__device__ int g1(volatile int *s, int lane) { return g0(s, lane) + 1; }
__device__ int g2(volatile int *s, int lane) { return g1(s, lane) + 2; }
__device__ int g3(volatile int *s, int lane) { return g2(s, lane) + 3; }
__device__ int g4(volatile int *s, int lane) { return g3(s, lane) + 4; }
__device__ int g5(volatile int *s, int lane) { return g4(s, lane) + 5; }
__device__ int g6(volatile int *s, int lane) { return g5(s, lane) + 6; }
__device__ int g7(volatile int *s, int lane) { return g6(s, lane) + 7; }
__device__ int g8(volatile int *s, int lane) { return g7(s, lane) + 8; }
__device__ int g9(volatile int *s, int lane) { return g8(s, lane) + 9; }
__device__ int g10(volatile int *s, int lane) { return g9(s, lane) + 10; }
__device__ int g11(volatile int *s, int lane) { return g10(s, lane) + 11; }
__global__ void some(int *a) { __shared__ int s[128]; s[threadIdx.x] = threadIdx.x * 3; s[threadIdx.x + 64] = threadIdx.x; __syncthreads(); int r = 0; if (threadIdx.x & 1) r = f11(s, threadIdx.x); __syncthreads(); a[threadIdx.x] = s[threadIdx.x] + r * 1000; }
__global__ void others(int *a) { __shared__ int s[128]; s[threadIdx.x] = threadIdx.x * 3; s[threadIdx.x + 64] = threadIdx.x; __syncthreads(); int r = 0; if (threadIdx.x < 20) r = g11(s, threadIdx.x ^ 1); __syncthreads(); a[threadIdx.x] = s[threadIdx.x] + r * 1000; }
int main() {
  int *a, h[64], wrong = 0;
  cudaMalloc(&a, sizeof h);
  some<<<1, 64>>>(a);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  for (int t = 0; t < 64; ++t) wrong += h[t] != (t & 1 ? 4 * t + (5 * t + 66) * 1000 : 3 * t);
  others<<<1, 64>>>(a);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  for (int t = 0; t < 64; ++t) wrong += h[t] != (t < 20 ? 4 * t + (3 * (t ^ 1) + 66) * 1000 : 3 * t);
  printf("2 compared, wrong: %d\n", wrong);
}
