// Grids and blocks of three dimensions that do not divide the domain, with and without shared memory.
// prints: 3 compared, wrong: 0
#include <cuda_runtime.h>
#include <vector>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
const int X = 19, Y = 11, Z = 7, N = X * Y * Z;
__host__ __device__ inline int at(int x, int y, int z) { return (z * Y + y) * X + x; }
__global__ void fill(int *a) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= X || y >= Y || z >= Z) return;
  a[at(x, y, z)] = x * 3 + y * 5 - z * 7 + (threadIdx.x + 2 * threadIdx.y + 3 * threadIdx.z) * 100;
}
__global__ void stencil(const int *a, int *b) {
  __shared__ int tile[4][6][10];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z * 2 + threadIdx.z;
  auto get = [&](int p, int q, int r) { return p < 0 || q < 0 || r < 0 || p >= X || q >= Y || r >= Z ? 0 : a[at(p, q, r)]; };
  int number = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  for (int i = number; i < 4 * 6 * 10; i += blockDim.x * blockDim.y * blockDim.z) {
    int u = i % 10, v = i / 10 % 6, w = i / 60;
    tile[w][v][u] = get(blockIdx.x * 8 + u - 1, blockIdx.y * 4 + v - 1, blockIdx.z * 2 + w - 1);
  }
  __syncthreads();
  if (x < X && y < Y && z < Z) {
    int u = threadIdx.x + 1, v = threadIdx.y + 1, w = threadIdx.z + 1;
    b[at(x, y, z)] = tile[w][v][u - 1] + tile[w][v][u + 1] + tile[w][v - 1][u] + tile[w][v + 1][u] + tile[w - 1][v][u] + tile[w + 1][v][u] - 6 * tile[w][v][u];
  }
}
__global__ void columns(const int *a, int *sums) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, z = threadIdx.z + blockIdx.z * blockDim.z;
  if (x < X && z < Z) {
    int s = 0;
    for (int y = threadIdx.y; y < Y; y += blockDim.y) s += a[at(x, y, z)];
    atomicAdd(&sums[z * X + x], s);
  }
}
int main() {
  int *a, *b, *s;
  cudaMallocManaged(&a, N * 4), cudaMallocManaged(&b, N * 4), cudaMallocManaged(&s, X * Z * 4);
  for (int i = 0; i < X * Z; ++i) s[i] = 0;
  dim3 block(8, 4, 2), grid((X + 7) / 8, (Y + 3) / 4, (Z + 1) / 2);
  fill<<<grid, block>>>(a);
  stencil<<<grid, block>>>(a, b);
  columns<<<dim3(grid.x, 1, grid.z), dim3(8, 3, 2)>>>(a, s);
  cudaDeviceSynchronize();
  int bad = 0;
  for (int z = 0; z < Z; ++z)
    for (int y = 0; y < Y; ++y)
      for (int x = 0; x < X; ++x) bad += a[at(x, y, z)] != x * 3 + y * 5 - z * 7 + (x % 8 + 2 * (y % 4) + 3 * (z % 2)) * 100;
  same("fill", bad, 0), bad = 0;
  auto get = [&](int p, int q, int r) { return p < 0 || q < 0 || r < 0 || p >= X || q >= Y || r >= Z ? 0 : a[at(p, q, r)]; };
  for (int z = 0; z < Z; ++z)
    for (int y = 0; y < Y; ++y)
      for (int x = 0; x < X; ++x)
        bad += b[at(x, y, z)] != get(x - 1, y, z) + get(x + 1, y, z) + get(x, y - 1, z) + get(x, y + 1, z) + get(x, y, z - 1) + get(x, y, z + 1) - 6 * a[at(x, y, z)];
  same("stencil", bad, 0), bad = 0;
  for (int z = 0; z < Z; ++z)
    for (int x = 0; x < X; ++x) {
      int t = 0;
      for (int y = 0; y < Y; ++y) t += a[at(x, y, z)];
      bad += t != s[z * X + x];
    }
  same("columns", bad, 0);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
