// What groups are asked in device functions, with barriers and without, in blocks and grids of one and of more dimensions.
// prints: wrong: 0
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>
namespace cg = cooperative_groups;
static int wrong = 0;
static void same(const char *what, int at, long long got, long long wanted) {
  if (got != wanted && wrong++ < 9) printf("%s %d: %lld, not %lld\n", what, at, got, wanted);
}

// Nobody waits in these.
__device__ int of_block(cg::thread_block block) { return block.group_dim().x + 10 * block.group_dim().y + 1000 * block.thread_rank(); }
__device__ int of_index(const cg::thread_block &block) { return block.group_index().x * 100 + block.thread_index().y; }
__device__ int of_grid(const cg::grid_group &grid) { return (int)grid.thread_rank() + 100000 * (int)grid.size(); }
__device__ int of_own() {
  cg::thread_block mine = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(mine);
  return mine.thread_rank() + 1000 * tile.thread_rank() + 100000 * tile.meta_group_rank();
}
__device__ int size_of_group(cg::thread_group g) { return g.size() * 1000 + g.thread_rank(); }
__device__ int hands_on() {
  cg::thread_block mine = cg::this_thread_block();
  return size_of_group(mine) + of_block(mine);
}
template <int S> __device__ int of_tile(const cg::thread_block_tile<S> &tile) { return tile.thread_rank() + 100 * tile.size(); }

template <typename G> __device__ long long of_any(const G &g) { return (long long)g.thread_rank() + 100000 * (long long)g.size(); }

// They wait in these.
__device__ void shown(int *out, const cg::grid_group &grid, const cg::thread_block &block, int *s) {
  s[block.thread_rank()] = (int)grid.thread_rank();
  block.sync();
  out[grid.thread_rank()] = s[block.size() - 1 - block.thread_rank()] + (int)grid.num_blocks() * 1000;
}
__device__ int neighbour(const cg::grid_group &grid, const cg::thread_block &block, int *s, int v) {
  s[block.thread_rank()] = v + block.group_index().x;
  block.sync();
  int n = s[(block.thread_rank() + 1) % block.size()] + block.group_dim().x + grid.group_dim().x;
  block.sync();
  return n + (int)grid.size() * 1000;
}

__global__ void plane(int *out, int *more) {
  __shared__ int s[64];
  cg::thread_block block = cg::this_thread_block();
  cg::grid_group grid = cg::this_grid();
  int rank = block.thread_rank(), at = (blockIdx.y * gridDim.x + blockIdx.x) * block.size() + rank;
  out[at] = of_block(block) + of_index(block);
  out[at] += neighbour(grid, block, s, rank) + block.group_dim().y;
  more[at] = of_any(grid) + of_any(block) - of_any(cg::tiled_partition<8>(block)) + of_grid(grid) + of_own() + hands_on() + of_tile<16>(cg::tiled_partition<16>(block));
}
__global__ void waits(int *out) {
  extern __shared__ int s[];
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  out[grid.thread_rank()] = -1;
  grid.sync();
  shown(out, grid, block, s);
}
__global__ void line(int *out, int *more) {
  auto block = cg::this_thread_block();
  auto grid = cg::this_grid();
  out[grid.thread_rank()] = of_block(block) + of_index(block) + of_grid(grid);
  more[grid.thread_rank()] = of_own() + hands_on();
}

static int own(int rank) { return rank + 1000 * (rank % 8) + 100000 * (rank / 8); }
static void checked(int *out, int *more, dim3 grid, dim3 block) {
  const int size = block.x * block.y, all = grid.x * grid.y * size;
  for (int at = 0; at < all; ++at) {
    int b = at / size, r = at % size, x = b % grid.x, y = r / block.x;
    int asked = block.x + 10 * block.y + 1000 * r, index = 100 * x + y, whole = at + 100000 * all;
    if (block.y > 1) {
      same("plane", at, out[at], asked + index + (r + 1) % size + x + block.x + grid.x + all * 1000 + block.y);
      same("more", at, more[at], 2 * whole + r + 100000 * size - r % 8 - 800000 + own(r) + size * 1000 + r + asked + r % 16 + 1600);
    } else {
      same("line", at, out[at], asked + index + whole);
      same("line's more", at, more[at], own(r) + size * 1000 + r + asked);
    }
  }
}
int main() {
  int *out, *more;
  cudaMallocManaged(&out, 1024 * sizeof(int)), cudaMallocManaged(&more, 1024 * sizeof(int));
  plane<<<dim3(3, 2), dim3(8, 4)>>>(out, more);
  cudaDeviceSynchronize();
  checked(out, more, dim3(3, 2), dim3(8, 4));
  line<<<4, 48>>>(out, more);
  cudaDeviceSynchronize();
  checked(out, more, dim3(4), dim3(48));
  void *given[] = {&out};
  cudaLaunchCooperativeKernel((void *)waits, dim3(3), dim3(32), given, 32 * sizeof(int), 0);
  cudaDeviceSynchronize();
  for (int at = 0; at < 96; ++at) same("waits", at, out[at], at / 32 * 32 + 31 - at % 32 + 3000);
  printf("wrong: %d\n", wrong);
}
