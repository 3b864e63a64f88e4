// Objects that ask where their thread is when they are converted: held, made, handed, of bases, templates and aliases.
// prints: 1 4
// prints: 1 4
// prints: 2 8
// prints: 1 4
// prints: 3 6
// prints: 5 8
// prints: 11 14
// prints: 0 1
// prints: 7 8
// prints: 1 4
// prints: 3 12
// prints: 2 5
// prints: 20 50
// prints: 2 5
// prints: 1 4
// prints: 1 4
// prints: 0 1
// prints: 1 4
// prints: 5 8
// prints: 21 84
#include <cstdio>
#include <cuda_runtime.h>
struct F { int v; __device__ operator int() const { return v + threadIdx.x; } };
struct B : F {}; template <class T> struct V { T v; __device__ operator T() const { return v + threadIdx.x; } }; struct X { int v; __device__ explicit operator bool() const { return v == threadIdx.x; } };
using G = F; struct Y { F f; int n; };
struct N { F f; };
__device__ int twice(int x) { return 2 * x; }
__device__ F make(int v) { return F{v}; }
__global__ void k1(int *o, F f) { int t = f; o[threadIdx.x] = t; }
__global__ void k2(int *o, F f) { o[threadIdx.x] = f; }
__global__ void k3(int *o, F f) { o[threadIdx.x] = twice(f); }
__global__ void k4(int *o, N n) { int t = n.f; __syncthreads(); o[threadIdx.x] = t; }
__global__ void k5(int *o) { o[threadIdx.x] = F{3}; }
__global__ void k6(int *o) { int t = make(4); o[threadIdx.x] = t + 1; }
__global__ void k7(int *o, F f) { o[threadIdx.x] = f + 10; }
__global__ void k8(int *o, F f) { o[threadIdx.x] = (f > 2) ? 1 : 0; }
__global__ void k9(int *o, F f) { if (f) o[threadIdx.x] = 7; else o[threadIdx.x] = 8; }
__global__ void k10(int *o, F f) { for (int i = 0; i < f; i++) o[threadIdx.x] += 1; }
__global__ void k11(int *o, F f) { o[threadIdx.x] = static_cast<int>(f) * 2 + (int)f; }
__global__ void k12(int *o, const F *f) { o[threadIdx.x] = f[1]; }
__global__ void k13(int *o, F f) { switch (f) { case 2: o[threadIdx.x] = 20; break; case 5: o[threadIdx.x] = 50; break; default: o[threadIdx.x] = -1; } }
__global__ void k14(int *o, F f) { int a[8] = {0,1,2,3,4,5,6,7}; o[threadIdx.x] = a[f]; }
__global__ void k15(int *o, B b) { int t = b; o[threadIdx.x] = t; }
__global__ void k16(int *o, V<int> f) { int t = f; o[threadIdx.x] = t; }
__global__ void k17(int *o, X x) { bool t = x && true; __syncthreads(); o[threadIdx.x] = t; }
__global__ void k18(int *o, G f) { int t = 0; t += f; __syncthreads(); o[threadIdx.x] = t; }
__global__ void k19(int *o, Y y) { int n = y.n, s = 0; for (int i = 0; i < y.n; i++) { __syncthreads(); s += n; } int t = y.f; __syncthreads(); o[threadIdx.x] = s + t; }
__global__ void k20(int *o, F f) { float t = 2.0f * f; auto g = f; int u = g; __syncthreads(); o[threadIdx.x] = (int)t * 10 + u; }
int main() { int *o; F *f; cudaMallocManaged(&o, 16); cudaMallocManaged(&f, 8); f[1].v = 2; 
  auto p = [&] { cudaDeviceSynchronize(); printf("%d %d\n", o[0], o[3]); o[0]=o[3]=0;};
  k1<<<1, 4>>>(o, F{1}); p();
  k2<<<1, 4>>>(o, F{1}); p();
  k3<<<1, 4>>>(o, F{1}); p();
  k4<<<1, 4>>>(o, N{{1}}); p();
  k5<<<1, 4>>>(o); p();
  k6<<<1, 4>>>(o); p();
  k7<<<1, 4>>>(o, F{1}); p();
  k8<<<1, 4>>>(o, F{1}); p();
  k9<<<1, 4>>>(o, F{-3}); p();
  k10<<<1, 4>>>(o, F{1}); p();
  k11<<<1, 4>>>(o, F{1}); p();
  k12<<<1, 4>>>(o, f); p();
  k13<<<1, 4>>>(o, F{2}); p();
  k14<<<1, 4>>>(o, F{2}); p();
  k15<<<1, 4>>>(o, B{{1}}); p();
  k16<<<1, 4>>>(o, V<int>{1}); p();
  k17<<<1, 4>>>(o, X{3}); p();
  k18<<<1, 4>>>(o, G{1}); p();
  k19<<<1, 4>>>(o, Y{{1}, 2}); p();
  k20<<<1, 4>>>(o, F{1}); p();
}
