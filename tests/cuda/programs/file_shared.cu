#include <cstdio>
__shared__ int tile[64];
__shared__ float total;
extern __shared__ int dyn[];
__device__ void put(int v) { tile[threadIdx.x] = v; }
__device__ int get(int i) { return tile[i]; }
__global__ void k(int *a) {
  int i = threadIdx.x;
  put(a[i]);
  if (i == 0) total = 2;
  dyn[i] = 1;
  __syncthreads();
  a[i] = get(31 - i) * (int)total + dyn[31 - i];
}
__global__ void other(int *a) { tile[threadIdx.x] = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = tile[(threadIdx.x + 1) % 32]; }
int main() { int *a; cudaMallocManaged(&a, 128); for (int i = 0; i < 32; i++) a[i] = i; k<<<1, 32, 128>>>(a); other<<<1, 32>>>(a); cudaDeviceSynchronize(); printf("%d %d\n", a[0], a[31]); }
// prints: 61 63
