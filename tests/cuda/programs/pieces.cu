#include <cstdio>
__global__ void k(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef STRICT
  if (i < n && i > 0) {
#else
  if (i < n) {
#endif
    a[i] = 1;
  }
}
__global__ void k2(int *a
#ifdef MORE
  , int m
#endif
  , int n) { if (threadIdx.x < n) a[threadIdx.x] += 2; }
int main() { int *a; cudaMallocManaged(&a, 64*4); k<<<1,32>>>(a, 5); k2<<<1,32>>>(a,
#ifdef MORE
 1,
#endif
 3); cudaDeviceSynchronize(); int s=0; for(int i=0;i<32;i++)s+=a[i]; printf("%d\n",s); }
// prints: 11
