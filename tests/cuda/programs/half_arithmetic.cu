// Arithmetic of half and bfloat16: operators, functions, pairs, comparisons, conversions, atomics, shared memory.
// prints: 417 compared, wrong: 0
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__global__ void plain(const float *x, float *y) {
  int i = threadIdx.x;
  __half a = __float2half(x[i]), b = __float2half(1.5f), c = a * b + __half(2.0f);
  c -= b;
  c = __hfma(a, b, c);
  if (__hgt(c, __int2half_rn(40))) c = __hneg(c);
  y[i] = __half2float(c) + (a < b ? 1000.0f : 0.0f) + (float)__hmax(a, b) * 2000;
}
__global__ void pairs(const float *x, float *y) {
  __shared__ half2 s[32];
  int i = threadIdx.x;
  s[i] = __floats2half2_rn(x[i], x[i + 32]);
  __syncthreads();
  half2 v = __hadd2(s[i], s[31 - i]), w = __hmul2(v, __float2half2_rn(0.5f));
  w = __hfma2(w, __half2half2(__float2half(2.0f)), v);
  y[i] = __low2float(w), y[i + 32] = __high2float(w) + (__hbeq2(v, w) ? 100.0f : 0.0f);
}
__global__ void bfloat(const float *x, float *y) {
  int i = threadIdx.x;
  __nv_bfloat16 a = __float2bfloat16(x[i]), b = __float2bfloat16(3.0f);
  __nv_bfloat162 p = __floats2bfloat162_rn(x[i], 2.0f);
  y[i] = __bfloat162float(a * b) + __bfloat162float(__hadd(a, b)) + __low2float(__hmul2(p, p)) + (__hlt(a, b) ? 0.5f : 0.0f);
}
__global__ void sums(const float *x, float *y) {
  __shared__ __half total;
  if (threadIdx.x == 0) total = __float2half(0.0f);
  __syncthreads();
  __half v = __float2half(x[threadIdx.x] / 4);
  for (int d = 16; d; d /= 2) v = __hadd(v, __shfl_xor_sync(~0u, v, d));
  if (threadIdx.x % 32 == 0) atomicAdd(&total, v);
  __syncthreads();
  y[threadIdx.x] = __half2float(total);
}
__global__ void converted(const float *x, int *y) {
  int i = threadIdx.x;
  __half h = __float2half(x[i] * 1.37f);
  y[i] = __half2int_rn(h) + 1000 * __half2int_rz(h) + 1000000 * __half2int_ru(h);
  y[i + 64] = __half_as_ushort(h), y[i + 128] = __half2short_rd(h) + (int)__hisnan(h);
}
// Signs and steps by one, of numbers and of pairs.
template <typename H> __device__ float stepped(H h) {
  float told = (float)h++ * 1000;
  told += (float)h * 100, told += (float)++h * 10, --h;
  return told + (float)(+h--) - (float)-h / 4;
}
template <typename P> __device__ float stepped_pair(P p) {
  P was = p++, is = ++p;
  --p;
  P late = +p--;
  return (float)was.x + (float)is.y * 10 + (float)late.x * 100 + (float)p.y * 1000;
}
__global__ void steps(const float *x, float *y) {
  int i = threadIdx.x;
  y[i] = i % 2 ? stepped(__float2half(x[i])) : stepped(__float2bfloat16(x[i]));
  y[i + 32] = i % 2 ? stepped_pair(__floats2half2_rn(x[i], 3)) : stepped_pair(__floats2bfloat162_rn(x[i], 3));
}
static float rounded(float v) { return __half2float(__float2half(v)); }
int main() {
  const int n = 64;
  float *x, *y;
  int *z;
  cudaMallocManaged(&x, n * 4), cudaMallocManaged(&y, n * 4), cudaMallocManaged(&z, 3 * n * 4);
  for (int i = 0; i < n; ++i) x[i] = (i * 13 % 32) * 0.5f;
  plain<<<1, n>>>(x, y);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    float c = x[i] * 1.5f + 2 - 1.5f;
    c = x[i] * 1.5f + c;
    if (c > 40) c = -c;
    same("half", (long long)(4 * y[i]), (long long)(4 * (c + (x[i] < 1.5f ? 1000 : 0) + (x[i] > 1.5f ? x[i] : 1.5f) * 2000)));
  }
  pairs<<<1, 32>>>(x, y);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) {
    float a = x[i] + x[31 - i], b = x[i + 32] + x[63 - i];
    same("low", (long long)(4 * y[i]), (long long)(8 * a)), same("high", (long long)(4 * y[i + 32]), (long long)(8 * b + (a == 0 && b == 0 ? 400 : 0)));
  }
  bfloat<<<1, n>>>(x, y);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    float squared = __bfloat162float(__float2bfloat16(x[i] * x[i]));
    same("bfloat", (long long)(64 * y[i]), (long long)(64 * (x[i] * 3 + x[i] + 3 + squared + (x[i] < 3 ? 0.5f : 0))));
  }
  sums<<<1, n>>>(x, y);
  cudaDeviceSynchronize();
  float s = 0;
  for (int i = 0; i < n; ++i) s += x[i] / 4;
  same("sum", (long long)(8 * y[63]), (long long)(8 * s));
  converted<<<1, n>>>(x, z);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    float v = rounded(x[i] * 1.37f);
    int down = (int)v, up = down + (v > down), near = v - down > 0.5f || (v - down == 0.5f && down % 2) ? up : down;
    same("integers", z[i], near + 1000 * down + 1000000 * up), same("floor", z[i + 128], down);
    if (i < 32) same("bits", z[i + 64], __half_as_ushort(__float2half(x[i] * 1.37f)));
  }
  steps<<<1, 32>>>(x, y);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) {
    same("steps", (long long)(8 * y[i]), (long long)(8 * (x[i] * 1000 + (x[i] + 1) * 100 + (x[i] + 2) * 10 + x[i] + 1 + x[i] / 4)));
    same("steps of pairs", (long long)(2 * y[i + 32]), (long long)(2 * (x[i] + 50 + (x[i] + 1) * 100 + 3000)));
  }
  printf("%d compared, wrong: %d\n", compared, wrong);
}
