// Pictures in integers: Mandelbrot and Julia sets with fixed points, threads that stop at different counts, a ray in a grid.
// prints: 6f4e7b1f ca43a000
// prints: :----------------======++*%: : +====----::::::::::::::::::::
// prints: ---------=====+++%=*: -@ %+  +*-:.@%%:*==------:::::::::::::
// prints: =++*% -% +:  @ .+                      **==-------::::::::::
// prints:                                     -@%*+===------::::::::::
// prints: =++*% -% +:  @ .+                      **==-------::::::::::
// prints: ---------=====+++%=*: -@%%+  +*-:.@%%:*==------:::::::::::::
#include <cstdio>
typedef long long fixed;
#define ONE (1ll << 24)
__device__ __forceinline__ fixed mul(fixed a, fixed b) { return (a * b) >> 24; }
template <bool julia> __global__ void escape(unsigned char *out, int w, int h, fixed cx, fixed cy, int limit) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    fixed px = (x - w / 2) * 3 * ONE / w, py = (y - h / 2) * 2 * ONE / h;
    fixed u = julia ? px : 0, v = julia ? py : 0, a = julia ? cx : px, b = julia ? cy : py;
    int n = 0;
    while (n < limit && mul(u, u) + mul(v, v) < 4 * ONE) {
        fixed next = mul(u, u) - mul(v, v) + a;
        v = 2 * mul(u, v) + b, u = next;
        ++n;
    }
    out[y * w + x] = n == limit ? 0 : n;
}
__global__ void rays(const unsigned char *map, int *steps, int w, int h) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, x = w / 2 << 8, y = h / 2 << 8, many = 0;
    int dx = (t * 37 % 61) - 30, dy = (t * 53 % 47) - 23;
    for (; many < 500; ++many, x += dx * 8, y += dy * 8) {
        if (x < 0 || y < 0 || x >> 8 >= w || y >> 8 >= h) break;
        if (map[(y >> 8) * w + (x >> 8)] > 5) {
            many += 1000;
            break;
        }
    }
    steps[t] = many;
}
int main() {
    const int w = 60, h = 24;
    unsigned char *out;
    int *steps;
    cudaMallocManaged(&out, w * h), cudaMallocManaged(&steps, 256);
    escape<true><<<dim3(4, 3), dim3(16, 8)>>>(out, w, h, -ONE * 2 / 5, ONE * 3 / 5, 60);
    rays<<<2, 32>>>(out, steps, w, h);
    cudaDeviceSynchronize();
    unsigned a = 0, b = 0;
    for (int i = 0; i < w * h; ++i) a = a * 31 + out[i];
    for (int i = 0; i < 64; ++i) b = b * 31 + steps[i];
    printf("%08x %08x\n", a, b);
    escape<false><<<dim3(4, 3), dim3(16, 8)>>>(out, w, h, 0, 0, 90);
    cudaDeviceSynchronize();
    for (int y = 0; y < h; y += 4, printf("\n"))
        for (int x = 0; x < w; ++x) printf("%c", " .:-=+*%@"[out[y * w + x] % 9]);
}
