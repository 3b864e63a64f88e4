// Functions and numbers that a template is given are no types: what is called by their names is no conversion.
// prints: 5 10 5.25 9 12 12
#include <cstdio>
template <typename T> __device__ T more(T x) { return x + (T)1.25; }
template <typename T> __device__ T squared(T x) { return x * x; }
struct Thrice {
  __device__ float operator()(float x) const { return 3 * x; }
};
template <typename T, T (*f)(T)> __global__ void by_pointer(T *a) {
  int i = threadIdx.x;
  T x = i + 3;
  x = f(x);
  T y(f(i + 1));
  a[i] = i == 0 ? x : y;
}
template <typename T, class F> __global__ void by_object(T *a, F f) {
  int i = threadIdx.x;
  T x = i + 3;
  a[i] = f(x);
}
template <int N, typename T> __global__ void by_number(T *a) { a[threadIdx.x] = N + (N) * (int)(threadIdx.x + 2.5f); }
int main() {
  int *a, h[2];
  float *b, g[2];
  cudaMalloc(&a, sizeof h), cudaMalloc(&b, sizeof g);
  by_pointer<int, more<int>><<<1, 2>>>(a);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  by_number<3><<<1, 2>>>(a);
  int first = h[0];
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  by_pointer<float, more<float>><<<1, 2>>>(b);
  cudaMemcpy(g, b, sizeof g, cudaMemcpyDeviceToHost);
  float added = g[0] + 1;
  by_object<<<1, 2>>>(b, Thrice());
  cudaMemcpy(g, b, sizeof g, cudaMemcpyDeviceToHost);
  printf("%d %d %g %d %d %g\n", first + 1, h[0] + 1, added, (int)g[0], h[1], g[1]);
}
