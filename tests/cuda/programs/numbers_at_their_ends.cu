// Numbers at the ends of their range: a half that becomes whole (the narrow number itself is made of it, and stops at its ends), signs of
// zeros of which the larger one is asked for, divisors beyond 2^126, powers of what has no logarithm.
// prints: PASS
#include <cstdio>
#include <cmath>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
static int bad;
static void check(const char *what, long long got, long long want) { if (got != want) { printf("FAIL %s: %lld, not %lld\n", what, got, want); bad = 1; } }
static void checkf(const char *what, double got, double want) {
    if (!(got == want && std::signbit(got) == std::signbit(want)) && !(std::isnan(got) && std::isnan(want))) { printf("FAIL %s: %.17g, not %.17g\n", what, got, want); bad = 1; }
}
__global__ void approximate(const float *a, const float *b, float *o) {
    int t = threadIdx.x; float x = a[t], y = b[t];
    o[t * 16] = __fdividef(x, y); o[t * 16 + 1] = __powf(x, y); o[t * 16 + 2] = fmaxf(x, y); o[t * 16 + 3] = fminf(x, y); o[t * 16 + 4] = max(x, y); o[t * 16 + 5] = min(x, y); o[t * 16 + 6] = __saturatef(x);
    o[t * 16 + 7] = rsqrtf(x); o[t * 16 + 8] = fdimf(x, y); o[t * 16 + 9] = fmodf(x, y); o[t * 16 + 10] = copysignf(x, y); o[t * 16 + 11] = rintf(x); o[t * 16 + 12] = roundf(x); o[t * 16 + 13] = __frcp_rn(x); o[t * 16 + 14] = __logf(x); o[t * 16 + 15] = __frsqrt_rn(x);
}
static void at_the_ends() {
    const int N = 8; float inf = INFINITY;
    float x[N] = {1e38f, -2, 0, NAN, -0.0f, 0.0f, 2.5f, inf}, y[N] = {1e38f, 2, 0, 3, 0.0f, -0.0f, -inf, inf};
    float *a, *b, *o, h[N * 16]; cudaMalloc(&a, sizeof x); cudaMalloc(&b, sizeof y); cudaMalloc(&o, sizeof h);
    cudaMemcpy(a, x, sizeof x, cudaMemcpyHostToDevice); cudaMemcpy(b, y, sizeof y, cudaMemcpyHostToDevice);
    approximate<<<1, N>>>(a, b, o); cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    checkf("__fdividef(1e38, 1e38)", h[0], 0); checkf("__fdividef(inf, inf)", h[7 * 16], NAN); checkf("__fdividef(0,0)", h[2 * 16], NAN);
    checkf("__powf(-2, 2)", h[16 + 1], NAN); checkf("__powf(0, 0)", h[32 + 1], NAN);
    checkf("fmaxf(NaN, 3)", h[48 + 2], 3); checkf("fminf(NaN, 3)", h[48 + 3], 3); checkf("max(NaN, 3)", h[48 + 4], 3); checkf("min", h[48 + 5], 3); checkf("sat NaN", h[48 + 6], 0);
    checkf("fmaxf(-0, 0)", h[64 + 2], 0.0); checkf("fmaxf(0, -0)", h[80 + 2], 0.0); checkf("fminf(-0, 0)", h[64 + 3], -0.0); checkf("fminf(0, -0)", h[80 + 3], -0.0);
    checkf("max(0, -0)", h[80 + 4], 0.0); checkf("min(0, -0)", h[80 + 5], -0.0); checkf("saturate(-0)", h[64 + 6], 0.0);
    checkf("rsqrt(-0)", h[64 + 7], -inf); checkf("rsqrt(0)", h[80 + 7], inf); checkf("rsqrt(inf)", h[7 * 16 + 7], 0); checkf("fdim", h[6 * 16 + 8], inf); checkf("fmod(2.5,-inf)", h[6 * 16 + 9], 2.5);
    checkf("rint 2.5", h[6 * 16 + 11], 2); checkf("round 2.5", h[6 * 16 + 12], 3); checkf("rcp -0", h[64 + 13], -inf); checkf("log 0", h[32 + 14], -inf); checkf("log -2", h[16 + 14], NAN);
    checkf("frsqrt(-0)", h[64 + 15], -inf);
}
template <typename T> __device__ T as(half h) { return (T)h; }
struct P { int n; unsigned char c; };
__device__ int takes(int n) { return n; }
typedef half value_t;
__global__ void k(const float *in, long long *o) {
    half h = __float2half(in[threadIdx.x]); __nv_bfloat16 b = __float2bfloat16(in[threadIdx.x]); long long *p = o + 20 * threadIdx.x; int at = 0;
    int i = h; p[at++] = i; short s = (short)h; p[at++] = s; unsigned u = h; p[at++] = u; p[at++] = (unsigned short)h; p[at++] = (long long)h; p[at++] = (int)b; long long l = b; p[at++] = l;
    p[at++] = as<int>(h); p[at++] = as<short>(h); P q; q.n = h; p[at++] = q.n; p[at++] = takes(h); p[at++] = static_cast<int>(h * h); value_t v = h; int w = v; p[at++] = w; p[at++] = (short)b;
    p[at++] = (bool)h;
}
int main() {
    at_the_ends();
    float f[6] = {1.5f, -2.7f, 40000.f, -40000.f, INFINITY, NAN}; float *df; long long *o, h[120];
    cudaMalloc(&df, sizeof f); cudaMalloc(&o, sizeof h); cudaMemcpy(df, f, sizeof f, cudaMemcpyHostToDevice);
    k<<<1, 6>>>(df, o); cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    const long long big = 2147483647, low = -9223372036854775807ll - 1, high = 9223372036854775807ll;
    long long want[6][15] = {
        {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1}, {-2, -2, 0, 0, -2, -2, -2, -2, -2, -2, -2, 7, -2, -2, 1},
        {40000, 32767, 40000, 40000, 40000, 39936, 39936, 40000, 32767, 40000, 40000, big, 40000, 32767, 1},
        {-40000, -32768, 0, 0, -40000, -39936, -39936, -40000, -32768, -40000, -40000, big, -40000, -32768, 1},
        {big, 32767, 4294967295ll, 65535, high, big, high, big, 32767, big, big, big, big, 32767, 1},
        {0, 0, 0, 0, low, 0, low, 0, 0, 0, 0, 0, 0, 0, 1}};
    for (int t = 0; t < 6; ++t) for (int i = 0; i < 15; ++i) { char n[40]; snprintf(n, 40, "form %d of %g", i, f[t]); check(n, h[20 * t + i], want[t][i]); }
    puts(bad ? "FAIL" : "PASS"); return bad;
}
