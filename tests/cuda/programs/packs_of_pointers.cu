// Packs of pointers among a kernel's parameters, in front of others and over lines.
// prints: 33 649 693 12
#include <cstdio>
#include <type_traits>
template <typename T, int n> struct Packed { T elem[n]; };
struct Add { __device__ float operator()(float a, float b) const { return a + b; } };
template <int n, typename F, typename R, typename... IN>
__device__ Packed<R, n> apply(const F &f, const Packed<IN, n>... in) {
  Packed<R, n> ret;
#pragma unroll
  for (int j = 0; j < n; ++j) ret.elem[j] = f((in.elem[j])...);
  return ret;
}
template <int n, typename F, typename R, typename... IN>
__global__ void generic(F f, int count, Packed<R, n> *out, const Packed<IN, n> *... in, int tail, R *r, const IN *__restrict__
    ... more) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = apply<n, F, R, IN...>(f, (in[i])...);
  if (i < tail) r[i] = f((more[i])...);
}
int total(int n) { return n; }
template <typename... T> int total(int n, int *first, T *...others) { return total(n + *first, others...); }
int main() {
  int three = 3, eight = 8;
  float *a, *b, *c, h[64];
  cudaMallocManaged(&a, 256); cudaMallocManaged(&b, 256); cudaMallocManaged(&c, 256);
  for (int i = 0; i < 64; ++i) a[i] = i, b[i] = 10 * i;
  generic<4, Add, float, float, float><<<1, 32>>>(Add(), 15, (Packed<float, 4> *)c, (const Packed<float, 4> *)a, (const Packed<float, 4> *)b, 4, c + 60, a + 60, b + 60);
  cudaDeviceSynchronize();
  printf("%g %g %g %d\n", c[3], c[59], c[63], total(1, &three, &eight));
}
