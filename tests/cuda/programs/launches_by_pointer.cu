// A launch through a pointer says how many dimensions grid and block have, and how large they are, as one with <<<>>> does.
// prints: wrong: 0
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0;
static void same(const char *what, long long got, long long wanted) {
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}

namespace cg = cooperative_groups;
__global__ void k(int *a, int *b, int n) { cg::grid_group g = cg::this_grid(); for (int i = g.thread_rank(); i < n; i += g.size()) a[i] = i + 1; g.sync(); for (int i = g.thread_rank(); i < n; i += g.size()) b[i] = a[n - 1 - i]; if (g.thread_rank() == 0) b[n] = g.size(); }
__global__ void plain(int *a) { auto g = cg::this_grid(); a[g.thread_rank()] = g.size(); }
__global__ void both(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x]++; }
__global__ void mine(int *a, int n) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&a[i], 1); }
static void part_1() { int n = 5000; int *a, *b; cudaMallocManaged(&a, n * 4 + 4); cudaMallocManaged(&b, n * 4 + 4); void *args[] = {&a, &b, &n}; dim3 grid(3, 2), block(8, 4, 2); cudaLaunchCooperativeKernel((void *)k, grid, block, args, 0, 0); cudaDeviceSynchronize(); for (int i = 0; i < n; ++i) same("b", b[i], n - i); same("size", b[n], 6 * 64);
  void *args2[] = {&a}; cudaMemset(a, 0, n * 4); cudaLaunchKernel((void *)plain, grid, block, args2, 0, 0); cudaDeviceSynchronize(); for (int i = 0; i < 400; ++i) same("plain", a[i], i < 384 ? 384 : 0);
  void *args3[] = {&a, &n}; cudaMemset(a, 0, n * 4); cudaLaunchKernel((void *)mine, grid, block, args3, 0, 0); cudaDeviceSynchronize(); for (int i = 0; i < n; ++i) same("mine", a[i], 16); 
  void *a4[] = {&a}; cudaMemset(a, 0, n * 4); both<<<2, 64>>>(a); cudaLaunchKernel((void *)both, dim3(3), dim3(100), a4, 0, 0); cudaDeviceSynchronize(); for (int i = 0; i < 400; ++i) same("both", a[i], (i < 128) + (i < 300));
}

int main() {
  part_1();
  printf("wrong: %d\n", wrong);
}
