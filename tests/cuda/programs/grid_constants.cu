// Parameters that are one for the grid: large structs, their addresses, references into them.
// prints: 128 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
struct Many { int values[300]; float scale; };
template <int N> struct Box { int data[N]; };
__device__ int sum(const Many *m, int from, int to) { int s = 0; for (int i = from; i < to; ++i) s += m->values[i]; return s; }
__global__ void k(const __grid_constant__ Many m, int *out) { int i = threadIdx.x; out[i] = sum(&m, i, i + 5) + (int)(m.scale * 2); }
__global__ void waiting(__grid_constant__ const Many m, const __grid_constant__ int n, int *out) {
  __shared__ int s[64];
  const int *p = m.values;
  s[threadIdx.x] = p[threadIdx.x * 2];
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}
template <int N> __global__ void boxed(const __grid_constant__ Box<N> box, int *out) { const auto &b = box; out[threadIdx.x] += b.data[threadIdx.x % N]; }
int main() {
  Many m;
  for (int i = 0; i < 300; ++i) m.values[i] = i * 29 % 83;
  m.scale = 1.5f;
  int *o;
  cudaMallocManaged(&o, 256);
  k<<<1, 64>>>(m, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) {
    int s = 3;
    for (int q = i; q < i + 5; ++q) s += m.values[q];
    same("sum", o[i], s);
  }
  waiting<<<1, 64>>>(m, 64, o);
  boxed<5><<<1, 64>>>(Box<5>{{1, 2, 3, 4, 5}}, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) same("waiting", o[i], m.values[(63 - i) * 2] + i % 5 + 1);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
