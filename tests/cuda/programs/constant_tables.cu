// Constant memory: arrays of two dimensions, with an initial value, written in parts, read back, by its address.
// prints: 10384 1.5, 20486 5, 30600 5, 351 8, 10309 11.5, 20384 15, 30486 15, 600 18
// prints: 10314 1.5, 20396 6.5, 30490 16, -89779 12.5, 10259 17.5, 20314 22.5, 30396 32, -89510 28.5
// prints: 60 20798 0
#include <cstdio>
struct Pair { short a; double b; };
__constant__ int weights[3][5];
__constant__ float scale = 2.5f;
__constant__ Pair pairs[4] = {{1, 0.5}, {2, 1.5}, {3, 2.5}};
__device__ int counter = 100;
__device__ float cells[8];
__global__ void k(int *out, float *f) {
    int t = threadIdx.x;
    int s = 0;
    for (int i = 0; i < 3; ++i) s += weights[i][(t + i) % 5] * (i + 1);
    out[t] = s + pairs[t % 4].a * 10000;
    f[t] = scale * t + (float)pairs[(t + 1) % 4].b;
    cells[t % 8] = f[t];
    if (t == 7) counter += out[0];
}
int main() {
    int host[15], *out;
    float *f, back[8], one = 4.f;
    for (int i = 0; i < 15; ++i) host[i] = i * i - 20;
    cudaMallocManaged(&out, 32), cudaMallocManaged(&f, 32);
    cudaMemcpyToSymbol(weights, host, sizeof host);
    k<<<1, 8>>>(out, f);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; ++i) printf("%d %g%s", out[i], f[i], i == 7 ? "\n" : ", ");
    cudaMemcpyToSymbol(weights, host, 5 * sizeof(int), 5 * sizeof(int));
    cudaMemcpyToSymbol(scale, &one, sizeof one);
    Pair last = {-9, 8.0};
    cudaMemcpyToSymbol(pairs, &last, sizeof last, 3 * sizeof(Pair));
    void *place;
    size_t size;
    cudaGetSymbolAddress(&place, cells), cudaGetSymbolSize(&size, weights);
    k<<<1, 8>>>(out, f);
    cudaMemcpyFromSymbol(back, cells, sizeof back);
    cudaMemset(place, 0, 4);
    int count;
    cudaMemcpyFromSymbol(&count, counter, sizeof count);
    float first;
    cudaMemcpyFromSymbol(&first, cells, 4);
    for (int i = 0; i < 8; ++i) printf("%d %g%s", out[i], back[i], i == 7 ? "\n" : ", ");
    printf("%d %d %g\n", (int)size, count, first);
}
