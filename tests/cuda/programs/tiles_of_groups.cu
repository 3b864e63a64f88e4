// Tiles of cooperative groups: sizes 4 to 32, what they ask and show, scans by shuffles, block and grid ranks.
// prints: 448 compared, wrong: 0
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
namespace cg = cooperative_groups;
template <int S> __device__ int scanned(const cg::thread_block_tile<S> &tile, int v) {
  for (int d = 1; d < tile.size(); d *= 2) {
    int up = tile.shfl_up(v, d);
    if (tile.thread_rank() >= d) v += up;
  }
  return v;
}
template <int S> __global__ void k(const int *in, int *out) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<S>(block);
  int i = block.group_index().x * block.size() + block.thread_rank(), v = in[i];
  int prefix = scanned<S>(tile, v), all = tile.shfl(prefix, S - 1);
  int votes = __popc(tile.ballot(v % 3 == 0)), any = tile.any(v > 80), every = tile.all(v < 70);
  int least = cg::reduce(tile, v, cg::less<int>());
  tile.sync();
  int other = tile.shfl_xor(v, 1);
  out[i] = prefix + 1000 * votes + 100000 * any + 200000 * every + 1000000 * (all % 7) + least + (other > v ? 10000000 : 0) + 20000000 * (int)(tile.meta_group_rank() % 3);
}
__global__ void by_rank(const int *in, int *out) {
  __shared__ int s[64];
  auto b = cg::this_thread_block();
  auto g = cg::this_grid();
  unsigned r = b.thread_rank();
  s[r] = in[g.thread_rank()];
  cg::sync(b);
  if (r < 16) {
    auto quarter = s + 16;
    s[r] += quarter[r] + s[r + 32] + s[r + 48];
  }
  b.sync();
  out[g.thread_rank()] = s[r % 16] + b.thread_index().x * 1000 + b.group_index().x * 100000 + b.num_threads();
}
template <int S> static void checked(const int *in, int *out) {
  k<S><<<2, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 128; ++i) {
    int first = i / S * S, prefix = 0, all = 0, votes = 0, any = 0, every = 1, least = 1000;
    for (int q = first; q < first + S; ++q) all += in[q], prefix += q <= i ? in[q] : 0, votes += in[q] % 3 == 0, any |= in[q] > 80, every &= in[q] < 70, least = in[q] < least ? in[q] : least;
    if (S == 8 && i >= 64) continue;
    same("tile", out[i], prefix + 1000 * votes + 100000 * any + 200000 * every + 1000000 * (all % 7) + least + (in[i ^ 1] > in[i] ? 10000000 : 0) + 20000000 * (i % 64 / S % 3));
  }
}
int main() {
  const int n = 128;
  int *d, *o;
  cudaMallocManaged(&d, n * 4), cudaMallocManaged(&o, n * 4);
  for (int i = 0; i < n; ++i) d[i] = i * 29 % 83;
  checked<4>(d, o), checked<8>(d, o), checked<32>(d, o);
  by_rank<<<2, 64>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int b = i / 64 * 64, r = i % 64 % 16, s = d[b + r] + d[b + r + 16] + d[b + r + 32] + d[b + r + 48];
    same("rank", o[i], s + i % 64 * 1000 + i / 64 * 100000 + 64);
  }
  printf("%d compared, wrong: %d\n", compared, wrong);
}
