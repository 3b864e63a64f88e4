// Sums and products with `_rn` are rounded by themselves, whatever stands around them, and their arguments become numbers of their type.
// built with: -march=native
#include <cstdio>
__device__ float through(float p, float c) { return __fadd_rn(p, c); }
#define TIMES(x, y) __fmul_rn(x, y)
__global__ void before(const float *a, const float *b, const float *c, float *o) { int i = threadIdx.x; o[i] = __fmul_rn(a[i], b[i]) + c[i]; }
__global__ void by_macro(const float *a, const float *b, const float *c, float *o) { int i = threadIdx.x; o[i] = c[i] + TIMES(a[i], b[i]); }
__global__ void behind(const float *a, const float *b, const float *c, float *o) { int i = threadIdx.x; o[i] = __fadd_rn(a[i] * b[i], c[i]); }
__global__ void named(const float *a, const float *b, const float *c, float *o) { int i = threadIdx.x; float p = a[i] * b[i]; o[i] = __fsub_rn(p, -c[i]); }
__global__ void in_function(const float *a, const float *b, const float *c, float *o) { int i = threadIdx.x; o[i] = through(a[i] * b[i], c[i]); }
__global__ void both(const float *a, const float *b, const float *c, float *o) { int i = threadIdx.x; o[i] = __fadd_rn(__fmul_rn(a[i], b[i]), c[i]); }
__global__ void before(const double *a, const double *b, const double *c, double *o) { int i = threadIdx.x; o[i] = __dmul_rn(a[i], b[i]) + c[i]; }
__global__ void behind(const double *a, const double *b, const double *c, double *o) { int i = threadIdx.x; o[i] = __dadd_rn(a[i] * b[i], c[i]); }
__global__ void named(const double *a, const double *b, const double *c, double *o) { int i = threadIdx.x; double p = a[i] * b[i]; o[i] = __dsub_rn(p, -c[i]); }
__global__ void whole(float *f, int n) { f[0] = __fdiv_rn(n, 4), f[1] = fdividef(n, 4), f[2] = __fmul_rn(n, 1 << 30), f[3] = __frcp_rn(n * 2), f[4] = __ddiv_rn(n, 8), f[5] = __fsub_rn(0.f, 0.f), f[6] = __fmul_rn(-1.f, 0.f), f[7] = __fadd_rn(-0.f, -0.f); }
template <typename T> int wrong(void (*k)(const T *, const T *, const T *, T *)) {
  T *a; cudaMallocManaged(&a, 4 * 64 * sizeof(T));
  for (int i = 0; i < 64; ++i) a[i] = T(1) / (i + 3), a[i + 64] = T(i * 7 + 1) / 11, a[i + 128] = -a[i] * a[i + 64] * (i % 2 ? T(1) : T(1.000001));
  k<<<1, 64>>>(a, a + 64, a + 128, a + 192);
  cudaDeviceSynchronize();
  int count = 0;
  for (int i = 0; i < 64; ++i) { volatile T product = a[i] * a[i + 64]; count += a[i + 192] != product + a[i + 128]; }
  cudaFree(a);
  return count;
}
int main() {
  printf("%d %d %d %d %d %d", wrong<float>(before), wrong(by_macro), wrong<float>(behind), wrong<float>(named), wrong(in_function), wrong(both));
  printf(" %d %d %d\n", wrong<double>(before), wrong<double>(behind), wrong<double>(named));
  float *f; cudaMallocManaged(&f, 32); whole<<<1, 1>>>(f, 7); cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) printf("%.9g ", f[i]);
  puts("");
}
// prints: 0 0 0 0 0 0 0 0 0
// prints: 1.75 1.75 7.51619277e+09 0.0714285746 0.875 0 -0 -0
