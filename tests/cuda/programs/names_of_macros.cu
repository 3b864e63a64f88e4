// Macros of a program that are called as what a translation counts with.
// prints: 23 25 29 35 43 53 65 79 22 76 130 184 238 292 346 400
#include <cstdio>
#define total_y 7
#define v_of(x) ((x) + 1)
#define total_x(a) a
#define i_of 5
#define lane 3
#define block_size 16
#define thread 1
#define launch_fails(x) x
#define total 9
#define begin 2
#define x_of(p) (p)
__global__ void k(int *a, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) a[y * n + x] = total_y + v_of(x) * y + i_of + total + begin;
}
__global__ void m(int *a, int n) {
  int v = threadIdx.x * 2;
  __syncthreads();
  a[threadIdx.x] = v + v_of(n) + lane + block_size + thread;
  int z = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = z + x_of(v) + v;
}
int main() {
  int *a, h[64];
  cudaMalloc(&a, sizeof h);
  k<<<dim3(2, 2), dim3(4, 4)>>>(a, 8);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; i += 9) printf("%d ", h[i]);
  m<<<1, 64>>>(a, 1);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; i += 9) printf("%d ", h[i]);
  printf("\n");
}
