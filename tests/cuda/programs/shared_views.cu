// One piece of shared memory seen as several types: unions, casts, rows of another shape, one after the other.
// prints: 256 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
struct Item { int key; float value; };
union View { int i[64]; float f[64]; unsigned char bytes[256]; };
__global__ void with_union(const int *in, int *out) {
  __shared__ View v;
  int t = threadIdx.x;
  v.i[t] = in[t] * 257;
  __syncthreads();
  int bytes = v.bytes[4 * t] + v.bytes[4 * t + 1];
  __syncthreads();
  v.f[63 - t] = t * 0.5f;
  __syncthreads();
  out[t] = bytes + (int)(v.f[t] * 2) * 1000;
}
__global__ void with_casts(const int *in, int *out) {
  __shared__ __align__(16) unsigned char raw[64 * sizeof(Item) + 64];
  int t = threadIdx.x;
  Item *items = reinterpret_cast<Item *>(raw);
  unsigned char *flags = raw + 64 * sizeof(Item);
  items[t] = {in[t], in[t] * 0.25f};
  flags[t] = in[t] & 1;
  __syncthreads();
  int n = 0;
  for (int k = 0; k < t; ++k) n += flags[k];
  int got = items[63 - t].key + (int)(items[t].value * 4);
  __syncthreads();
  int2 *pairs = (int2 *)raw;
  pairs[t] = make_int2(n, got);
  __syncthreads();
  out[t] = pairs[t ^ 1].x + 100 * pairs[63 - t].y;
}
__global__ void rows(const int *in, int *out) {
  __shared__ int flat[64];
  int(*square)[8] = reinterpret_cast<int(*)[8]>(flat);
  int t = threadIdx.x;
  flat[t] = in[t];
  __syncthreads();
  out[t] = square[t % 8][t / 8];
}
__global__ void vectors(const int *in, int *out) {
  __shared__ __align__(16) int flat[64];
  int t = threadIdx.x;
  if (t < 16) reinterpret_cast<int4 *>(flat)[t] = reinterpret_cast<const int4 *>(in)[t];
  __syncthreads();
  int4 v = ((int4 *)flat)[15 - t / 4];
  out[t] = v.x + v.y * 2 + v.z * 3 + v.w * 4 + flat[t];
}
int main() {
  const int n = 64;
  int *h, *o;
  cudaMallocManaged(&h, n * 4), cudaMallocManaged(&o, n * 4);
  for (int i = 0; i < n; ++i) h[i] = i * 29 % 83;
  with_union<<<1, n>>>(h, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("union", o[i], 2 * h[i] + (63 - i) * 1000);
  with_casts<<<1, n>>>(h, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int before = 0, j = 63 - i;
    for (int k = 0; k < (i ^ 1); ++k) before += h[k] & 1;
    same("casts", o[i], before + 100 * (h[63 - j] + h[j]));
  }
  rows<<<1, n>>>(h, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("rows", o[i], h[i % 8 * 8 + i / 8]);
  vectors<<<1, n>>>(h, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int *v = h + (15 - i / 4) * 4;
    same("vectors", o[i], v[0] + v[1] * 2 + v[2] * 3 + v[3] * 4 + h[i]);
  }
  printf("%d compared, wrong: %d\n", compared, wrong);
}
