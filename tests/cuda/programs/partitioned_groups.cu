// Groups that a predicate or a label parts: sizes, ranks, exchanges, reductions, in loops and in functions that wait.
// prints: 384 compared, wrong: 0
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
const int N = 128;
__global__ void by_parity(const int *in, int *out, int *totals) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  int odd = 0, even = 0, i = block.thread_rank();
  for (int k = i; k < 2 * N; k += block.size()) {
    int v = in[k % N] + k / N;
    bool is_odd = v & 1;
    auto part = cg::binary_partition(tile, is_odd);
    int sum = cg::reduce(part, v, cg::plus<int>());
    if (part.thread_rank() == 0) atomicAdd(&totals[is_odd ? 0 : 1], sum), atomicAdd(&totals[is_odd ? 2 : 3], part.size());
    (is_odd ? odd : even) += part.shfl(v, part.num_threads() - 1);
  }
  out[i] = odd * 1000 + even;
}
__global__ void by_label(const int *in, int *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int i = threadIdx.x, v = in[i];
  auto alike = cg::labeled_partition(tile, v % 3);
  int least = cg::reduce(alike, v, cg::less<int>());
  int next = alike.shfl_down(v, 1), before = alike.shfl_up(v, 2);
  out[i] = alike.thread_rank() + 100 * alike.size() + 10000 * least + 1000000 * (next % 7) + 10000000 * (before % 5);
}
__device__ int leaders(int v) {
  int rounds = 0;
  while (v > 0) {
    cg::coalesced_group left = cg::coalesced_threads();
    rounds += left.any(v > 40) + (left.ballot(v % 2) != 0);
    v -= 30;
  }
  return rounds;
}
__global__ void in_loops(const int *in, int *out) { out[threadIdx.x] = leaders(in[threadIdx.x]); }
int main() {
  int *d, *o, *totals, want[4] = {};
  cudaMallocManaged(&d, N * 4), cudaMallocManaged(&o, N * 4), cudaMallocManaged(&totals, 16);
  for (int i = 0; i < N; ++i) d[i] = i * 29 % 83 + (i % 11 == 0);
  for (int i = 0; i < 4; ++i) totals[i] = 0;
  by_parity<<<1, N>>>(d, o, totals);
  cudaDeviceSynchronize();
  for (int i = 0; i < 2 * N; ++i) {
    int v = d[i % N] + i / N, even = v % 2 == 0;
    want[even] += v, want[2 + even]++;
  }
  for (int i = 0; i < 4; ++i)
    if (totals[i] != want[i]) same("totals", totals[i], want[i]);
  for (int i = 0; i < N; ++i) {
    int odd = 0, even = 0;
    for (int r = 0; r < 2; ++r) {
      int mine = (d[i] + r) % 2, last = 0;
      for (int k = i & ~31; k < (i & ~31) + 32; ++k)
        if ((d[k] + r) % 2 == mine) last = d[k] + r;
      (mine ? odd : even) += last;
    }
    same("parity", o[i], odd * 1000 + even);
  }
  by_label<<<1, N>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < N; ++i) {
    int all[16], n = 0, rank = 0, least = 1000;
    for (int k = i & ~15; k < (i & ~15) + 16; ++k)
      if (d[k] % 3 == d[i] % 3) {
        if (k == i) rank = n;
        all[n++] = d[k], least = d[k] < least ? d[k] : least;
      }
    int next = rank + 1 < n ? all[rank + 1] : all[rank], before = rank >= 2 ? all[rank - 2] : all[rank];
    same("label", o[i], rank + 100 * n + 10000 * least + 1000000 * (next % 7) + 10000000 * (before % 5));
  }
  in_loops<<<1, N>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < N; ++i) {
    int rounds = 0;
    for (int v = d[i], down = 0; v > 0; v -= 30, down += 30) {
      int any = 0, odd = 0;
      for (int k = i & ~31; k < (i & ~31) + 32; ++k) {
        int w = d[k] - down;
        if (w > 0) any |= w > 40, odd |= w % 2;
      }
      rounds += any + odd;
    }
    same("loops", o[i], rounds);
  }
  printf("%d compared, wrong: %d\n", compared, wrong);
}
