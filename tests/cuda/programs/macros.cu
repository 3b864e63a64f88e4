#include <cstdio>
#ifdef __CUDACC__
#define WHERE 1
#else
#define WHERE 2
#endif
#if CUDART_VERSION >= 9000
#define V 1
#else
#define V 2
#endif
#ifdef _OPENMP
#include <omp.h>
#define O 1
#else
#define O 2
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
#define A 1
#else
#define A 2
#endif
__host__ __device__ int hd() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 2;
#endif
}
__global__ void k(int *a) {
#if __CUDA_ARCH__ >= 700
  a[0] = 1;
#else
  a[0] = 2;
#endif
  a[1] = hd(); a[2] = A;
#ifdef __NVCC__
  a[3] = 7;
#endif
}
int main() { int *a; cudaMallocManaged(&a, 64*4); k<<<1,1>>>(a); cudaDeviceSynchronize(); printf("%d %d %d %d | %d %d %d %d\n", a[0],a[1],a[2],a[3], WHERE, V, O, hd());
#if !defined(__CUDACC__) || defined(_OPENMP)
 printf("wrong\n");
#endif
}
// prints: 1 1 1 7 | 1 1 2 2
