// Groups of the block and of the grid by reference, to functions that wait and to functions that do not.
// prints: 13 361 2487.5
#include <cstdio>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ void spmv(int *I, float *v, float *y, int n, cg::thread_block &cta, const cg::grid_group &grid) {
  for (int i = grid.thread_rank(); i < n; i += grid.size()) { int r0 = I[i], r1 = I[i + 1]; float o = 0; for (int j = r0; j < r1; j++) o += v[j]; y[i] = o; } }
__device__ void dot(float *a, float *b, double *result, int size, const cg::thread_block &cta, const cg::grid_group &grid) {
  extern __shared__ double tmp[];
  double temp_sum = 0.0;
  for (int i = grid.thread_rank(); i < size; i += grid.size()) temp_sum += (double)(a[i] * b[i]);
  cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);
  temp_sum = cg::reduce(tile32, temp_sum, cg::plus<double>());
  if (tile32.thread_rank() == 0) tmp[tile32.meta_group_rank()] = temp_sum;
  cg::sync(cta);
  if (tile32.meta_group_rank() == 0) {
    temp_sum = tile32.thread_rank() < tile32.meta_group_size() ? tmp[tile32.thread_rank()] : 0.0;
    temp_sum = cg::reduce(tile32, temp_sum, cg::plus<double>());
    if (tile32.thread_rank() == 0) atomicAdd(result, temp_sum);
  }
}
extern "C" __global__ void cgk(int *I, float *v, float *y, float *x, int n, double *r) {
  cg::thread_block cta = cg::this_thread_block(); cg::grid_group grid = cg::this_grid();
  spmv(I, v, y, n, cta, grid);
  cg::sync(grid);
  dot(x, y, r, n, cta, grid);
  cg::sync(grid);
  int k = 1;
  while (r[0] > 5 && k < 4) { spmv(I, v, x, n, cta, grid); if (threadIdx.x == 0 && blockIdx.x == 0) r[0] = r[0] * 0.5; cg::sync(grid); k++; }
}
int main() { int *I; float *v, *x, *y; double *r; int n = 100; cudaMallocManaged(&I, 4 * (n + 1)); cudaMallocManaged(&v, 800); cudaMallocManaged(&x, 800); cudaMallocManaged(&y, 800); cudaMallocManaged(&r, 8); *r = 0;
 for (int i = 0; i <= n; i++) I[i] = 2 * i; for (int i = 0; i < 200; i++) v[i] = i; for (int i = 0; i < n; i++) x[i] = 1;
 void *args[] = {&I, &v, &y, &x, &n, &r}; cudaLaunchCooperativeKernel((void *)cgk, dim3(2), dim3(64), args, 64 * sizeof(double), 0); cudaDeviceSynchronize(); printf("%g %g %g\n", y[3], x[90], *r); }
