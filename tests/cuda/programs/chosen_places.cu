// Variables that are changed under another name: a side of `?:`, behind a comma, through casts to references, ties and swaps.
// prints: 384 compared, wrong: 0
#include <cuda_runtime.h>
#include <utility>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__global__ void sides(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, odd = 0, even = 0, *p;
  for (int k = 0; k < 4; ++k) {
    s[t] = in[t] + k;
    __syncthreads();
    (s[63 - t] % 2 ? odd : even) += s[(t + k) % 64];
    (t % 3 == 0 ? even : odd)++;
    __syncthreads();
  }
  p = t % 2 ? &odd : &even;
  *p += 5;
  out[t] = odd * 1000 + even;
}
__global__ void casts(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, n = 0, m = 7;
  float f = 1.0f, g = 2.0f;
  unsigned u = 9;
  reinterpret_cast<int &>(f) += in[t] * 2;
  (unsigned &)m = u + t;
  static_cast<int &>(n) = m;
  s[t] = n;
  __syncthreads();
  (unsigned &)g = (unsigned &)f;
  out[t] = s[63 - t] + __float_as_int(g) - __float_as_int(1.0f);
}
__global__ void commas(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, a = 1, b = 2;
  s[t] = in[t];
  __syncthreads();
  a += 1, b += s[63 - t];
  int &c = (t % 2 ? a : b);
  c += 10;
  __syncthreads();
  s[t] = a + b;
  __syncthreads();
  out[t] = s[63 - t] * 100 + a;
}
__device__ void raise(int &v, int by) { v += by; }
__global__ void passed(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, a = 1, b = 2;
  raise(t % 2 ? a : b, 3);
  s[t] = a;
  __syncthreads();
  raise((b), s[63 - t]);
  out[t] = a * 1000 + b;
}
int main() {
  const int n = 64;
  int *d, *o;
  cudaMallocManaged(&d, n * 4), cudaMallocManaged(&o, n * 4);
  for (int i = 0; i < n; ++i) d[i] = i * 29 % 83;
  sides<<<1, n>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int odd = 0, even = 0;
    for (int k = 0; k < 4; ++k) {
      ((d[63 - i] + k) % 2 ? odd : even) += d[(i + k) % 64] + k;
      (i % 3 == 0 ? even : odd)++;
    }
    (i % 2 ? odd : even) += 5;
    same("sides", o[i], odd * 1000 + even);
  }
  casts<<<1, n>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("casts", o[i], 9 + 63 - i + 2 * d[i]), same("again", o[i] - 2 * d[i] + i, 72);
  passed<<<1, n>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("passed", o[i], (i % 2 ? 4 : 1) * 1000 + (i % 2 ? 2 : 5) + ((63 - i) % 2 ? 4 : 1)), same("odd", o[i] / 1000, i % 2 ? 4 : 1);
  commas<<<1, n>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    auto of = [&](int t, bool sum) { int a = 2, b = 2 + d[63 - t]; (t % 2 ? a : b) += 10; return sum ? a + b : a; };
    same("commas", o[i], of(63 - i, true) * 100 + of(i, false));
  }
  printf("%d compared, wrong: %d\n", compared, wrong);
}
