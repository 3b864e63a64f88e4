// Every atomic on every type that has it: what is left, and what the calls gave back in all.
// prints: 300 -5339 -30 66 -128 2047 0
// prints: 147450 4294819846 5 998 4294967040 16368 822828 0 1 4 9
// prints: 385258566451200 3 2568390443008 18445618173802708992 1152921504606846975 0 11 77
// prints: -1030792151040 2267742732288 150 5339 75 5339
// prints: 44850 1350 902 1196 3289
// prints: 1
#include <cstdio>
typedef unsigned long long ull;
struct Cells {
    int i[10];
    unsigned u[12];
    ull l[10];
    long long s[4];
    float f[2];
    double d[2];
    ull before[8];
};
__global__ void all(Cells *c, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int v = (t * 13) % 97 - 30;
    ull seen = 0;
    seen += atomicAdd(&c->i[0], 1);
    atomicSub(&c->i[1], v), atomicMin(&c->i[2], v), atomicMax(&c->i[3], v);
    atomicAnd(&c->i[4], ~(1 << (t % 7))), atomicOr(&c->i[5], 1 << (t % 11)), atomicXor(&c->i[6], t);
    atomicAdd(&c->before[0], seen);
    unsigned w = (unsigned)(t * 17) % 1000u;
    atomicAdd(&c->u[0], w), atomicSub(&c->u[1], w), atomicMin(&c->u[2], w + 5), atomicMax(&c->u[3], w);
    atomicAnd(&c->u[4], 0xffffff00u | (1u << (t % 8))), atomicOr(&c->u[5], w << 4), atomicXor(&c->u[6], w * w);
    atomicAdd(&c->before[1], (ull)atomicInc(&c->u[7], 9));
    atomicAdd(&c->before[2], (ull)atomicDec(&c->u[8], 6));
    atomicAdd(&c->before[3], (ull)atomicExch(&c->u[9], 4u));
    ull x = (ull)t << 33;
    atomicAdd(&c->l[0], x), atomicMin(&c->l[1], x + 3), atomicMax(&c->l[2], x);
    atomicAnd(&c->l[3], ~(1ull << (t % 50))), atomicOr(&c->l[4], 1ull << (t % 60)), atomicXor(&c->l[5], x);
    atomicAdd(&c->before[4], atomicExch(&c->l[6], 11ull));
    atomicMin(&c->s[0], (long long)v << 35), atomicMax(&c->s[1], (long long)v << 35);
    atomicAdd(&c->f[0], 0.5f), atomicAdd(&c->d[0], 0.25), atomicAdd(&c->f[1], (float)v), atomicAdd(&c->d[1], (double)v);
    if (t < 40) atomicCAS(&c->i[7], t, t + 1) == t ? atomicAdd(&c->before[5], 1ull) : 0ull;
    atomicCAS(&c->l[7], 0ull, 77ull), atomicCAS(&c->u[10], 3u, 9u);
}
int main() {
    Cells *c;
    cudaMallocManaged(&c, sizeof(Cells));
    memset(c, 0, sizeof(Cells));
    c->i[2] = 1000, c->i[3] = -1000, c->i[4] = -1, c->u[2] = c->u[4] = ~0u, c->u[10] = 3, c->l[1] = ~0ull, c->l[3] = ~0ull;
    all<<<5, 64>>>(c, 300);
    cudaDeviceSynchronize();
    for (int k = 0; k < 7; ++k) printf("%d ", c->i[k]);
    printf("\n");
    for (int k = 0; k < 11; ++k) printf("%u ", c->u[k]);
    printf("\n");
    for (int k = 0; k < 8; ++k) printf("%llu ", c->l[k]);
    printf("\n%lld %lld %g %g %g %g\n", c->s[0], c->s[1], c->f[0], c->f[1], c->d[0], c->d[1]);
    for (int k = 0; k < 5; ++k) printf("%llu ", c->before[k]);
    printf("\n%d\n", c->i[7] == (int)c->before[5]);
}
