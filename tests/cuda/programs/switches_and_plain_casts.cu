// Threads wait inside a `switch`: of one value for the block, of one for each warp, with parts that go on into the next; conversions that
// are written as calls, where the grammar expects a declaration; types of template values and of variables of the file.
#include <cstdio>
__constant__ int table[4] = {3, -5, 7, 11};
__global__ void chosen(int *a, int m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  switch (m) {
    case 0:
      __syncthreads();
      a[t] += s[63 - t];
      break;
    case 1:
    case 5: {
      __syncthreads();
      a[t] += 3 * s[(t + 1) % 64];
    }
    case 2:
      __syncthreads();
      s[t] = t;
      __syncthreads();
      a[t] -= s[t ^ 1];
      break;
    case 3: {
      __syncthreads();
      for (int i = 0; i < 3; ++i) {
        if (i == 2) break;
        a[t] += s[i];
      }
      break;
    }
    default:
      switch (t / 32) {
        case 0: a[t] = __shfl_xor_sync(~0u, t * 2, 2); break;
        default: a[t] = __shfl_sync(~0u, t, 5);
      }
  }
}
template <int K> __global__ void casts(int *a, unsigned n) {
  int t = threadIdx.x;
  if (unsigned(a[t]) < n) a[t] = (unsigned(7u ^ 3) * 2);
  a[t] += short(t * 2000) + (int)unsigned(t) * int(long(t)) % 5;
  a[t] += __shfl_xor_sync(~0u, (K | t) % 5, 1) + __shfl_xor_sync(~0u, table[t & 3] * 2, 2);
}
int main() {
  int *a;
  cudaMallocManaged(&a, 64 * sizeof(int));
  for (int m = 0; m < 8; ++m) {
    for (int i = 0; i < 64; ++i) a[i] = i * 7 % 13;
    if (m < 7) chosen<<<1, 64>>>(a, m);
    else casts<9><<<1, 64>>>(a, 6u);
    cudaDeviceSynchronize();
    int h[64];
    for (int t = 0; t < 64; ++t) {
      const int own = t * 7 % 13, turned = (63 - t) * 7 % 13, next = (t + 1) % 64 * 7 % 13;
      const int lane = t ^ 1, other = t ^ 2, tables[] = {3, -5, 7, 11};
      h[t] = m == 0 ? own + turned : m == 1 || m == 5 ? own + 3 * next - lane : m == 2 ? own - lane : m == 3 ? own + 0 + 7 : t < 32 ? other * 2 : 37;
      if (m == 7) h[t] = (own < 6 ? 8 : own) + (int)(short)(t * 2000) + t * t % 5 + (9 | lane) % 5 + tables[other & 3] * 2;
    }
    int wrong = 0;
    for (int t = 0; t < 64; ++t) wrong += a[t] != h[t];
    printf("%d\n", wrong);
  }
}
// prints: 0
// prints: 0
// prints: 0
// prints: 0
// prints: 0
// prints: 0
// prints: 0
// prints: 0
