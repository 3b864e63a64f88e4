// Sizes and indices have no sign: a negative number beside them is larger than all of them.
// prints: 1 0 2 0
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
int main() {
  int *a;
  cudaMallocManaged(&a, 4 * sizeof(int));
  for (int i = 0; i < 4; i++) a[i] = 0;
  k<<<1, 64>>>(a);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
}
