// Sizes and indices have no sign: a negative number beside them is larger than all of them.
// prints: 1 0 2 0
// prints: 8 8 8 8 8 0 0 8
#include <cstdio>
__global__ void k(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  __syncthreads();
  a[0] = s[63];
  if (-8 <= blockDim.x) { a[1] = 1; return; }
  __syncthreads();
  a[2] = (-31 > gridDim.x) ? 2 : 3;
  if (threadIdx.x > -1) a[3] = 1;
}
#define I blockIdx.x * blockDim.x + threadIdx.x
__global__ void wide(int *a, int n) { size_t i = I; if (i >= n) return; a[i]++; }
__global__ void behind(int *a, int n) { unsigned long long i = I; if (i < n - 1) a[i]++; }
__global__ void longer(int *a, long n) { uint64_t i = I; if (i <= n) a[i]++; }
__global__ void cast(int *a, int n) { int i = I; if ((size_t)i < n) a[i]++; }
__global__ void narrow(int *a, int n) { int i = I; if ((unsigned)i < n) a[i]++; }
__global__ void whole(int *a, int n) { size_t i = I; if ((int)i < n) a[i]++; }
__global__ void bits64(int *a, long n) { unsigned i = I; if (i < n) a[i]++; }
__global__ void bytes(int *a, int n) { int i = I; if (i * sizeof(int) < n) a[i]++; }
int told(int *a) {
  int sum = 0;
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; i++) sum += a[i], a[i] = 0;
  return sum;
}
int main() {
  int *a;
  cudaMallocManaged(&a, 4 * sizeof(int));
  for (int i = 0; i < 4; i++) a[i] = 0;
  k<<<1, 64>>>(a);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
  cudaMallocManaged(&a, 8 * sizeof(int));
  for (int i = 0; i < 8; i++) a[i] = 0;
  wide<<<2, 4>>>(a, -3); printf("%d ", told(a));
  behind<<<2, 4>>>(a, 0); printf("%d ", told(a));
  longer<<<2, 4>>>(a, -3); printf("%d ", told(a));
  cast<<<2, 4>>>(a, -3); printf("%d ", told(a));
  narrow<<<2, 4>>>(a, -3); printf("%d ", told(a));
  whole<<<2, 4>>>(a, -3); printf("%d ", told(a));
  bits64<<<2, 4>>>(a, -3); printf("%d ", told(a));
  bytes<<<2, 4>>>(a, -3); printf("%d\n", told(a));
}
