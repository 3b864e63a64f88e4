// Warp by warp without barriers of the block: volatile shared memory, __syncwarp, blocks of two dimensions, several warps at work.
// prints: 352 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__device__ void last_warp(volatile int *s, int t) {
  s[t] += s[t + 32];
  __syncwarp();
  s[t] += s[t + 16];
  __syncwarp();
  s[t] += s[t + 8];
  __syncwarp();
  s[t] += s[t + 4];
  __syncwarp();
  s[t] += s[t + 2];
  __syncwarp();
  s[t] += s[t + 1];
}
__global__ void sums(const int *in, int *out) {
  __shared__ int s[128 + 32];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 32) s[128 + t] = 0;
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    int v = s[t] + s[t + 32];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    if (t == 0) out[0] = v;
  }
}
__global__ void per_warp(const int *in, int *out) {
  __shared__ int s[4][32];
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  s[w][l] = in[threadIdx.x];
  __syncwarp();
  for (int k = 1; k < 32; k *= 2) {
    int v = l >= k ? s[w][l - k] : 0;
    __syncwarp();
    s[w][l] += v;
    __syncwarp();
  }
  out[threadIdx.x] = s[w][31 - l];
}
__global__ void two_dimensions(const int *in, int *out) {
  int lane = (threadIdx.y * blockDim.x + threadIdx.x) % 32, i = threadIdx.y * blockDim.x + threadIdx.x;
  int v = in[i];
  int left = __shfl_up_sync(~0u, v, 1), row = __shfl_sync(~0u, v, 0, 8), across = __shfl_xor_sync(~0u, v, 9);
  unsigned votes = __ballot_sync(~0u, threadIdx.x > threadIdx.y);
  out[i] = (lane ? left : 0) + 100 * row + 10000 * across + 1000000 * __popc(votes);
}
__global__ void roles(const int *in, int *out) {
  __shared__ int s[96];
  int w = threadIdx.x >> 5, l = threadIdx.x & 31;
  if (w == 0) s[l] = in[l] * 2;
  else if (w == 1) s[32 + l] = in[l] + 5;
  else s[64 + l] = -in[l];
  __syncthreads();
  switch (w) {
    case 0: out[threadIdx.x] = s[95 - l]; break;
    case 1: out[threadIdx.x] = s[l] + s[l + 64]; break;
    case 2: out[threadIdx.x] = s[l ^ 1]; break;
  }
}
int main() {
  const int n = 128;
  int *d, *o;
  cudaMallocManaged(&d, n * 4), cudaMallocManaged(&o, n * 4);
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += d[i] = i * 29 % 83;
  sums<<<1, n>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) same("sum", o[0], sum);
  per_warp<<<1, n>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int w = i & ~31, p = 0;
    for (int k = w; k <= w + 31 - i % 32; ++k) p += d[k];
    same("scan", o[i], p);
  }
  two_dimensions<<<1, dim3(8, 12)>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < 96; ++i) {
    int votes = 0;
    for (int k = i & ~31; k < (i & ~31) + 32; ++k) votes += k % 8 > k / 8;
    same("rows", o[i], (i % 32 ? d[i - 1] : 0) + 100 * d[i & ~7] + 10000 * d[i ^ 9] + 1000000 * votes);
  }
  roles<<<1, 96>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < 96; ++i) {
    int l = i % 32;
    same("roles", o[i], i < 32 ? -d[31 - l] : i < 64 ? 2 * d[l] - d[l] : 2 * d[l ^ 1]);
  }
  printf("%d compared, wrong: %d\n", compared, wrong);
}
