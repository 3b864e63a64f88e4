// Sparse matrices: a thread for each row, a warp for each row, columns of equal length, coordinates with atomics.
// prints: 590: -7 8 -6 d058b8c8, 0 unlike
#include <cstdio>
__global__ void threads(int n, const int *rows, const int *columns, const int *values, const int *x, int *y) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < n) {
        int s = 0;
        for (int e = rows[r]; e < rows[r + 1]; ++e) s += values[e] * x[columns[e]];
        y[r] = s;
    }
}
__global__ void warps(int n, const int *__restrict__ rows, const int *__restrict__ columns, const int *__restrict__ values, const int *__restrict__ x, int *y) {
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (r >= n) return;
    int s = 0;
    for (int e = rows[r] + lane; e < rows[r + 1]; e += 32) s += values[e] * __ldg(&x[columns[e]]);
#pragma unroll
    for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(0xffffffffu, s, d);
    if (lane == 0) y[r] = s;
}
__global__ void padded(int n, int width, const int *columns, const int *values, const int *x, int *y) {
    for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < n; r += gridDim.x * blockDim.x) {
        int s = 0;
        for (int k = 0; k < width; ++k)
            if (int c = columns[k * n + r]; c >= 0) s += values[k * n + r] * x[c];
        y[r] = s;
    }
}
__global__ void coordinates(int many, const int *row, const int *column, const int *values, const int *x, int *y) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < many) atomicAdd(y + row[e], values[e] * x[column[e]]);
}
int main() {
    const int n = 100, width = 12;
    int *m;
    cudaMallocManaged(&m, 20000 * 4);
    int *rows = m, *columns = m + 200, *values = m + 2000, *row = m + 4000, *x = m + 6000, *y = m + 6200, *pc = m + 7000, *pv = m + 9000;
    int at = 0;
    for (int r = 0; r < n; ++r) {
        rows[r] = at, x[r] = r * 3 % 7 - 2;
        int many = r * 7 % (width + 1);
        for (int k = 0; k < width; ++k) {
            pc[k * n + r] = k < many ? (r * 11 + k * 13) % n : -1, pv[k * n + r] = (r + k) % 9 - 3;
            if (k < many) row[at] = r, columns[at] = pc[k * n + r], values[at++] = pv[k * n + r];
        }
    }
    rows[n] = at;
    for (int i = 0; i < 4 * n; ++i) y[i] = 0;
    threads<<<4, 32>>>(n, rows, columns, values, x, y), warps<<<25, 128>>>(n, rows, columns, values, x, y + n);
    padded<<<2, 16>>>(n, width, pc, pv, x, y + 2 * n), coordinates<<<(at + 63) / 64, 64>>>(at, row, columns, values, x, y + 3 * n);
    cudaDeviceSynchronize();
    unsigned h = 0;
    int unlike = 0;
    for (int r = 0; r < n; ++r) h = h * 31 + y[r], unlike += y[r] != y[n + r] || y[r] != y[2 * n + r] || y[r] != y[3 * n + r];
    printf("%d: %d %d %d %08x, %d unlike\n", at, y[1], y[50], y[99], h, unlike);
}
