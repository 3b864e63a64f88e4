// Atomics on shared memory of every width, and loops of compare and swap.
// prints: 26 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__device__ float max_of(float *where, float v) {
  int *p = (int *)where, old = *p, seen;
  do {
    seen = old;
    if (__int_as_float(seen) >= v) break;
    old = atomicCAS(p, seen, __float_as_int(v));
  } while (seen != old);
  return __int_as_float(old);
}
__device__ double times(double *where, double v) {
  unsigned long long *p = (unsigned long long *)where, old = *p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, __double_as_longlong(v * __longlong_as_double(seen)));
  } while (seen != old);
  return __longlong_as_double(old);
}
__global__ void k(const int *in, double *out) {
  __shared__ float f, top;
  __shared__ double d, product;
  __shared__ unsigned long long u, high;
  __shared__ long long low;
  __shared__ int i, x, o, a, least, most, swapped, bin[4];
  __shared__ unsigned up, down, wrap;
  int t = threadIdx.x, v = in[t];
  if (t == 0) f = 0, top = -1e9f, d = 0.5, product = 1, u = 1ull << 40, high = 0, low = 1ll << 50, i = 0, x = 0, o = 0, a = ~0, least = 1000, most = -1000, up = 0, down = 10, wrap = 0, swapped = -1;
  if (t < 4) bin[t] = 0;
  __syncthreads();
  atomicAdd(&f, v * 0.5f), atomicAdd(&d, (double)v), atomicAdd(&u, (unsigned long long)v << 20), atomicAdd(&i, v), atomicSub(&i, 1);
  atomicMax(&high, (unsigned long long)v << 33), atomicMin(&low, (long long)v - (1ll << 40));
  atomicXor(&x, v), atomicOr(&o, 1 << v % 20), atomicAnd(&a, ~(1 << v % 5)), atomicMin(&least, v - 50), atomicMax(&most, v - 50);
  atomicInc(&up, 100), atomicDec(&down, 30), atomicInc(&wrap, 6);
  atomicAdd(&bin[v & 3], 1), atomicAdd_block(&bin[3], 2);
  max_of(&top, v * 1.5f);
  if (t % 16 == 0) times(&product, 2.0);
  int old = atomicExch(&swapped, v);
  atomicAdd(&i, old == -1 ? 1000000 : 0);
  __syncthreads();
  if (t == 0) {
    double all[] = {f, d, (double)u, (double)i, (double)high, (double)low, (double)x, (double)o, (double)a, (double)least, (double)most, (double)up, (double)down, (double)wrap, top, product, (double)bin[0], (double)bin[1], (double)bin[2], (double)bin[3]};
    for (int n = 0; n < 20; ++n) out[n] = all[n];
  }
}
__global__ void wide(const int *in, unsigned short *pieces, double *sum, float *part) {
  int t = threadIdx.x + blockIdx.x * blockDim.x;
  atomicAdd(sum, in[t % 96] * 0.25), atomicAdd(part + t % 2, 2.0f);
  atomicAdd_system(part + 2, 1.0f);
  unsigned short *p = pieces + t % 3, old = *p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, (unsigned short)(seen + 1));
  } while (seen != old);
}
int main() {
  const int n = 96;
  int *h;
  double *o, *sum;
  unsigned short *p;
  float *part;
  cudaMallocManaged(&h, n * 4), cudaMallocManaged(&o, 160), cudaMallocManaged(&sum, 8), cudaMallocManaged(&p, 8), cudaMallocManaged(&part, 12);
  for (int i = 0; i < n; ++i) h[i] = i * 29 % 97 + 1;
  *sum = 0, p[0] = p[1] = p[2] = 0, part[0] = part[1] = part[2] = 0;
  k<<<1, n>>>(h, o);
  wide<<<4, n>>>(h, p, sum, part);
  cudaDeviceSynchronize();
  long long s = 0, x = 0, orr = 0, aa = ~0, least = 1000, most = -1000, bin[4] = {};
  for (int i = 0; i < n; ++i) s += h[i], x ^= h[i], orr |= 1 << h[i] % 20, aa &= ~(1 << h[i] % 5), least = h[i] - 50 < least ? h[i] - 50 : least, most = h[i] - 50 > most ? h[i] - 50 : most, bin[h[i] & 3]++;
  long long up = 0, down = 10, wrap = 0;
  for (int i = 0; i < n; ++i) up = up >= 100 ? 0 : up + 1, down = down == 0 || down > 30 ? 30 : down - 1, wrap = wrap >= 6 ? 0 : wrap + 1;
  double want[] = {s * 0.5, s + 0.5, double((1ll << 40) + (s << 20)), double(s - n + 1000000), double((most + 50) << 33), double(least + 50 - (1ll << 40)), double(x), double(orr), double(aa), double(least), double(most), double(up), double(down), double(wrap), (most + 50) * 1.5, 64, double(bin[0]), double(bin[1]), double(bin[2]), double(bin[3] + 2 * n)};
  for (int i = 0; i < 20; ++i) same("shared", (long long)(o[i] * 4), (long long)(want[i] * 4));
  same("sum", (long long)(*sum * 4), 4 * s), same("even", (long long)part[0], 384), same("odd", (long long)part[1], 384), same("system", (long long)part[2], 384);
  same("pieces", p[0], 128), same("pieces", p[2], 128);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
