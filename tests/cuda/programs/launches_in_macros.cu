// Launches that macros are given beside types, in statements and among declarations: no call that could be read as it stands.
// prints: block 0
// prints: two 0
// prints: loop 0
// prints: if 0
// prints: not 0
// prints: lambda 0
// prints: declares 0
// prints: 76 76
#include <cstdio>
#include <cuda_runtime.h>
#define RUN(label, ...) do { printf("%s ", label); __VA_ARGS__; printf("%d\n", (int)cudaGetLastError()); } while (0)
#define BENCH(n, ...) for (int r_ = 0; r_ < n; r_++) { __VA_ARGS__ }
#define TYPED(T, ...) { using V = T; __VA_ARGS__; cudaDeviceSynchronize(); }
#define ONE(T, launch) { using V = T; launch; }
__global__ void k(int *a, int by) { a[threadIdx.x] += by; }
template <typename T> __global__ void t(T *a, T by) { a[threadIdx.x] += by; }
int main() {
  int *a;
  cudaMallocManaged(&a, 128);
  cudaMemset(a, 0, 128);
  RUN("block", { k<<<1, 32>>>(a, 1); cudaDeviceSynchronize(); });
  RUN("two", k<<<1, 32>>>(a, 2); cudaDeviceSynchronize());
  RUN("loop", for (int i = 0; i < 3; i++) k<<<1, 32>>>(a, 3));
  RUN("if", if (a) k<<<1, 32>>>(a, 4));
  RUN("not", if (!a) k<<<1, 32>>>(a, 1000); else k<<<1, 32>>>(a, 5));
  RUN("lambda", [&] { k<<<1, 32>>>(a, 9); }());
  RUN("declares", dim3 g(1), b(32); k<<<g, b>>>(a, 10));
  BENCH(2, k<<<1, 32>>>(a, 5); cudaDeviceSynchronize();)
  BENCH(2, { const int q = 6; k<<<1, 32>>>(a, q); cudaDeviceSynchronize(); })
  TYPED(int, t<V><<<1, 32>>>(a, 7))
  TYPED(unsigned int, t<V><<<1, 32>>>((V *)a, 1));
  TYPED(const char *, V s = "x"; k<<<1, 32>>>(a, s[0] - 'x'))
  ONE(int, (t<V><<<1, 32>>>(a, V(6))))
  cudaDeviceSynchronize();
  printf("%d %d\n", a[0], a[31]);
}
