// Types that a kernel of one thread has of its own; attributes of C++ before CUDA's words.
// prints: 8 9 0 7 6 5
#include <cstdio>

[[nodiscard]] __device__ inline int doubled(int a, int by = 2) { return a * by; }
template <typename T>
[[nodiscard]] __host__ __device__ constexpr T same(T a) {
  return a;
}
[[maybe_unused]] static __device__ int unused() { return 0; }

__global__ void one([[maybe_unused]] const int *in, int *o) {
  struct Row {
    int a;
    __device__ int twice() const { return 2 * a; }
  };
  enum { A = 3, B };
  union Word {
    int i;
    float f;
  };
  typedef int row[3];
  row r = {1, 2, 3};
  using T = unsigned short;
  T s = 65535;
  s++;
  auto f = [&r](int i) { return r[i] * A; };
  Row l{B};
  Word w;
  w.i = 7;
  o[0] = l.twice();
  o[1] = f(2);
  o[2] = s;
  o[3] = w.i;
  o[4] = doubled(3);
  o[5] = same(5);
}

int main() {
  int *p;
  cudaMallocManaged(&p, 8 * sizeof(int));
  one<<<1, 1>>>(p, p);
  cudaDeviceSynchronize();
  for (int i = 0; i < 6; ++i) printf("%d ", p[i]);
  printf("\n");
  cudaFree(p);
}
