// Kernels that are launched by their address and ask groups for what is about all dimensions of a block, or of the grid.
// prints: 0 18 36 54 72 90 108 126
// prints: 64 18 36 54 72 90 108 126
// prints: 0 11 22 33 44 55 66 77
// prints: 5 23 41 59 77 95 113 131
// prints: 1 2 3 4 5 6 7 8
// prints: 0 27 54 81 108 135 162 189
// prints: 0 18 36 54 72 90 108 126
// prints: 63 54 45 36 27 18 9 0
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__device__ int own_rank() { return cg::this_thread_block().thread_rank(); }
__device__ int row_of() { return threadIdx.y; }

__global__ void by_rank(int *a) {
  cg::thread_block b = cg::this_thread_block();
  a[b.thread_rank()] = 2 * b.thread_rank();
}
__global__ void by_size(int *a) {
  auto b = cg::this_thread_block();
  if (b.thread_rank() == 0) a[0] += b.size();
}
__global__ void by_tile(int *a) {
  auto t = cg::tiled_partition<8>(cg::this_thread_block());
  a[cg::this_thread_block().thread_rank()] = t.thread_rank() + 10 * t.meta_group_rank();
}
__global__ void by_function(int *a) { a[own_rank()] = 2 * own_rank() + 5; }
__global__ void by_row(int *a) { a[9 * row_of()] = 1 + row_of(); }
__global__ void by_grid(int *a) {
  auto g = cg::this_grid();
  a[g.thread_rank()] = g.thread_rank() * 3;
}
__global__ void turned(int *a) {
  __shared__ int s[64];
  auto b = cg::this_thread_block();
  s[b.thread_rank()] = b.thread_rank();
  b.sync();
  a[b.thread_rank()] = s[b.num_threads() - 1 - b.thread_rank()];
}

void show(int *a) {
  int h[64];
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; i += 9) printf("%d%s", h[i], i < 63 ? " " : "\n");
}

int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  void (*plane[])(int *) = {by_rank, by_size, by_tile, by_function, by_row};
  for (auto each : plane) {
    each<<<1, dim3(8, 8)>>>(a);
    show(a);
  }
  void (*grid)(int *) = by_grid;
  grid<<<dim3(2, 2), dim3(4, 4)>>>(a);
  show(a);
  void *given[] = {&a};
  cudaLaunchKernel((void *)by_rank, dim3(1), dim3(4, 4, 4), given, 0, 0);
  show(a);
  dim3 block(2, 4, 8);
  cudaLaunchKernel((void *)turned, 1, block, given, 0, 0);
  show(a);
}
