#include <cstdio>
__global__ void k(int *a,
#ifdef MORE
  float f,
#endif
  int n
#ifndef LESS
  , int m
#endif
) { a[threadIdx.x] = n + m; }
#define BODY(v) a[threadIdx.x] += v;
#define LOOP(n) for (int j = 0; j < n; j++)
#define IF_FIRST if (threadIdx.x == 0)
#define SYNC __syncthreads()
__global__ void m(int *a) {
  __shared__ int s[32];
  BODY(3)
  s[threadIdx.x] = a[threadIdx.x];
  SYNC;
  LOOP(2) { BODY(s[31 - threadIdx.x]) SYNC; }
  IF_FIRST { a[0] = 7; }
}
int main() { int *a; cudaMallocManaged(&a, 128); k<<<1, 32>>>(a,
#ifdef MORE
 1.f,
#endif
 2, 3); m<<<1, 32>>>(a); cudaDeviceSynchronize(); printf("%d %d\n", a[0], a[5]); }
// prints: 7 24
