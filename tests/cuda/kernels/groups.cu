// Cooperative groups of the block and of tiles.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ int sum_of_group(cg::thread_group g, int *temp, int val) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    temp[lane] = val;
    g.sync();
    if (lane < i) val += temp[lane + i];
    g.sync();
  }
  return val;
}
__global__ void block_group(const int *a, int *out) {
  __shared__ int temp[64];
  auto g = cg::this_thread_block();
  int total = sum_of_group(g, temp, a[blockIdx.x * 64 + g.thread_rank()]);
  if (g.thread_rank() == 0) out[blockIdx.x] = total;
}
__global__ void tile_shuffle(const float *a, float *out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
  float v = a[blockIdx.x * 64 + block.thread_rank()];
  for (int o = tile.size() / 2; o > 0; o /= 2) v += tile.shfl_down(v, o);
  if (tile.thread_rank() == 0) out[blockIdx.x * 4 + tile.meta_group_rank()] = v;
}
__global__ void tile_votes(const int *a, int *out) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = tile.any(a[i] > 50) * 2 + tile.all(a[i] >= 3) + (int)tile.ballot(a[i] & 1) * 4 + tile.shfl(a[i], 3) * 4096;
}
__global__ void tile_reduce(const int *a, int *out) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = cg::reduce(tile, a[i], cg::plus<int>()) * 64 + cg::reduce(tile, a[i] & 31, cg::greater<int>());
}
__global__ void block_sync(const int *a, int *out) {
  __shared__ int s[64];
  cg::thread_block block = cg::this_thread_block();
  s[threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x];
  cg::sync(block);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
  block.sync();
}
void launches() {
  block_group<<<1, 64>>>(0, 0); tile_shuffle<<<1, 64>>>(0, 0); tile_votes<<<1, 64>>>(0, 0); tile_reduce<<<1, 64>>>(0, 0);
  block_sync<<<1, 64>>>(0, 0);
}
