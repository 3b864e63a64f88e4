// Hashes and wide arithmetic by inline PTX: mad.wide, carries, prmt, lop3, bfe/bfi, shf, predicates, special registers, and the intrinsics that mean the same. As on an H200.
// prints: 1305459292 4030165155776772474 5625.1273
// prints: 916242514 40 -0x1.209e24p+0
// prints: 1412288481 7f9b113a74a1a06e -0x1.0b2498p+1
// prints: 3025002409 6123483a9bea2af0 0x1.00a3ecp+2
// prints: 103011295 8cbbd042d156f19e 0x1.436704p+4
#include <cstdio>
#include <cstdint>
__device__ __forceinline__ uint32_t lop3(uint32_t a, uint32_t b, uint32_t c) { uint32_t d; asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }
__device__ __forceinline__ uint64_t wide(uint32_t a, uint32_t b, uint64_t c) { uint64_t d; asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(d) : "r"(a), "r"(b), "l"(c)); return d; }
__device__ __forceinline__ uint32_t lane() { uint32_t l; asm volatile("mov.u32 %0, %%laneid;" : "=r"(l)); return l; }
__device__ void add128(uint32_t r[4], const uint32_t a[4], const uint32_t b[4]) {
    asm("add.cc.u32 %0, %4, %8;\n\t" "addc.cc.u32 %1, %5, %9;\n\t" "addc.cc.u32 %2, %6, %10;\n\t" "addc.u32 %3, %7, %11;"
        : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
}
__device__ uint32_t fields(uint32_t v, int at) {
    uint32_t a, b, c; int s;
    asm("bfe.u32 %0, %1, %2, 7;" : "=r"(a) : "r"(v), "r"(at));
    asm("bfi.b32 %0, %1, %2, 5, 9;" : "=r"(b) : "r"(v), "r"(0x12345678));
    asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(c) : "r"(v), "r"(~v), "r"(at));
    asm("bfe.s32 %0, %1, %2, 5;" : "=r"(s) : "r"((int)v), "r"(at));
    return a + b * 3 + c * 5 + (uint32_t)s * 7;
}
__device__ int chosen(int a, int b) {
    int r;
    asm("{\n\t.reg .pred p;\n\tsetp.lt.s32 p, %1, %2;\n\tselp.s32 %0, %1, %2, p;\n\t@p add.s32 %0, %0, 100;\n\t}" : "=r"(r) : "r"(a), "r"(b));
    return r;
}
__global__ void hashed(const uint32_t *in, uint32_t *out, uint64_t *wides, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t v = in[i], a[4] = {v, ~v, v * 3, v >> 3}, b[4] = {~v + (i & 1), v, 0xffffffffu, 7}, r[4];
    add128(r, a, b);
    uint32_t p, rev, cnt, flo;
    asm("prmt.b32 %0, %1, %2, 0x2175;" : "=r"(p) : "r"(v), "r"(i));
    asm("brev.b32 %0, %1;" : "=r"(rev) : "r"(v));
    asm("popc.b32 %0, %1;" : "=r"(cnt) : "r"(v));
    asm("bfind.u32 %0, %1;" : "=r"(flo) : "r"(v));
    out[i] = lop3(v, p, rev) + cnt + flo * 17 + r[0] + r[1] * 3 + r[2] * 5 + r[3] * 7 + fields(v, i % 25) + lane() + chosen((int)v, i * 1000);
    out[i] ^= __byte_perm(v, i, 0x3254) + __funnelshift_r(v, i, i) + __brev(i) + __vadd4(v, p) + __vabsdiffu4(v, rev) + __dp4a((int)v, (int)p, 5) + __sad((int)v, i, 3u) + __umulhi(v, rev) + (uint32_t)__mulhi((int)v, (int)p) + __uhadd(v, p) + __urhadd(v, rev);
    uint64_t w = wide(v, rev, wides[i]);
    asm("mul.hi.u64 %0, %1, %2;" : "=l"(w) : "l"(w), "l"((uint64_t)v << 33 | rev));
    wides[i] = w ^ __umul64hi(w, 0x9e3779b97f4a7c15ull) ^ (uint64_t)__mul64hi((long long)w, -12345) ^ __brevll(w) ^ __popcll(w) ^ __clzll(w) ^ ((uint64_t)__ffsll(w) << 50);
}
__global__ void floats(const float *in, float *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x; if (i >= n) return;
    float a = in[i], b, c, d; int k;
    asm("fma.rn.f32 %0, %1, %1, %2;" : "=f"(b) : "f"(a), "f"(0.75f));
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(k) : "f"(a));
    asm("add.sat.f32 %0, %1, %2;" : "=f"(c) : "f"(a), "f"(0.25f));
    asm("min.f32 %0, %1, %2;" : "=f"(d) : "f"(b), "f"(c * 3));
    out[i] = b + k * 2 + c + d + __saturatef(a) + __fadd_rd(a, 1e-8f) + __fmul_ru(a, 1.1f) + __frcp_rn(a + 100.f) + __fsqrt_rn(a * a + 1) + __fdividef(1.f, 4.f) + __float2int_ru(a) + __int_as_float(0x3f800000 | (i & 255));
}
int main() {
    const int n = 600; static uint32_t h[n]; static uint64_t w[n]; static float f[n]; uint32_t *a, *b; uint64_t *c; float *x, *y;
    for (int i = 0; i < n; ++i) h[i] = i * 2654435769u ^ (i << 20), w[i] = h[i] * 11400714819323198485ull, f[i] = (i - 300) * 0.01f;
    cudaMalloc(&a, sizeof h), cudaMalloc(&b, sizeof h), cudaMalloc(&c, sizeof w), cudaMalloc(&x, sizeof f), cudaMalloc(&y, sizeof f);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice), cudaMemcpy(c, w, sizeof w, cudaMemcpyHostToDevice), cudaMemcpy(x, f, sizeof f, cudaMemcpyHostToDevice);
    hashed<<<5, 128>>>(a, b, c, n); floats<<<5, 128>>>(x, y, n);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost), cudaMemcpy(w, c, sizeof w, cudaMemcpyDeviceToHost), cudaMemcpy(f, y, sizeof f, cudaMemcpyDeviceToHost);
    uint32_t s = 0; uint64_t q = 0; double d = 0; for (int i = 0; i < n; ++i) s = s * 31 + h[i], q = q * 31 + w[i], d += f[i];
    printf("%u %llu %.4f\n", s, (unsigned long long)q, d);
    for (int i = 0; i < n; i += 150) printf("%u %llx %a\n", h[i], (unsigned long long)w[i], f[i]);
}
