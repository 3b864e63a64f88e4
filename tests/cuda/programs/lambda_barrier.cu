#include <cstdio>
__global__ void k(int *a, int n) {
  __shared__ int s[32];
  int i = threadIdx.x;
  auto at = [&](int j) { return s[j]; };
  auto add = [=](int x) { return x + n + i; };
  s[i] = a[i];
  __syncthreads();
  int v = at(31 - i);
  __syncthreads();
  a[i] = add(v);
}
int main() { int *a; cudaMallocManaged(&a, 128); for (int i = 0; i < 32; i++) a[i] = i; k<<<1, 32>>>(a, 10); cudaDeviceSynchronize(); printf("%d %d\n", a[0], a[31]); }
// prints: 41 41
