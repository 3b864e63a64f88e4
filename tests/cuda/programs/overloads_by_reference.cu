// Functions of one name of which one takes a reference.
// prints: 109 354
// prints: 2 157 32
// prints: 9002085 329199
#include <cstdio>
__device__ void bump(int &x) { x += 100; }
__device__ int bump(float x) { return (int)x; }
__device__ int bump(int x, int y) { return x * y; }
__device__ int bump(int &x, float y) { x += (int)y; return x; }
__global__ void k(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = i;
  if (i < n) {
    bump(i);
    a[j] = i + bump(2.5f) + bump(j, 3);
    bump(j, 7.0f);
    a[i - 100] += j;
  }
}
template <typename T> __device__ void both(T &x) { x = x + 1; }
template <typename T> __device__ void both(T x, T *o) { *o = x; }
template <typename T> __device__ T kept(T x) { T s = x; x = 0; return s; }
__global__ void u(int *a, float *f) {
  int t = threadIdx.x, v = t * 2;
  float g = t;
  both(v), both(g);
  __syncthreads();
  both(v, &a[t]), both(g, &f[t]);
  a[t] += v + kept(t);
}
__device__ void shift(int &x, int *s) { s[threadIdx.x] = x; __syncthreads(); x = s[threadIdx.x ^ 1]; __syncthreads(); }
__device__ int shift(float x, int *s) { s[threadIdx.x] = (int)x; __syncthreads(); int r = s[threadIdx.x ^ 2]; __syncthreads(); return r; }
template <typename T> __device__ void turn(T &x, T *s) { s[threadIdx.x] = x; __syncthreads(); x = s[31 - threadIdx.x]; __syncthreads(); }
template <typename T> __device__ T turn(T x, T *s, int by) { s[threadIdx.x] = x; __syncthreads(); T r = s[(threadIdx.x + by) % 32]; __syncthreads(); x = 0; return r; }
__global__ void w(int *a) {
  __shared__ int s[32];
  int t = threadIdx.x, v = t * 3;
  float g = t + 0.5f;
  shift(v, s);
  int q = shift(g, s);
  int r = v;
  turn(r, s);
  int z = turn(r, s, 5) + turn(t, s, 1);
  a[t] = v + 1000 * q + 100000 * r + z + t;
}
int main() {
  int *a, h[64];
  float *f, g[64];
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&f, sizeof g);
  k<<<2, 32>>>(a, 50);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[49]);
  u<<<1, 32>>>(a, f);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(g, f, sizeof g, cudaMemcpyDeviceToHost);
  printf("%d %d %g\n", h[0], h[31], g[31]);
  w<<<1, 32>>>(a);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[31]);
}
