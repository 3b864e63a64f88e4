// Bits: reversed, counted, found, bytes permuted, words shifted as one of 64 bits.
// prints: 00000000 00000020 00000000 00000000 00000000 0000003f 00000001 00000001 00000000 00000000 00000000 00000001 00000000 00000000 00000001 ffffffff
// prints: 80000000 0000001f 00000001 00000001 80000000 0000001f 00000002 00000020 80808080 80000000 01800001 00000000 00000000 00000001 80000000 ffffffff
// prints: 00000001 00000000 00000001 00000020 00000001 00000000 00000021 00000001 ffffff00 ffff8000 00ff0000 ff800000 ffffff80 fe000000 ffffffe0 0080001f
// prints: ffffffff 00000000 00000020 00000001 ffffffff 00000000 0000002d 00000004 12ffffff 1256ffff ff12ffff 12345678 ffffffff ffffffff 12345678 01000002
// prints: 1e6a2c48 00000003 0000000d 00000004 1e6a2c48 00000003 00000015 0000000d 12f0f000 00f01256 78003478 7800091a e0002468 12345678 00f0f000 0012345a
// prints: 000f0f00 00000008 00000008 0000000d 000f0f00 00000008 00000020 00000001 0000f0f0 debe00f0 00def000 bd5b7dde 80787800 00f0f000 deadbeef 0000f0fc
// prints: f77db57b 00000000 00000018 00000001 f77db57b 00000000 0000001a 00000001 efefefef 0000debe ef00adef 00000021 deadbeef 00000021 deadbeef 00deadc4
// prints: 84000000 0000001a 00000002 00000001 84000000 0000001a 00000002 00000021 21212100 00000000 21000021 00000000 00000010 00000000 00000010 ffffffff
#include <cstdio>
__global__ void k(const unsigned *in, unsigned *out, int n) {
    int t = threadIdx.x;
    unsigned x = in[t], y = in[(t + 1) % n], s = in[(t + 2) % n];
    unsigned long long z = (unsigned long long)x << 32 | y;
    unsigned *o = out + t * 16;
    o[0] = __brev(x), o[1] = __clz(x), o[2] = __popc(x), o[3] = __ffs(x);
    o[4] = (unsigned)__brevll(z), o[5] = __clzll(z), o[6] = __popcll(z), o[7] = __ffsll(z);
    o[8] = __byte_perm(x, y, s), o[9] = __byte_perm(x, y, 0x7531), o[10] = __byte_perm(x, y, 0x8fa0);
    o[11] = __funnelshift_l(x, y, s), o[12] = __funnelshift_r(x, y, s);
    o[13] = __funnelshift_lc(x, y, s % 70), o[14] = __funnelshift_rc(x, y, s % 70);
    o[15] = __fns(x, t, t % 3 - 1) + (unsigned)(z >> 40);
}
int main() {
    const unsigned values[] = {0, 1, 0x80000000u, 0xffffffffu, 0x12345678u, 0x00f0f000u, 0xdeadbeefu, 33};
    unsigned *in, *out;
    cudaMallocManaged(&in, 32), cudaMallocManaged(&out, 8 * 64);
    for (int i = 0; i < 8; ++i) in[i] = values[i];
    k<<<1, 8>>>(in, out, 8);
    cudaDeviceSynchronize();
    for (int i = 0; i < 128; ++i) printf("%08x%s", out[i], i % 16 == 15 ? "\n" : " ");
}
