// Class templates with static members, constants and functions; variable templates on the device; nested classes.
// prints: 192 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
template <typename T, int N> struct Traits {
  static constexpr int size = N;
  static constexpr T scale = T(N) / 2;
  enum { twice = 2 * N };
  static __host__ __device__ T apply(T v) { return v * scale + size; }
  struct Cell { T value; int at; __host__ __device__ T get() const { return value * twice + at; } };
};
template <int N> struct Traits<bool, N> {
  static constexpr int size = N + 1;
  static __host__ __device__ int apply(int v) { return v % 2 ? size : -size; }
};
template <typename T> __device__ T totals[4];
template <typename T> constexpr T unit = T(3);
template <class T, class Tr = Traits<T, 8>> __global__ void k(const T *in, T *out) {
  __shared__ typename Tr::Cell cells[Tr::size * 8];
  int i = threadIdx.x;
  cells[i] = {in[i], i};
  __syncthreads();
  typename Tr::Cell c = cells[Tr::size * 8 - 1 - i];
  out[i] = Tr::apply(c.get()) + unit<T>;
  if (i < 4) totals<T>[i] = out[i];
}
__global__ void flags(int *out) { out[threadIdx.x] = Traits<bool, 5>::apply(threadIdx.x) + (threadIdx.x < 4 ? totals<int>[threadIdx.x] : 0); }
int main() {
  int *a, *b;
  float *x, *y;
  cudaMallocManaged(&a, 256), cudaMallocManaged(&b, 256), cudaMallocManaged(&x, 256), cudaMallocManaged(&y, 256);
  for (int i = 0; i < 64; ++i) a[i] = i * 3, x[i] = i * 0.5f;
  k<int><<<1, 64>>>(a, b);
  k<float><<<1, 64>>>(x, y);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) {
    int j = 63 - i;
    same("int", b[i], (j * 3 * 16 + j) * 4 + 8 + 3);
    same("float", (long long)(y[i] * 2), (long long)(((j * 0.5f * 16 + j) * 4 + 8 + 3) * 2));
  }
  flags<<<1, 64>>>(a);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) same("flags", a[i], (i % 2 ? 6 : -6) + (i < 4 ? b[i] : 0));
  printf("%d compared, wrong: %d\n", compared, wrong);
}
