// Warp operations that only some lanes take part in: the mask is that of a vote.
// prints: 512 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
const int N = 128;
__global__ void odd_ones(const int *in, int *sum, int *rank, int *top, int *alike) {
  int i = threadIdx.x, v = in[i], lane = i & 31;
  unsigned takes = __ballot_sync(0xffffffffu, v % 3 != 0);
  sum[i] = rank[i] = top[i] = alike[i] = -1;
  if (v % 3 != 0) {
    sum[i] = __reduce_add_sync(takes, v);
    rank[i] = __popc(takes & ((1u << lane) - 1));
    int leader = __ffs(takes) - 1;
    top[i] = __shfl_sync(takes, v, leader) + 100 * __any_sync(takes, v > 90) + 1000 * __all_sync(takes, v > 0);
    alike[i] = __popc(__match_any_sync(takes, v % 5));
  }
}
int main() {
  int h[N], g[4][N], *d, *o;
  for (int i = 0; i < N; ++i) h[i] = i * 31 % 101;
  cudaMalloc(&d, sizeof h), cudaMalloc(&o, sizeof g);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  odd_ones<<<1, N>>>(d, o, o + N, o + 2 * N, o + 3 * N);
  cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; ++i) {
    int s = 0, r = 0, first = -1, any = 0, all = 1, equal = 0, w = i & ~31;
    for (int k = w; k < w + 32; ++k) {
      if (h[k] % 3 == 0) continue;
      s += h[k], r += k < i, any |= h[k] > 90, all &= h[k] > 0, equal += h[k] % 5 == h[i] % 5;
      if (first < 0) first = h[k];
    }
    bool in = h[i] % 3 != 0;
    same("sum", g[0][i], in ? s : -1), same("rank", g[1][i], in ? r : -1);
    same("top", g[2][i], in ? first + 100 * any + 1000 * all : -1), same("alike", g[3][i], in ? equal : -1);
  }
  printf("%d compared, wrong: %d\n", compared, wrong);
}
