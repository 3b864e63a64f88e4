// Assertions that hold, clocks that go forward, traps nobody reaches, hints that do nothing.
// prints: 69 compared, wrong: 0
#include <cassert>
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__global__ void timed(const int *in, int *out, long long *ticks) {
  long long start = clock64();
  clock_t small = clock();
  int i = threadIdx.x, s = 0;
  assert(i < blockDim.x && "a thread of the block");
  for (int k = 0; k <= i; ++k) s += in[k];
  __threadfence_block();
  if (s < 0) __trap();
  __nanosleep(20);
  __threadfence();
  assert(s >= in[i]);
  out[i] = s;
  __threadfence_system();
  long long end = clock64();
  if (i == 0) ticks[0] = end - start, ticks[1] = (long long)(clock() - small), ticks[2] = end;
}
__global__ void hints(const int *in, int *out) {
  int i = threadIdx.x;
  __builtin_assume(i >= 0);
  const int *p = (const int *)__builtin_assume_aligned(in, 16);
  if (__builtin_expect(p[i] > 1000000, 0)) { __trap(); }
  switch (p[i] & 1) {
    case 0: out[i] = 1; break;
    case 1: out[i] = 2; break;
    default: __builtin_unreachable();
  }
}
int main() {
  int *a, *o;
  long long *t;
  cudaMallocManaged(&a, 256), cudaMallocManaged(&o, 256), cudaMallocManaged(&t, 24);
  for (int i = 0; i < 64; ++i) a[i] = i * 29 % 83;
  timed<<<1, 64>>>(a, o, t);
  same("ended well", cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0, s = 0; i < 64; ++i) s += a[i], same("sum", o[i], s);
  same("ticks", t[0] >= 0, 1), same("later", t[2] > 0, 1);
  hints<<<1, 64>>>(a, o);
  same("hints", cudaDeviceSynchronize(), cudaSuccess);
  int bad = 0;
  for (int i = 0; i < 64; ++i) bad += o[i] != a[i] % 2 + 1;
  same("switch", bad, 0);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
