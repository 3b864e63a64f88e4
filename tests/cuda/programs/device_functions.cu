// Device functions: references, default arguments, overloads, templates, recursion, packs, constexpr, namespaces, both sides.
// prints: 384 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
namespace tools {
__device__ void exchange(int &a, int &b) { int t = a; a = b, b = t; }
__device__ int scaled(int v, int by = 3, int add = 1) { return v * by + add; }
__host__ __device__ constexpr int power(int b, int e) { return e == 0 ? 1 : b * power(b, e - 1); }
inline namespace v2 { __device__ int which(int) { return 1; } __device__ int which(float) { return 2; } __device__ int which(const int *) { return 3; } }
}
__host__ __device__ int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
template <typename... T> __host__ __device__ auto total(T... v) { return (v + ... + 0); }
template <typename T> __device__ T largest(T a) { return a; }
template <typename T, typename... R> __device__ T largest(T a, R... rest) { T b = largest(rest...); return a > b ? a : b; }
template <typename T> __host__ __device__ T kind(T v) {
  if constexpr (sizeof(T) == 4) return v + 1;
  else return v * 2;
}
struct Both { int a, b; };
__device__ Both divided(int v, int by) { return {v / by, v % by}; }
__device__ int *where(int *p, int i) { return p + i; }
__device__ int &element(int *p, int i) { return p[i]; }
__device__ void filled(int (&a)[4], int v) { for (int &x : a) x = v++; }
template <int N> __device__ int sum_of(const int (&a)[N]) { int s = 0; for (int x : a) s += x; return s; }
#ifdef __CUDA_ARCH__
#define SIDE 1
#else
#define SIDE 2
#endif
__global__ void k(const int *in, int *out) {
  using namespace tools;
  int i = threadIdx.x, a = in[i], b = i, four[4];
  exchange(a, b);
  int s = scaled(a) + scaled(b, 2) * 1000 + scaled(1, 1, 1) * 100000;
  filled(four, a);
  Both d = divided(b, 7);
  *where(out, i) = s + which(1) + which(1.0f) * 10 + which(in) * 100;
  element(out, i + 64) = d.a * 100 + d.b + sum_of(four) * 10000;
  out[i + 128] = ackermann(i % 3, i % 4) + power(2, i % 10) + total(i, a, 5) + largest(a, b, 30) + kind(i);
  out[i + 192] = (int)kind((long long)i) + power(3, 4);
}
__global__ void reference_kernel(int *out, int n) {
  int i = threadIdx.x;
  int &mine = out[i];
  mine = 0;
  for (int k = 0; k < n; ++k) mine += k * i;
  const int &again = mine;
  out[i + 64] = again;
}
int main() {
  const int n = 64;
  int *h, *o;
  cudaMallocManaged(&h, n * 4), cudaMallocManaged(&o, 4 * n * 4);
  for (int i = 0; i < n; ++i) h[i] = i * 29 % 83;
  k<<<1, n>>>(h, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int a = i, b = h[i], m = a > b ? a : b;
    if (m < 30) m = 30;
    same("calls", o[i], a * 3 + 1 + (b * 2 + 1) * 1000 + 200000 + 1 + 20 + 300);
    same("struct", o[i + 64], b / 7 * 100 + b % 7 + (4 * a + 6) * 10000);
    same("templates", o[i + 128], ackermann(i % 3, i % 4) + tools::power(2, i % 10) + total(i, a, 5) + m + i + 1);
    same("long", o[i + 192], (int)kind((long long)i) + 81);
  }
  reference_kernel<<<1, n>>>(o, 5);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("reference", o[i], 10 * i), same("constant", o[i + 64], 10 * i);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
