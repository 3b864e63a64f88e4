// A `return` in a lambda leaves the lambda, not the thread, and gives what the lambda gives, not the function; two values of other threads in one declaration.
// prints: wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0;
static void same(const char *what, long long got, long long wanted) {
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}

__global__ void k(int *o) { int i = threadIdx.x; auto f = [c = i]() mutable { return c++; }; f(); f(); o[i] = f(); }
__global__ void k2(int *o) { __shared__ int s[32]; int i = threadIdx.x; int c = 0; auto f = [&c, i](int d) { c += d * i; return c; }; s[i] = f(1); __syncthreads(); int q = s[31 - i]; __syncthreads(); o[i] = f(2) + q; }
template <typename F> __device__ int thrice(F f) { f(1); f(2); return f(3); }
__global__ void k3(int *o) { int i = threadIdx.x, total = 0; o[i] = thrice([&](int v) { total += v * i; return total; }) + total; }
static void part_1() { int *o, g[32]; cudaMalloc(&o, 128); k<<<1, 32>>>(o); cudaMemcpy(g, o, 128, cudaMemcpyDeviceToHost); for (int i = 0; i < 32; ++i) same("k", g[i], i + 2); k2<<<1, 32>>>(o); cudaMemcpy(g, o, 128, cudaMemcpyDeviceToHost); for (int i = 0; i < 32; ++i) same("k2", g[i], 3 * i + 31 - i); k3<<<1, 32>>>(o); cudaMemcpy(g, o, 128, cudaMemcpyDeviceToHost); for (int i = 0; i < 32; ++i) same("k3", g[i], 12 * i);
}

__global__ void k_more(const int *in, int *o) { int t = threadIdx.x, v = in[t]; unsigned m = __match_any_sync(~0u, v % 5); int leader = __ffs(m) - 1; int rank = __popc(m & ((1u << (t & 31)) - 1)); int s = __shfl_sync(~0u, v, leader); o[t] = s * 100 + rank; }
__global__ void seg(const int *key, const int *val, int *o) { int t = threadIdx.x, l = t & 31, k = key[t], v = val[t]; for (int d = 1; d < 32; d *= 2) { int ok = __shfl_up_sync(~0u, k, d), ov = __shfl_up_sync(~0u, v, d); if (l >= d && ok == k) v += ov; } int nk = __shfl_down_sync(~0u, k, 1); if (l == 31 || nk != k) atomicAdd(&o[k], v); }
static void part_2() {
  int h[64], g[64], key[64], ws[16] = {}, gs[16]; for (int i = 0; i < 64; ++i) h[i] = i * 13 % 41, key[i] = i / 7, ws[key[i]] += h[i]; int *d, *o, *q; cudaMalloc(&d, 256); cudaMalloc(&o, 256); cudaMalloc(&q, 256); cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice); k_more<<<1, 64>>>(d, o); cudaMemcpy(g, o, 256, cudaMemcpyDeviceToHost);
  for (int t = 0; t < 64; ++t) { int w = t & ~31, first = -1, r = 0; for (int l = 0; l < 32; ++l) if (h[w + l] % 5 == h[t] % 5) { if (first < 0) first = w + l; if (w + l < t) ++r; } same("match", g[t], h[first] * 100 + r); }
  cudaMemcpy(q, key, 256, cudaMemcpyHostToDevice); cudaMemset(o, 0, 256); seg<<<1, 64>>>(q, d, o); cudaMemcpy(gs, o, 64, cudaMemcpyDeviceToHost); for (int i = 0; i < 16; ++i) same("seg", gs[i], ws[i]);
}

int main() {
  part_1();
  part_2();
  printf("wrong: %d\n", wrong);
}
