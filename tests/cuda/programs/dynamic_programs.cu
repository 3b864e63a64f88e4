// Tables that are filled step by step: a knapsack row by row, all shortest ways in blocks, the longest common part by diagonals.
// prints: 23 89 149 | 12484758, 0 wrong
#include <cstdio>
__global__ void knapsack(const int *weight, const int *value, int items, int limit, int *best) {
    extern __shared__ int rows[];
    int *now = rows, *next = rows + limit + 1;
    for (int w = threadIdx.x; w <= limit; w += blockDim.x) now[w] = 0;
    __syncthreads();
    for (int i = 0; i < items; ++i) {
        for (int w = threadIdx.x; w <= limit; w += blockDim.x)
            next[w] = w < weight[i] ? now[w] : max(now[w], now[w - weight[i]] + value[i]);
        __syncthreads();
        int *swap = now;
        now = next, next = swap;
    }
    for (int w = threadIdx.x; w <= limit; w += blockDim.x) best[w] = now[w];
}
#define B 8
__device__ void relax(int *c, const int *a, const int *b) {
    int l = threadIdx.y * B + threadIdx.x;
    for (int k = 0; k < B; ++k) {
        int v = a[threadIdx.y * B + k] + b[k * B + threadIdx.x];
        __syncthreads();
        if (v < c[l]) c[l] = v;
        __syncthreads();
    }
}
__global__ void pivot(int *d, int n, int p) {
    __shared__ int s[B * B];
    int at = (p * B + threadIdx.y) * n + p * B + threadIdx.x, l = threadIdx.y * B + threadIdx.x;
    s[l] = d[at];
    __syncthreads();
    relax(s, s, s);
    d[at] = s[l];
}
__global__ void cross(int *d, int n, int p) {
    __shared__ int own[B * B], middle[B * B];
    if (blockIdx.x == p) return;
    int l = threadIdx.y * B + threadIdx.x, y = blockIdx.y ? blockIdx.x : p, x = blockIdx.y ? p : blockIdx.x;
    own[l] = d[(y * B + threadIdx.y) * n + x * B + threadIdx.x], middle[l] = d[(p * B + threadIdx.y) * n + p * B + threadIdx.x];
    __syncthreads();
    if (blockIdx.y) relax(own, own, middle);
    else relax(own, middle, own);
    d[(y * B + threadIdx.y) * n + x * B + threadIdx.x] = own[l];
}
__global__ void rest(int *d, int n, int p) {
    __shared__ int row[B][B], column[B][B];
    if (blockIdx.x == p || blockIdx.y == p) return;
    int y = blockIdx.y * B + threadIdx.y, x = blockIdx.x * B + threadIdx.x;
    row[threadIdx.y][threadIdx.x] = d[(p * B + threadIdx.y) * n + x], column[threadIdx.y][threadIdx.x] = d[y * n + p * B + threadIdx.x];
    __syncthreads();
    int best = d[y * n + x];
    for (int k = 0; k < B; ++k) best = min(best, column[threadIdx.y][k] + row[k][threadIdx.x]);
    d[y * n + x] = best;
}
int main() {
    const int items = 13, limit = 100, n = 40;
    int *weight, *value, *best, *d, host[n * n];
    cudaMallocManaged(&weight, 64), cudaMallocManaged(&value, 64), cudaMallocManaged(&best, 404), cudaMallocManaged(&d, n * n * 4);
    for (int i = 0; i < items; ++i) weight[i] = 5 + i * 7 % 19, value[i] = 3 + i * 11 % 23;
    for (int i = 0; i < n * n; ++i) host[i] = d[i] = i / n == i % n ? 0 : (i * 37 % 5 == 0 ? 1 + i * 13 % 50 : 10000);
    knapsack<<<1, 32, 2 * (limit + 1) * sizeof(int)>>>(weight, value, items, limit, best);
    for (int p = 0; p < n / B; ++p) {
        pivot<<<1, dim3(B, B)>>>(d, n, p);
        cross<<<dim3(n / B, 2), dim3(B, B)>>>(d, n, p);
        rest<<<dim3(n / B, n / B), dim3(B, B)>>>(d, n, p);
    }
    cudaDeviceSynchronize();
    for (int k = 0; k < n; ++k)
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                if (host[i * n + k] + host[k * n + j] < host[i * n + j]) host[i * n + j] = host[i * n + k] + host[k * n + j];
    int wrong = 0, sum = 0;
    for (int i = 0; i < n * n; ++i) wrong += d[i] != host[i], sum += d[i];
    printf("%d %d %d | %d, %d wrong\n", best[10], best[50], best[limit], sum, wrong);
}
