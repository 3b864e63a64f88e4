// Sorting networks, radix sort with scans of ballots, merges by search, counting with privatised tables.
// prints: 6 compared, wrong: 0
#include <algorithm>
#include <cuda_runtime.h>
#include <vector>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__global__ void bitonic(int *a, int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = a[i];
  __syncthreads();
  for (int k = 2; k <= n; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int other = i ^ j;
        if (other > i && (s[i] > s[other]) == ((i & k) == 0)) {
          int x = s[i];
          s[i] = s[other], s[other] = x;
        }
      }
      __syncthreads();
    }
  for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = s[i];
}
__global__ void radix(unsigned *a) {
  __shared__ unsigned s[128];
  __shared__ int zeros[4];
  int t = threadIdx.x, w = t / 32, l = t % 32;
  unsigned v = a[t];
  for (int bit = 0; bit < 12; ++bit) {
    unsigned zero = __ballot_sync(~0u, !(v >> bit & 1));
    if (l == 0) zeros[w] = __popc(zero);
    __syncthreads();
    int before = 0, all = 0;
    for (int k = 0; k < 4; ++k) all += zeros[k], before += k < w ? zeros[k] : 0;
    before += __popc(zero & ((1u << l) - 1));
    int to = v >> bit & 1 ? all + t - before : before;
    s[to] = v;
    __syncthreads();
    v = s[t];
    __syncthreads();
  }
  a[t] = v;
}
__global__ void merged(const int *a, int n, const int *b, int m, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n + m) return;
  bool from_a = i < n;
  int v = from_a ? a[i] : b[i - n], low = 0, high = from_a ? m : n;
  while (low < high) {
    int middle = (low + high) / 2, x = from_a ? b[middle] : a[middle];
    if (from_a ? x < v : x <= v) low = middle + 1;
    else high = middle;
  }
  out[(from_a ? i : i - n) + low] = v;
}
template <int BINS> __global__ void counted(const int *a, int n, int *bins) {
  __shared__ int own[BINS];
  for (int i = threadIdx.x; i < BINS; i += blockDim.x) own[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&own[a[i] % BINS], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < BINS; i += blockDim.x)
    if (own[i]) atomicAdd(&bins[i], own[i]);
}
__global__ void odd_even(int *a, int n) {
  for (int round = 0; round < n; ++round) {
    int i = 2 * threadIdx.x + round % 2;
    if (i + 1 < n && a[i] > a[i + 1]) { int x = a[i]; a[i] = a[i + 1]; a[i + 1] = x; }
    __syncthreads();
  }
}
int main() {
  const int n = 256;
  int *a, *b, *c;
  unsigned *u;
  cudaMallocManaged(&a, n * 4), cudaMallocManaged(&b, n * 4), cudaMallocManaged(&c, 2 * n * 4), cudaMallocManaged(&u, 512);
  std::vector<int> h(n), g;
  for (int i = 0; i < n; ++i) a[i] = h[i] = i * 7919 % 1009, b[i] = h[i] + 3;
  for (int i = 0; i < 128; ++i) u[i] = i * 2654435761u % 4096;
  std::vector<unsigned> k(u, u + 128);
  bitonic<<<1, 64, n * sizeof(int)>>>(a, n);
  radix<<<1, 128>>>(u);
  odd_even<<<1, 128>>>(b, n);
  cudaDeviceSynchronize();
  std::sort(h.begin(), h.end()), std::sort(k.begin(), k.end());
  same("bitonic", std::equal(h.begin(), h.end(), a), 1), same("radix", std::equal(k.begin(), k.end(), u), 1);
  g = h;
  for (int &v : g) v += 3;
  same("odd and even", std::equal(g.begin(), g.end(), b), 1);
  merged<<<5, 100>>>(a, n, b, 200, c);
  cudaDeviceSynchronize();
  std::vector<int> m(n + 200);
  std::merge(h.begin(), h.end(), g.begin(), g.begin() + 200, m.begin());
  same("merged", std::equal(m.begin(), m.end(), c), 1);
  for (int i = 0; i < 37; ++i) c[i] = 0;
  counted<37><<<3, 32>>>(a, n, c);
  cudaDeviceSynchronize();
  int bad = 0, all = 0;
  for (int i = 0; i < 37; ++i) bad += c[i] != std::count_if(h.begin(), h.end(), [&](int v) { return v % 37 == i; }), all += c[i];
  same("counted", bad, 0), same("all", all, n);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
