// What kernels print: every conversion, in the order of launches, from one thread of a block or of many.
// prints: 42    42|42   |00042 7 ff FF 10 q %
// prints: 1.500000 0.667       3.14 1.234568e+04 1e+10 0.0001
// prints: -5000000000 18000000000000000000 7 -3 word|     right|left  |
// prints: P(84, 10.50)
// prints: 0,1,2,
// prints: -7    -7|-7   |-0007 7 ff FF 10 q %
// prints: 1.500000 0.667       3.14 1.234568e+04 1e+10 0.0001
// prints: -5000000000 18000000000000000000 7 -3 ord|     right|left  |
// prints: P(-14, -1.75)
// prints: 0,1,2,
// prints: host
// prints: block 0 of 3, thread (0, 0)
// prints: block 0 of 3, thread (23, 0)
// prints: block 1 of 3, thread (14, 0)
// prints: block 2 of 3, thread (5, 0)
#include <cstdio>
struct P { int x; float y; };
__device__ void show(const char *name, P p) { printf("%s(%d, %.2f)\n", name, p.x, p.y); }
__global__ void k(int a, const char *s) {
    if (threadIdx.x != 0) return;
    printf("%d %5d|%-5d|%05d %u %x %X %o %c %%\n", a, a, a, a, 7u, 255, 255, 8, 'q');
    printf("%f %.3f %10.2f %e %g %g\n", 1.5, 2.0 / 3, 3.14159, 12345.678, 1e10, 0.0001);
    printf("%lld %llu %ld %hd %s|%10s|%-6s|\n", -5000000000ll, 18000000000000000000ull, 7l, (short)-3, s, "right", "left");
    show("P", P{a * 2, a / 4.f});
    for (int i = 0; i < 3; ++i) printf("%d,", i);
    printf("\n");
}
__global__ void from(int which) {
    if (threadIdx.x + blockIdx.x * blockDim.x == which) printf("block %d of %d, thread (%d, %d)\n", blockIdx.x, gridDim.x, threadIdx.x, threadIdx.y);
}
int main() {
    char *s;
    cudaMallocManaged(&s, 8);
    snprintf(s, 8, "word");
    k<<<1, 32>>>(42, s), k<<<1, 1>>>(-7, s + 1);
    cudaDeviceSynchronize();
    printf("host\n");
    for (int i = 0; i < 70; i += 23) from<<<3, 32>>>(i);
    cudaDeviceSynchronize();
}
