#include <cstdio>
#ifdef __CUDA_ARCH__
#define ONLYHOST 1
#else
#define ONLYHOST 2
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double *p, double v) { return 0; }
#endif
namespace ns {
struct S {
  __host__ __device__ int side() const {
#if defined(__CUDA_ARCH__)
    return 3;
#else
    return 4;
#endif
  }
};
}
#if defined(__CUDACC__) && defined(USER_THING)
#define W 5
#elif defined(__CUDACC_VER_MAJOR__) && (__CUDACC_VER_MAJOR__ >= 11)
#define W 6
#else
#define W 7
#endif
__global__ void k(double *a, int *b) {
  atomicAdd(a, 1.0);
  ns::S s; b[0] = s.side(); b[1] = W;
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 350)
  if (b[1] == 6)
#endif
    b[2] = 8;
}
static
#ifdef _WIN32
__declspec(dllexport)
#endif
int f(int x) { return x + ONLYHOST + CUDART_VERSION / 12000; }
int main() { double *a; int *b; cudaMallocManaged(&a, 64); cudaMallocManaged(&b, 64); k<<<1,32>>>(a, b); cudaDeviceSynchronize(); printf("%g %d %d %d %d\n", a[0], b[0], b[1], b[2], f(1)); }
// prints: 32 3 6 8 4
