// Variables of a program that are called as what a translation counts with.
// prints: 363 327 283 247 203 167 123 87
#include <cstdio>
__global__ void k(int *a, int total_x, int slots) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 8 && y < slots) a[y * 8 + x] = total_x + y;
}
__global__ void m(int *a, int slots, int max_threads) {
  int v = threadIdx.x * 2, total_y = a[threadIdx.x], shared_bytes = 3;
  v += total_y;
  __syncthreads();
  a[63 - threadIdx.x] = v + slots + max_threads + total_y + shared_bytes;
}
__device__ int total_x = 3;
__global__ void g(int *a) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  a[x] += total_x;
}
__device__ void waits(int *a, int slots) { int max_threads = a[threadIdx.x]; __syncthreads(); a[threadIdx.x ^ 1] = max_threads + slots; __syncthreads(); }
__global__ void w(int *a) {
  extern __shared__ int s[];
  int shared_bytes = 7, r = a[threadIdx.x] + shared_bytes;
  s[threadIdx.x] = r;
  waits(s, 5);
  a[threadIdx.x] = s[threadIdx.x] + r;
}
int main(int argc, char **) {
  int *a, h[64];
  cudaMalloc(&a, sizeof h);
  k<<<dim3(2, 2), dim3(4, 4)>>>(a, 8, 8);
  m<<<1, 64>>>(a, 1, 10);
  g<<<2, 32>>>(a);
  w<<<1, argc * 64, 256>>>(a);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; i += 9) printf("%d ", h[i]);
  printf("\n");
}
