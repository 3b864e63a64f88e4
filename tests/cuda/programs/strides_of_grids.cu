// Loops with the stride of the grid, in one and two dimensions, up and down, of 64 bits, with sizes that do not divide.
// prints: 924013 9 ca9b7f33 66600 67414
#include <cstdio>
__global__ void up(long long *a, long long n) {
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)blockDim.x * gridDim.x) a[i] = i * i % 1000;
}
__global__ void down(long long *a, int n) {
    int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    for (int i = n - 1 - first; i >= 0; i -= step) a[i] = a[i] * 2 + 1;
}
__global__ void plane(int *a, int w, int h) {
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h; y += blockDim.y * gridDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < w; x += blockDim.x * gridDim.x) a[y * w + x] = x * 100 + y;
}
__global__ void rows(const int *a, int *sums, int w, int h) {
    __shared__ int part[32];
    for (int y = blockIdx.x; y < h; y += gridDim.x) {
        int s = 0;
        for (int x = threadIdx.x; x < w; x += blockDim.x) s += a[y * w + x];
        part[threadIdx.x] = s;
        __syncthreads();
        for (int d = 16; d; d >>= 1) {
            if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
            __syncthreads();
        }
        if (!threadIdx.x) sums[y] = part[0];
        __syncthreads();
    }
}
int main() {
    const int w = 37, h = 23, n = 1003;
    long long *a;
    int *b, *sums;
    cudaMallocManaged(&a, n * 8), cudaMallocManaged(&b, w * h * 4), cudaMallocManaged(&sums, h * 4);
    up<<<3, 50>>>(a, n), down<<<7, 32>>>(a, n);
    plane<<<dim3(2, 3), dim3(8, 4)>>>(b, w, h), rows<<<5, 32>>>(b, sums, w, h);
    cudaDeviceSynchronize();
    long long total = 0;
    unsigned mixed = 0;
    for (int i = 0; i < n; ++i) total += a[i];
    for (int i = 0; i < w * h; ++i) mixed = mixed * 31 + b[i];
    printf("%lld %lld %08x %d %d\n", total, a[n - 1], mixed, sums[0], sums[h - 1]);
}
