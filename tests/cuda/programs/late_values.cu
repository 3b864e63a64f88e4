// Variables that are declared first and get their values later, as in old C: indices, counters, values of one branch, pointers.
// prints: 1384 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, int at, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s at %d: %lld, not %lld\n", what, at, got, wanted);
}
#define LAST (i == n - 1 ? 1000 : 0)
// The row comes from x, the column from y; the grid has a third dimension that nobody asks for.
__global__ void across(const int *from, int *to, int n) {
  int i, j;
  int up, down, left = 0, right;
  i = blockDim.x * blockIdx.x + threadIdx.x;
  j = blockDim.y * blockIdx.y + threadIdx.y;
  if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1) {
    up = from[(i - 1) * n + j];
    down = from[(i + 1) * n + j];
    left = from[i * n + (j - 1)];
    right = from[i * n + (j + 1)];
    to[i * n + j] = up + 2 * down + 3 * left + 4 * right;
  }
}
// Values that live across a barrier, and such that do not; a counter of several loops, and one that is read after its loop.
__global__ void across_barriers(const int *from, int *to, int n) {
  __shared__ int s[64];
  int i, k, last, *place, sum, kept;
  i = blockIdx.x * blockDim.x + threadIdx.x;
  place = to + i;
  kept = i < n ? from[i] : 0;
  s[threadIdx.x] = kept;
  __syncthreads();
  sum = 0;
  for (k = 0; k <= threadIdx.x; ++k) sum += s[k];
  __syncthreads();
  s[threadIdx.x] = sum;
  __syncthreads();
  for (k = 0; k < 3; k++) sum += s[(threadIdx.x + k) % 64];
  for (last = 0; last < threadIdx.x % 7; ++last) sum += last;
  if (i < n) *place = sum + kept * 100 + last * 10000 + LAST;
}
// One name, two meanings; a value that only one way gives; a first value that asks for itself before.
__global__ void names(int *to, int n) {
  int i, v;
  unsigned u;
  i = blockIdx.x * blockDim.x + threadIdx.x;
  v = i;
  if (i % 2) {
    int v;
    v = 5;
    to[i] = v;
  } else {
    u = i - 100;
    to[i] = u / 2 == (unsigned)(v - 100) / 2 ? v : -1;
  }
  if (i % 3 == 0) v += 7;
  to[n + i] = v;
}
int main() {
  const int n = 20, size = 200;
  int *a, *b;
  cudaMallocManaged(&a, 400 * 4), cudaMallocManaged(&b, 400 * 4);
  for (int i = 0; i < 400; ++i) a[i] = i * 31 % 47, b[i] = -1;
  dim3 grid, block;
  grid.x = 3, grid.y = 3, grid.z = 1, block.x = 8, block.y = 8;
  across<<<grid, block>>>(a, b, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      bool inner = i > 0 && i < n - 1 && j > 0 && j < n - 1;
      const int *p = a + i * n + j;
      same("across", i * n + j, b[i * n + j], inner ? p[-n] + 2 * p[n] + 3 * p[-1] + 4 * p[1] : -1);
      same("untouched", i * n + j, *p, (i * n + j) * 31 % 47);
    }
  across_barriers<<<4, 64>>>(a, b, size);
  cudaDeviceSynchronize();
  for (int i = 0; i < size; ++i) {
    int first = i / 64 * 64, prefix[64] = {}, sum, t = i % 64;
    for (int k = 0; k < 64; ++k) prefix[k] = (k ? prefix[k - 1] : 0) + (first + k < size ? a[first + k] : 0);
    sum = prefix[t] + prefix[t] + prefix[(t + 1) % 64] + prefix[(t + 2) % 64];
    for (int k = 0; k < t % 7; ++k) sum += k;
    same("barriers", i, b[i], sum + a[i] * 100 + t % 7 * 10000 + (i == size - 1 ? 1000 : 0));
  }
  names<<<3, 64>>>(b, 192);
  cudaDeviceSynchronize();
  for (int i = 0; i < 192; ++i) same("own", i, b[i], i % 2 ? 5 : i), same("outer", i, b[192 + i], i % 3 ? i : i + 7);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
