// What functions that wait and exchanges are given: numbers by macros, and converted to the type of a template.
// prints: 1555 1555 1015.75 1015.75
// prints: 100148 100148 65636 65636
#include <cstdio>
#define FOO 8
#define HALF 0.5f
#define PI 3.25
#define BIG (3 * FOO - 1)
template <typename T> __device__ T sum(T v, T *s, T start) {
  s[threadIdx.x] = v; __syncthreads();
  T r = start;
  for (int i = 0; i < 32; ++i) r += s[i];
  __syncthreads();
  return r;
}
__global__ void w(int *a, float *f) {
  __shared__ float s[32];
  
  __shared__ int w[32];
  int t = threadIdx.x;
  a[t] = __reduce_add_sync(0xffffffffu, FOO) + __shfl_sync(0xffffffffu, FOO, 3);
  f[t] = __shfl_xor_sync(0xffffffffu, HALF, 1) + sum(float(t), s, float(1)) + sum(HALF, s, 1.0f) + sum((float)t, s, static_cast<float>(2));
  a[t] += __shfl_up_sync(0xffffffffu, BIG, 1) + sum(t, w, int(FOO)) + sum(int(t), w, int{4}) + sum<int>(FOO, w, FOO);
  f[t] += __shfl_down_sync(0xffffffffu, PI, 1);
}
template <typename T> __global__ void q(T *a) {
  __shared__ T s[32];
  int t = threadIdx.x;
  T x = sum(T(t), s, T(100)), y = sum(T(a[t]), s, T()), z = sum(T{1}, s, T{});
  a[t] = x + y * 2 + z;
}
int main() {
  int *a, h[32];
  float *f, g[32];
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&f, sizeof g);
  w<<<1, 32>>>(a, f);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(g, f, sizeof g, cudaMemcpyDeviceToHost);
  printf("%d %d %g %g\n", h[0], h[31], g[0], g[31]);
  q<int><<<1, 32>>>(a);
  q<float><<<1, 32>>>(f);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(g, f, sizeof g, cudaMemcpyDeviceToHost);
  printf("%d %d %g %g\n", h[0], h[31], g[0], g[31]);
}
