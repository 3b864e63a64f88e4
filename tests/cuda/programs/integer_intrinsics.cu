// Integers: high halves of products, products of 24 bits, sums of differences, means without overflow.
// prints: 0 0 1 1 12 12 6 6
// prints: 3 4 3 4 7 -648 91 15032385543
// prints: -1 6 -5 3758096374 -35 117440477 17 4294967289
// prints: 1 1 2147483649 2147483649 4294967286 -468 165 0
// prints: 1073741823 1073741823 576460752974512127 576460752974512127 1 4261412865 5 5
// prints: 2147483647 2147483647 2147483647 2147483647 4294967294 2147482936 2147483724 8070450528489832448
// prints: -1073741824 1073741823 -576460750558593026 576460751363899391 -1 16777215 3 7
// prints: 0 0 2147483648 2147483648 2 2147482782 2147483724 0
// prints: 32768 32768 17592187160575 17592187160575 8388607 8388607 8388611 8388611
// prints: 12582912 12582912 12582912 12582912 25165824 16776592 8388686 67553990660849662
// prints: -28389653 95067136 -15241578980597839 515001295550887680 -1308578693 2986388603 1111111115 3183856191
// prints: -432098766 -432098766 1715384882 1715384882 2319658654 123455826 3307313052 0
// prints: -1 0 -1 536870910 -1 16777215 7 3
// prints: 0 0 2147483648 2147483648 4294967294 -294 165 0
// prints: -8823242 296596654 -4736941672201472 1307031527366410207 692548232 2705814152 429496734 3865470572
// prints: 90671531 90671532 2238155179 2238155180 4046813630 305419096 4170890540 0
#include <cstdio>
__global__ void k(const int *a, const int *b, long long *out) {
    int t = threadIdx.x, x = a[t], y = b[t];
    unsigned ux = x, uy = y;
    long long lx = ((long long)x << 32) | uy, ly = ((long long)y << 29) + x;
    long long *o = out + t * 16;
    o[0] = __mulhi(x, y), o[1] = __umulhi(ux, uy), o[2] = __mul64hi(lx, ly), o[3] = (long long)__umul64hi(lx, ly);
    o[4] = __mul24(x, y), o[5] = __umul24(ux, uy), o[6] = __sad(x, y, 5u), o[7] = __usad(ux, uy, 5u);
    o[8] = __hadd(x, y), o[9] = __rhadd(x, y), o[10] = __uhadd(ux, uy), o[11] = __urhadd(ux, uy);
    o[12] = min(x, y) + max(ux, uy), o[13] = abs(x) - (x < 0 ? labs(lx) % 1000 : llabs(ly) % 1000);
    o[14] = umin(ux, 77u) + umax(uy, 88u), o[15] = llmin(lx, ly) ^ (long long)ullmax(lx, ly);
}
int main() {
    int *a, *b;
    long long *out;
    cudaMallocManaged(&a, 32), cudaMallocManaged(&b, 32), cudaMallocManaged(&out, 8 * 128);
    const int first[] = {3, -5, 2147483647, -2147483647, 0x00ffffff, 123456789, -1, 0x12345678};
    const int second[] = {4, 7, 2147483647, 2147483647, 0x00800001, -987654321, 1, -0x7654321};
    for (int i = 0; i < 8; ++i) a[i] = first[i], b[i] = second[i];
    k<<<1, 8>>>(a, b, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 128; ++i) printf("%lld%s", out[i], i % 8 == 7 ? "\n" : " ");
}
