#include <cstdio>
#include <cstdint>
template <typename T> __device__ T next(T i);
template <> __device__ __forceinline__ uint64_t next(uint64_t x) { return x * 3 + 1; }
template <> __device__ int next<int>(int x) { return x + 1; }
void CUDART_CB told(cudaStream_t, cudaError_t, void *what) { *(int *)what += 5; }
__global__ void k(uint64_t *a, int *b) { a[threadIdx.x] = next(a[threadIdx.x]); b[threadIdx.x] = next(b[threadIdx.x]); }
int main() {
  uint64_t *a; int *b, n = 0; cudaMallocManaged(&a, 256); cudaMallocManaged(&b, 128);
  for (int i = 0; i < 32; i++) a[i] = b[i] = i;
  k<<<1, 32>>>(a, b); cudaDeviceSynchronize();
  cudaStreamAddCallback(0, told, &n, 0);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", (int)a[3], b[3], n);
}
// prints: 10 4 5
