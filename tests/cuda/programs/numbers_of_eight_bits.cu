// Numbers of eight bits: all of them, all halves and many floats to them, by both formats, beside tables that are worked out from the formats.
// prints: 512 values, 131072 halves, 200000 floats: wrong: 0
// prints: kernel: 0
// prints: edges: 7e fe 7f 7b 7c fb 7f 00 80 01 00 38 38 39
#include <cmath>
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>
static double value(int bits, bool e4) {  // by the definition of the format
    const int f = e4 ? 3 : 2, b = e4 ? 7 : 15, e = bits >> f & (e4 ? 15 : 31), m = bits & ((1 << f) - 1);
    double v = e ? (1 + m / double(1 << f)) * std::pow(2.0, e - b) : m / double(1 << f) * std::pow(2.0, 1 - b);
    if (e4 ? (bits & 127) == 127 : e == 31 && m) v = NAN;
    if (!e4 && e == 31 && !m) v = INFINITY;
    return bits & 128 ? -v : v;
}
static int nearest(double x, bool e4) {  // the nearest finite one, the even one of two
    int best = 0;
    const int last = e4 ? 126 : 123;
    for (int i = 0; i <= last; ++i) {
        const double now = std::fabs(std::fabs(x) - value(i, e4)), then = std::fabs(std::fabs(x) - value(best, e4));
        if (now < then || (now == then && !(i & 1))) best = i;
    }
    return best | (std::signbit(x) ? 128 : 0);
}
__global__ void scale(const float *in, __nv_fp8_e4m3 *small, __nv_fp8x2_e5m2 *pairs, float *back, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        small[i] = __nv_fp8_e4m3(in[i] * 0.5f);
        if (i % 2 == 0) pairs[i / 2] = __nv_fp8x2_e5m2(make_float2(in[i], in[i + 1]));
        back[i] = float(small[i]) + __half2float(__nv_cvt_fp8_to_halfraw(small[i].__x, __NV_E4M3));
    }
}
int main() {
    int wrong = 0;
    for (int e4 = 0; e4 < 2; ++e4) {
        const auto kind = e4 ? __NV_E4M3 : __NV_E5M2;
        for (int i = 0; i < 256; ++i) {
            const double is = value(i, e4);
            __nv_fp8_e4m3 a;
            __nv_fp8_e5m2 b;
            a.__x = b.__x = i;
            const float f = e4 ? float(a) : float(b), h = __half2float(__half(__nv_cvt_fp8_to_halfraw(i, kind)));
            if (is != is ? f == f || h == h : f != is || h != is) ++wrong;
            if (is == is && std::fabs(is) < 1e9 && __nv_cvt_float_to_fp8(f, __NV_SATFINITE, kind) != i) ++wrong;
        }
        for (int i = 0; i < 65536; ++i) {
            const __half h = __ushort_as_half(i);
            const float f = __half2float(h);
            if (f != f || std::isinf(f)) continue;
            if (__nv_cvt_halfraw_to_fp8(h, __NV_SATFINITE, kind) != nearest(f, e4)) ++wrong;
        }
        for (int i = 0; i < 100000; ++i) {
            const float f = std::ldexp((i * 7919 % 20011) / 20011.0f + 0.3f, i % 40 - 24) * (i % 3 ? 1 : -1);
            const __nv_fp8_storage_t got = e4 ? __nv_fp8_e4m3(f).__x : __nv_fp8_e5m2(f).__x;
            if (got != nearest(f, e4)) ++wrong;
        }
    }
    printf("512 values, 131072 halves, 200000 floats: wrong: %d\n", wrong);
    const int n = 1000;
    float *in, *back;
    __nv_fp8_e4m3 *small;
    __nv_fp8x2_e5m2 *pairs;
    cudaMallocManaged(&in, n * 4), cudaMallocManaged(&back, n * 4), cudaMallocManaged(&small, n), cudaMallocManaged(&pairs, n);
    for (int i = 0; i < n; ++i) in[i] = (i * 37 % 2003 - 1000) * 0.37f;
    scale<<<8, 128>>>(in, small, pairs, back, n);
    cudaDeviceSynchronize();
    wrong = 0;
    for (int i = 0; i < n; ++i) {
        const int a = nearest(in[i] * 0.5f, true), b = nearest(in[i], false);
        wrong += small[i].__x != a || back[i] != 2 * value(a, true) || (pairs[i / 2].__x >> 8 * (i % 2) & 255) != b;
    }
    printf("kernel: %d\n", wrong);
    printf("edges: %02x %02x %02x", __nv_cvt_float_to_fp8(1e9f, __NV_SATFINITE, __NV_E4M3), __nv_cvt_float_to_fp8(-INFINITY, __NV_SATFINITE, __NV_E4M3), __nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E4M3));
    printf(" %02x %02x %02x", __nv_cvt_float_to_fp8(1e9f, __NV_SATFINITE, __NV_E5M2), __nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E5M2), __nv_cvt_float_to_fp8(-INFINITY, __NV_SATFINITE, __NV_E5M2));
    printf(" %02x %02x %02x %02x %02x", __nv_cvt_float_to_fp8(NAN, __NV_SATFINITE, __NV_E4M3), __nv_cvt_float_to_fp8(0.0f, __NV_SATFINITE, __NV_E4M3), __nv_cvt_float_to_fp8(-0.0f, __NV_SATFINITE, __NV_E4M3), __nv_cvt_float_to_fp8(0.001f, __NV_SATFINITE, __NV_E4M3), __nv_cvt_float_to_fp8(0.0009f, __NV_SATFINITE, __NV_E4M3));
    printf(" %02x %02x %02x\n", __nv_fp8_e4m3(1).__x, __nv_cvt_double_to_fp8(1.0624999, __NV_SATFINITE, __NV_E4M3), __nv_cvt_double_to_fp8(1.0625001, __NV_SATFINITE, __NV_E4M3));
}
