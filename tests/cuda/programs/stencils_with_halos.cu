// Stencils with halos in shared memory: of one dimension with a radius, of two with corners, wrapped around, step by step.
// prints: -3 165 221 cf1ab3c3
// prints: ....#...#.#..#.#..#.#...........
// prints: ###.....##..#.#..#.#.......#....
// prints: #..###.....#.#..#.#..#....##...#
// prints: ....#...#.#.#..#.#..#..........#
// prints: ...#.....#.#..#.#..#.#...#...#..
// prints: ###.......#..#.#..#.#...#.......
#include <cstdio>
#define R 3
__constant__ int taps[2 * R + 1];
__global__ void line(const int *a, int *b, int n) {
    __shared__ int s[40 + 2 * R];
    int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + R;
    s[l] = g < n ? a[g] : 0;
    if (threadIdx.x < R) {
        s[l - R] = g >= R ? a[g - R] : 0;
        s[l + blockDim.x] = g + (int)blockDim.x < n ? a[g + blockDim.x] : 0;
    }
    __syncthreads();
    int v = 0;
#pragma unroll
    for (int d = -R; d <= R; ++d) v += s[l + d] * taps[d + R];
    if (g < n) b[g] = v;
}
__global__ void life(const unsigned char *a, unsigned char *b, int w, int h) {
    __shared__ unsigned char s[10][18];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    for (int j = threadIdx.y; j < 10; j += 8)
        for (int i = threadIdx.x; i < 18; i += 16) {
            int u = (blockIdx.x * 16 + i - 1 + w) % w, v = (blockIdx.y * 8 + j - 1 + h) % h;
            s[j][i] = a[v * w + u];
        }
    __syncthreads();
    int around = 0;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) around += (i != 1 || j != 1) && s[threadIdx.y + j][threadIdx.x + i];
    b[y * w + x] = around == 3 || (around == 2 && s[threadIdx.y + 1][threadIdx.x + 1]);
}
int main() {
    const int n = 150, w = 32, h = 16, t[] = {1, -2, 3, 10, 3, -2, 1};
    int *a, *b;
    unsigned char *c, *d;
    cudaMallocManaged(&a, n * 4), cudaMallocManaged(&b, n * 4), cudaMallocManaged(&c, w * h), cudaMallocManaged(&d, w * h);
    cudaMemcpyToSymbol(taps, t, sizeof t);
    for (int i = 0; i < n; ++i) a[i] = i * 13 % 29;
    for (int i = 0; i < w * h; ++i) c[i] = (i * 7 + i / 5) % 3 == 0;
    line<<<4, 40>>>(a, b, n);
    cudaDeviceSynchronize();
    unsigned sum = 0;
    for (int i = 0; i < n; ++i) sum = sum * 31 + b[i];
    printf("%d %d %d %08x\n", b[0], b[75], b[n - 1], sum);
    for (int step = 0; step < 12; ++step) {
        life<<<dim3(w / 16, h / 8), dim3(16, 8)>>>(c, d, w, h);
        unsigned char *p = c;
        c = d, d = p;
    }
    cudaDeviceSynchronize();
    for (int y = 0; y < h; y += 3) {
        for (int x = 0; x < w; ++x) printf("%c", c[y * w + x] ? '#' : '.');
        printf("\n");
    }
}
