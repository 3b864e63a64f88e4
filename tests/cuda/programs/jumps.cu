// switch with and without fall-through, goto, nested ?:, comma, do-while macros, labels, in kernels that wait and that do not.
// prints: 256 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
#define SWAP(a, b) do { int keep_ = a; a = b; b = keep_; } while (0)
#define AT(p, i) (p)[(i) & 63]
__host__ __device__ int fallen(int v) {
  int r = 0;
  switch (v % 5) {
    case 0: r += 1;
    case 1: r += 10; break;
    case 2: { int w = v; r = w * 2; break; }
    case 3: return -v;
    default: r = 7;
  }
  return r;
}
__global__ void plain(const int *a, int *out) {
  int i = threadIdx.x, v = a[i], n = 0;
  goto test;
again:
  v = v % 2 ? 3 * v + 1 : v / 2, ++n;
test:
  if (v > 1 && n < 500) goto again;
  out[i] = n;
}
__global__ void waiting(const int *a, int *out, int mode) {
  __shared__ int s[64];
  int i = threadIdx.x, x = a[i], y = i;
  SWAP(x, y);
  s[i] = fallen(y) + x;
  __syncthreads();
  switch (mode) {
    case 1: x = AT(s, i + 1); break;
    case 2: x = AT(s, i + 2), y = 0; break;
    default: x = y = 1;
  }
  int z = x > 40 ? (y > 20 ? 1 : 2) : x > 20 ? 3 : (x < 0 ? 4 : 5);
  __syncthreads();
  for (int k = 0, m = 3; k < m; ++k, --m) {
    s[i] += z * k + m;
    if (s[i] % 7 == 0) continue;
    z += 1;
  }
  __syncthreads();
  int found = -1;
  for (int k = 0; k < 64; ++k)
    if (AT(s, i + k) % 9 == 0) { found = k; goto out; }
  found = 64;
out:
  out[i] = found * 1000 + z;
}
static int steps(int v) { int n = 0; while (v > 1 && n < 500) v = v % 2 ? 3 * v + 1 : v / 2, ++n; return n; }
int main() {
  const int n = 64;
  int *a, *o;
  cudaMallocManaged(&a, n * 4), cudaMallocManaged(&o, n * 4);
  for (int i = 0; i < n; ++i) a[i] = i * 29 % 83;
  plain<<<1, n>>>(a, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("steps", o[i], steps(a[i]));
  for (int mode = 1; mode <= 3; ++mode) {
    waiting<<<1, n>>>(a, o, mode);
    cudaDeviceSynchronize();
    int s[n], z[n];
    for (int i = 0; i < n; ++i) s[i] = fallen(a[i]) + i;
    int first[n];
    for (int i = 0; i < n; ++i) first[i] = s[i];
    for (int i = 0; i < n; ++i) {
      int y = a[i], x;
      if (mode == 1) x = first[(i + 1) & 63];
      else if (mode == 2) x = first[(i + 2) & 63], y = 0;
      else x = y = 1;
      z[i] = x > 40 ? (y > 20 ? 1 : 2) : x > 20 ? 3 : (x < 0 ? 4 : 5);
      for (int k = 0, m = 3; k < m; ++k, --m) {
        s[i] += z[i] * k + m;
        if (s[i] % 7 != 0) z[i] += 1;
      }
    }
    for (int i = 0; i < n; ++i) {
      int found = 64;
      for (int k = 63; k >= 0; --k)
        if (s[(i + k) & 63] % 9 == 0) found = k;
      same("waiting", o[i], found * 1000 + z[i]);
    }
  }
  printf("%d compared, wrong: %d\n", compared, wrong);
}
