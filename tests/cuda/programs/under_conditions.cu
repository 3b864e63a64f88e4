// Elements side by side that some threads alone read and write: indices as sums, held in variables, unsigned ones that wrap.
// prints: 4800 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
static int wrong = 0, compared = 0;
static void same(const char *what, int at, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s at %d: %lld, not %lld\n", what, at, got, wanted);
}
__global__ void relaxed(int *d, int k, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    int through = d[row * n + k] + d[k * n + col];
    if (through < d[row * n + col]) d[row * n + col] = through;
  }
}
__global__ void held(const float *from, float *to, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int at = y * w + x;
  int below = at + w;
  if (x >= w || y >= h) return;
  if (from[at] > 3) {
    to[at] = y + 1 < h ? from[below] : -1;
    if (x > 0) to[at] += from[at - 1];
  } else if ((x + y) % 3 == 0) {
    to[at] = x < w - 1 ? from[y * w + (x + 1)] : from[at];
  }
}
// What is below nought in the middle wraps around, and comes back with the column.
__global__ void wraps(const int *from, int *to, unsigned w, unsigned h) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned before = y * w - 1 + x;
  if (x < w && y < h) {
    if (x > 0 || y > 0) to[y * w + x] = from[before];
    else to[y * w + x] = from[w * h - 1 - y * w - x];
  }
}
__global__ void wide(const int *from, int *to, long n, int step) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int other = row;
  if (col >= 40) return;
  if (row >= 30 || from[col] % 5 == 4) return;
  other = 29 - row;
  if (from[other * n + col] % 2) to[row * n + col] = from[other * n + (39 - col)];
  if (col % 4 == 0) to[n * 30 + row * n + col - row * n + row * 40L] = from[(row - row) * n + col + step];
}
int main() {
  const int w = 40, h = 30, size = w * h;
  int *a, *b;
  float *f, *g;
  cudaMallocManaged(&a, 4 * size * 4), cudaMallocManaged(&b, 4 * size * 4);
  cudaMallocManaged(&f, size * 4), cudaMallocManaged(&g, size * 4);
  dim3 block(16, 8), grid(3, 4);
  static int d[30 * 30], t[4 * size];
  for (int i = 0; i < 900; ++i) a[i] = d[i] = (i * 37 % 101) + 1;
  for (int k = 0; k < 30; ++k) {
    relaxed<<<grid, block>>>(a, k, 30);
    for (int i = 0; i < 30; ++i)
      for (int j = 0; j < 30; ++j)
        if (d[i * 30 + k] + d[k * 30 + j] < d[i * 30 + j]) d[i * 30 + j] = d[i * 30 + k] + d[k * 30 + j];
  }
  cudaDeviceSynchronize();
  for (int i = 0; i < 900; ++i) same("relaxed", i, a[i], d[i]);
  for (int i = 0; i < size; ++i) f[i] = i * 13 % 11, g[i] = -5;
  held<<<grid, block>>>(f, g, w, h);
  cudaDeviceSynchronize();
  for (int i = 0; i < size; ++i) {
    int x = i % w, y = i / w;
    float wanted = -5;
    if (f[i] > 3) {
      wanted = y + 1 < h ? f[i + w] : -1;
      if (x > 0) wanted += f[i - 1];
    } else if ((x + y) % 3 == 0) {
      wanted = x < w - 1 ? f[i + 1] : f[i];
    }
    same("held", i, (long long)g[i], (long long)wanted);
  }
  for (int i = 0; i < 4 * size; ++i) a[i] = i * 17 % 103, b[i] = t[i] = -1;
  wraps<<<grid, block>>>(a, b, w, h);
  cudaDeviceSynchronize();
  for (int i = 0; i < size; ++i) same("wraps", i, b[i], i ? a[i - 1] : a[size - 1]), b[i] = -1;
  wide<<<grid, block>>>(a, b, w, 7);
  cudaDeviceSynchronize();
  for (int row = 0; row < h; ++row)
    for (int col = 0; col < w; ++col) {
      if (a[col] % 5 == 4) continue;
      if (a[(29 - row) * w + col] % 2) t[row * w + col] = a[(29 - row) * w + 39 - col];
      if (col % 4 == 0) t[w * 30 + col + row * 40] = a[col + 7];
    }
  for (int i = 0; i < 1500; ++i) same("wide", i, b[i], t[i]);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
