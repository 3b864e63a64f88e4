// Vector types, half and bfloat16, intrinsics.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void float4_load(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 v = reinterpret_cast<const float4 *>(a)[i];
    v.x += 1; v.y *= 2; v.z -= v.w; v.w = -v.w;
    reinterpret_cast<float4 *>(b)[i] = v;
  }
}
__global__ void make_vectors(const float2 *a, float4 *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = make_float4(a[i].x, a[i].y, a[i].x * a[i].y, 1.0f);
}
__global__ void integer_vectors(const int2 *a, int4 *b, uchar4 *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  b[i] = make_int4(a[i].x, a[i].y, a[i].x ^ a[i].y, i);
  c[i] = make_uchar4(a[i].x, a[i].y, i, 255);
}
__global__ void double_vectors(const double2 *a, double2 *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { double2 v = a[i]; b[i] = make_double2(v.x * v.x - v.y * v.y, 2 * v.x * v.y); }
}
__global__ void float3_cross(const float3 *a, const float3 *b, float3 *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = make_float3(a[i].y * b[i].z - a[i].z * b[i].y, a[i].z * b[i].x - a[i].x * b[i].z, a[i].x * b[i].y - a[i].y * b[i].x);
}
__global__ void half_math(const __half *a, const __half *b, __half *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = __hadd(__hmul(a[i], b[i]), __float2half(0.5f));
}
__global__ void half_operators(const half *a, half *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { half v = a[i]; v = v * v + v; if (v > __float2half(0.1f)) v = -v; c[i] = v; }
}
__global__ void half_pairs(const __half2 *a, __half2 *b, float *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __half2 s = __hadd2(a[i], __hmul2(a[i], a[i]));
  b[i] = s;
  f[i] = __low2float(s) + __half2float(__high2half(s));
}
__global__ void bfloat_math(const __nv_bfloat16 *a, float *b, __nv_bfloat16 *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { float v = __bfloat162float(a[i]); b[i] = v * 3; c[i] = __float2bfloat16(v * 0.3f); }
}
__global__ void fast_math(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = __expf(a[i]) + __logf(a[i] * a[i] + 1) + __sinf(a[i]) * __cosf(a[i]) + __powf(a[i] * a[i] + 0.5f, 0.3f);
}
__global__ void rounding(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = __fadd_rn(a[i], 1.5f) + __fmul_rn(a[i], a[i]) + __fdividef(a[i], 3.0f) + __frcp_rn(a[i] * a[i] + 2) + __fsqrt_rn(a[i] * a[i]);
}
__global__ void roots(const float *a, double *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = rsqrtf(a[i] * a[i] + 1.0f) + rsqrt(2.0 + a[i]) + __saturatef(a[i]) + fmaf(a[i], a[i], 1.0f) + cbrtf(a[i]);
}
__global__ void bit_tricks(const unsigned *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = __popc(a[i]) + 100 * __clz(a[i]) + 10000 * __ffs(a[i]) + (int)(__brev(a[i]) >> 20);
}
__global__ void bit_tricks_long(const unsigned long long *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = __popcll(a[i]) + 100 * __clzll(a[i]) + 10000 * __ffsll(a[i]);
}
__global__ void reinterpret(const float *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = __float_as_int(a[i]) ^ __float_as_int(__int_as_float(0x3f800000 + i));
}
__global__ void conversions(const float *a, int *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { b[i] = __float2int_rn(a[i] * 10) + __float2int_rd(a[i] * 3) * 100 + __float2int_rz(a[i] * 7); c[i] = __int2float_rn(i) + (float)b[i]; }
}
__global__ void products(const int *a, const unsigned *u, int *b, unsigned *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { b[i] = __mulhi(a[i] * 100003, a[i] * 70001) + __mul24(a[i], 3); v[i] = __umulhi(u[i] * 100003u, 4000000000u) + __byte_perm(u[i], i, 0x3210); }
}
__global__ void extremes_of(const float *a, const int *k, float *b, int *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { b[i] = max(a[i], 0.5f) + min(a[i], -0.25f) + fmaxf(a[i], a[i + 1]); c[i] = max(k[i], 7) - min(k[i], 9) + abs(k[i] - 30); }
}
__global__ void clocks(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  long long before = clock64();
  if (i < n) b[i] = a[i] + (clock64() < before);
}
__global__ void activations(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { float x = a[i]; b[i] = 0.5f * x * (1.0f + erff(x * 0.70710678f)) + tanhf(x) + 1.0f / (1.0f + expf(-x)) + log1pf(fabsf(x)); }
}
