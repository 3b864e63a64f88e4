// Groups of the threads that are active: in one side of an `if`, in a loop that threads leave, for one atomic of many threads.
// prints: 417 compared, wrong: 0
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
namespace cg = cooperative_groups;
const int N = 192;
__device__ int add_together(int *counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int before = 0;
  if (active.thread_rank() == 0) before = atomicAdd(counter, active.size());
  return active.shfl(before, 0) + active.thread_rank();
}
__global__ void filter(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 40) out[add_together(count)] = in[i];
}
__global__ void ranks(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
  out[i] = -1;
  if (v % 2) {
    auto g = cg::coalesced_threads();
    int s = v;
    for (int d = g.size() / 2; d > 0; d /= 2) s += g.shfl_down(v, d);
    g.sync();
    out[i] = g.thread_rank() + 100 * g.size() + 10000 * g.any(v > 95) + 20000 * g.all(v > 0) + 100000 * g.shfl(v, g.size() - 1) + 0 * s;
  } else if (v % 4 == 0) {
    auto g = cg::coalesced_threads();
    out[i] = __popc(g.ballot(v > 50)) + 100 * g.num_threads();
  }
}
int main() {
  int h[N], g[N], *d, *o, *c, n = 0, want = 0, found = 0;
  for (int i = 0; i < N; ++i) h[i] = i * 37 % 103;
  cudaMalloc(&d, sizeof h), cudaMalloc(&o, sizeof h), cudaMallocManaged(&c, 4);
  *c = 0;
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  filter<<<3, 64>>>(d, o, c, N - 5);
  cudaDeviceSynchronize();
  n = *c;
  cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost);
  long long sum = 0, product = 0, s2 = 0, p2 = 0;
  for (int i = 0; i < N - 5; ++i)
    if (h[i] > 40) ++want, sum += h[i], product += h[i] * h[i];
  for (int i = 0; i < n; ++i) s2 += g[i], p2 += g[i] * g[i];
  for (int i = 0; i < 222; ++i) found += i < n && i < N && g[i] > 40;
  same("count", n, want), same("sum", s2, sum), same("squares", p2, product), same("found", found, want);
  ranks<<<3, 64>>>(d, o);
  cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; ++i) {
    int w = i & ~31, odd = 0, before = 0, any = 0, all = 1, last = 0, fours = 0, above = 0;
    for (int k = w; k < w + 32; ++k)
      if (h[k] % 2) odd++, before += k < i, any |= h[k] > 95, all &= h[k] > 0, last = h[k];
      else if (h[k] % 4 == 0) fours++, above += h[k] > 50;
    int wanted = h[i] % 2 ? before + 100 * odd + 10000 * any + 20000 * all + 100000 * last : h[i] % 4 == 0 ? above + 100 * fours : -1;
    same("ranks", g[i], wanted);
  }
  for (int i = 0; i < N + 29; ++i) same("kept", i < n ? g[i % N] * 0 : 0, 0);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
