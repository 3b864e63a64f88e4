// Loops around barriers that end early: a flag in shared memory, a vote of the block, a count; threads that return before.
// prints: 322 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__global__ void by_flag(const int *in, int *out, int limit) {
  __shared__ int sum, done;
  int t = threadIdx.x, mine = 0;
  if (t == 0) sum = 0, done = 0;
  __syncthreads();
  for (int round = 0; round < 20; ++round) {
    if (in[t] > round) atomicAdd(&sum, 1), ++mine;
    __syncthreads();
    if (t == 0 && sum > limit) done = round + 1;
    __syncthreads();
    if (done) break;
  }
  out[t] = mine * 100 + done;
}
__global__ void by_vote(int *a, int *rounds) {
  __shared__ int s[64];
  int t = threadIdx.x, n = 0;
  s[t] = a[t];
  __syncthreads();
  while (true) {
    int swapped = 0;
    if (t % 2 == n % 2 && t < 63 && s[t] > s[t + 1]) {
      int x = s[t];
      s[t] = s[t + 1], s[t + 1] = x;
      swapped = 1;
    }
    ++n;
    int again = __syncthreads_count(swapped);
    if (again == 0 && n > 1 && n % 2 == 0) {
      bool sorted = t == 63 || s[t] <= s[t + 1];
      if (__syncthreads_and(sorted)) break;
    }
  }
  a[t] = s[t];
  if (t == 0) *rounds = n;
}
__global__ void some_leave(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 1;
  if (t >= n) { out[t] = -7; return; }
  s[t] = in[t];
  __syncthreads();
  for (int stride = 1; stride < n; stride *= 2) {
    int v = t >= stride ? s[t - stride] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  out[t] = s[t];
}
__global__ void nested(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, total = 0;
  for (int i = 0; i < 4; ++i) {
    s[t] = in[(t + i) % 64];
    __syncthreads();
    for (int j = 0;; ++j) {
      int v = s[(t + j) % 64];
      total += v;
      __syncthreads();
      if (j == i) break;
      s[t] = v + 1;
      __syncthreads();
    }
    if (i == 2) continue;
    __syncthreads();
    total *= 2;
  }
  out[t] = total;
}
int main() {
  const int n = 64;
  int *h, *o, w[n], s[n];
  cudaMallocManaged(&h, n * 4), cudaMallocManaged(&o, (n + 1) * 4);
  for (int i = 0; i < n; ++i) h[i] = i * 29 % 23;
  by_flag<<<1, n>>>(h, o, 150);
  cudaDeviceSynchronize();
  int sum = 0, end = 0, mine[n] = {};
  for (int r = 0; r < 20 && !end; ++r) {
    for (int i = 0; i < n; ++i) sum += h[i] > r, mine[i] += h[i] > r;
    if (sum > 150) end = r + 1;
  }
  for (int i = 0; i < n; ++i) same("flag", o[i], mine[i] * 100 + end);
  for (int i = 0; i < n; ++i) w[i] = h[i];
  some_leave<<<1, n>>>(h, o, 50);
  cudaDeviceSynchronize();
  for (int i = 0, p = 0; i < n; ++i) p += h[i], same("leave", o[i], i < 50 ? p : -7);
  nested<<<1, n>>>(h, o);
  cudaDeviceSynchronize();
  int total[n] = {}, v[n];
  for (int i = 0; i < 4; ++i) {
    for (int t = 0; t < n; ++t) s[t] = h[(t + i) % n];
    for (int j = 0;; ++j) {
      for (int t = 0; t < n; ++t) v[t] = s[(t + j) % n], total[t] += v[t];
      if (j == i) break;
      for (int t = 0; t < n; ++t) s[t] = v[t] + 1;
    }
    if (i != 2)
      for (int t = 0; t < n; ++t) total[t] *= 2;
  }
  for (int i = 0; i < n; ++i) same("nested", o[i], total[i]);
  by_vote<<<1, n>>>(h, o + n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      if (w[j] < w[i]) { int x = w[i]; w[i] = w[j], w[j] = x; }
  for (int i = 0; i < n; ++i) same("sorted", h[i], w[i]);
  same("rounds", o[n] > 2 && o[n] <= 66, 1);
  some_leave<<<2, n>>>(h, o, 64);
  cudaDeviceSynchronize();
  for (int i = 0, p = 0; i < n; ++i) p += w[i], same("none leaves", o[i], p);
  same("end", 1, 1);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
