#include <cstdio>
struct __align__(16) P { float x, y, z, w; };
__global__ void k(float *a) {
  __shared__ __align__(16) float s[32];
  __align__(8) __shared__ float t[32];
  __shared__ alignas(16) float u[4][8];
  extern __shared__ __align__(16) unsigned char raw[];
  float *d = reinterpret_cast<float *>(raw);
  __shared__ P p;
  int i = threadIdx.x;
  s[i] = a[i]; t[i] = 2 * a[i]; u[i / 8][i % 8] = 3 * a[i]; d[i] = 1;
  if (i == 0) p.x = 5;
  __syncthreads();
  a[i] = s[31 - i] + t[31 - i] + u[3 - i / 8][7 - i % 8] + d[31 - i] + p.x;
}
int main() { float *a; cudaMallocManaged(&a, 128); for (int i = 0; i < 32; i++) a[i] = i; k<<<1, 32, 128>>>(a); cudaDeviceSynchronize(); printf("%g %g\n", a[0], a[31]); }
// prints: 192 6
