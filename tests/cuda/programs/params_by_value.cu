// A parameter is each thread's own, however the kernel changes it: by a member, an element within it, a method, an operator, a reference,
// a pointer to it; so is an object that a method changes and that lives across a barrier.
// prints: right: 30 of 30
#include <cstdio>
#include <cuda_runtime.h>
struct P { int a; int b[2]; struct { int c; } in; int *q; };
struct Rng { unsigned s; __device__ __host__ unsigned next() { s = s * 1664525u + 1013904223u; return s >> 8; } __device__ __host__ Rng &operator+=(int x) { s += x; return *this; } __device__ __host__ Rng &operator++() { ++s; return *this; } };
__device__ void poke(P &p, int i) { p.a = i; }
__device__ void poke2(int *p, int i) { *p += i; }
__global__ void k1(P p, int *o) { int i = threadIdx.x; p.a += i; o[i] = p.a; }
__global__ void k2(P p, int *o) { int i = threadIdx.x; p.b[i & 1] += i; o[i] = p.b[0] + p.b[1]; }
__global__ void k3(P p, int *o) { int i = threadIdx.x; p.in.c *= i; o[i] = p.in.c; }
__global__ void k4(P p, int *o) { int i = threadIdx.x; poke(p, i + p.a); o[i] = p.a; }
__global__ void k5(P p, int *o) { int i = threadIdx.x; poke2(&p.a, i); o[i] = p.a; }
__global__ void k6(Rng r, int *o) { int i = threadIdx.x; for (int j = 0; j < i % 3; ++j) r.next(); o[i] = r.next(); }
__global__ void k7(Rng r, int *o) { int i = threadIdx.x; r += i; o[i] = r.next(); }
__global__ void k8(float3 v, int *o) { int i = threadIdx.x; v.x += i; v.y = v.x * 2; o[i] = v.x + v.y; }
__global__ void k9(P p, int *o) { int i = threadIdx.x; P *r = &p; r->a = i; int &z = p.b[1]; z += i; o[i] = p.a + p.b[1]; }
__global__ void k10(P p, int *o) { int i = threadIdx.x; p.q += i; *p.q = p.b[0] + i; o[i] = *p.q; }
__global__ void k11(int n, int *o) { int i = threadIdx.x; poke2(&n, i); o[i] = n; }
__global__ void k12(int n, int *o) { int i = threadIdx.x; int &m = n; m += i; o[i] = n; }
__global__ void k13(Rng r, int *o) { int i = threadIdx.x; if (i % 2) ++r; o[i] = r.next(); }
__global__ void k14(P p, int *o) { __shared__ int s[64]; int i = threadIdx.x; p.a += i; s[i] = p.a; __syncthreads(); p.b[0] += s[(i + 1) % 64]; __syncthreads(); o[i] = p.a + p.b[0]; }
__global__ void k15(Rng r, int *o) { __shared__ int s[64]; int i = threadIdx.x; r += i; s[i] = r.next() & 1023; __syncthreads(); o[i] = r.next() % 1000 + s[63 - i]; }
__global__ void k16(uchar4 c, int *o) { int i = threadIdx.x; c.x += i; --c.y; o[i] = c.x + c.y; }
template <int N> struct Vec { float d[N]; __host__ __device__ float &operator[](int i) { return d[i]; } __host__ __device__ float operator[](int i) const { return d[i]; } __host__ __device__ float sum() { float s = 0; for (int i = 0; i < N; ++i) s += d[i]; return s; } };
using V3 = Vec<3>;
struct Base { int n; __host__ __device__ void bump(int i) { n += i; } }; struct Derived : Base { int m; __host__ __device__ int both() { return n + m; } };
struct Outer { V3 v; Base b; int q[2][2]; }; union U { int i; float f; unsigned char c[4]; };
struct Gen { unsigned s; __host__ __device__ unsigned operator()() { return s = s * 69069u + 1; } };
struct Stack { int top; int data[4]; __host__ __device__ void push(int v) { data[top++ & 3] = v; } __host__ __device__ int pop() { return data[--top & 3]; } };
__device__ void fill(int *p, int v) { p[1] = v; } __device__ int total(const int *p) { return p[0] + p[1]; }
__global__ void m1(V3 v, int *o) { int i = threadIdx.x; v[1] += i; o[i] = v.sum(); }
__global__ void m2(Derived d, int *o) { int i = threadIdx.x; d.bump(i); o[i] = d.both(); }
__global__ void m3(Outer w, int *o) { int i = threadIdx.x; w.v[2] = i; w.b.bump(2 * i); w.q[i & 1][1] -= i; o[i] = w.v.sum() + w.b.n + w.q[0][1] + w.q[1][1]; }
__global__ void m4(Outer w, int *o) { int i = threadIdx.x; fill(w.q[0], i); o[i] = total(w.q[0]); }
__global__ void m5(Outer w, int *o) { int i = threadIdx.x; int *p = w.q[1]; p[0] = i; o[i] = w.q[1][0]; }
__global__ void m6(Stack s, int *o) { int i = threadIdx.x; s.push(i); s.push(i * 2); o[i] = s.pop() * 1000 + s.pop(); }
template <typename G> __global__ void m7(G g, int *o) { int i = threadIdx.x; for (int j = 0; j < i; ++j) g(); o[i] = g() & 0xffff; }
__global__ void m8(U u, int *o) { int i = threadIdx.x; u.c[1] = i; o[i] = u.i; }
__global__ void m9(Outer w, int *o) { int i = threadIdx.x; for (auto &row : w.q) for (int &x : row) x += i; o[i] = w.q[0][0] + w.q[1][1]; }
__global__ void m10(Outer w, int *o) { int i = threadIdx.x; auto &b = w.b; b.n = i; Base c = w.b; c.bump(1); o[i] = w.b.n * 10 + c.n; }
__global__ void m11(int a, int b, int *o) { int i = threadIdx.x; if (i % 2) { int t = a; a = b; b = t; } o[i] = a * 100 + b; }
__global__ void m12(int n, int *o) { int i = threadIdx.x; auto f = [&](int x) { n += x; return n; }; int a = f(i); o[i] = a + f(1); }
__global__ void m13(Outer w, int *o) { __shared__ int s[64]; int i = threadIdx.x; w.v[0] = i; s[i] = (int)w.v.sum(); __syncthreads(); w.v[1] += s[63 - i]; __syncthreads(); o[i] = w.v.sum(); }
__global__ void m14(int *o, Stack s) { __shared__ int t[64]; int i = threadIdx.x; Stack mine = s; mine.push(i); t[i] = mine.top; __syncthreads(); mine.push(t[i]); int a = mine.pop(), b = mine.pop(); __syncthreads(); o[i] = a * 1000 + b; }
int main() {
  int *o, g[64], right = 0, all = 0;
  cudaMalloc(&o, sizeof g);
  int *q; cudaMalloc(&q, 256); P p = {10, {20, 30}, {40}, q}; Rng r = {12345};
  V3 v = {{1, 2, 3}}; Derived d; d.n = 5; d.m = 7; Outer w = {v, {9}, {{1, 2}, {3, 4}}}; Gen gen = {77}; Stack s = {0, {}}; U u; u.i = 0x01020304;
#define RUN(K, WANTED, ...) {                                         \
    K<<<1, 64>>>(__VA_ARGS__);                                        \
    cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost);               \
    int same = 0;                                                     \
    for (int i = 0; i < 64; ++i) same += g[i] == (int)(WANTED);       \
    ++all, right += same == 64;                                       \
    if (same != 64) printf(#K ": %d of 64 threads\n", same);          \
  }
  RUN(k1, 10 + i, p, o)
  RUN(k2, 50 + i, p, o)
  RUN(k3, 40 * i, p, o)
  RUN(k4, i + 10, p, o)
  RUN(k5, 10 + i, p, o)
  RUN(k6, ([&] { Rng c = r; for (int j = 0; j < i % 3; ++j) c.next(); return c.next(); }()), r, o)
  RUN(k7, ([&] { Rng c = r; c += i; return c.next(); }()), r, o)
  RUN(k8, (1 + i) * 3, make_float3(1, 2, 3), o)
  RUN(k9, i + 30 + i, p, o)
  RUN(k10, 20 + i, p, o)
  RUN(k11, 5 + i, 5, o)
  RUN(k12, 5 + i, 5, o)
  RUN(k13, ([&] { Rng c = r; if (i % 2) ++c; return c.next(); }()), r, o)
  RUN(k14, 10 + i + 20 + 10 + (i + 1) % 64, p, o)
  RUN(k15, ([&] { Rng c = r; c += i; c.next(); Rng d = r; d += 63 - i; return c.next() % 1000 + (d.next() & 1023); }()), r, o)
  RUN(k16, (unsigned char)(250 + i) + 255, make_uchar4(250, 0, 0, 0), o)
  RUN(m1, 6 + i, v, o)
  RUN(m2, 12 + i, d, o)
  RUN(m3, 3 + i + 9 + 2 * i + 2 + 4 - i, w, o)
  RUN(m4, 1 + i, w, o)
  RUN(m5, i, w, o)
  RUN(m6, 2000 * i + i, s, o)
  RUN(m7, ([&] { Gen c = gen; for (int j = 0; j < i; ++j) c(); return c() & 0xffff; }()), gen, o)
  RUN(m8, 0x01020004 | (i << 8), u, o)
  RUN(m9, 5 + 2 * i, w, o)
  RUN(m10, 10 * i + i + 1, w, o)
  RUN(m11, (i % 2 ? 802 : 208), 2, 8, o)
  RUN(m12, (5 + i) + (6 + i), 5, o)
  RUN(m13, i + 2 + (63 - i) + 5 + 3, w, o)
  RUN(m14, 1000 + i, o, s)
  printf("right: %d of %d\n", right, all);
}
