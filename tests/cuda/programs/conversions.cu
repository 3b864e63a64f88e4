#include <cstdio>
#include <cmath>
__global__ void k(const float *x, int *a, unsigned *u, long long *l) { int i = threadIdx.x; a[i] = (int)x[i]; u[i] = (unsigned)x[i]; l[i] = (long long)x[i]; int j = x[i] * 2; a[i + 8] = j; unsigned char c = static_cast<unsigned char>(x[i]); a[i+16] = c; a[i+24] = int(x[i]); a[i+32] = x[i]; }
__global__ void k2(const double *x, int *a, unsigned *u, long long *l) { int i = threadIdx.x; a[i] = (int)x[i]; u[i] = (unsigned)x[i]; l[i] = (long long)x[i];  }
int main() { float *x; int *a; unsigned *u; long long *l; double *y; cudaMallocManaged(&x, 64*4); cudaMallocManaged(&y, 64*8); cudaMallocManaged(&a, 64*4); cudaMallocManaged(&u, 64*4); cudaMallocManaged(&l, 64*8);
 float v[8] = {3e9f, -3e9f, -1.5f, 1e20f, NAN, -1e20f, 2.7f, INFINITY};
 for (int i=0;i<8;i++) x[i]=v[i], y[i]=v[i];
 k<<<1,8>>>(x,a,u,l); cudaDeviceSynchronize();
 for (int i=0;i<40;i++) printf("%d%s", a[i], i%8==7?"\n":" "); for (int i=0;i<8;i++) printf("%u ", u[i]); printf("\n"); for (int i=0;i<8;i++) printf("%lld ", l[i]); printf("\n");
 k2<<<1,8>>>(y,a,u,l); cudaDeviceSynchronize();
 for (int i=0;i<8;i++) printf("%d ", a[i]); printf("\n"); for (int i=0;i<8;i++) printf("%u ", u[i]); printf("\n"); for (int i=0;i<8;i++) printf("%lld ", l[i]); printf("\n");
}
// prints: 2147483647 -2147483648 -1 2147483647 0 -2147483648 2 2147483647
// prints: 2147483647 -2147483648 -3 2147483647 0 -2147483648 5 2147483647
// prints: 0 0 0 255 0 0 2 255
// prints: 2147483647 -2147483648 -1 2147483647 0 -2147483648 2 2147483647
// prints: 2147483647 -2147483648 -1 2147483647 0 -2147483648 2 2147483647
// prints: 3000000000 0 0 4294967295 0 0 2 4294967295
// prints: 3000000000 -3000000000 -1 9223372036854775807 -9223372036854775808 -9223372036854775808 2 9223372036854775807
// prints: 2147483647 -2147483648 -1 2147483647 -2147483648 -2147483648 2 2147483647
// prints: 3000000000 0 0 4294967295 2147483648 0 2 4294967295
// prints: 3000000000 -3000000000 -1 9223372036854775807 -9223372036854775808 -9223372036854775808 2 9223372036854775807
