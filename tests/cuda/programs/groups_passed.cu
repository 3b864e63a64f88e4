// Groups that are passed to functions: tiles whose type says their size, by value and by reference, of templates too.
// prints: wrong: 0
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <algorithm>
#define min_of std::min
#define max_of std::max
static int wrong = 0;
static void same(const char *what, long long got, long long wanted) {
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}

namespace cg = cooperative_groups;
template <unsigned S, typename P> __device__ int tsum(cg::thread_block_tile<S, P> t, int v) { for (int k = t.size() / 2; k > 0; k /= 2) v += t.shfl_down(v, k); return t.shfl(v, 0); }
__global__ void k(const int *in, int *out, int n) {
  auto b = cg::this_thread_block(); auto t4 = cg::tiled_partition<4>(b); auto t16 = cg::tiled_partition<16>(b);
  int i = b.thread_rank(), v = in[i];
  int s = tsum(t4, v), m = cg::reduce(t16, v, cg::greater<int>()), p = cg::reduce(t16, v, cg::plus<int>());
  int mi = cg::reduce(t4, v, [](int x, int y) { return x < y ? x : y; });
  out[i] = s + 1000 * m + p * 100000 + mi + (int)t4.meta_group_rank() * 7 + (int)t16.thread_rank() + (t4.any(v > 90) ? 3 : 0) + __popc(t16.ballot(v & 1));
  t16.sync(); b.sync();
}
static void part_1() {
  const int n = 96; int h[n], g[n]; for (int i = 0; i < n; ++i) h[i] = i * 29 % 97; int *d, *o; cudaMalloc(&d, sizeof h); cudaMalloc(&o, sizeof h); cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); k<<<1, n>>>(d, o, n); cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) { int a = i & ~3, b = i & ~15, s = 0, mi = 1000, m = 0, p = 0, any = 0, od = 0; for (int k = 0; k < 4; ++k) s += h[a + k], mi = min_of(mi, h[a + k]), any |= h[a + k] > 90; for (int k = 0; k < 16; ++k) m = max_of(m, h[b + k]), p += h[b + k], od += h[b + k] & 1; same("t", g[i], s + 1000 * m + p * 100000 + mi + i / 4 * 7 + i % 16 + (any ? 3 : 0) + od); }
}

__device__ int of_block(cg::thread_block_tile<32, cg::thread_block> w, int v) { return w.shfl(v, 1); }
__device__ int warp_sum(const cg::thread_block_tile<32> &w, int v) { for (int o = 16; o > 0; o >>= 1) v += w.shfl_xor(v, o); return v; }
__device__ int any_sum(cg::thread_group g, int *s, int v) { int l = g.thread_rank(); for (int i = g.size() / 2; i > 0; i /= 2) { s[l] = v; g.sync(); if (l < i) v += s[l + i]; g.sync(); } return v; }
template <typename G> __device__ int gsum(G &g, int *x, int v) { int l = g.thread_rank(); for (int i = g.size() / 2; i > 0; i /= 2) { x[l] = v; g.sync(); v += x[(l + i) % g.size()]; g.sync(); } return v; }
__global__ void k_more(const int *in, int *o, int n) {
  __shared__ int s[128]; __shared__ int part[4];
  cg::thread_block b = cg::this_thread_block(); cg::thread_block_tile<32> w = cg::tiled_partition<32>(b);
  int v = in[b.thread_rank()], a = warp_sum(w, v); if (w.thread_rank() == 0) part[w.meta_group_rank()] = a; b.sync();
  int t = 0; for (unsigned i = 0; i < w.meta_group_size(); ++i) t += part[i];
  auto of = cg::tiled_partition<32>(b); int second = of_block(of, v);
  int u = any_sum(b, s, v); int q = gsum(b, s, v);
  o[b.thread_rank()] = a + 7 * t + (b.thread_rank() == 0 ? u : 0) + q + 1000 * second;
}
__device__ int g2(float v) { auto g = [](float x) { return x * 0.5f; }; return (int)(g(v) * 4); }
__global__ void lam(int *o) { int i = threadIdx.x; o[i] = g2(i + 0.5f); }
static void part_2() { const int n = 128; int h[n], g[n]; int t = 0; for (int i = 0; i < n; ++i) h[i] = i % 11, t += h[i]; int *d, *o; cudaMalloc(&d, sizeof h); cudaMalloc(&o, sizeof h); cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); k_more<<<1, n>>>(d, o, n); cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost); for (int i = 0; i < n; ++i) { int a = 0; for (int l = 0; l < 32; ++l) a += h[(i & ~31) + l]; same("k", g[i], a + 7 * t + (i == 0 ? t : 0) + t + 1000 * h[(i & ~31) + 1]); } lam<<<1, 128>>>(o); cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost); for (int i = 0; i < n; ++i) same("lam", g[i], (int)((i + 0.5f) * 0.5f * 4));
}

int main() {
  part_1();
  part_2();
  printf("wrong: %d\n", wrong);
}
