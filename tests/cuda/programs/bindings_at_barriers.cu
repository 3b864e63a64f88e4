// Structured bindings in kernels whose threads wait: of structs, arrays, by value and by reference, in loops.
// prints: 320 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
struct Pair { int low; float high; };
__device__ Pair split(int v) { return {v % 10, v * 0.5f}; }
__global__ void k(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ Pair pairs[64];
  int t = threadIdx.x;
  auto [low, high] = split(in[t]);
  s[t] = low;
  pairs[t] = {in[t], 1.0f};
  __syncthreads();
  int other = s[63 - t];
  auto &[kept, weight] = pairs[t];
  kept += other;
  weight *= high;
  __syncthreads();
  const auto &[left, right] = pairs[(t + 1) % 64];
  out[t] = left + (int)(2 * right) * 1000 + low * 1000000;
}
__global__ void arrays(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, total = 0;
  int three[3] = {in[t], t, 1};
  const int a = three[0], b = three[1], c = three[2];
  for (int round = 0; round < 3; ++round) {
    auto &[x, y, z] = three;
    s[t] = x + y * z;
    __syncthreads();
    x = s[(t + round) % 64] % 100;
    z += b % 2;
    total += x + a;
    __syncthreads();
  }
  out[t] = total * 8 + c + three[2];
}
__global__ void scopes(const int *in, int *out) {
  __shared__ float4 s[64];
  int t = threadIdx.x, low = 3;
  s[t] = make_float4(in[t], 1, t, 2);
  __syncthreads();
  int sum = low;
  {
    auto [low, y, z, w] = s[63 - t];
    sum += (int)low * 10;
    __syncthreads();
    low += y + z;
    s[t].w = low * w;
    {
      int y = 5;
      sum += y;
    }
  }
  __syncthreads();
  if (t % 2) {
    const auto [low, high] = split((int)s[t ^ 1].w);
    int more = low;
    auto add = [&](int v) { return v + more; };
    sum += add((int)high);
  }
  for (int r = 0; r < 2; ++r) {
    auto [first, second] = Pair{r, 0.5f * t};
    s[t].x = first + second;
    __syncthreads();
    sum += (int)(2 * s[(t + 2) % 64].x) + first * low;
    __syncthreads();
  }
  out[t] = sum;
}
__global__ void one_thread_each(const int *in, int *out) {
  int t = threadIdx.x;
  auto [low, high] = split(in[t]);
  out[t] = low + (int)high;
}
__global__ void warps(const int *in, int *out) {
  int t = threadIdx.x;
  auto [low, high] = split(in[t]);
  for (int d = 16; d; d /= 2) low += __shfl_xor_sync(~0u, low, d);
  out[t] = low + (int)high;
}
int main() {
  const int n = 64;
  int h[n], g[n], *d, *o;
  for (int i = 0; i < n; ++i) h[i] = i * 29 % 83;
  cudaMalloc(&d, sizeof h), cudaMalloc(&o, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  k<<<1, n>>>(d, o);
  cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    int j = (i + 1) % n;
    same("struct", g[i], h[j] + h[63 - j] % 10 + h[j] * 1000 + h[i] % 10 * 1000000);
  }
  arrays<<<1, n>>>(d, o);
  cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost);
  int x[n], z[n], total[n] = {}, s[n];
  for (int i = 0; i < n; ++i) x[i] = h[i], z[i] = 1;
  for (int r = 0; r < 3; ++r) {
    for (int i = 0; i < n; ++i) s[i] = x[i] + i * z[i];
    for (int i = 0; i < n; ++i) x[i] = s[(i + r) % n] % 100, z[i] += i % 2, total[i] += x[i] + h[i];
  }
  for (int i = 0; i < n; ++i) same("array", g[i], total[i] * 8 + 1 + z[i]);
  one_thread_each<<<1, n>>>(d, o);
  cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) same("plain", g[i], h[i] % 10 + h[i] / 2);
  scopes<<<1, n>>>(d, o);
  cudaDeviceSynchronize();
  cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost);
  auto w_of = [&](int i) { return (h[63 - i] + 1 + (63 - i)) * 2; };
  for (int i = 0; i < n; ++i) {
    int sum = 3 + h[63 - i] * 10 + 5, v = w_of(i ^ 1);
    if (i % 2) sum += v / 2 + v % 10;
    for (int r = 0; r < 2; ++r) sum += (int)(2 * (r + 0.5f * ((i + 2) % 64))) + r * 3;
    same("scopes", g[i], sum);
  }
  warps<<<1, n>>>(d, o);
  cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int l = 0; l < 32; ++l) sum += h[(i & ~31) + l] % 10;
    same("warp", g[i], sum + h[i] / 2);
  }
  printf("%d compared, wrong: %d\n", compared, wrong);
}
