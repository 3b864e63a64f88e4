#include <cstdio>
__device__ int counter;
__global__ void persistent(int *a, int n) { __shared__ int base; 
  while (true) { if (threadIdx.x == 0) base = atomicAdd(&counter, 32); __syncthreads(); int i = base + threadIdx.x; __syncthreads(); if (i >= n) break; a[i] += 1; } }
__global__ void queue(int *a, int *head, int n) { for (;;) { int i = atomicAdd(head, 1); if (i >= n) return; a[i] += 1; } }
__global__ void oneByOne(int *a, int n) { __shared__ int s[32]; int t = threadIdx.x; int k = t; while (k > 0) { s[t] = k; __syncwarp(); a[t] += s[t]; --k; if (k == t / 2) break; } }
int main() { int *a; cudaMallocManaged(&a, 512*4); int *h = a + 300; int n = 100; 
 auto show=[&]{ cudaDeviceSynchronize(); long s=0; for(int i=0;i<256;i++){s+=a[i]*(i+1);a[i]=0;} printf("%ld\n",s);};
 persistent<<<2,32>>>(a,n); show(); queue<<<2,32>>>(a,h,n); show(); oneByOne<<<1,32>>>(a,n); show(); }
// prints: 5050
// prints: 5050
// prints: 100352
