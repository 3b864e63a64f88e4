// Groups of the threads that are active as parameters: by value and by reference, of templates that other groups are handed to, too.
// prints: 0 1 1
// prints: 28 220
// prints: 0 1 1 1
// prints: 0
// prints: 0
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;
__device__ int sum_of(cg::coalesced_group g, int v) {
  for (int d = g.size() / 2; d > 0; d /= 2) v += g.shfl_down(v, d);
  return g.shfl(v, 0);
}
__device__ int rank_in(const cg::coalesced_group &g) { return g.thread_rank() * 100 + g.size(); }
template <typename G> __device__ int total(const G &g, int v) { int before = v; int sum = 0; for (int i = 0; i < (int)g.size(); ++i) sum += g.shfl(before, i); return sum; }
__device__ int add_one(int *counter, cg::coalesced_group g) {
  int before;
  if (g.thread_rank() == 0) before = atomicAdd(counter, g.size());
  return g.shfl(before, 0) + g.thread_rank();
}
template <typename G> __device__ void put(int *o, G g, int v) { o[v] = g.thread_rank(); g.sync(); }
__global__ void parts(const int *in, int *out, int *count) {
  int i = threadIdx.x, v = in[i];
  out[i] = -1;
  if (v % 2) {
    auto g = cg::coalesced_threads();
    out[i] = sum_of(g, v) % 1000 + rank_in(g) * 1000;
  } else if (v % 4 == 0) {
    cg::coalesced_group g = cg::coalesced_threads();
    out[i] = total(g, v);
  } else {
    out[i] = add_one(count, cg::coalesced_threads());
  }
}
__global__ void tiles(int *out) {
  auto t = cg::tiled_partition<8>(cg::this_thread_block());
  out[threadIdx.x] = total(t, threadIdx.x);
}
static void first() {
  int *in, *out, *c;
  cudaMallocManaged(&in, 64 * 4), cudaMallocManaged(&out, 64 * 4), cudaMallocManaged(&c, 4);
  *c = 0;
  for (int i = 0; i < 64; ++i) in[i] = i * 37 % 103;
  parts<<<1, 64>>>(in, out, c);
  cudaDeviceSynchronize();
  int wrong = 0, seen = 0, twos = 0;
  for (int i = 0; i < 64; ++i) {
    int w = i / 32 * 32, odd = 0, sum = 0, before = 0, fours = 0;
    for (int k = w; k < w + 32; ++k) {
      if (in[k] % 2) ++odd, sum += in[k], before += k < i;
      else if (in[k] % 4 == 0) fours += in[k];
    }
    if (in[i] % 2) wrong += out[i] / 100000 != before || out[i] / 1000 % 100 != odd;
    else if (in[i] % 4 == 0) wrong += out[i] != fours;
    else seen |= 1 << out[i], ++twos;
  }
  printf("%d %d %d\n", wrong, seen == (1 << twos) - 1, *c == twos);
  tiles<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[31]);
}
using cg::coalesced_group;
__device__ int inner(coalesced_group &g, int v) { return cg::reduce(g, v, cg::plus<int>()); }
__device__ int outer(const cg::coalesced_group &g, int v) { int r = 0; if (v > 20) { r = 1000; } coalesced_group h = g; return r + g.shfl(v, 0); }
__device__ int through(cg::coalesced_group g, int v) { return inner(g, v) * 10 + (g.thread_rank() == g.size() - 1); }
template <typename Group> __device__ void lead(Group g, int *count) { if (g.thread_rank() == 0) atomicAdd(count, (int)g.size()); }
template <class G, class T> __device__ T scan(const G &g, T v) {
  for (int d = 1; d < (int)g.size(); d *= 2) { T o = g.shfl_up(v, d); if (g.thread_rank() >= d) v += o; }
  return v;
}
__device__ int in_tiles(coalesced_group g, int v) { auto t = cg::tiled_partition(g, 4); int s = v; for (int d = t.size() / 2; d; d /= 2) s += t.shfl_down(s, d); return t.thread_rank() * 1000 + t.size(); }
__global__ void k(const int *in, int *out, int *count) {
  int i = threadIdx.x, v = in[i];
  out[i] = 0;
  if (v % 3 == 0) {
    auto g = cg::coalesced_threads();
    auto odd = cg::binary_partition(g, v % 2 == 1);
    out[i] = through(odd, v);
    lead(g, count);
    lead(odd, count + 1);
  } else {
    const auto g = cg::coalesced_threads();
    out[i] = scan(g, v);
    if (v % 3 == 1) lead(cg::coalesced_threads(), count + 2);
  }
  auto w = cg::tiled_partition<32>(cg::this_thread_block());
  out[i] += scan(w, 1) * 100000;
  if (v % 2) { out[i] += (int)cg::coalesced_threads().size() * 1000000; }
}
__global__ void rounds(const int *in, int *out, int n) {
  int i = threadIdx.x;
  int s = 0;
  for (int r = 0; r < in[i] % 5; ++r) {
    coalesced_group g = cg::coalesced_threads();
    s += scan(g, 1);
    g.sync();
  }
  out[i] = s;
}
__global__ void pieces(const int *in, int *out) {
  int i = threadIdx.x;
  if (in[i] % 2) { out[i] = in_tiles(cg::coalesced_threads(), in[i]); }
  else { auto g = cg::coalesced_threads(); coalesced_group t = cg::tiled_partition(g, 8); int m = t.shfl(in[i], 0); out[i] = m + 1000 * t.thread_rank(); }
}
static void second() {
  const int n = 64;
  int *in, *out, *c;
  cudaMallocManaged(&in, n * 4), cudaMallocManaged(&out, n * 4), cudaMallocManaged(&c, 12);
  c[0] = c[1] = c[2] = 0;
  for (int i = 0; i < n; ++i) in[i] = i * 37 % 103;
  k<<<1, n>>>(in, out, c);
  cudaDeviceSynchronize();
  int wrong = 0, threes = 0, ones = 0;
  for (int i = 0; i < n; ++i) {
    int w = i / 32 * 32, v = in[i], sum = 0, last = i, scanned = 0, odds = 0;
    threes += v % 3 == 0, ones += v % 3 == 1;
    for (int k = w; k < w + 32; ++k) {
      if (in[k] % 3 == 0 && in[k] % 2 == v % 2) sum += in[k], last = k;
      if (in[k] % 3 && k <= i) scanned += in[k];
      odds += in[k] % 2;
    }
    int wanted = (v % 3 == 0 ? sum * 10 + (last == i) : scanned) + (i - w + 1) * 100000 + (v % 2 ? odds * 1000000 : 0);
    wrong += wanted != out[i];
  }
  printf("%d %d %d %d\n", wrong, c[0] == threes, c[1] == threes, c[2] == ones);
  rounds<<<1, n>>>(in, out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int r = 0; r < in[i] % 5; ++r) for (int k = i / 32 * 32; k <= i; ++k) s += in[k] % 5 > r;
    wrong += s != out[i];
  }
  printf("%d\n", wrong);
  pieces<<<1, n>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int w = i / 32 * 32, rank = 0, all = 0, first = 0;
    for (int k = w; k < i; ++k) rank += in[k] % 2 == in[i] % 2;
    for (int k = w; k < w + 32; ++k) if (in[k] % 2 == in[i] % 2) { if (all == rank / 8 * 8) first = in[k]; ++all; }
    if (in[i] % 2) wrong += out[i] / 1000 != rank % 4 || out[i] % 1000 != (all - rank / 4 * 4 < 4 ? all - rank / 4 * 4 : 4);
    else wrong += out[i] != first + 1000 * (rank % 8);
  }
  printf("%d\n", wrong);
}
int main() {
  first();
  second();
}
