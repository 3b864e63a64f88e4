// Objects of each thread: methods that change them in functions that wait, iterators whose constructors ask for the thread, members with
// values of their own that threads show each other.
// prints: wrong: 0
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
static int wrong = 0;
static void same(const char *what, double got, double wanted) {
  if (got != wanted && wrong++ < 5) printf("%s: %.9g, not %.9g\n", what, got, wanted);
}
static void near(const char *what, double got, double wanted, double by) {
  if (!(std::fabs(got - wanted) <= by * (1 + std::fabs(wanted)))) same(what, got, wanted);
}

struct S { int a, b[3]; __device__ void bump(int x) { a += x; b[x % 3]++; } __device__ int sum() const { return a + b[0] + 10 * b[1] + 100 * b[2]; } };
__device__ int w1(S s, int *sh, int t) { s.bump(t); sh[t] = s.a; __syncthreads(); s.bump(sh[31 - t] % 5); int r = s.sum(); __syncthreads(); return r; }
__device__ int w2(S &s, int *sh, int t) { s.bump(t); sh[t] = s.a; __syncthreads(); s.a += sh[31 - t]; __syncthreads(); return s.a; }
__device__ void w3(const S &s, int *sh, int t, int &out) { sh[t] = s.sum(); __syncthreads(); out += sh[(t + 1) & 31]; __syncthreads(); }
struct Tile { int *s; int t; __device__ int next(int v) { s[t] = v; return s[t] + 1; } };
__global__ void k(S p, int *o) { __shared__ int sh[32]; int t = threadIdx.x; S mine = p; mine.b[1] = t; int a = w1(mine, sh, t), c = w2(mine, sh, t), d = 5; w3(mine, sh, t, d); p.bump(d); Tile tile{sh, t}; int e = tile.next(d); __syncthreads(); int f = sh[t ^ 1]; o[t] = a + 3 * c + 7 * d + 11 * p.sum() + 13 * mine.sum() + e + f; }
static void part_1() { int *o, g[32]; cudaMalloc(&o, 128); S p = {1, {2, 3, 4}}; k<<<1, 32>>>(p, o); cudaMemcpy(g, o, 128, cudaMemcpyDeviceToHost); auto bump = [](S &s, int x) { s.a += x; s.b[x % 3]++; }; auto sum = [](const S &s) { return s.a + s.b[0] + 10 * s.b[1] + 100 * s.b[2]; }; S m[32], q[32]; int a[32], c[32], d[32], sh[32]; for (int t = 0; t < 32; ++t) { m[t] = p; m[t].b[1] = t; S x = m[t]; bump(x, t); bump(x, (1 + 31 - t) % 5); a[t] = sum(x); } for (int t = 0; t < 32; ++t) bump(m[t], t), sh[t] = m[t].a; for (int t = 0; t < 32; ++t) m[t].a += sh[31 - t], c[t] = m[t].a; for (int t = 0; t < 32; ++t) d[t] = 5 + sum(m[(t + 1) & 31]); for (int t = 0; t < 32; ++t) { q[t] = p; bump(q[t], d[t]); same("k", g[t], a[t] + 3 * c[t] + 7 * d[t] + 11 * sum(q[t]) + 13 * sum(m[t]) + d[t] + 1 + d[t ^ 1]); }
}

struct Iter { int i, n, step; __device__ Iter(int n) : i(blockIdx.x * blockDim.x + threadIdx.x), n(n), step(gridDim.x * blockDim.x) {} __device__ bool more() const { return i < n; } __device__ void operator++() { i += step; } __device__ int operator*() const { return i; } };
struct Range { int b, e, s; struct It { int v, s; __device__ int operator*() const { return v; } __device__ bool operator!=(const It &o) const { return v < o.v; } __device__ It &operator++() { v += s; return *this; } }; __device__ It begin() const { return {b, s}; } __device__ It end() const { return {e, s}; } };
__device__ Range grid_range(int n) { return {(int)(blockIdx.x * blockDim.x + threadIdx.x), n, (int)(blockDim.x * gridDim.x)}; }
__global__ void k1(int *a, int n) { for (Iter it(n); it.more(); ++it) a[*it] += *it; }
__global__ void k2(int *a, int n) { for (int i : grid_range(n)) a[i] *= 2; }
struct Welford { float mean = 0, m2 = 0; int n = 0; __device__ void add(float x) { ++n; float d = x - mean; mean += d / n; m2 += d * (x - mean); } __device__ void merge(const Welford &o) { if (!o.n) return; int t = n + o.n; float d = o.mean - mean; m2 += o.m2 + d * d * n * o.n / t; mean += d * o.n / t; n = t; } };
__global__ void statistics(const float *x, float *o, int n) { __shared__ Welford s[64]; Welford w; for (int i = threadIdx.x; i < n; i += 64) w.add(x[i]); s[threadIdx.x] = w; __syncthreads(); for (int k = 32; k; k >>= 1) { if (threadIdx.x < k) s[threadIdx.x].merge(s[threadIdx.x + k]); __syncthreads(); } if (threadIdx.x == 0) o[0] = s[0].mean, o[1] = s[0].m2 / s[0].n; }
__global__ void warpw(const float *x, float *o) { Welford w; w.add(x[threadIdx.x]); for (int d = 16; d; d >>= 1) { Welford t; t.mean = __shfl_down_sync(~0u, w.mean, d); t.m2 = __shfl_down_sync(~0u, w.m2, d); t.n = __shfl_down_sync(~0u, w.n, d); w.merge(t); } if (threadIdx.x % 32 == 0) o[threadIdx.x / 32] = w.mean; }
static void part_2() { const int n = 1000; int *a, h[n]; cudaMalloc(&a, sizeof h); cudaMemset(a, 0, sizeof h); k1<<<3, 32>>>(a, n); k2<<<2, 64>>>(a, n); cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost); for (int i = 0; i < n; ++i) same("it", h[i], 2 * i); float x[n], *dx, *o, g[2]; double m = 0, v = 0; for (int i = 0; i < n; ++i) x[i] = i % 29, m += x[i]; m /= n; for (int i = 0; i < n; ++i) v += (x[i] - m) * (x[i] - m); cudaMalloc(&dx, sizeof x); cudaMalloc(&o, 8); cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice); statistics<<<1, 64>>>(dx, o, n); cudaMemcpy(g, o, 8, cudaMemcpyDeviceToHost); near("mean", g[0], m, 1e-4); near("var", g[1], v / n, 1e-4); warpw<<<1, 64>>>(dx, o); cudaMemcpy(g, o, 8, cudaMemcpyDeviceToHost); for (int w = 0; w < 2; ++w) { double s = 0; for (int i = 0; i < 32; ++i) s += x[w * 32 + i]; near("warp", g[w], s / 32, 1e-4); }
}

int main() {
  part_1();
  part_2();
  printf("wrong: %d\n", wrong);
}
