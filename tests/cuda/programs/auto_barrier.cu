#include <cstdio>
struct V { int a, b; };
__device__ V make(int i) { return V{i, 2 * i}; }
__global__ void k(int *a, const float *f) {
  auto i = threadIdx.x;
  auto v = a[i];
  auto w = make(v);
  const auto x = f[i] * 2.0;
  auto *p = a + i;
  auto e = fmaxf(x, 1.f) + __ldg(&a[0]);
  __shared__ int s[32];
  s[i] = v;
  __syncthreads();
  *p = s[31 - i] + w.b + (int)x + (int)e;
}
int main() { int *a; float *f; cudaMallocManaged(&a, 128); cudaMallocManaged(&f, 128); for (int i = 0; i < 32; i++) a[i] = f[i] = i; k<<<1, 32>>>(a, f); cudaDeviceSynchronize(); printf("%d %d\n", a[0], a[31]); }
// prints: 32 186
