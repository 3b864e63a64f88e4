#include <cstdio>
// at the rate that this says
#define IMUL(a, b) __mul24(a, b)
#define RD(x) __float2int_rd(x)
__global__ void k(float *a, int *b) { int i = threadIdx.x; b[i] = IMUL(i, 3) + RD(a[i]) + __float2int_rn(1e20f) + __vadd4(1, 2) + __float2uint_ru(a[i]); a[i] = __fadd_ru(1.f, 1e-10f) + normcdfinvf(0.5f) + __ldg(&a[i]); }
int main() { float *a; int *b; cudaMallocManaged(&a, 128); cudaMallocManaged(&b, 128); for (int i = 0; i < 32; i++) a[i] = i + 0.25f; k<<<1, 32>>>(a, b); cudaDeviceSynchronize(); cudaExtent e = make_cudaExtent(4, 4, 4); cudaPitchedPtr p; cudaMalloc3D(&p, e); auto cuda = 3, cpu = 4; printf("%d %.9g %d\n", b[3], a[2], cuda + cpu + 4 * (p.pitch >= 4)); }
// prints: -2147483630 3.25 11
