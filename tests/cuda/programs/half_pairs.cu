// Half precision, alone and in pairs: arithmetic, comparisons, conversions with each rounding, sums of a block.
// prints: -3.17578 0.797363 -2.625 -2.10352 10.5469 1.70312 1 -3 d6fc 10.5 -3.5
// prints: 2.07422 -0.645996 -2.625 -0.920898 -0.117004 0.524414 1 20 ffd0 9 -1.875
// prints: 0.949219 -3.29102 3.75 -0.940918 -1.67773 1.5332 2 -8 5084 7.5 -0.5
// prints: -0.175781 -1.71484 -2.625 -3.11523 -1.14355 1.18359 1 9 d3b4 6 0.625
// prints: -1.30078 -3.0918 3.75 -1.86816 -0.484863 1.10645 2 -19 55bc 4.5 1.5
// prints: -2.42578 -0.252441 -2.625 -2.77734 -25.2656 1.58887 1 -3 d136 3 2.125
// prints: 2.82422 0.272461 -2.625 0.372314 0.0366821 0.316162 1 20 6ee6 1.5 2.5
// prints: 1.69922 -2.79297 3.75 -0.0691528 -2.65625 1.65039 2 -7 5732 0 2.625
// prints: 0.574219 -1.64062 -2.625 -2.66602 -0.641113 1.0127 1 9 d426 -1.5 2.5
// prints: -0.550781 -3.43945 3.75 -1.83984 -0.743652 1.26465 2 -18 5ee6 -3 2.125
// prints: -1.67578 -1.02148 -2.625 -3.17188 -4.52734 1.4668 1 -2 d068 -4.5 1.5
// prints: 3.57422 1.47266 -2.625 1.94727 0.15332 0.689453 1 30 69a1 -6 0.625
// prints: 2.44922 -2.01367 3.75 1.08496 -4.76953 1.76074 2 3 520e -7.5 -0.5
// prints: 1.32422 -1.2832 -2.625 -1.93359 -0.329102 0.806152 1 9 e90d -9 -1.875
// prints: 0.199219 -3.50586 3.75 -1.53125 -1.1123 1.40527 2 -8 504c -10.5 -3.5
// prints: -0.925293 -1.50879 -2.625 -3.28516 -2.08789 1.33203 1 -2 d0a0 -12 -5.375
// prints: -1 -12 1
#include <cstdio>
#include <cuda_fp16.h>
__global__ void alone(const float *in, float *out, short *bits) {
    int t = threadIdx.x;
    __half a = __float2half(in[t]), b = __float2half(in[t + 1]);
    float *o = out + t * 8;
    o[0] = __half2float(__hadd(a, b)), o[1] = __half2float(__hmul(a, b)), o[2] = __half2float(__hsub(a, b));
    o[3] = __half2float(__hfma(a, b, a)), o[4] = __half2float(a / b), o[5] = __half2float(hsqrt(__habs(a)));
    o[6] = __hlt(a, b) + 2 * __hge(a, b) + 4 * __hisnan(a) + 8 * (a == b), o[7] = __half2int_rn(a) + __half2int_rz(b) * 10;
    bits[t] = __half_as_short(__float2half_rd(in[t] / 3)) ^ (__half_as_short(__float2half_ru(in[t] / 7)) << 1);
}
__global__ void pairs(const float2 *in, float2 *out, float *sum) {
    __shared__ __half2 s[16];
    int t = threadIdx.x;
    half2 a = __float22half2_rn(in[t]), b = __floats2half2_rn(in[t].y, 2.f);
    half2 c = __hfma2(a, b, __half2half2(__float2half(0.5f)));
    c = __hadd2(c, __lows2half2(a, b)) - __highs2half2(a, b);
    s[t] = c;
    out[t] = __half22float2(__lowhigh2highlow(c));
    __syncthreads();
    for (int d = 8; d > 0; d /= 2) {
        if (t < d) s[t] = __hadd2(s[t], s[t + d]);
        __syncthreads();
    }
    if (t == 0) sum[0] = __low2float(s[0]), sum[1] = __high2float(s[0]), sum[2] = __hbeq2(s[0], s[0]);
}
int main() {
    float *in, *out, *sum;
    float2 *points, *turned;
    short *bits;
    cudaMallocManaged(&in, 128), cudaMallocManaged(&out, 16 * 32), cudaMallocManaged(&sum, 12), cudaMallocManaged(&bits, 32);
    cudaMallocManaged(&points, 128), cudaMallocManaged(&turned, 128);
    for (int i = 0; i < 17; ++i) in[i] = (i * 7 % 17 - 8) * 0.375f + 0.1f;
    for (int i = 0; i < 16; ++i) points[i] = make_float2(i * 0.25f, 4 - i * 0.5f);
    alone<<<1, 16>>>(in, out, bits);
    pairs<<<1, 16>>>(points, turned, sum);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; ++i) {
        for (int j = 0; j < 8; ++j) printf("%.6g ", out[i * 8 + j]);
        printf("%04x %g %g\n", (unsigned short)bits[i], turned[i].x, turned[i].y);
    }
    printf("%g %g %g\n", sum[0], sum[1], sum[2]);
}
