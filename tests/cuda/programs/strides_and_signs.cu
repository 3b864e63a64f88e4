// Loops with the stride of the grid in every direction and type, unsigned counts, shifts, divisions of negative numbers.
// prints: 9 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__global__ void up(const int *a, int *b, size_t n) { for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) b[i] = a[i] + 1; }
__global__ void down(int *b, int n) { for (int i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= gridDim.x * blockDim.x) b[i] *= 2; }
__global__ void backwards(const int *a, int *sums, unsigned n) {
  unsigned w = n / blockDim.x;
  int s = 0;
  for (unsigned k = w; k-- > 0;) s = s * 3 % 1001 + a[threadIdx.x * w + k];
  sums[threadIdx.x] = s;
}
__global__ void signs(const int *a, int *out, unsigned *bits, long long *wide) {
  int i = threadIdx.x, v = a[i] - 40;
  out[i] = v / 7 * 100 + v % 7 + (v >> 2) * 10000 + (-v >> 1);
  bits[i] = (unsigned)v / 3u + ((unsigned)v >> 28) + (v < 0u) + (unsigned char)v + (signed char)(v * 5);
  wide[i] = (long long)v * 3000000000LL + (int)(0x7fffffff + (unsigned)v) + ((long long)i << 33) + (v > sizeof(int) ? 1 : 0);
}
__global__ void less_than_zero(int *out, int n) { for (int i = threadIdx.x - 5; i < n; i += blockDim.x) if (i >= 0) out[i] = i; }
__global__ void pairs(int *count, int n) { for (int i = blockIdx.x; i < n; i += gridDim.x) for (int j = i + 1 + threadIdx.x; j < n; j += blockDim.x) atomicAdd(count + (i + j) % 3, 1); }
__global__ void doubling(int *out, int n) { for (int i = 1 << threadIdx.x; i < n; i <<= 1) atomicAdd(&out[i], 1); }
int main() {
  const int n = 1003;
  int *a, *b, *s;
  unsigned *u;
  long long *w;
  cudaMallocManaged(&a, n * 4), cudaMallocManaged(&b, n * 4), cudaMallocManaged(&s, n * 4), cudaMallocManaged(&u, n * 4), cudaMallocManaged(&w, n * 8);
  for (int i = 0; i < n; ++i) a[i] = i * 29 % 83, s[i] = 0;
  up<<<3, 64>>>(a, b, n);
  down<<<2, 96>>>(b, n);
  cudaDeviceSynchronize();
  int bad = 0;
  for (int i = 0; i < n; ++i) bad += b[i] != 2 * (a[i] + 1);
  same("both", bad, 0), bad = 0;
  backwards<<<1, 17>>>(a, s, 1003);
  cudaDeviceSynchronize();
  for (int t = 0; t < 17; ++t) {
    int v = 0;
    for (int k = 58; k >= 0; --k) v = v * 3 % 1001 + a[t * 59 + k];
    bad += v != s[t];
  }
  same("backwards", bad, 0), bad = 0;
  signs<<<1, 83>>>(a, b, u, w);
  cudaDeviceSynchronize();
  int bad2 = 0, bad3 = 0;
  for (int i = 0; i < 83; ++i) {
    int v = a[i] - 40;
    bad += b[i] != v / 7 * 100 + v % 7 + (v >> 2) * 10000 + (-v >> 1);
    bad2 += u[i] != (unsigned)v / 3u + ((unsigned)v >> 28) + (v < 0u) + (unsigned char)v + (signed char)(v * 5);
    bad3 += w[i] != (long long)v * 3000000000LL + (int)(0x7fffffff + (unsigned)v) + ((long long)i << 33) + (v > sizeof(int) ? 1 : 0);
  }
  same("signs", bad, 0), same("bits", bad2, 0), same("wide", bad3, 0), bad = 0;
  less_than_zero<<<1, 32>>>(b, 500);
  cudaDeviceSynchronize();
  for (int i = 0; i < 500; ++i) bad += b[i] != i;
  same("negative start", bad, 0), bad = 0;
  for (int i = 0; i < n; ++i) s[i] = 0;
  pairs<<<5, 32>>>(s, 60);
  cudaDeviceSynchronize();
  same("pairs", s[0] + s[1] + s[2], 60 * 59 / 2);
  int c[3] = {};
  for (int i = 0; i < 60; ++i)
    for (int j = i + 1; j < 60; ++j) c[(i + j) % 3]++;
  same("thirds", c[1], s[1]);
  for (int i = 0; i < n; ++i) s[i] = 0;
  doubling<<<1, 12>>>(s, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 10; ++i) bad += s[1 << i] != i + 1;
  same("doubling", bad, 0);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
