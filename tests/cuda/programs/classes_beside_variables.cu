// Classes of kernels that are declared with a variable, loops over their elements, and functions whose body is a try block.
// prints: 31 31 74 105
// prints: 20 82 3
// prints: 9 nothing
#include <cstdio>
#include <stdexcept>
#include <cuda_runtime.h>
template <int N> struct Few {
  int v[N];
  __device__ int *begin() { return v; }
  __device__ int *end() { return v + N; }
};
__global__ void counted(int *o) {
  struct Counter { int n = 0; __device__ void add(int k) { n += k; } __device__ int get() const { return n; } } c;
  struct Pair { int x, y; __device__ int sum() const { return x + y; } } p = {1, 2}, *q = &p;
  const struct Fixed { int z; __device__ int twice() const { return 2 * z; } } f{20};
  __shared__ int s[32];
  c.add(threadIdx.x);
  s[threadIdx.x] = c.get();
  __syncthreads();
  c.add(s[31 - threadIdx.x]);
  p.x += threadIdx.x;
  o[threadIdx.x] = c.n;
  o[32 + threadIdx.x] = p.sum() + c.get() + f.twice();
  if (threadIdx.x == 31) o[63] += q->sum() - 3 - threadIdx.x;
}
__global__ void looped(int *o) {
  Few<4> few{{1, 2, 3, (int)threadIdx.x}};
  int sum = 0;
  for (auto &each : few) each += 1, sum += each * 2;
  __shared__ int s[32];
  s[threadIdx.x] = sum;
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x] + (few.v[3] - 1 - (int)threadIdx.x);
}
static int tried(int *a) try {
  looped<<<1, 32>>>(a);
  if (cudaDeviceSynchronize() != cudaSuccess) throw std::runtime_error("it failed");
  return a[0] > 19 ? 3 : 0;
} catch (const std::exception &) {
  return -1;
}
template <typename F> __global__ void each(F f) { f(threadIdx.x); }
int main() try {
  int *a;
  cudaMallocManaged(&a, 256);
  counted<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", a[0], a[31], a[32], a[63]);
  int good = tried(a);
  printf("%d %d %d\n", a[0], a[31], good);
  each<<<1, 32>>>([=] __device__ (int i) { a[i] = i * 3; });
  cudaDeviceSynchronize();
  printf("%d ", a[3]);
  throw std::runtime_error("nothing");
} catch (const std::exception &e) {
  printf("%s\n", e.what());
}
