// Matrices in tiles: transposed with padding, multiplied with sizes that do not divide, each thread with several elements.
// prints: 209 224 41 | 209 -2, 0 wrong
#include <cstdio>
#define T 8
template <int ROWS> __global__ void transpose(const int *a, int *b, int w, int h) {
    __shared__ int tile[T * ROWS][T * ROWS + 1];
    int x = blockIdx.x * T * ROWS + threadIdx.x, y = blockIdx.y * T * ROWS + threadIdx.y;
    for (int j = 0; j < T * ROWS; j += T)
        for (int i = 0; i < T * ROWS; i += T)
            if (x + i < w && y + j < h) tile[threadIdx.y + j][threadIdx.x + i] = a[(y + j) * w + x + i];
    __syncthreads();
    x = blockIdx.y * T * ROWS + threadIdx.x, y = blockIdx.x * T * ROWS + threadIdx.y;
#pragma unroll
    for (int j = 0; j < T * ROWS; j += T)
        for (int i = 0; i < T * ROWS; i += T)
            if (x + i < h && y + j < w) b[(y + j) * h + x + i] = tile[threadIdx.x + i][threadIdx.y + j];
}
__global__ void product(const int *a, const int *b, int *c, int m, int n, int k) {
    __shared__ int sa[T][T], sb[T][T * 2];
    int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T * 2 + threadIdx.x, s[2] = {0, 0};
    for (int p = 0; p < (k + T - 1) / T; ++p) {
        int ka = p * T + threadIdx.x, kb = p * T + threadIdx.y;
        sa[threadIdx.y][threadIdx.x] = row < m && ka < k ? a[row * k + ka] : 0;
        for (int e = 0; e < 2; ++e) sb[threadIdx.y][threadIdx.x + e * T] = kb < k && col + e * T < n ? b[kb * n + col + e * T] : 0;
        __syncthreads();
        for (int q = 0; q < T; ++q) {
            int v = sa[threadIdx.y][q];
            s[0] += v * sb[q][threadIdx.x], s[1] += v * sb[q][threadIdx.x + T];
        }
        __syncthreads();
    }
    if (row < m)
        for (int e = 0; e < 2; ++e)
            if (col + e * T < n) c[row * n + col + e * T] = s[e];
}
int main() {
    const int m = 29, n = 37, k = 21;
    int *a, *b, *c, *d;
    cudaMallocManaged(&a, m * k * 4), cudaMallocManaged(&b, k * n * 4), cudaMallocManaged(&c, m * n * 4), cudaMallocManaged(&d, m * n * 4);
    for (int i = 0; i < m * k; ++i) a[i] = i * 7 % 23 - 9;
    for (int i = 0; i < k * n; ++i) b[i] = i * 5 % 17 - 6;
    product<<<dim3((n + 15) / 16, (m + 7) / 8), dim3(8, 8)>>>(a, b, c, m, n, k);
    transpose<2><<<dim3((n + 15) / 16, (m + 15) / 16), dim3(8, 8)>>>(c, d, n, m);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            int s = 0;
            for (int p = 0; p < k; ++p) s += a[i * k + p] * b[p * n + j];
            wrong += s != c[i * n + j] || s != d[j * m + i];
        }
    transpose<1><<<dim3((m + 7) / 8, (n + 7) / 8), dim3(8, 8)>>>(d, a, m / 2, n / 2);
    cudaDeviceSynchronize();
    printf("%d %d %d | %d %d, %d wrong\n", c[0], c[500], d[m * n - 1], a[0], a[200], wrong);
}
