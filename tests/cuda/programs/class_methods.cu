#include <cstdio>
template <typename T, int N> struct Tile {
  T v[N];
  __device__ void load(const T *a) { for (int j = 0; j < N; j++) v[j] = a[threadIdx.x * N + j]; }
  __device__ static int lane() { return threadIdx.x % 32; }
  __device__ T sum() const { T s = 0; for (int j = 0; j < N; j++) s += v[j]; return s + blockIdx.x; }
};
struct Index { __device__ int global() const { return blockIdx.x * blockDim.x + threadIdx.x; } int off; };
__global__ void k(const int *a, int *b) { Tile<int, 2> t; t.load(a); Index ix; ix.off = 0; b[ix.global()] = t.sum() + Tile<int, 2>::lane(); }
int main() { int *a, *b; cudaMallocManaged(&a, 512); cudaMallocManaged(&b, 512); for (int i = 0; i < 128; i++) a[i] = i; k<<<2, 32>>>(a, b); cudaDeviceSynchronize(); printf("%d %d\n", b[1], b[33]); }
// prints: 6 7
