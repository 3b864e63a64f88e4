// Pointers to functions on the device: tables, symbols, members, virtual functions of objects that the device makes.
// prints: 321 compared, wrong: 0
#include <cuda_runtime.h>
#include <new>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
typedef int (*Operation)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int times(int a, int b) { return a * b; }
__device__ int less(int a, int b) { return a < b; }
__device__ Operation chosen = times;
__constant__ Operation fixed = add;
__device__ Operation table[3] = {add, times, less};
__global__ void by_table(int *out) { int i = threadIdx.x; out[i] = table[i % 3](i, 5) * 100 + fixed(i, 1); }
__global__ void by_parameter(Operation f, int *out) { int i = threadIdx.x; out[i] = f(i, 3); }
__global__ void by_local(int *out) {
  __shared__ int s[64];
  int i = threadIdx.x;
  Operation f = i % 2 ? add : less;
  s[i] = f(i, 10);
  __syncthreads();
  out[i] = f(s[63 - i], 2);
}
struct Shape { __device__ virtual int area() const = 0; __device__ virtual ~Shape() {} };
struct Square : Shape { int a; __device__ Square(int a) : a(a) {} __device__ int area() const override { return a * a; } };
struct Strip : Shape { int a, b; __device__ Strip(int a, int b) : a(a), b(b) {} __device__ int area() const override { return a * b; } };
__global__ void areas(int *out) {
  int i = threadIdx.x;
  Shape *s = i % 2 ? (Shape *)new Square(i) : (Shape *)new Strip(i, 2);
  out[i] = s->area();
  delete s;
}
struct Counter { int v; __device__ int up(int by) { return v += by; } __device__ int down(int by) { return v -= by; } };
__global__ void members(int *out) {
  int (Counter::*step)(int) = threadIdx.x % 2 ? &Counter::up : &Counter::down;
  Counter c = {100};
  (c.*step)(7);
  out[threadIdx.x] = (c.*step)(threadIdx.x);
}
__global__ void members_waiting(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int (Counter::*step)(int) = t % 3 ? &Counter::up : &Counter::down;
  int Counter::*held = &Counter::v;
  Counter c = {t}, d = {1};
  s[t] = (c.*step)(2);
  __syncthreads();
  (c.*step)(s[63 - t]);
  d.*held += t;
  __syncthreads();
  out[t] = c.*held + d.v * 1000;
}
int main() {
  const int n = 64;
  int *o;
  cudaMallocManaged(&o, n * 4);
  by_table<<<1, n>>>(o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("table", o[i], (i % 3 == 0 ? i + 5 : i % 3 == 1 ? i * 5 : i < 5) * 100 + i + 1);
  Operation f;
  cudaMemcpyFromSymbol(&f, chosen, sizeof f);
  by_parameter<<<1, n>>>(f, o);
  cudaDeviceSynchronize();
  same("parameter", o[40], 120);
  by_local<<<1, n>>>(o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int j = 63 - i, v = j % 2 ? j + 10 : j < 10;
    same("local", o[i], i % 2 ? v + 2 : v < 2);
  }
  areas<<<1, n>>>(o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("virtual", o[i], i % 2 ? i * i : 2 * i);
  members<<<1, n>>>(o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("member", o[i], i % 2 ? 107 + i : 93 - i);
  members_waiting<<<1, n>>>(o);
  cudaDeviceSynchronize();
  auto stepped = [](int t, int v, int by) { return t % 3 ? v + by : v - by; };
  for (int i = 0; i < n; ++i) same("waiting", o[i], stepped(i, stepped(i, i, 2), stepped(63 - i, 63 - i, 2)) + (1 + i) * 1000);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
