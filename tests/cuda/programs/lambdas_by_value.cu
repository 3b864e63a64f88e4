// Lambdas handed to kernels by value, in the launch itself; what they hold; kernels that take any number of arguments.
// prints: 640 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
#define HD __host__ __device__
#define LAMBDA [=] __device__
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
struct Grid { int nx, ny; HD int at(int x, int y) const { return y * nx + x; } };
struct Counter { int calls; HD int operator()(int v) { return v * 10 + calls++; } };

template <typename F> __global__ void in_one_block(int n, F f) { int i = threadIdx.x; if (i < n) f(i); }
template <typename F, typename G> __global__ void tiled(int n, F load, G store) {
  __shared__ int tile[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  tile[t] = i < n ? load(i) : 0;
  __syncthreads();
  if (i < n) store(i, tile[63 - t]);
}
template <typename F> __global__ void with_state(F f, int *out) {  // each thread has its own copy
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = f(t);
  __syncthreads();
  out[t] = f(s[63 - t]) + f(1);
}
template <typename T> struct View { T *p; __device__ T &operator[](int i) const { return p[i]; } };
template <typename F, typename R, typename... T> __global__ void zip(F f, R *out, View<T>... in) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < 64; i += blockDim.x * gridDim.x) out[i] = f(in[i]...);
}
// The names inside a lambda are its own, also where they look like what an index tells.
__global__ void names_inside(const int *in, int *out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  auto at = [&](int dx, int dy) { int cx = min(max(x + dx, 0), w - 1), cy = min(max(y + dy, 0), h - 1); return in[cy * w + cx]; };
  out[y * w + x] = at(1, 0) * 2 - at(-1, 0) + at(0, 1) * 3 - at(0, -1);
}
// What is held stays as it was, across barriers and in loops.
__global__ void held(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, v = in[t], w = 2;
  auto f = [=](int d) { return v + d * w; };
  auto g = [v, &w](int d) { return v - d * w; };
  auto h = [c = v + 1, m = in[63 - t]](int d) { return c * d + m; };
  s[t] = f(1);
  __syncthreads();
  v = s[(t + 1) % 64];
  w = 5 + t;
  __syncthreads();
  for (int r = 0; r < 3; ++r) {
    auto q = [=](int d) { return v + r + d; };
    s[t] = (s[t] + q(t) + f(v) + g(2) + h(r)) & 0xffff;
    __syncthreads();
    v = (v + s[63 - t]) & 0xffff;
    __syncthreads();
    s[t] = (s[t] + q(1)) & 0xffff;
    __syncthreads();
  }
  out[t] = s[t] + f(3) + v + g(1) + h(7);
}

int main() {
  int *a, *b;
  cudaMallocManaged(&a, 64 * sizeof(int));
  cudaMallocManaged(&b, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) a[i] = i * 7 % 13, b[i] = -1;
  int n = 50, by = 3;
  in_one_block<<<1, 64>>>(n, [=] __device__(int i) { b[i] = a[i] * by; });
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) same("in the launch", b[i], i < n ? a[i] * by : -1);
  in_one_block<<<1, 64>>>(n, [a, b, by] HD (int i) { b[i] = a[i] + by; });
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) same("for both sides", b[i], i < n ? a[i] + by : -1);
  in_one_block<<<1, 64>>>(64, LAMBDA(int i) { if (i % 2) b[i] = i; else b[i] = -i; });
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) same("by macro", b[i], i % 2 ? i : -i);
  Grid g{8, 8};
  tiled<<<1, 64>>>(64, [=] __device__(int i) { return a[g.at(i / 8, i % 8)]; }, [=] __device__(int i, int v) { b[i] = v * by; });
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) same("two of them", b[i], a[g.at((63 - i) / 8, (63 - i) % 8)] * by);
  in_one_block<<<1, 64>>>(64, [=, twice = by * 2] __device__(int i) mutable { twice += i; b[i] = twice; });
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) same("its own value", b[i], by * 2 + i);
  with_state<<<1, 64>>>(Counter{4}, b);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) same("a state", b[i], ((63 - i) * 10 + 4) * 10 + 5 + 10 + 6);
  zip<<<1, 32>>>([] __device__(int x, int y) { return x - 2 * y; }, b, View<int>{a}, View<int>{a + 0});
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) same("a pack", b[i], -a[i]);
  zip<<<2, 16>>>([] __device__(int x) { return x + 1; }, b, View<const int>{a});
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) same("a pack of one", b[i], a[i] + 1);
  names_inside<<<dim3(2, 2), dim3(4, 4)>>>(a, b, 8, 8);
  cudaDeviceSynchronize();
  auto at = [&](int x, int y) { return a[(y < 0 ? 0 : y > 7 ? 7 : y) * 8 + (x < 0 ? 0 : x > 7 ? 7 : x)]; };
  for (int i = 0; i < 64; ++i) {
    int x = i % 8, y = i / 8;
    same("names inside", b[i], at(x + 1, y) * 2 - at(x - 1, y) + at(x, y + 1) * 3 - at(x, y - 1));
  }
  held<<<1, 64>>>(a, b);
  cudaDeviceSynchronize();
  int s[64], v[64], q[64];
  for (int t = 0; t < 64; ++t) s[t] = a[t] + 2;
  for (int t = 0; t < 64; ++t) v[t] = s[(t + 1) % 64];
  for (int r = 0; r < 3; ++r) {
    for (int t = 0; t < 64; ++t) {
      q[t] = v[t] + r;
      s[t] = (s[t] + q[t] + t + a[t] + v[t] * 2 + a[t] - 2 * (5 + t) + (a[t] + 1) * r + a[63 - t]) & 0xffff;
    }
    for (int t = 0; t < 64; ++t) v[t] = (v[t] + s[63 - t]) & 0xffff;
    for (int t = 0; t < 64; ++t) s[t] = (s[t] + q[t] + 1) & 0xffff;
  }
  for (int t = 0; t < 64; ++t) same("held", b[t], s[t] + a[t] + 3 * 2 + v[t] + a[t] - (5 + t) + (a[t] + 1) * 7 + a[63 - t]);
  printf("%d compared, wrong: %d\n", compared, wrong);
  return wrong != 0;
}
