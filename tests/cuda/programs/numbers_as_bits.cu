// Numbers as their bits: reinterpreted, in unions, as halves of a double, ordered as integers, with special values.
// prints: 80000000 0 80000000 24 2.2250738585072019e-308 3ff0000000000000
// prints: 7fffffff 128000001 00800000 28 -2.2250738585072019e-308 3ff0000000000000
// prints: bf800000 63127000 bf800000 8 0.50000000000000011 4010000000000000
// prints: 403fffff 191127001 40400000 12 -0.75000000000000011 c00c000000000000
// prints: cbf7f490 75151000 cbf7f490 8 16250000.000000002 41973eed84000000
// prints: 800116c2 0 808116c2 8 1.9999892202229523e-40 3ff0000000000000
// prints: ff800000 127255000 ff800000 2 8.9884656743115815e+307 7ff0000000000000
// prints: 007fffff 255255001 00000000 6 -8.9884656743115815e+307 fff0000000000000
// prints: c2f60000 66133000 c2f60000 8 61.500000000000007 4077200000000000
// prints: 4c7f26a6 179103001 3400d959 12 -2.9999995376783779e-08 3fefffff9f5cfd40
#include <cmath>
#include <cstdio>
#include <cstring>
union Word { float f; unsigned u; unsigned char b[4]; struct { unsigned mantissa : 23, exponent : 8, sign : 1; } p; };
__device__ unsigned ordered(float f) {
    unsigned u = __float_as_uint(f);
    return u & 0x80000000u ? ~u : u | 0x80000000u;
}
__global__ void k(const float *f, unsigned *out, double *d, unsigned long long *l, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    Word w;
    w.f = f[t];
    out[t] = ordered(f[t]);
    out[n + t] = w.b[3] * 1000000 + w.p.exponent * 1000 + w.p.sign;
    w.p.sign ^= 1, w.p.exponent += t % 2;
    out[2 * n + t] = w.u;
    out[3 * n + t] = isnan(f[t]) + 2 * isinf(f[t]) + 4 * signbit(f[t]) + 8 * isfinite(f[t]) + 16 * (f[t] == 0);
    d[t] = __hiloint2double(__double2hiint((double)f[t]) ^ (1 << 20), __double2loint((double)t) + 1);
    unsigned long long bits;
    double x = f[t] * 3.0;
    memcpy(&bits, &x, 8);
    l[t] = bits ^ (unsigned long long)__double_as_longlong(x + 1) ^ *reinterpret_cast<unsigned long long *>(&x);
}
int main() {
    const float values[] = {0.f, -0.f, 1.f, -1.5f, 3.25e7f, 1e-40f, INFINITY, -INFINITY, 123.f, -6e-8f};
    const int n = 10;
    float *f;
    unsigned *out;
    double *d;
    unsigned long long *l;
    cudaMallocManaged(&f, 40), cudaMallocManaged(&out, 160), cudaMallocManaged(&d, 80), cudaMallocManaged(&l, 80);
    for (int i = 0; i < n; ++i) f[i] = values[i];
    k<<<1, 16>>>(f, out, d, l, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) printf("%08x %u %08x %u %.17g %016llx\n", out[i], out[n + i], out[2 * n + i], out[3 * n + i], d[i], l[i]);
}
