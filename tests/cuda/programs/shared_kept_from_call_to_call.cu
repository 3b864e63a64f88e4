// Shared memory of functions that wait: a call finds what the last one left there.
#include <cstdio>
struct Pair { float a; int b; };
enum Kind { small, large };
template <typename T, int N> __device__ T last(T v, bool store) { __shared__ T kept[N]; if (store) kept[threadIdx.x % N] = v; __syncthreads(); T r = kept[(threadIdx.x + 1) % N]; __syncthreads(); return r; }
__device__ int aligned(int v, bool store) { __shared__ __align__(16) int kept[64]; if (store) kept[threadIdx.x] = v; __syncthreads(); return kept[63 - threadIdx.x]; }
__device__ int aligned2(int v, bool store) { alignas(sizeof(double) * 2) __shared__ int kept[64]; if (store) kept[threadIdx.x] = v; __syncthreads(); return kept[63 - threadIdx.x]; }
__device__ float pairs(int v, bool store) { volatile __shared__ Pair p[2]; __shared__ Kind k; if (store && threadIdx.x == 0) { p[0].a = v; p[0].b = v + 1; p[1].a = 2 * v; p[1].b = 7; k = v & 1 ? large : small; } __syncthreads(); return p[threadIdx.x & 1].a * 10 + p[1].b + k; }
struct S { __device__ static int held(int v, bool store) { __shared__ int x; if (store && threadIdx.x == 0) x = v; __syncthreads(); int r = x; __syncthreads(); return r; } __device__ int own(int v, bool store) { __shared__ int x; if (store && threadIdx.x == 0) x = v; __syncthreads(); return x; } };
__device__ int outer(int v, bool store) { __shared__ int x; if (store && !threadIdx.x) x = v; int r = S::held(v + 1, store); __syncthreads(); return r * 100 + x; }
__global__ void k(double *o) {
  int t = threadIdx.x; S s; double v = last<int, 64>(t * 3, true) + last<float, 32>(t < 32 ? t * 0.5f : (t - 32) * 0.5f, true); 
  aligned(t + blockIdx.x, true); aligned2(t * 2, true); pairs(blockIdx.x + 5, true); S::held(blockIdx.x + 9, true); s.own(blockIdx.x * 3, true); outer(blockIdx.x + 20, true);
  __syncthreads();
  v += last<int, 64>(0, false) * 3 + last<float, 32>(0, false) * 5 + aligned(0, false) * 7.0 + aligned2(0, false) * 11.0 + pairs(0, false) * 13 + S::held(0, false) * 17.0 + s.own(0, false) * 19.0 + outer(0, false) * 23.0;
  for (int i = 0; i < 3; ++i) v += aligned(0, false) * (i + 1);
  o[blockIdx.x * 64 + t] = v;
}
int main() { double *o; cudaMallocManaged(&o, 192 * 8); k<<<3, 64>>>(o); cudaDeviceSynchronize(); double s = 0; for (int i = 0; i < 192; ++i) s += o[i] * (i % 7 + 1); printf("%.3f %.3f %.3f\n", o[0], o[70], s); }
// prints: 52091.000 54498.000 41402322.000
