// __ldg of every type, restrict, launch bounds, unrolled loops in every spelling.
// prints: 256 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
constexpr int FACTOR = 4;
template <int N> __device__ __forceinline__ int rows(const int *__restrict__ p) {
  int s = 0;
#pragma unroll N
  for (int i = 0; i < N; ++i) s += __ldg(p + i);
  return s;
}
__global__ void __launch_bounds__(128, 2) loads(const int *__restrict__ a, const float4 *__restrict__ f, const double2 *d, const signed char *c, const unsigned long long *u, int *__restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = __ldg(&f[i]);
  double2 w = __ldg(d + i);
  out[i] = __ldg(&a[i]) + (int)(v.x + v.y * 2 + v.z * 3 + v.w * 4) + (int)(w.x * 2 + w.y) + __ldg(c + i) + (int)(__ldg(u + i) >> 32);
}
template <int THREADS> __launch_bounds__(THREADS) __global__ void unrolled(const int *a, int *out) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  int s = rows<3>(a + i);
#pragma unroll
  for (int k = 0; k < FACTOR; ++k) {
#pragma unroll 1
    for (int j = k; j < FACTOR; ++j) s += a[i + j] * k;
  }
#pragma unroll FACTOR
  for (int k = 7; k >= 0; k -= 3) s ^= k;
  _Pragma("unroll") for (int k = 0; k < 2; k++) s += k;
#pragma nounroll
  while (s > 1000) s -= 1000;
  out[i] = s;
}
__global__ __launch_bounds__(64) void kept(const int *__restrict__ const a, int *const __restrict__ out) {
  __shared__ int s[64];
  const unsigned t = threadIdx.x;
  s[t] = __ldg(a + t);
  __syncthreads();
  int v[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) v[k] = s[(t + k * 16) & 63];
  __syncthreads();
#pragma unroll
  for (int k = 0; k < 4; ++k) atomicAdd(&s[(t + k) & 63], v[k]);
  __syncthreads();
  out[t] = s[t] * 2 + v[3] - v[0];
}
int main() {
  const int n = 64;
  int *a, *o;
  float4 *f;
  double2 *d;
  signed char *c;
  unsigned long long *u;
  cudaMallocManaged(&a, (n + 8) * 4), cudaMallocManaged(&o, n * 4), cudaMallocManaged(&f, n * 16), cudaMallocManaged(&d, n * 16), cudaMallocManaged(&c, n), cudaMallocManaged(&u, n * 8);
  for (int i = 0; i < n + 8; ++i) a[i] = i * 29 % 83;
  for (int i = 0; i < n; ++i) f[i] = make_float4(i, 1, i % 3, 2), d[i] = make_double2(i * 0.5, -i), c[i] = -i, u[i] = (unsigned long long)i << 33;
  loads<<<2, 32>>>(a, f, d, c, u, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("loads", o[i], a[i] + i + 2 + i % 3 * 3 + 8 + 0 - i + 2 * i);
  unrolled<32><<<2, 32>>>(a, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int s = a[i] + a[i + 1] + a[i + 2];
    for (int k = 0; k < 4; ++k)
      for (int j = k; j < 4; ++j) s += a[i + j] * k;
    s = (s ^ 7 ^ 4 ^ 1) + 1;
    while (s > 1000) s -= 1000;
    same("unrolled", o[i], s);
  }
  kept<<<1, 64>>>(a, o);
  cudaDeviceSynchronize();
  int s[n];
  for (int i = 0; i < n; ++i) s[i] = a[i];
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 4; ++k) s[(i + k) & 63] += a[(i + k * 16) & 63];
  for (int i = 0; i < n; ++i) same("kept", o[i], s[i] * 2 + a[(i + 48) & 63] - a[i]);
  for (int i = 0; i < n; ++i) same("sizes", sizeof(f[i]) + alignof(float4) + sizeof(char3) + alignof(double2), 51);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
