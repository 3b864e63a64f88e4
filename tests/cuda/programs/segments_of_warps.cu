// Sums, scans and exchanges of segments of a warp, blocks whose last warp is not full.
// prints: 840 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
const int N = 210;  // three blocks of 70
template <int W> __device__ int segment_sum(int v, unsigned mask) {
  for (int d = W / 2; d > 0; d /= 2) v += __shfl_xor_sync(mask, v, d, W);
  return v;
}
template <int W> __global__ void sums(const int *in, int *out) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  // 70 threads: the last warp has six lanes
  unsigned mask = t < 64 ? 0xffffffffu : 0x3fu;
  int v = in[i], lane = t % W;
  int first = __shfl_sync(mask, v, 0, W);
  int s = v;
  for (int d = 1; d < W; d *= 2) {
    int up = __shfl_up_sync(mask, s, d, W);
    if (lane >= d) s += up;
  }
  out[i] = first + 1000 * s + (t < 64 ? 100000 * segment_sum<W>(v, mask) : 0);
}
template <int W> static void checked(const int *d, int *o, const int *h) {
  int g[N];
  sums<W><<<3, 70>>>(d, o);
  cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; ++i) {
    int t = i % 70, start = i - t % W, prefix = 0, all = 0;
    for (int k = start; k <= i; ++k) prefix += h[k];
    if (t < 64)
      for (int k = start; k < start + W; ++k) all += h[k];
    same("segment", g[i], h[start] + 1000 * prefix + 100000 * all);
  }
}
int main() {
  int h[N], *d, *o;
  for (int i = 0; i < N; ++i) h[i] = i * 7 % 13;
  cudaMalloc(&d, sizeof h), cudaMalloc(&o, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  checked<2>(d, o, h), checked<4>(d, o, h), checked<8>(d, o, h), checked<16>(d, o, h);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
