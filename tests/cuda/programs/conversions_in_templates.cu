// Numbers that types of a template make whole stop at the ends of their ranges, as a GPU's do.
// prints: f sc: -3 -44 44 112 -112 -1 0 -1 0 0 -1 0 -1 0 127 -128
// prints:   cast: -5 62 -62 40 -40 -1 0 -1 0 0 -1 0 127 -128 -65 -64
// prints: f us: 0 0 300 4464 0 65535 0 65535 0 0 65535 0 255 256 127 128
// prints:   cast: 0 0 450 39464 0 65535 0 65535 0 0 65535 0 383 384 191 192
// prints: f i: -3 -300 300 70000 -70000 2147483647 -2147483648 2147483647 -2147483648 0 2147483647 -2147483648 255 256 127 128
// prints:   cast: -5 -450 450 105000 -105000 2147483647 -2147483648 2147483647 -2147483648 0 2147483647 -2147483648 383 384 191 192
// prints: f ull: 0 0 300 70000 0 10000000000 0 -1 0 -9223372036854775808 -1 0 255 256 127 128
// prints:   cast: 0 0 450 105000 0 15000000512 0 -1 0 -9223372036854775808 -1 0 383 384 191 192
// prints: d uc: 0 0 44 112 0 255 0 255 0 0 255 0 255 0 127 128
// prints:   cast: 0 0 194 40 0 255 0 255 0 0 255 0 127 128 191 192
// prints: d s: -3 -300 300 4464 -4464 -1 0 -1 0 0 -1 0 255 256 127 128
// prints:   cast: -5 -450 450 -26072 26072 -1 0 -1 0 0 -1 0 383 384 191 192
// prints: d u: 0 0 300 70000 0 4294967295 0 4294967295 0 2147483648 4294967295 0 255 256 127 128
// prints:   cast: 0 0 450 105000 0 4294967295 0 4294967295 0 2147483648 4294967295 0 383 384 191 192
// prints: d ll: -3 -300 300 70000 -70000 10000000000 -10000000000 9223372036854775807 -9223372036854775808 -9223372036854775808 9223372036854775807 -9223372036854775808 255 256 127 128
// prints:   cast: -5 -450 450 105000 -105000 15000000000 -15000000000 9223372036854775807 -9223372036854775808 -9223372036854775808 9223372036854775807 -9223372036854775808 383 384 191 192
// prints: d b: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
// prints:   cast: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
// prints: 0 0 44 112
#include <cmath>
#include <cstdio>
typedef unsigned char byte_of_its_own;

template <typename F, typename T> __global__ void given(const F *a, T *b, int n) {
    int i = threadIdx.x;
    if (i < n) {
        T v = a[i];
        b[i] = v;
    }
}
template <typename F, typename T> __global__ void cast(const F *a, long long *b, int n) {
    int i = threadIdx.x;
    if (i < n) b[i] = (long long)(T)(a[i] * (F)1.5);
}
__global__ void named(const double *a, byte_of_its_own *b) { b[threadIdx.x] = (byte_of_its_own)(a[threadIdx.x] * 1); }

template <typename F, typename T> void row(const char *name) {
    F h[] = {(F)-3.7, (F)-300, (F)300, (F)70000, (F)-70000, (F)1e10, (F)-1e10, (F)1e20,
             (F)-1e20, (F)NAN, (F)INFINITY, (F)-INFINITY, (F)255.9, (F)256, (F)127.5, (F)128};
    const int n = sizeof h / sizeof *h;
    F *a;
    T *b, r[n];
    long long *c, s[n];
    cudaMalloc(&a, sizeof h), cudaMalloc(&b, sizeof r), cudaMalloc(&c, sizeof s);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    given<F, T><<<1, 32>>>(a, b, n);
    cast<F, T><<<1, 32>>>(a, c, n);
    cudaMemcpy(r, b, sizeof r, cudaMemcpyDeviceToHost);
    cudaMemcpy(s, c, sizeof s, cudaMemcpyDeviceToHost);
    std::printf("%s:", name);
    for (T x : r) std::printf(" %lld", (long long)x);
    std::printf("\n  cast:");
    for (long long x : s) std::printf(" %lld", x);
    std::printf("\n");
}

int main() {
    row<float, signed char>("f sc");
    row<float, unsigned short>("f us");
    row<float, int>("f i");
    row<float, unsigned long long>("f ull");
    row<double, unsigned char>("d uc");
    row<double, short>("d s");
    row<double, unsigned>("d u");
    row<double, long long>("d ll");
    row<double, bool>("d b");
    double h[4] = {-3, -300, 300, 70000}, *a;
    byte_of_its_own r[4], *b;
    cudaMalloc(&a, sizeof h), cudaMalloc(&b, sizeof r);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    named<<<1, 4>>>(a, b);
    cudaMemcpy(r, b, sizeof r, cudaMemcpyDeviceToHost);
    std::printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
}
