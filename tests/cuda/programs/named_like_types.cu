// Kernels and device functions that are called like types and functions of ours or of other headers.
// prints: 7 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__global__ void half(float *a, int n) { int i = threadIdx.x; if (i < n) a[i] *= 0.5f; }
__global__ void half2(float *a, int n) { __shared__ float s[32]; int i = threadIdx.x; s[i] = a[i]; __syncthreads(); if (i < n) a[i] = s[n - 1 - i] * 0.25f; }
__global__ void barrier(int *a) { a[threadIdx.x] += 1; }
__global__ void block(int *a) { a[threadIdx.x] += 2; }
__global__ void shuffle(int *a) { a[threadIdx.x] += __shfl_xor_sync(~0u, (int)threadIdx.x, 1); }
__device__ int alive(int v) { return v + 1; }
__device__ int thread(int shown) { __shared__ int on[32]; on[threadIdx.x] = shown; __syncthreads(); return on[31 - threadIdx.x]; }
__global__ void launch(int *a) { int t = thread(alive(threadIdx.x)); a[threadIdx.x] += t; }
__global__ void grid(int *dim3s) { int threads = blockDim.x, blocks = gridDim.x; dim3s[threadIdx.x] += threads + blocks; }
int main() {
  float *f;
  int *a;
  cudaMallocManaged(&f, 32 * 4), cudaMallocManaged(&a, 32 * 4);
  for (int i = 0; i < 32; ++i) f[i] = i * 8.0f, a[i] = 0;
  half<<<1, 32>>>(f, 30);
  half2<<<1, 32>>>(f, 32);
  cudaDeviceSynchronize();
  same("half2 0", (long long)f[0], 62), same("half2 5", (long long)f[5], 26), same("half2 31", (long long)f[31], 0);
  barrier<<<1, 32>>>(a);
  block<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  same("three", a[7], 3);
  shuffle<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  same("exchanged", a[6], 10);
  launch<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  same("last", a[6], 36);
  grid<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  same("grid", a[0], 0 + 3 + 1 + 32 + 33);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
