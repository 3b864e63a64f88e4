// Numbers of 16 bits with the exponent of a float: sums, products, pairs, conversions with roundings, comparisons.
// prints: -2.3125 -2.375 -3.84375 -5.4375 2 -0.8359375 -1.546875 -1.78125 3.078125 -1.007812 3 -3.324219
// prints: -0.7734375 -3.5625 -3.84375 -5.875 2 -0.484375 0 -2.375 3.078125 -0.828125 3 -2.375
// prints: 0.7734375 -3.5625 -3.84375 -5.09375 2 1.0625 1.546875 -1.78125 3.078125 0.53125 3 -0.2382812
// prints: 2.3125 -2.375 -3.84375 -3.140625 2 3.78125 3.078125 0 3.078125 3.078125 3 3.078125
// prints: 0162 0361 01ed 0161 0162 01ec 0362 0161
#include <cstdio>
#include <cuda_bf16.h>
__global__ void k(const float *in, float *out, unsigned short *bits) {
    int t = threadIdx.x;
    __nv_bfloat16 a = __float2bfloat16(in[t]), b = __float2bfloat16_rn(in[t + 1]);
    float *o = out + t * 6;
    o[0] = __bfloat162float(__hadd(a, b)), o[1] = __bfloat162float(a * b), o[2] = __bfloat162float(__hsub(a, b));
    o[3] = __bfloat162float(__hfma(a, b, a)), o[4] = __hgt(a, b) + 2 * __heq(a, a), o[5] = __bfloat162float(__hmax(a, b));
    bits[t] = __bfloat16_as_ushort(__float2bfloat16_rz(in[t] / 3)) ^ __bfloat16_as_ushort(__float2bfloat16_ru(in[t] / 7));
    __nv_bfloat162 p = __floats2bfloat162_rn(in[t], 1.f), q = __hmul2(p, __bfloat162bfloat162(b));
    o[5] += __low2float(q) + __high2float(q);
}
int main() {
    float *in, *out;
    unsigned short *bits;
    cudaMallocManaged(&in, 64), cudaMallocManaged(&out, 256), cudaMallocManaged(&bits, 32);
    for (int i = 0; i < 9; ++i) in[i] = (i * 5 % 9 - 4) * 0.77f;
    k<<<1, 8>>>(in, out, bits);
    cudaDeviceSynchronize();
    for (int i = 0; i < 48; ++i) printf("%.7g%s", out[i], i % 12 == 11 ? "\n" : " ");
    for (int i = 0; i < 8; ++i) printf("%04x ", bits[i]);
    printf("\n");
}
