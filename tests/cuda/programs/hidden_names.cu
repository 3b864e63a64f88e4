#include <cstdio>
__global__ void k(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { for (int i = 0; i < 3; ++i) a[blockIdx.x * blockDim.x + threadIdx.x] += i; }
}
__global__ void k2(int *a, int n) {
  __shared__ int s[32];
  int t = threadIdx.x; int k = n;
  s[t] = t;
  __syncthreads();
  { int k = t + 1; a[t] += k; }
  a[t] += k * 100 + s[31 - t];
}
__global__ void k3(int *a, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  { int k = t + 1; a[t] += k; }
  { int k = t * 1000; a[t] += k; }
  for (int t = 0; t < 2; ++t) a[threadIdx.x] += s[threadIdx.x] + t;
}
int main() { int *a; cudaMallocManaged(&a, 64*4); 
 auto show=[&]{ cudaDeviceSynchronize(); long s=0; for(int i=0;i<32;i++){s+=a[i]*(i+1);a[i]=0;} printf("%ld\n",s);};
 k<<<1,32>>>(a,32); show(); k2<<<1,32>>>(a,32); show(); k3<<<1,32>>>(a,32); show(); }
// prints: 1584
// prints: 1706496
// prints: 10945792
