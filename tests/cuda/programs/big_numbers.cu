// Numbers of 1024 bits, a word in each lane: sums with carries by votes, products by shuffles, comparisons.
// prints: 657ff193 f5a32fe3 67f7d3e6 f3e85a0d 05391c45 043c7ad4 8b0c4216 a289127d e75965c0 a9e847c7 6c42e27a 7ffb0f91 498b83bc 1cca49b8 7ef29bab 8c609701
// prints: 989a046c 34edc0c6 ace1b04e 27c1fb55 16b994b0 da49a04f 0a33e47f be69c1c6 f73f4860 12dbe03f 02dc01f4 01cf6159 76715ae4 4aab68f3 92af19b6 75d5d6ca
// prints: 9a800e6c 0a5cd01c 98082c19 0c17a5f2 07dc4ce3 b91a8594 379dcca9 ed82e6dd d5ab971a bfdab919 18a78278 3c60e73c c0da2afa cac07faf a8bc5c45 a95ebdee
// prints: 3dd0989d b722a7f0 3e458d84 1d33e45b 14e19f95 f521345f 69b15a9e 23321fe1 2c127959 cb7680d7 eaac9f62 a8af2853 95cb7978 3f6e6ca5 6e9c58fe 0b9e9786
// prints: 08aff404 e75236db 95705761 28764821 594d0655 df3827bf 4c01b726 c4cc318d bba7d8b9 df20b107 babf87ad 9cf3241e 4c26df42 ee60f723 87f808e5 68998bc7
// prints: 0f547fac f9c109b9 0425b19b 1b1a1cb7 75c0c5af 34371ccb 731ca64c ffbf64c7 8ade47e6 1a4a164a 2d4799b1 a37143d4 5b62a554 e799e2ce f093ed89 4fd73ec1
// prints: 0 1 0 1
#include <cstdio>
__device__ unsigned add(unsigned a, unsigned b, bool &over) {
    int lane = threadIdx.x & 31;
    unsigned s = a + b;
    unsigned generate = __ballot_sync(0xffffffffu, s < a), propagate = __ballot_sync(0xffffffffu, s == 0xffffffffu);
    unsigned long long carries = (((unsigned long long)generate << 1) + propagate) ^ propagate;
    over = carries >> 32 & 1;
    return s + (unsigned)(carries >> lane & 1);
}
__device__ int compare(unsigned a, unsigned b) {
    unsigned less = __ballot_sync(0xffffffffu, a < b), more = __ballot_sync(0xffffffffu, a > b);
    return less == more ? 0 : less > more ? -1 : 1;
}
__device__ unsigned times(unsigned a, unsigned b) {
    int lane = threadIdx.x & 31;
    unsigned sum = 0;
    bool over;
    for (int i = 0; i < 32; ++i) {
        unsigned digit = __shfl_sync(0xffffffffu, b, i), word = __shfl_up_sync(0xffffffffu, a, i);
        if (lane < i) word = 0;
        unsigned low = word * digit, high = __shfl_up_sync(0xffffffffu, __umulhi(word, digit), 1);
        if (lane == 0) high = 0;
        sum = add(sum, low, over), sum = add(sum, high, over);
    }
    return sum;
}
__global__ void k(const unsigned *in, unsigned *out, int *said) {
    int t = threadIdx.x;
    unsigned a = in[t], b = in[32 + t];
    bool over = false;
    unsigned s = add(a, b, over), p = times(a, b), q = times(p, s);
    int c = compare(a, b), d = compare(s, s), e = compare(q, p);
    out[t] = s, out[32 + t] = p, out[64 + t] = q;
    if (t == 0) said[0] = over, said[1] = c, said[2] = d, said[3] = e;
}
int main() {
    unsigned *in, *out;
    int *said;
    cudaMallocManaged(&in, 256), cudaMallocManaged(&out, 384), cudaMallocManaged(&said, 16);
    unsigned x = 12345;
    for (int i = 0; i < 64; ++i) in[i] = i % 9 < 4 ? (i < 32 ? 0xffffffffu : (i % 9 == 1)) : (x = x * 1664525u + 1013904223u);
    k<<<1, 32>>>(in, out, said);
    cudaDeviceSynchronize();
    for (int i = 0; i < 96; ++i) printf("%08x%s", out[i], i % 16 == 15 ? "\n" : " ");
    printf("%d %d %d %d\n", said[0], said[1], said[2], said[3]);
}
