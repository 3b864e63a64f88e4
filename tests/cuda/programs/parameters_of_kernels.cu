// What kernels are handed: structs with arrays and pointers, bit fields, enumerations, unions, nested classes, by value.
// prints: 256 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
enum class Mode : unsigned char { add = 3, times = 5 };
enum Old { first, second = 7 };
struct Flags { unsigned low : 3, high : 5; int sign : 4; };
union Word { float f; unsigned u; unsigned char b[4]; };
struct View { const int *data; int extent[2], stride[2]; __host__ __device__ int at(int i, int j) const { return data[i * stride[0] + j * stride[1]]; } };
struct Settings { Mode mode; Old old; Flags flags; struct { float scale; int table[4]; } inner; View view; };
__host__ __device__ inline int of(const Settings &s, int i) {
  int v = s.view.at(i % s.view.extent[0], i / s.view.extent[0] % s.view.extent[1]);
  v = s.mode == Mode::add ? v + s.old : v * s.old;
  return v + s.flags.low * 1000 + s.flags.high * 10000 + s.flags.sign * 100000 + (int)(s.inner.scale * 2) + s.inner.table[i & 3];
}
__global__ void k(Settings s, int *out) { out[threadIdx.x] = of(s, threadIdx.x); }
__global__ void own(Settings s, int *out) {
  __shared__ int t[64];
  int i = threadIdx.x;
  s.inner.table[1] = i;
  s.flags.low += i;
  t[i] = of(s, i);
  __syncthreads();
  s.inner.table[2] += s.inner.table[1];
  out[i] = t[63 - i] + of(s, i);
}
__global__ void words(Word w, const Settings *list, int n, int *out) {
  int i = threadIdx.x;
  w.b[0] = i;
  Word v = w;
  v.u += 256;
  Settings mine = list[i % n];
  mine.view.stride[0] = 1;
  out[i] = v.b[0] + v.b[1] * 256 + static_cast<int>(mine.mode) * 100000 + mine.view.at(1, 0) + (mine.old == second ? 1000000 : 0);
}
int main() {
  const int n = 64;
  int *d, *o;
  Settings *list;
  cudaMallocManaged(&d, n * 4), cudaMallocManaged(&o, n * 4), cudaMallocManaged(&list, 2 * sizeof(Settings));
  for (int i = 0; i < n; ++i) d[i] = i * 29 % 83;
  Settings s = {Mode::add, second, {5, 17, -3}, {2.5f, {1, 2, 3, 4}}, {d, {8, 8}, {8, 1}}};
  k<<<1, n>>>(s, o);
  s.mode = Mode::times;
  cudaDeviceSynchronize();
  s.mode = Mode::add;
  for (int i = 0; i < n; ++i) same("value", o[i], of(s, i));
  s.mode = Mode::times, s.view.stride[0] = 1, s.view.stride[1] = 8;
  k<<<1, n>>>(s, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("again", o[i], of(s, i));
  own<<<1, n>>>(s, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    Settings x = s, y = s;
    x.inner.table[1] = i, x.flags.low += i, y.inner.table[1] = 63 - i, y.flags.low += 63 - i;
    x.inner.table[2] += i;
    same("own", o[i], of(y, 63 - i) + of(x, i));
  }
  list[0] = list[1] = s, list[1].mode = Mode::add, list[1].old = first;
  Word w;
  w.f = 1.0f;
  words<<<1, n>>>(w, list, 2, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) same("word", o[i], i + 256 + (i % 2 ? 300000 : 1500000) + d[1]);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
