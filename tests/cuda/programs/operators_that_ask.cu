// Operators of classes that ask where their thread is: used by objects that are handed, held, made, of the file, of a template.
// prints: 2 5
// prints: 2 5
// prints: 1 4
// prints: 3 9
// prints: 2 5
// prints: 102 105
// prints: 6 0
// prints: 1 15
// prints: 3 6
// prints: 3 33
#include <cstdio>
#include <cuda_runtime.h>
struct F { int v; __device__ int operator()(int x) const { return x * v + threadIdx.x; } }; struct S { F f; }; using G = F; template <class T> struct W { T t; __device__ int operator()(int x) const { return t(x) + 100; } };
struct D { int v; __device__ int operator[](int i) const { return v + i + threadIdx.x; } __device__ int operator+(int i) const { return v + i + threadIdx.x * 10; } };
__device__ F gf; template <class T> __device__ int call(T t, int x) { return t(x); } __device__ F make() { return F{3}; }
__global__ void k1(int *o, S s) { o[threadIdx.x] = s.f(2); }
__global__ void k2(int *o, G g) { int t = g(2); __syncthreads(); o[threadIdx.x] = t; }
__global__ void k3(int *o, F f) { o[threadIdx.x] = call(f, 1); }
__global__ void k4(int *o) { o[threadIdx.x] = gf(5) + make()(1); }
__global__ void k5(int *o, const F *f) { o[threadIdx.x] = (*f)(1); }
__global__ void k6(int *o, W<F> w) { auto u = w; o[threadIdx.x] = u(1); }
__global__ void k7(int *o, int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { __shared__ int s[4]; s[threadIdx.x] = f(i); __syncthreads(); o[i] = s[3 - threadIdx.x]; } }
template <class A, class B> __global__ void k8(int *o, A a, B b) { int x = a(1); if (threadIdx.x > 1) x += b(x); o[threadIdx.x] = x; }
__global__ void k9(int *o, D d) { o[threadIdx.x] = d[2]; }
__global__ void k10(int *o, D d) { o[threadIdx.x] = (d + 2); }
int main() { int *o; F *f; cudaMallocManaged(&o, 16); cudaMallocManaged(&f, 8); f->v = 2; 
  auto p = [&] { cudaDeviceSynchronize(); printf("%d %d\n", o[0], o[3]); };
  k1<<<1, 4>>>(o, S{{1}}); p();
  k2<<<1, 4>>>(o, F{1}); p();
  k3<<<1, 4>>>(o, F{1}); p();
  k4<<<1, 4>>>(o); p();
  k5<<<1, 4>>>(o, f); p();
  k6<<<1, 4>>>(o, W<F>{{2}}); p();
  k7<<<1, 4>>>(o, 4, F{1}); p();
  k8<<<1, 4>>>(o, F{1}, F{2}); p();
  k9<<<1, 4>>>(o, D{1}); p();
  k10<<<1, 4>>>(o, D{1}); p();
  }
