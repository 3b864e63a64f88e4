// Objects that ask where their thread is when they are made, end, are compared or gone through.
// prints: 0 3
// prints: 7 10
// prints: 7 10
// prints: 202 208
// prints: 1 10
// prints: 3 12
// prints: 1 22
// prints: 1 7
// prints: 4 7
// prints: 3 6
// prints: 5 8
// prints: 0 3
// prints: 8 11
// prints: 82 115
// prints: 0 3
#include <cstdio>
#include <cuda_runtime.h>
struct C { int v; __device__ C() : v(threadIdx.x) {} __device__ explicit C(int a) { v = a + threadIdx.x; } };
struct M { int v = threadIdx.x + 5; int w = 2; };
struct D { int *p; __device__ D(int *q) : p(q) {} __device__ ~D() { p[threadIdx.x] += 100 + threadIdx.x; } };
struct E { int v; __device__ bool operator==(const E &o) const { return v + (int)threadIdx.x == o.v; } __device__ bool operator<(E o) const { return v + (int)threadIdx.x < o.v; } };
struct It { int i; __device__ int operator*() const { return i + threadIdx.x; } __device__ It &operator++() { ++i; return *this; } __device__ bool operator!=(It o) const { return i != o.i; } };
struct R { int n; __device__ It begin() const { return It{0}; } __device__ It end() const { return It{n}; } };
struct Rt { int n; __device__ It begin() const { return It{0}; } __device__ It end() const { return It{n + (int)threadIdx.x}; } };
struct I { int v; }; __device__ bool operator>(I a, I b) { return a.v + (int)threadIdx.x > b.v; }
__device__ I operator+(I a, I b) { return I{a.v + b.v + (int)threadIdx.x}; }
__device__ int dflt(int a, int b = threadIdx.x * 3) { return a + b; }
struct Base { int b; __device__ Base() : b(threadIdx.x * 2) {} }; struct Der : Base { int c = 1; };
struct Hold { C c; int z = 4; };
__global__ void k1(int *o) { C c; o[threadIdx.x] = c.v; }
__global__ void k2(int *o) { C c(7); __syncthreads(); o[threadIdx.x] = c.v; }
__global__ void k3(int *o) { M m; o[threadIdx.x] = m.v + m.w; }
__global__ void k4(int *o) { { D d(o); o[threadIdx.x] = 1; } o[threadIdx.x] *= 2; }
__global__ void k5(int *o, E a, E b) { o[threadIdx.x] = (a == b) * 10 + (a < b); }
__global__ void k6(int *o) { int s = 0; for (int x : R{3}) s += x; o[threadIdx.x] = s; }
__global__ void k7(int *o) { int s = 0; for (int x : Rt{1}) s += x + 1; o[threadIdx.x] = s; }
__global__ void k12(int *o) { Der d; o[threadIdx.x] = d.b + d.c; }
__global__ void k13(int *o) { Hold h; int t = h.c.v; o[threadIdx.x] = t + h.z; }
__global__ void k14(int *o) { int t = C(3).v; o[threadIdx.x] = t; }
__global__ void k15(int *o) { int t = M{}.v; o[threadIdx.x] = t; }
__global__ void k16(int *o) { C a[2]; int t = a[1].v; __syncthreads(); o[threadIdx.x] = t; }
template <class L> struct Keep { L l; __device__ int go(int x) const { return l(x); } __device__ operator int() const { return l(1); } };
template <class L> __global__ void k18(int *o, L l) { int t = l(4); o[threadIdx.x] = t; }
template <class L> __global__ void k19(int *o, Keep<L> l) { int t = l.go(4); int u = l; o[threadIdx.x] = t * 10 + u; }
struct P { __device__ int operator()(int x = threadIdx.x) const { return x; } };
__global__ void k20(int *o, P p) { int t = p(); o[threadIdx.x] = t; }
int main() { int *o; cudaMallocManaged(&o, 16); o[0]=o[3]=0;
  auto p = [&] { cudaDeviceSynchronize(); printf("%d %d\n", o[0], o[3]); o[0]=o[3]=0;};
  k1<<<1, 4>>>(o); p();
  k2<<<1, 4>>>(o); p();
  k3<<<1, 4>>>(o); p();
  k4<<<1, 4>>>(o); p();
  k5<<<1, 4>>>(o, E{2}, E{5}); p();
  k6<<<1, 4>>>(o); p();
  k7<<<1, 4>>>(o); p();
  k12<<<1, 4>>>(o); p();
  k13<<<1, 4>>>(o); p();
  k14<<<1, 4>>>(o); p();
  k15<<<1, 4>>>(o); p();
  k16<<<1, 4>>>(o); p();
  auto l = [] __device__ (int x) { return x * 2 + (int)threadIdx.x; };
  k18<<<1, 4>>>(o, l); p();
  k19<<<1, 4>>>(o, Keep<decltype(l)>{l}); p();
  k20<<<1, 4>>>(o, P{}); p();
}
