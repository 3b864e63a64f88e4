// A blocked matrix product whose file is full of macros with short names, with functions, templates and types named as generators name theirs.
// prints: 578730577 7 10 2 cudaSuccess
#include <cstdio>
#define threads 64
#define t 3
#define bx 5
#define blocks_x (bx + 1)
#define threads_x 8
#define slots 2
#define row_length(w) ((w) + 1)
#define launch_together 1
#define kernel_limits 9
#define SQUARE(x) ((x) * (x))
#define lanes_all slots
template <class To> To truncated(double v) { return (To)(v * 2); }
template <class T> __host__ __device__ T shuffle(T v) { return v ^ T(5); }
template <class T> __host__ __device__ T chosen(T v) { return v + T(1); }
struct kernel_or_function { int value; __host__ __device__ int index_in(int k) const { return value + k; } };
enum own { shared_bytes = 4, dynamic_shared = 7, max_threads = 11 };
__device__ int rank_in(int v, int w) { return v % w; }
__global__ void product(const int *a, const int *b, int *c, int n, kernel_or_function f) {
    __shared__ int as[threads_x][row_length(threads_x)], bs[threads_x][threads_x];
    int row = blockIdx.y * threads_x + threadIdx.y, col = blockIdx.x * threads_x + threadIdx.x, sum = 0;
    for (int k0 = 0; k0 < n; k0 += threads_x) {
        as[threadIdx.y][threadIdx.x] = row < n && k0 + threadIdx.x < n ? a[row * n + k0 + threadIdx.x] : 0;
        bs[threadIdx.y][threadIdx.x] = col < n && k0 + threadIdx.y < n ? b[(k0 + threadIdx.y) * n + col] : 0;
        __syncthreads();
        for (int k = 0; k < threads_x; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    if (row < n && col < n) c[row * n + col] = sum + chosen<int>(t) + shuffle<int>(bx) + f.index_in(rank_in(row, max_threads)) + SQUARE(t) + (int)(0.5f * col) + dynamic_shared;
}
__global__ void votes(int *a, int n) {
    int i = blockIdx.x * threads + threadIdx.x, v = i < n ? a[i] : 0;
    unsigned lanes_2 = __ballot_sync(~0u, v & 1), shown_1 = __shfl_xor_sync(~0u, v, slots);
    if (i < n) { if (v > t) { v += __popc(lanes_2) + (int)shown_1; } a[i] = v * blocks_x; }
    __syncthreads();
    int total = __syncthreads_count(v & lanes_all);
    if (i < n) a[i] += total + shared_bytes;
}
int main() {
    const int n = 37; int h[n * n], *a, *b, *c; cudaMalloc(&a, sizeof h), cudaMalloc(&b, sizeof h), cudaMalloc(&c, sizeof h);
    for (int i = 0; i < n * n; ++i) h[i] = i % 17 - 8; cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); for (int i = 0; i < n * n; ++i) h[i] = i % 23 - 11; cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    dim3 grid((n + threads_x - 1) / threads_x, (n + threads_x - 1) / threads_x), block(threads_x, threads_x);
    product<<<grid, block>>>(a, b, c, n, kernel_or_function{6}); votes<<<(n * n + threads - 1) / threads, threads>>>(c, n * n);
    cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost); unsigned s = 0; for (int v : h) s = s * 31 + v;
    printf("%u %d %d %d %s\n", s, truncated<int>(3.6), launch_together + kernel_limits, slots, cudaGetErrorName(cudaGetLastError()));
}
