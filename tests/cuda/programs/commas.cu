// Statements that change several variables at once, by commas: pointers that change places, one value for the block or each thread's.
// prints: 384 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__global__ void swapped(const int *in, int *out, int n) {
  __shared__ int one[64], two[64];
  int *from = one, *to = two, t = threadIdx.x, round = 0, odd = 1;
  from[t] = in[t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    to[t] = from[t] + (t >= d ? from[t - d] : 0);
    __syncthreads();
    int *keep = from;
    from = to, to = keep, ++round;
    odd = -odd, round += 1;
  }
  out[t] = from[t] + 1000 * round + odd;
}
__global__ void mixed(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, k = 0, mine = 0, last = n;
  while (k < 6) {
    s[t] = in[t] + k;
    __syncthreads();
    mine += s[(t + k) % 64], k += 2, last = k;
    __syncthreads();
    k += 1, last -= k;
  }
  out[t] = mine + 1000 * k + 10000 * last;
}
__global__ void plain(const int *in, int *out, int n) {
  int a = n, b = 1, t = threadIdx.x, c;
  a = 2 * n, b = a + 1, c = b;
  for (int i = 0, j = 9; i < j; ++i, --j) a += i * j, b -= j;
  if (n > 3) a += 1, b += t;
  c += a, out[t] = a + 100 * b + c;
}
__global__ void shared_too(const int *in, int *out) {
  __shared__ int base, step;
  int t = threadIdx.x, count = 0;
  if (t == 0) base = 5, step = 2;
  __syncthreads();
  for (int i = base; i < 20; i += step, ++count) {
    out[t] = i * count;
    __syncthreads();
  }
  count *= 2, out[t] += count;
}
struct Pair { int a, b; };
__global__ void chained(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, x, y, z = 0;
  x = y = 4;
  for (int r = 0; r < 3; ++r) {
    s[t] = in[t] * (x + r);
    __syncthreads();
    z += s[63 - t] + y;
    __syncthreads();
    y += 2, x = y * 2;
  }
  out[t] = z + x;
}
__global__ void by_function(const int *in, int *out) {
  __shared__ int one[64], two[64];
  int *p = one, *q = two, t = threadIdx.x;
  Pair h = {1, 2};
  p[t] = in[t];
  __syncthreads();
  for (int r = 0; r < 3; ++r) {
    q[t] = p[(t + h.a) % 64] + h.b;
    __syncthreads();
    { int *k = p; p = q, q = k; }
    h.a += 1, h.b = h.a * 2;
  }
  out[t] = p[t];
}
int main() {
  const int n = 64;
  int *d, *o;
  cudaMallocManaged(&d, n * 4), cudaMallocManaged(&o, n * 4);
  for (int i = 0; i < n; ++i) d[i] = i * 29 % 83;
  swapped<<<1, n>>>(d, o, n);
  cudaDeviceSynchronize();
  for (int i = 0, s = 0; i < n; ++i) s += d[i], same("swapped", o[i], s + 12000 + 1);
  mixed<<<1, n>>>(d, o, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("mixed", o[i], d[i] + d[(i + 3) % 64] + 3 + 6000 + 10000 * (5 - 6));
  plain<<<1, n>>>(d, o, 5);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int a = 10, b = 11, c = 11;
    for (int p = 0, q = 9; p < q; ++p, --q) a += p * q, b -= q;
    a += 1, b += i, c += a;
    same("plain", o[i], a + 100 * b + c);
  }
  shared_too<<<1, n>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("shared", o[i], 19 * 7 + 16);
  chained<<<1, n>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("chained", o[i], d[63 - i] * (4 + 0) + 4 + d[63 - i] * (12 + 1) + 6 + d[63 - i] * (16 + 2) + 8 + 20);
  by_function<<<1, n>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("rounds", o[i], d[(i + 6) % 64] + 2 + 4 + 6);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
