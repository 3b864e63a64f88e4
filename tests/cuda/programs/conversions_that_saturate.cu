// Conversions at the ends of types: what a cast and the named conversions give for what does not fit.
// prints: 0.5: 0 0 0 0 0 0 0 0
// prints: 1.5: 1 1 1 1 1 1 1 1
// prints: 2.5: 2 2 2 2 2 2 2 2
// prints: -0.5: 0 0 0 0 0 0 0 0
// prints: -1.5: -1 -1 0 0 -1 -1 0 0
// prints: 3e+09: 2147483647 2147483647 3000000000 3000000000 3000000000 3000000000 3000000000 3000000000
// prints: -3e+09: -2147483648 -2147483648 0 0 -3000000000 -3000000000 0 0
// prints: 5e+09: 2147483647 2147483647 4294967295 4294967295 5000000000 5000000000 5000000000 5000000000
// prints: 1e+19: 2147483647 2147483647 4294967295 4294967295 9223372036854775807 9223372036854775807 9999999980506447872 10000000000000000000
// prints: -1e+19: -2147483648 -2147483648 0 0 -9223372036854775808 -9223372036854775808 0 0
// prints: 1e+30: 2147483647 2147483647 4294967295 4294967295 9223372036854775807 9223372036854775807 18446744073709551615 18446744073709551615
// prints: -1e+30: -2147483648 -2147483648 0 0 -9223372036854775808 -9223372036854775808 0 0
// prints: nan: 0 -2147483648 0 2147483648 -9223372036854775808 -9223372036854775808 9223372036854775808 9223372036854775808
// prints: inf: 2147483647 2147483647 4294967295 4294967295 9223372036854775807 9223372036854775807 18446744073709551615 18446744073709551615
// prints: -inf: -2147483648 -2147483648 0 0 -9223372036854775808 -9223372036854775808 0 0
// prints: 2.14748e+09: 2147483647 2147483647 2147483648 2147483648 2147483648 2147483648 2147483648 2147483648
// prints: 0 1 0 0 0 1 0.5 2
// prints: 3 2 2 2 2 2 1 6
// prints: 3 3 2 2 2 3 1 6
// prints: 0 -1 0 0 0 0 0 2
// prints: 1 -2 0 0 -2 -1 0 2
// prints: 1073741824 2147483647 3000000000 3000000000 3000000000 3000000000 1 4.07374208e+09
// prints: 1073741824 -2147483648 0 0 -3000000000 -3000000000 0 1.07374182e+09
// prints: 1073741824 2147483647 4294967295 4294967295 5000000000 5000000000 1 5.36870912e+09
// prints: 1073741824 2147483647 4294967295 4294967295 9223372036854775807 9223372036854775807 1 5.36870912e+09
// prints: 1073741824 -2147483648 0 0 -9223372036854775808 -9223372036854775808 0 1.07374182e+09
// prints: 1073741824 2147483647 4294967295 4294967295 9223372036854775807 9223372036854775807 1 5.36870912e+09
// prints: 1073741824 -2147483648 0 0 -9223372036854775808 -9223372036854775808 0 1.07374182e+09
// prints: -1073741824 0 0 2147483648 -9223372036854775808 -9223372036854775808 0 -1.07374176e+09
// prints: 1073741824 2147483647 4294967295 4294967295 9223372036854775807 9223372036854775807 1 5.36870912e+09
// prints: 1073741824 -2147483648 0 0 -9223372036854775808 -9223372036854775808 0 1.07374182e+09
// prints: 1073741824 2147483647 2147483648 2147483648 2147483648 2147483648 1 3.22122573e+09
#include <cmath>
#include <cstdio>
__global__ void casts(const float *f, const double *d, int *i, unsigned *u, long long *l, unsigned long long *ul, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    i[t] = (int)f[t], i[n + t] = (int)d[t];
    u[t] = (unsigned)f[t], u[n + t] = static_cast<unsigned int>(d[t]);
    l[t] = (long long)f[t], l[n + t] = (long long)d[t];
    ul[t] = (unsigned long long)f[t], ul[n + t] = (unsigned long long)d[t];
}
__global__ void named(const float *f, const double *d, int *i, unsigned *u, long long *l, float *s, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    i[t] = __float2int_rn(f[t]), i[n + t] = __float2int_ru(f[t]) ^ __float2int_rd(f[t]) ^ __float2int_rz(f[t]);
    u[t] = __float2uint_rn(f[t]), u[n + t] = __double2uint_rn(d[t]);
    l[t] = __float2ll_rn(f[t]), l[n + t] = __double2ll_ru(d[t]);
    i[t] ^= __double2int_rn(d[t]) >> 1;
    s[t] = __saturatef(f[t]), s[n + t] = __int2float_rz(i[t] | 1) + __uint2float_ru(u[t] | 1);
}
int main() {
    const double values[] = {0.5, 1.5, 2.5, -0.5, -1.5, 3e9, -3e9, 5e9, 1e19, -1e19, 1e30, -1e30, NAN, INFINITY, -INFINITY, 2147483648.0};
    const int n = 16;
    float *f, *s;
    double *d;
    int *i;
    unsigned *u;
    long long *l;
    unsigned long long *ul;
    cudaMallocManaged(&f, n * 4), cudaMallocManaged(&s, n * 8), cudaMallocManaged(&d, n * 8), cudaMallocManaged(&i, n * 8);
    cudaMallocManaged(&u, n * 8), cudaMallocManaged(&l, n * 16), cudaMallocManaged(&ul, n * 16);
    for (int t = 0; t < n; ++t) f[t] = (float)values[t], d[t] = values[t];
    casts<<<1, n>>>(f, d, i, u, l, ul, n);
    cudaDeviceSynchronize();
    for (int t = 0; t < n; ++t)
        printf("%g: %d %d %u %u %lld %lld %llu %llu\n", values[t], i[t], i[n + t], u[t], u[n + t], l[t], l[n + t], ul[t], ul[n + t]);
    named<<<1, n>>>(f, d, i, u, l, s, n);
    cudaDeviceSynchronize();
    for (int t = 0; t < n; ++t)
        printf("%d %d %u %u %lld %lld %.9g %.9g\n", i[t], i[n + t], u[t], u[n + t], l[t], l[n + t], s[t], s[n + t]);
}
