// Four bytes or two halves in a word: sums, differences, minima, comparisons, with and without saturation; dot products.
// prints: 05050505 05050505 fcff0103 fdff0103 05050505 05050505 05050505 05050505 fdff0103 00000103 03010103 03010103 04030304 04030304 01020201 01020201
// prints: 03030303 03030303 02020202 fffefdfc 00000000 0000ffff 0000ffff ffff0000 00000000 00000101 00000008 00000008 01020304 01020304 0000001b 00000511
// prints: 0100fe80 0000fe80 00feff80 00fe0080 80007fff 80007f80 fffffe80 fffffe80 00fe007f 00fe0000 00020080 00fe0080 80017f00 80ff7f80 80017f00 80017f00
// prints: 80007fc0 80807f40 80807f40 80018100 ff00ff00 000000ff ffff0000 ff00ffff 01000100 00010000 00000082 0000017e 80017f00 7f017f00 00007f07 007f7e8a
// prints: 01000100 00000000 fefefefe fefefefe 01000100 00000000 ffffffff ffffffff fefefefe fefefefe 02020202 fefefefe 01010101 ffffffff ffffffff 01010101
// prints: 00000000 80808080 80808080 01010101 00000000 00000000 ffffffff 00000000 00000000 01010101 00000008 000003f8 01010101 00010001 00000003 00020007
// prints: 0000ffff 0000ffff 00000001 00000101 8000ffff 8000ffff ffffffff ff00ffff 00008001 00000100 0000ff01 000001ff 80007f00 800080ff 80008000 80007fff
// prints: 8000ffff 80008080 80007f7f 80008000 ffff0000 000000ff 0000ffff ffff00ff 01010000 00000100 00000100 00000100 80008000 7fff7fff 00000087 00bf0009
// prints: fffe0002 fefe0002 00000000 00000000 7fff8000 7ffe8002 fffeffff feffff02 00000000 00000000 00000000 00000000 7fff8001 7fff8001 7fff8001 7fff8001
// prints: 7fff8001 7fff8001 7fff8001 810180ff ffffffff 00000000 00000000 ffffffff 01010101 00000000 00000000 00000000 7f018001 7fff7fff 00007f0a 00407f8a
// prints: e90269c6 e80268c6 3cdeffe6 3cde00e6 e90269c6 e80268c6 e90269c6 e8ff68ff 3cde00e6 00de0000 3c22001a c4de001a 121234f0 d6f034f0 d61234d6 12f034d6
// prints: f40134e3 748134e3 748134e3 ee10cc2a 0000ff00 ff000000 00000000 ff00ffff 00000100 00010000 00000078 000001bc 1210342a 12f034d6 00000923 00356169
// prints: 80808080 80808080 7f807f80 80808080 80808080 80808080 80808080 80808080 7f7f7f7f 00000000 80808080 80808080 00000000 80808080 80808080 00000000
// prints: c0c0c0c0 40404040 40404040 00000000 00000000 ffffffff 00000000 ffffffff 00000000 00000000 00000200 00000200 00000000 00000000 00000007 00000009
// prints: ffffffff ffffffff 4ab5b54b 4bb5b54b ffffffff ffffffff ffffffff ffffffff 807f7f80 4b00004b b5b5b5b5 4b4b4b4b 5a5a5a5a a5a5a5a5 a55aa55a 5aa55aa5
// prints: ffffffff 80808080 7f7f7f7f 5ba6a65b 00000000 00ffff00 ffff0000 00ffff00 00000000 01000001 000002d4 0000012c 5b5a5a5b 5aa65aa5 ffff800f 008a710d
#include <cstdio>
__global__ void k(const unsigned *a, const unsigned *b, unsigned *out) {
    int t = threadIdx.x;
    unsigned x = a[t], y = b[t], *o = out + t * 32;
    o[0] = __vadd2(x, y), o[1] = __vadd4(x, y), o[2] = __vsub2(x, y), o[3] = __vsub4(x, y);
    o[4] = __vaddss2(x, y), o[5] = __vaddss4(x, y), o[6] = __vaddus2(x, y), o[7] = __vaddus4(x, y);
    o[8] = __vsubss4(x, y), o[9] = __vsubus4(x, y), o[10] = __vabsdiffs4(x, y), o[11] = __vabsdiffu4(x, y);
    o[12] = __vmaxs4(x, y), o[13] = __vmaxu4(x, y), o[14] = __vmins2(x, y), o[15] = __vminu2(x, y);
    o[16] = __vavgs4(x, y), o[17] = __vavgu4(x, y), o[18] = __vhaddu4(x, y), o[19] = __vneg4(x);
    o[20] = __vcmpeq4(x, y), o[21] = __vcmpgts4(x, y), o[22] = __vcmpgtu2(x, y), o[23] = __vcmpleu4(x, y);
    o[24] = __vseteq4(x, y), o[25] = __vsetgtu4(x, y), o[26] = __vsads4(x, y), o[27] = __vsadu4(x, y);
    o[28] = __vabs4(x), o[29] = __vabsss2(x), o[30] = __dp4a((int)x, (int)y, 7), o[31] = __dp2a_lo(x, y, 9u);
}
int main() {
    unsigned *a, *b, *out;
    cudaMallocManaged(&a, 32), cudaMallocManaged(&b, 32), cudaMallocManaged(&out, 8 * 128);
    const unsigned first[] = {0x01020304, 0x80ff7f00, 0xffffffff, 0x80008000, 0x7fff8001, 0x12f034d6, 0, 0xa55a5aa5};
    const unsigned second[] = {0x04030201, 0x80017f80, 0x01010101, 0x80007fff, 0x7fff8001, 0xd61234f0, 0x80808080, 0x5aa5a55a};
    for (int i = 0; i < 8; ++i) a[i] = first[i], b[i] = second[i];
    k<<<1, 8>>>(a, b, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 256; ++i) printf("%08x%s", out[i], i % 16 == 15 ? "\n" : " ");
}
