#include <cstdio>
template <typename T> struct SharedMemory { __device__ inline operator T *() { extern __shared__ int smem_[]; return (T *)smem_; } __device__ inline operator const T *() const { extern __shared__ int smem_[]; return (T *)smem_; } };
__device__ int *scratch() { extern __shared__ int sm[]; return sm; }
__device__ int sum(int v) {
  extern __shared__ int sm[];
  __shared__ int extra;
  int i = threadIdx.x;
  sm[i] = v;
  if (i == 0) extra = 100;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) { if (i < s) sm[i] += sm[i + s]; __syncthreads(); }
  return sm[0] + extra;
}
__global__ void k(int *a) { int v = sum(a[threadIdx.x]); __syncthreads(); scratch()[threadIdx.x] = v; __syncthreads(); a[threadIdx.x] = scratch()[0] + threadIdx.x; }
template <typename T> __global__ void q(T *a) { T *s = SharedMemory<T>(); s[threadIdx.x] = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = s[31 - threadIdx.x]; }
int main() { int *a; cudaMallocManaged(&a, 128); for (int i = 0; i < 32; i++) a[i] = i; k<<<1, 32, 128>>>(a); q<int><<<1, 32, 128>>>(a); cudaDeviceSynchronize(); printf("%d %d\n", a[0], a[31]); }
// prints: 627 596
