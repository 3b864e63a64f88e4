// Functions in which threads wait, of one name: what a call leaves out, and that an array is no number, tell which.
// prints: 155 186 166 197
#include <cstdio>
template <typename T> __device__ T pick(T v, T *s) { s[threadIdx.x] = v; __syncthreads(); T r = s[0]; __syncthreads(); return r; }
template <typename T> __device__ T pick(T v, T *s, int at, T more = T(1)) { s[threadIdx.x] = v; __syncthreads(); T r = s[at] + more; __syncthreads(); return r; }
template <typename T> __device__ T scaled(T v, T *s, int by = 2) { return by * pick(v, s); }
template <typename T> __device__ T scaled(T v, T *s, T *other, int by = 3) { other[threadIdx.x] = v; __syncthreads(); T r = by * other[1]; __syncthreads(); return r + s[0]; }
template <typename T, int N> __global__ void k(T *a) {
  __shared__ T s[N];
  __shared__ T o[N];
  int t = threadIdx.x;
  T v = a[t];
  T r = pick(v, s) + pick(v, s, 3) + pick(v, s, 3, T(50)) + scaled(v, s) + scaled(v, s, 5) + scaled(v, s, o) + scaled(v, s, o, 7);
  a[t] = r + t;
}
int main() {
  int *a, h[32];
  float *f, g[32];
  for (int i = 0; i < 32; ++i) h[i] = 4 + i, g[i] = 4.5f + i;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&f, sizeof g);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(f, g, sizeof g, cudaMemcpyHostToDevice);
  k<int, 32><<<1, 32>>>(a);
  k<float, 32><<<1, 32>>>(f);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(g, f, sizeof g, cudaMemcpyDeviceToHost);
  printf("%d %d %g %g\n", h[0], h[31], g[0], g[31]);
}
