// Arrays of each thread across barriers: two dimensions, changed through pointers and functions, of structs, sized by templates.
// prints: 192 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
struct Top { int value, at; };
template <int K> __device__ void insert(Top (&best)[K], int value, int at) {
  if (value <= best[K - 1].value) return;
  int k = K - 1;
  for (; k > 0 && best[k - 1].value < value; --k) best[k] = best[k - 1];
  best[k] = {value, at};
}
template <int K> __global__ void tops(const int *in, int *out, int n) {
  __shared__ int tile[32];
  Top best[K];
  for (int k = 0; k < K; ++k) best[k] = {-1, -1};
  int t = threadIdx.x;
  for (int start = 0; start < n; start += 32) {
    tile[t] = in[start + t];
    __syncthreads();
    for (int k = 0; k < 32; ++k) insert(best, tile[(k + t) % 32] ^ t, start + (k + t) % 32);
    __syncthreads();
  }
  int s = 0;
  for (int k = 0; k < K; ++k) s = s * 7 + best[k].value * 3 + best[k].at;
  out[t] = s;
}
__device__ void shift(int *p, int n) { for (int i = n - 1; i > 0; --i) p[i] = p[i - 1]; }
__global__ void window(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, w[5] = {0}, m[2][3] = {{1, 2, 3}, {4, 5, 6}}, *p = w + 1;
  for (int r = 0; r < 6; ++r) {
    s[t] = in[t] + r;
    __syncthreads();
    shift(w, 5);
    w[0] = s[(t + r) % 64];
    *p += r;
    m[r % 2][r % 3] += w[r % 5];
    __syncthreads();
  }
  int sum = 0;
  for (auto &row : m)
    for (int v : row) sum = sum * 3 % 10007 + v;
  out[t] = sum + w[4] * 100000;
}
__global__ void row_sums(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int held[4], *end = held;
  for (int k = 0; k < 4; ++k) *end++ = in[(t * 4 + k) % 64];
  s[t] = held[0] + end[-1];
  __syncthreads();
  held[1] = s[t ^ 1];
  out[t] = held[1] * 1000 + held[2] + int(end - held);
}
int main() {
  const int n = 64;
  int *d, *o;
  cudaMallocManaged(&d, n * 4), cudaMallocManaged(&o, n * 4);
  for (int i = 0; i < n; ++i) d[i] = i * 29 % 83;
  tops<3><<<1, 32>>>(d, o, n);
  tops<5><<<1, 32>>>(d, o + 32, n);
  cudaDeviceSynchronize();
  for (int t = 0; t < 64; ++t) {
    int K = t < 32 ? 3 : 5, u = t % 32, s = 0;
    Top best[5];
    for (int k = 0; k < 5; ++k) best[k] = {-1, -1};
    for (int start = 0; start < n; start += 32)
      for (int k = 0; k < 32; ++k) {
        int at = start + (k + u) % 32, value = d[at] ^ u, j = K - 1;
        if (value <= best[K - 1].value) continue;
        for (; j > 0 && best[j - 1].value < value; --j) best[j] = best[j - 1];
        best[j] = {value, at};
      }
    for (int k = 0; k < K; ++k) s = s * 7 + best[k].value * 3 + best[k].at;
    same("tops", o[t], s);
  }
  window<<<1, n>>>(d, o);
  cudaDeviceSynchronize();
  for (int t = 0; t < n; ++t) {
    int w[5] = {0}, m[6] = {1, 2, 3, 4, 5, 6}, sum = 0;
    for (int r = 0; r < 6; ++r) {
      for (int i = 4; i > 0; --i) w[i] = w[i - 1];
      w[0] = d[(t + r) % 64] + r, w[1] += r, m[r % 2 * 3 + r % 3] += w[r % 5];
    }
    for (int v : m) sum = sum * 3 % 10007 + v;
    same("window", o[t], sum + w[4] * 100000);
  }
  row_sums<<<1, n>>>(d, o);
  cudaDeviceSynchronize();
  for (int t = 0; t < n; ++t) {
    int u = t ^ 1;
    same("rows", o[t], (d[u * 4 % 64] + d[(u * 4 + 3) % 64]) * 1000 + d[(t * 4 + 2) % 64] + 4);
  }
  printf("%d compared, wrong: %d\n", compared, wrong);
}
