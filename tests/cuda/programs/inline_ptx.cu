// Inline PTX that a CPU can do: registers of the thread, parts of words, loads and stores, barriers and warps.
// prints: 96
// prints: 1 1 1024
// prints: 62 1 2016
// prints: 1 1 -1 0 31 ffff0000 32 56
#include <cstdio>
#include <cuda_runtime.h>
__device__ __forceinline__ unsigned lane_id() { unsigned r; asm volatile("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }
__device__ unsigned bfe(unsigned a, unsigned p, unsigned n) { unsigned r; asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(p), "r"(n)); return r; }
__device__ int bfes(int a, unsigned p, unsigned n) { int r; asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(p), "r"(n)); return r; }
__global__ void registers(unsigned *o) {
  unsigned lane, warp, lt, le, gt, ge, eq, tx, nt;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile ("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
  asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
  asm("mov.u32 %0, %%lanemask_gt;" : "=r"(gt));
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
  asm("mov.u32 %0, %%lanemask_eq;" : "=r"(eq));
  asm("mov.u32 %0, %%tid.x;\n\tmov.u32 %1, %%ntid.x;" : "=r"(tx), "=r"(nt));
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  o[t] = (lane == t % 32) + 2 * (warp == t / 32) + 4 * (lt == (1u << t % 32) - 1) + 8 * (le == (lt | eq)) + 16 * (gt == ~le) + 32 * (ge == ~lt) + 64 * (eq == 1u << t % 32) + 128 * (tx == threadIdx.x && nt == blockDim.x) + 256 * (lane_id() == lane);
}
__global__ void words(const unsigned *a, unsigned *o, const float *f, float *g) {
  int i = threadIdx.x;
  unsigned x = a[i], y = a[i + 1], r, s, q;
  int n;
  asm("bfi.b32 %0, %1, %2, 4, 8;" : "=r"(r) : "r"(x), "r"(y));
  asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(s) : "r"(x), "r"(y));
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(q) : "r"(x), "r"(y), "r"(r));
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(n) : "r"(x), "r"(y), "r"(9));
  unsigned long long w;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(w) : "r"(x), "r"(y));
  asm("{\n\t"
      ".reg .u32 t1, t2;\n\t"
      "add.u32 t1, %1, %2; // their sum\n\t"
      "shr.u32 t2, t1, 3;\n\t"
      "xor.b32 %0, t1, t2;\n\t"
      "}" : "+r"(x) : "r"(y), "n"(3 + 4));
  int chosen;
  asm("{ .reg .pred p; setp.lt.s32 p, %1, %2; selp.s32 %0, 7, 9, p; @!p add.s32 %0, %0, 100; }" : "=r"(chosen) : "r"((int)y), "r"(-5));
  float e;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"(f[i] * 2));
  asm volatile("st.global.f32 [%0], %1;" :: "l"(g + i), "f"(e) : "memory");
  float c, d;
  asm("ld.global.nc.v2.f32 {%0, %1}, [%2+8];" : "=f"(c), "=f"(d) : "l"(f));
  o[i] = r ^ s * 3 ^ q * 5 ^ (unsigned)n * 7 ^ (unsigned)(w >> 32) * 11 ^ (unsigned)w * 13 ^ x * 17 ^ chosen * 19 ^ (unsigned)(c + d) * 23 ^ bfe(y, i, 5) * 29 ^ (unsigned)bfes(y, i, 7) * 31;
}
__global__ void blocks(int *o, int *count) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  asm volatile("bar.sync 0;" ::: "memory");
  int v = s[63 - threadIdx.x], w;
  asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(w) : "r"(v), "r"(1));
  asm volatile("red.global.add.s32 [%0], %1;" :: "l"(count), "r"(w));
  asm volatile("membar.gl;");
  asm volatile("" ::: "memory");
  o[threadIdx.x] = w;
}
__global__ void big(const unsigned *a, unsigned *o) {
  unsigned lo, hi;
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(lo) : "r"(a[0]), "r"(a[1]), "r"(a[2]));
  asm("mad.hi.u32 %0, %1, %2, %3;" : "=r"(hi) : "r"(a[0]), "r"(a[1]), "r"(a[2]));
  o[0] = lo, o[1] = hi;
  int k = -8, l;
  asm("shr.s32 %0, %1, 40;" : "=r"(l) : "r"(k)); o[2] = l;
  asm("shl.b32 %0, %1, %2;" : "=r"(l) : "r"(k), "r"(33)); o[3] = l;
  asm("bfind.u32 %0, %1;" : "=r"(l) : "r"(a[0])); o[4] = l;
  asm("prmt.b32 %0, %1, %2, 0xba98;" : "=r"(l) : "r"(0x80ff017f), "r"(0)); o[5] = l;
  asm("popc.b64 %0, %1;" : "=r"(l) : "l"(0xff00ff00ff00ffull)); o[6] = l;
  asm("clz.b64 %0, %1;" : "=r"(l) : "l"(0xffull)); o[7] = l;
}
int main() {
  unsigned *o, *a; float *f, *g; int *p, *c;
  cudaMallocManaged(&o, 128 * 4), cudaMallocManaged(&a, 128 * 4), cudaMallocManaged(&f, 128 * 4), cudaMallocManaged(&g, 128 * 4), cudaMallocManaged(&p, 256), cudaMallocManaged(&c, 4);
  *c = 0;
  for (int i = 0; i < 128; ++i) a[i] = (i + 1) * 2654435761u, f[i] = i * 0.5f;
  registers<<<1, dim3(12, 8)>>>(o), cudaDeviceSynchronize();
  int all = 0;
  for (int i = 0; i < 96; ++i) all += o[i] == 511;
  printf("%d\n", all);
  words<<<1, 32>>>(a, o, f, g), cudaDeviceSynchronize();
  unsigned h = 0;
  for (int i = 0; i < 32; ++i) h = h * 31 + o[i];
  unsigned wanted = 0;
  for (int i = 0; i < 32; ++i) {
    unsigned x = a[i], y = a[i + 1], r = (y & ~0xff0u) | (x & 0xff) << 4, s = (x & 0xffff) | y << 16, q = x ^ y ^ r, n = y << 9 | x >> 23;
    unsigned long long w = (unsigned long long)x * y;
    unsigned t = y + 7, z = t ^ t >> 3;
    int chosen = (int)y < -5 ? 7 : 109;
    unsigned u = y >> i & 31, v = 0;
    for (int b = 0; b < 32; ++b) { int at = i + (b < 7 ? b : 6); v |= (y >> (at < 31 ? at : 31) & 1u) << b; }
    wanted = wanted * 31 + (r ^ s * 3 ^ q * 5 ^ n * 7 ^ (unsigned)(w >> 32) * 11 ^ (unsigned)w * 13 ^ z * 17 ^ chosen * 19 ^ 2u * 23 ^ u * 29 ^ v * 31);
  }
  printf("%d %g %g\n", h == wanted, g[0], g[10]);
  blocks<<<1, 64>>>(p, c), cudaDeviceSynchronize();
  printf("%d %d %d\n", p[0], p[63], *c);
  big<<<1, 1>>>(a, o), cudaDeviceSynchronize();
  unsigned long long m = (unsigned long long)a[0] * a[1] ;
  printf("%d %d %d %d %d %08x %d %d\n", o[0] == (unsigned)m + a[2], o[1] == (unsigned)(m >> 32) + a[2], (int)o[2], (int)o[3], o[4], o[5], o[6], o[7]);
}
