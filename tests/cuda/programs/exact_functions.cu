// Functions of numbers that have one right answer: rounding, remainders, parts of a number, neighbours, signs.
// prints: 0 1 0 0 1 0 0.5 0.5 -0.5 0 0.5 0.03125 0.96875 0.50000006 1 1 0 0 0 3 0.5 9 0.55 0 0.25 1 6 8 8.85 8 8 2
// prints: 1 2 2 1 2 2 0 0 1.5 1.75 1.5 0.1875 -0.03125 1.49999988 1.25 3 1 1 1 0 0 9 0.825 2 -0.25 2 6 0 3.05 0 2.9 2
// prints: -3 -2 -2 -2 -3 -2 -2.5 -2.5 -2.5 0 -2.5 -0.625 12.515625 -2.49999976 -5 5 -3 2 -1 0 -2.5 9 -0.6875 -2 0.125 -3 7 100 94.625 100 98 3
// prints: 7 8 8 7 8 8 1.75 -1.25 -7.75 4.75 7.75 3.875 0.375 7.74999952 10.75 15.5 8 4 4 1 1.75 9 0.5328125 8 0.5 9 6 3 20.05 3 16.525 2
// prints: -1 -0 -0 -0 -0 -0 -0.25 -0.25 0.25 9.7489996 -0.25 -0.25 -1.24987495 -0.25000003 -10.2489996 0.5 -1 -1 -0 4 -0.25 9 -0.55 0 0.001000404358 0 6 -10 -10.5489996 -10 -0.2760004044 3
// prints: 100 101 100 100 100 100 0.125 0.125 -100.125 99.625 100.125 200.25 0.0625 100.124992 100.625 200.25 110 7 55 0 0.125 10 0.8604492188 100 0.5 110 6 1 220.775 0 219.6375 2
// prints: 3 3 3 3 3 3 0 0 -3 1.5 3 12 0.1875 2.99999976 4.5 6 3 2 2 1 0 9 0.825 3 -1 3 6 2 8.1 2 6.8 2
// prints: -10 -9 -10 -9 -10 -10 -2.4989996 0.00100040436 9.9989996 0 -9.9989996 -79.9919968 -0.3125 -9.99899864 -19.9979992 19.9979992 -11 4 -5 7 -2.498999596 9 -0.6874312222 -10 -0 -11 6 -3 -24.49779911 -2 -12 3
#include <cmath>
#include <cstdio>
__global__ void k(const float *in, float *f, double *d, int *i, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    float x = in[t], y = in[(t + 3) % n], *o = f + t * 16, whole;
    double u = x * 1.1, v = y, *p = d + t * 8;
    o[0] = floorf(x), o[1] = ceilf(x), o[2] = rintf(x), o[3] = truncf(x), o[4] = roundf(x), o[5] = nearbyintf(x);
    o[6] = fmodf(x, y), o[7] = remainderf(x, y), o[8] = copysignf(x, -y), o[9] = fdimf(x, y);
    o[10] = modff(x, &whole) + whole, o[11] = ldexpf(x, t - 4), o[12] = scalbnf(y, -3), o[13] = nextafterf(x, y);
    o[14] = fmaxf(x, NAN) + fminf(y, x), o[15] = fabsf(x) + sqrtf(x * x);
    int e, q;
    p[0] = floor(u), p[1] = round(u * 0.5), p[2] = fmod(x * 1.0, v), p[3] = frexp(u, &e), p[4] = remquo(v, 2.5, &q), p[5] = logb(v + 100);
    p[6] = fma(u, 2.0, v), p[7] = trunc(u) + rint(v) + fdim(u, v);
    int *j = i + t * 8;
    j[0] = e, j[1] = q & 7, j[2] = ilogbf(x + 1000), j[3] = lrintf(x), j[4] = (int)llround(u), j[5] = (int)lroundf(y), j[6] = (int)llrintf(y), j[7] = signbit(u) + 2 * isfinite(v);
}
int main() {
    const float values[] = {0.5f, 1.5f, -2.5f, 7.75f, -0.25f, 100.125f, 3.f, -9.999f};
    float *in, *f;
    double *d;
    int *i;
    cudaMallocManaged(&in, 32), cudaMallocManaged(&f, 512), cudaMallocManaged(&d, 512), cudaMallocManaged(&i, 256);
    for (int t = 0; t < 8; ++t) in[t] = values[t];
    k<<<1, 8>>>(in, f, d, i, 8);
    cudaDeviceSynchronize();
    for (int t = 0; t < 8; ++t) {
        for (int c = 0; c < 16; ++c) printf("%.9g ", f[t * 16 + c]);
        for (int c = 0; c < 8; ++c) printf("%.10g %d ", d[t * 8 + c], i[t * 8 + c]);
        printf("\n");
    }
}
