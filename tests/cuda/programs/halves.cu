// half and bfloat16: each result rounded once, comparisons with NaN, largest and least, conversions in all directions, pairs.
// prints: fma 0x3c01 0x7c00 | 0x4000
// prints: nan 0 1 1 0 | 2.0 2.0 nan 0x0000 0x8000
// prints: toward 0x2e66 0x2e67 0x2e66 | 0xae67 0xae66 0xae66 | 0x7bff 0x7c00
// prints: whole 3 2 3 -2 -3 | 2147483647 0 65535 255
// prints: pairs 1 0 | 0xffff0000 1 | 2.0 1.0 | 0.0 1.0
// prints: bfloat 0x4b80 1.5 2.5 | 3
// prints: functions 2.0 3.0 0.5 8.0 -1
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void scalars(unsigned short *u, float *f, int *b) {
    half one = __float2half(1.0f), tiny = __ushort_as_half(0x1400), nan = __ushort_as_half(0x7fff), two = __float2half(2.0f);
    // 1 + 2^-11 + a little more: a float in between would lose the little, and round to even.
    u[0] = __half_as_ushort(__hfma(__ushort_as_half(0x3c01), __ushort_as_half(0x1001), one));
    u[0] = __half_as_ushort(__double2half(1.0 + 0x1p-11 + 0x1p-40));
    u[1] = __half_as_ushort(__hmul(__float2half(60000.0f), two));
    u[2] = __half_as_ushort(__hadd_sat(one, tiny) == one ? two : one);
    b[0] = __hne(nan, one), b[1] = __hneu(nan, one), b[2] = nan != one, b[3] = __hgt(nan, one);
    f[0] = __half2float(__hmax(two, nan)), f[1] = __half2float(__hmax(nan, two)), f[2] = __half2float(__hmax_nan(two, nan));
    u[3] = __half_as_ushort(__hmax(__ushort_as_half(0x8000), __ushort_as_half(0))), u[4] = __half_as_ushort(__hmin(__ushort_as_half(0), __ushort_as_half(0x8000)));
    u[5] = __half_as_ushort(__float2half_rd(0.1f)), u[6] = __half_as_ushort(__float2half_ru(0.1f)), u[7] = __half_as_ushort(__float2half_rz(0.1f));
    u[8] = __half_as_ushort(__float2half_rd(-0.1f)), u[9] = __half_as_ushort(__float2half_ru(-0.1f)), u[10] = __half_as_ushort(__float2half_rz(-0.1f));
    u[11] = __half_as_ushort(__float2half_rz(65535.0f)), u[12] = __half_as_ushort(__float2half_ru(65535.0f));
    half h = __float2half(2.75f), inf = __ushort_as_half(0x7c00);
    b[4] = __half2int_rn(h), b[5] = __half2int_rz(h), b[6] = __half2int_ru(h), b[7] = __half2int_rz(__hneg(h)), b[8] = __half2int_rd(__hneg(h));
    b[9] = __half2int_rz(inf), b[10] = __half2int_rn(nan), b[11] = __half2ushort_rz(inf), b[12] = __half2uchar_rz(inf);
}

__global__ void pairs(unsigned *u, float *f, int *b) {
    half2 a = __floats2half2_rn(1.0f, 2.0f), c = __floats2half2_rn(3.0f, 2.0f);
    half2 same = __heq2(a, c), turned = __lowhigh2highlow(a), least = __hmin2(__hneg2(a), __floats2half2_rn(0.0f, 1.0f));
    f[0] = __high2float(same), f[1] = __low2float(same);
    u[0] = __heq2_mask(a, c), b[0] = __hble2(a, c);
    f[2] = __low2float(turned), f[3] = __high2float(turned);
    f[4] = __low2float(__hadd2(least, a)), f[5] = __high2float(__hfma2_relu(least, a, __half2half2(__float2half(5.0f))));
    nv_bfloat162 w = __floats2bfloat162_rn(1.5f, 2.5f);
    u[1] = __bfloat16_as_ushort(__int2bfloat16_rn(16777217)), f[6] = __bfloat162float(__low2bfloat16(w)), f[7] = __bfloat1622float2(w).y;
    b[1] = __bfloat162int_rn(__double2bfloat16(2.75));
    f[8] = __half2float(hceil(__float2half(1.25f))), f[9] = __half2float(hlog2(__float2half(8.0f))), f[10] = __half2float(hrcp(__float2half(2.0f)));
    f[11] = __high2float(h2exp2(__floats2half2_rn(0.0f, 3.0f)));
    b[2] = __hisinf(__ushort_as_half(0xfc00));
}

int main() {
    unsigned short *u;
    unsigned *w;
    float *f;
    int *b;
    cudaMallocManaged(&u, 64), cudaMallocManaged(&w, 64), cudaMallocManaged(&f, 64), cudaMallocManaged(&b, 64);
    scalars<<<1, 1>>>(u, f, b);
    cudaDeviceSynchronize();
    printf("fma 0x%04x 0x%04x | 0x%04x\n", u[0], u[1], u[2]);
    printf("nan %d %d %d %d | %.1f %.1f %s 0x%04x 0x%04x\n", b[0], b[1], b[2], b[3], f[0], f[1], f[2] != f[2] ? "nan" : "?", u[3], u[4]);
    printf("toward 0x%04x 0x%04x 0x%04x | 0x%04x 0x%04x 0x%04x | 0x%04x 0x%04x\n", u[5], u[6], u[7], u[8], u[9], u[10], u[11], u[12]);
    printf("whole %d %d %d %d %d | %d %d %d %d\n", b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12]);
    pairs<<<1, 1>>>(w, f, b);
    cudaDeviceSynchronize();
    printf("pairs %.0f %.0f | 0x%x %d | %.1f %.1f | %.1f %.1f\n", f[0], f[1], w[0], b[0], f[2], f[3], f[4], f[5]);
    printf("bfloat 0x%04x %.1f %.1f | %d\n", w[1], f[6], f[7], b[1]);
    printf("functions %.1f %.1f %.1f %.1f %d\n", f[8], f[9], f[10], f[11], b[2]);
}
