// C++20 in kernels and around them: concepts, spans, designated members, lambdas with template heads, values of classes as arguments.
// built with: -std=c++20 --expt-relaxed-constexpr --extended-lambda
// prints: 6 8 10 12 14 | 30 2 15 | 11 -5 25 1
// prints: 3 5 21 | 31 25 7 5 | 10 50 | 3 0 25 | 3f800000 3.1416
// prints: 25 29 | 14 26 | 77 74 4 5
// prints: 16 18 | 66
#include <bit>
#include <concepts>
#include <cstdio>
#include <numbers>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>
#include <cuda_runtime.h>
template <typename T> concept Number = std::integral<T> || std::floating_point<T>;
template <typename T> concept Shape = requires(T t) { { t.area() } -> std::convertible_to<float>; };
struct Options { int width = 1; int height = 2; float scale = 1.f; __device__ float area() const { return width * height * scale; } };
template <Number T> __device__ T twice(T v) { return v + v; }
__device__ auto halved(Number auto v) { return v / 2; }
template <typename T> requires Number<T> __global__ void scaled(std::span<T> data, Options o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  constexpr auto add = [](auto a, auto b) { return a + b; };
  if (i < (int)data.size()) data[i] = add(twice(data[i]), static_cast<T>(o.area()));
}
template <Shape S> __global__ void areas(const S *s, float *out, int n) {
  int i = threadIdx.x;
  __shared__ float t[32];
  t[i] = s[i].area();
  __syncthreads();
  if (i < n) out[i] = t[(i + 1) % n] + halved(i);
}
__global__ void designated(int *o) {
  Options p{.width = (int)threadIdx.x, .height = 3};
  auto f = []<typename T>(T v) { return v * 2; };
  if (int k = p.width; k % 2 == 0) [[likely]] o[k] = f(k) + p.height;
  else [[unlikely]] o[k] = -k;
}
consteval int squared(int n) { return n * n; }
struct P { int x, y; auto operator<=>(const P &) const = default; };
enum class Mode { add, multiply };
struct Pair { int a; int b; };
template <Pair V> __global__ void by_value(int *o) { o[threadIdx.x] = V.a * (int)threadIdx.x + V.b; }
template <typename T> __global__ void trailing(T *o) requires std::integral<T> { o[threadIdx.x] += T(1); }
template <std::integral T, auto N> __global__ void turned(T *o) { __shared__ T s[N]; s[threadIdx.x] = o[threadIdx.x]; __syncthreads(); o[threadIdx.x] = s[N - 1 - threadIdx.x]; }
__global__ void abbreviated(std::integral auto *o, std::integral auto by) { o[threadIdx.x] += by; }
__global__ void modes(int *o, Mode m) {
  using enum Mode;
  switch (m) { case add: o[threadIdx.x] += 5; break; case multiply: o[threadIdx.x] *= 5; break; }
}
__global__ void bits(unsigned *o) {
  unsigned v = threadIdx.x;
  o[v] = std::popcount(v) + 10 * (std::has_single_bit(v) ? 1u : 0u) + std::bit_width(v) * 4;
}
__global__ void casts(const float *f, unsigned *o, float *p) { o[threadIdx.x] = std::bit_cast<unsigned>(f[threadIdx.x]), p[threadIdx.x] = std::numbers::pi_v<float>; }
__global__ void lambdas(int *o) {
  constexpr auto square = [](int v) constexpr { return v * v; };
  auto sum = []<typename... T>(T... v) { return (v + ... + 0); };
  auto keep = [k = square(3)](auto v) mutable { return v + k++; };
  static_assert(square(4) == 16);
  o[threadIdx.x] = sum(square(threadIdx.x), 1, 2) + keep(1) + keep(1);
}
__global__ void ranged(int *o, std::span<const int> in) {
  int sum = 0;
  for (int k = 1; int v : in) sum += v * k++;
  o[threadIdx.x] = sum + 12 * threadIdx.x;
}
template <typename F> requires std::invocable<F, int> __global__ void called(int *o, F f) { o[threadIdx.x] = f(o[threadIdx.x]); }
template <typename T> __device__ constexpr int size_of() { if constexpr (requires(T t) { t.size; }) return 7; else return sizeof(T); }
struct Sized { int size; };
constinit __device__ int counter = 4;
__global__ void asks(int *o) {
  o[threadIdx.x] = size_of<Sized>() * 10 + (threadIdx.x ? size_of<int>() : size_of<Sized>());
  if (threadIdx.x == 0) o[2] = atomicAdd(&counter, 1);
}
__global__ void own_types(int *o) {
  __shared__ int s[32];
  int v = threadIdx.x + 1;
  using T = decltype(v);
  typedef decltype(s[0] + v) U;
  static_assert(sizeof(T) == sizeof(v) && std::same_as<T, int> && std::same_as<U, int>);
  T w = v * 2;
  s[threadIdx.x] = w;
  __syncthreads();
  U x = s[31 - threadIdx.x];
  o[threadIdx.x] = x % 50 + w;
}
int main() {
  std::vector<int> h(10);
  std::iota(h.begin(), h.end(), 0);
  int *d, *o; float *f; Options *s; unsigned *u;
  cudaMalloc(&d, 40), cudaMallocManaged(&o, 32 * 4), cudaMallocManaged(&f, 64 * 4), cudaMallocManaged(&s, 32 * sizeof(Options)), cudaMallocManaged(&u, 32 * 4);
  cudaMemcpy(d, h.data(), 40, cudaMemcpyHostToDevice);
  scaled<int><<<1, 32>>>(std::span<int>(d, 10), Options{.width = 2, .height = 3, .scale = 2.f});
  cudaMemcpy(h.data(), d, 40, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i) s[i] = {.width = i, .height = 2};
  areas<<<1, 32>>>(s, f, 32);
  designated<<<1, 32>>>(o);
  cudaDeviceSynchronize();
  for (int v : h | std::views::filter([](int v) { return v % 4 == 0; }) | std::views::transform([](int v) { return v / 2; })) printf("%d ", v);
  printf("| %d %g %g | %d %d %d %d\n", h[9], f[0], f[31], o[4], o[5], squared(5), P{1, 2} < P{1, 3});

  by_value<Pair{2, 3}><<<1, 10>>>(o), cudaDeviceSynchronize();
  printf("%d %d %d | ", o[0], o[1], o[9]);
  by_value<Pair{2, 3}><<<1, 10>>>(o), trailing<<<1, 10>>>(o), abbreviated<<<1, 10>>>(o, 3), turned<int, 10><<<1, 10>>>(o), cudaDeviceSynchronize();
  printf("%d %d %d ", o[0] + 6, o[0], o[9]), modes<<<1, 10>>>(o, Mode::add), cudaDeviceSynchronize(), printf("%d | ", o[9] - 7);
  o[0] = 5, o[1] = 10, modes<<<1, 2>>>(o, Mode::add), modes<<<1, 1>>>(o + 1, Mode::multiply), o[0] = o[0], cudaDeviceSynchronize();
  printf("%d %d | ", o[0], o[1] - 25);
  bits<<<1, 32>>>(u), cudaDeviceSynchronize();
  printf("%u %u %u | ", u[1] - 12, u[0], u[31]);
  f[0] = 1.f, casts<<<1, 1>>>(f, u, f + 1), cudaDeviceSynchronize();
  printf("%x %.4f\n", u[0], f[1]);

  lambdas<<<1, 32>>>(o), cudaDeviceSynchronize(), printf("%d %d | ", o[1], o[2] + 1);
  h = {1, 2, 3}, cudaMemcpy(d, h.data(), 12, cudaMemcpyHostToDevice);
  ranged<<<1, 2>>>(o, std::span<const int>(d, 3)), cudaDeviceSynchronize(), printf("%d %d | ", o[0], o[1]);
  asks<<<1, 2>>>(o), cudaDeviceSynchronize(), printf("%d %d %d ", o[0], o[1], o[2]);
  asks<<<1, 2>>>(o), cudaDeviceSynchronize(), printf("%d\n", o[2]);
  o[0] = 8, o[1] = 9, called<<<1, 2>>>(o, [] __device__(int v) { return v * 2; }), cudaDeviceSynchronize(), printf("%d %d | ", o[0], o[1]);
  own_types<<<1, 32>>>(o), cudaDeviceSynchronize(), printf("%d\n", o[21]);
}
