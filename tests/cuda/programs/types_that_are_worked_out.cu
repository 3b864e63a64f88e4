// Types that `decltype` tells by variables of a thread.
// prints: 14 15 16 117 1020 21
#include <cstdio>
template <typename T> __device__ auto same(T a, T b) -> decltype(a == b) { return a == b; }
struct P { int x; __device__ bool operator==(const P &o) const { return x == o.x; } };
__global__ void k(int *a, int x, const float *f) {
  int t = threadIdx.x;
  decltype(x == 0) flags[2] = {x == 0, t > 3};
  decltype(a[t] == 0 ? 1.5f : 2.5) d = 0.75;
  decltype(f[0] * 2) g = 1.25f;
  decltype(P{1} == P{2}) eq = P{t} == P{3};
  decltype((x == 0)) c = same(t, 4);
  decltype(sizeof(int)) n = 5;
  decltype(x) y = t;
  const decltype(x == 0) z = !flags[0];
  __syncthreads();
  a[t] = y;
  __syncthreads();
  a[t] += flags[0] + 2 * flags[1] + int(4 * d) + int(4 * g) + eq * 100 + c * 1000 + n + z;
}
int main() {
  int *a, h[32];
  float *f;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&f, 4);
  k<<<1, 32>>>(a, 0, f);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 6; ++i) printf("%d ", h[i]);
  printf("\n");
}
