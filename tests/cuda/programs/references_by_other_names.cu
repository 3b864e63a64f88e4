// References that are returned by names of types, and chosen between.
// prints: 134 1036 136 1038 147 1032 149 1034 3
#include <cstdio>
template <typename T> struct Array {
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  T *p;
  __host__ __device__ reference operator[](int i) { return p[i]; }
  __host__ __device__ const_reference operator[](int i) const { return p[i]; }
  __host__ __device__ const value_type &get(int i) const { return p[i]; }
  __host__ __device__ decltype(auto) back(int n) const { return (p[n - 1]); }
};
using IntRef = const int &;
typedef unsigned char &ByteRef;
__device__ IntRef pick(const int *p, int i) { return p[i]; }
__device__ ByteRef byte(unsigned char *p, int i) { return p[i]; }
template <typename T> __device__ const T &clamped(const T &v, const T &lo, const T &hi) { return v < lo ? lo : (hi < v ? hi : v); }
template <class T> __device__ inline const T &largest(const T *p, int n) { const T *m = p; for (int i = 1; i < n; ++i) m = *m < p[i] ? p + i : m; return *m; }
template <typename T> __device__ T &select(bool b, T &x, T &y) { return b ? x : y; }
template <typename T> __global__ void k(Array<T> a, const Array<T> b, T *o, unsigned char *c, const int *ints) {
  int i = threadIdx.x;
  a[i] = b[7 - i] + b.get(i) + b.back(8) * 0;
  o[i] = clamped(a[i], T(3), T(9)) + largest(b.p, 8) + pick(ints, i);
  byte(c, i) += 2;
  T x = 1, y = 2;
  select(i & 1, x, y) = 10;
  o[i] += x * 100 + y;
  (i > 3 ? x : y) = 5;
  o[i] += x + y;
}
int main() {
  int h[8], *a, *b, *o, *n;
  unsigned char *c, hc[8];
  for (int i = 0; i < 8; ++i) h[i] = i + 1;
  cudaMalloc(&a, 32), cudaMalloc(&b, 32), cudaMalloc(&o, 32), cudaMalloc(&n, 32), cudaMalloc(&c, 8);
  cudaMemcpy(b, h, 32, cudaMemcpyHostToDevice), cudaMemcpy(n, h, 32, cudaMemcpyHostToDevice), cudaMemset(c, 1, 8);
  k<int><<<1, 8>>>(Array<int>{a}, Array<int>{b}, o, c, n);
  cudaMemcpy(h, o, 32, cudaMemcpyDeviceToHost), cudaMemcpy(hc, c, 8, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) printf("%d ", h[i]);
  printf("%d\n", hc[3]);
}
