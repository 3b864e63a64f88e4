#include <cstdio>
__global__ void k(int *a, int n = 5, float f = 2.f) { a[threadIdx.x] = n * (int)f; }
template <typename T> __global__ void t(T *a, T v = T(3)) { a[threadIdx.x] += v; }
template <> __global__ void t<float>(float *a, float v) { a[threadIdx.x] = 100; }
template <int N, bool F = true> __global__ void b(int *a) { __shared__ int s[N]; s[threadIdx.x] = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = s[N - 1 - threadIdx.x] + F; }
template <> __global__ void b<16, false>(int *a) { a[threadIdx.x] = -1; }
int main() { int *a; float *f; cudaMallocManaged(&a, 128); cudaMallocManaged(&f, 128); k<<<1, 32>>>(a); t<<<1, 32>>>(a); t<float><<<1, 32>>>(f, 1.f); b<32><<<1, 32>>>(a); b<16, false><<<1, 1>>>(a + 1); cudaDeviceSynchronize(); printf("%d %d %g\n", a[0], a[1], f[3]); }
// prints: 14 -1 100
