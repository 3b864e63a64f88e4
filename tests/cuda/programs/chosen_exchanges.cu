// Warp operations and functions that wait in one side of `?:`, behind `&&` and `||`: only threads that come by take part.
// prints: 832 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
const int N = 64;
__device__ int warp_sum(unsigned mask, int v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(mask, v, d);
  return v;
}
__global__ void sides(const int *in, int *out, int mode) {
  int t = threadIdx.x, lane = t & 31, v = in[t];
  int a = mode == 1 ? __shfl_xor_sync(~0u, v, 1) : v * 2;
  int b = lane < 8 ? __shfl_sync(0xffu, v, 7 - lane, 8) : lane < 16 ? __shfl_sync(0xff00u, v, lane ^ 2) : -1;
  int n = 0;
  int c = mode > 0 ? __popc(__ballot_sync(~0u, v % 2)) : n++;
  out[t] = a + 100 * b + 10000 * c + 1000000 * n;
}
__global__ void conditions(const int *in, int *out, int n) {
  int t = threadIdx.x, v = t < n ? in[t] : 1000, hits = 0;
  if (n > 0 && __any_sync(~0u, v > 80)) hits += 1;
  if (n == 0 || __all_sync(~0u, v < 1001)) hits += 2;
  while (hits < 9 && __any_sync(~0u, v > 60)) hits += 3, v -= 10;
  bool odd = t % 2 && (__ballot_sync(0xaaaaaaaau, v > 20) & 2u);
  out[t] = v + 10000 * hits + 1000000 * odd;
}
__global__ void last_of_warp(const int *in, int *out) {
  __shared__ int sums[2];
  int t = threadIdx.x, lane = t % 32, w = t / 32;
  int s = warp_sum(~0u, in[t]);
  if (lane == 0) sums[w] = s;
  __syncthreads();
  s = t < 2 ? sums[t] : 0;
  int all = w == 0 ? warp_sum(~0u, s) : 0;
  out[t] = w == 0 && lane == 0 ? all : s;
}
__global__ void touched(const int *in, int *out, int n) {
  int t = threadIdx.x;
  // an index that is no place of the array is not read
  out[t] = t < n ? __shfl_xor_sync(0xffu, in[t < n ? t : 1 << 30], 1) : 7;
}
__global__ void in_order(const int *in, int *out) {
  int t = threadIdx.x, v = in[t], s, w = 0;
  v += 1, s = __shfl_sync(~0u, v, 3), v *= 2, w = __shfl_xor_sync(~0u, v + s, 1);
  for (int k = 0; k < 2; ++k) v += k, w += __shfl_sync(~0u, v, 31), s = w;
  out[t] = v + s;
}
int main() {
  int *d, *o;
  cudaMallocManaged(&d, N * 4), cudaMallocManaged(&o, N * 4);
  for (int i = 0; i < N; ++i) d[i] = i * 29 % 83;
  for (int mode = 0; mode < 3; ++mode) {
    sides<<<1, N>>>(d, o, mode);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; ++i) {
      int w = i & ~31, l = i & 31, odd = 0;
      for (int k = w; k < w + 32; ++k) odd += d[k] % 2;
      int b = l < 8 ? d[w + 7 - l] : l < 16 ? d[w + (l ^ 2)] : -1;
      same("sides", o[i], (mode == 1 ? d[i ^ 1] : d[i] * 2) + 100 * b + 10000 * (mode ? odd : 0) + (mode ? 0 : 1000000));
    }
  }
  for (int n = 0; n <= 64; n += 32) {
    conditions<<<1, N>>>(d, o, n);
    cudaDeviceSynchronize();
    for (int w = 0; w < N; w += 32) {
      int v[32], any = 0, all = 1, hits = 0, high = 0, bits = 0;
      for (int k = 0; k < 32; ++k) v[k] = w + k < n ? d[w + k] : 1000, any |= v[k] > 80, all &= v[k] < 1001;
      if (n > 0 && any) hits += 1;
      if (n == 0 || all) hits += 2;
      for (;;) {
        for (int k = high = 0; k < 32; ++k) high |= v[k] > 60;
        if (!(hits < 9 && high)) break;
        hits += 3;
        for (int k = 0; k < 32; ++k) v[k] -= 10;
      }
      bits = v[1] > 20;
      for (int k = 0; k < 32; ++k) same("conditions", o[w + k], v[k] + 10000 * hits + 1000000 * (k % 2 && bits));
    }
  }
  int sum[2] = {};
  for (int i = 0; i < N; ++i) sum[i / 32] += d[i];
  last_of_warp<<<1, N>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < N; ++i) same("last", o[i], i == 0 ? sum[0] + sum[1] : i == 1 ? sum[1] : 0);
  in_order<<<1, N>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < N; ++i) {
    int w = i & ~31, s = d[w + 3] + 1, last = 2 * (d[w + 31] + 1), e = 2 * (d[i ^ 1] + 1) + s + last + last + 1;
    same("in order", o[i], 2 * (d[i] + 1) + 1 + e);
  }
  touched<<<1, 32>>>(d, o, 8);
  cudaDeviceSynchronize();
  for (int i = 0; i < N; ++i) same("touched", o[i % 32], i % 32 < 8 ? d[i % 32 ^ 1] : 7);
  for (int i = 0; i < 4 * N; ++i) same("there", o[8], 7);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
