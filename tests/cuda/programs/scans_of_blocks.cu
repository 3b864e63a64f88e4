// Scans of a block: by doubling steps with two buffers, up and down a tree with padding, by warps and their sums; of any length.
// prints: -4 350 521
// prints: 0 350 668
// prints: 5035 0 wrong
#include <cstdio>
#define PAD(i) ((i) + ((i) >> 4))
__global__ void doubling(const int *in, int *out, int n) {
    extern __shared__ int two[];
    int t = threadIdx.x, from = 0, to = 1;
    two[t] = in[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        two[to * n + t] = two[from * n + t] + (t >= d ? two[from * n + t - d] : 0);
        from = 1 - from, to = 1 - to;
        __syncthreads();
    }
    out[t] = two[from * n + t];
}
__global__ void tree(const int *in, int *out, int n) {
    __shared__ int s[PAD(128)];
    int t = threadIdx.x, offset = 1;
    s[PAD(2 * t)] = in[2 * t], s[PAD(2 * t + 1)] = in[2 * t + 1];
    for (int d = n >> 1; d > 0; d >>= 1, offset *= 2) {
        __syncthreads();
        if (t < d) s[PAD(offset * (2 * t + 2) - 1)] += s[PAD(offset * (2 * t + 1) - 1)];
    }
    if (t == 0) s[PAD(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = PAD(offset * (2 * t + 1) - 1), b = PAD(offset * (2 * t + 2) - 1), v = s[a];
            s[a] = s[b], s[b] += v;
        }
    }
    __syncthreads();
    out[2 * t] = s[PAD(2 * t)], out[2 * t + 1] = s[PAD(2 * t + 1)];
}
__device__ int warp_scan(int v) {
    for (int d = 1; d < 32; d <<= 1) {
        int u = __shfl_up_sync(0xffffffffu, v, d);
        if ((threadIdx.x & 31) >= d) v += u;
    }
    return v;
}
__global__ void parts(const int *in, int *out, int *sums, int n) {
    __shared__ int warp[32];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, v = warp_scan(i < n ? in[i] : 0);
    if ((t & 31) == 31) warp[t >> 5] = v;
    __syncthreads();
    if (t < 32) warp[t] = warp_scan(t < blockDim.x / 32 ? warp[t] : 0);
    __syncthreads();
    if (t >= 32) v += warp[(t >> 5) - 1];
    if (i < n) out[i] = v;
    if (sums && t == blockDim.x - 1) sums[blockIdx.x] = v;
}
__global__ void add(int *out, const int *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x && i < n) out[i] += sums[blockIdx.x - 1];
}
int main() {
    const int n = 1000;
    int *in, *out, *sums;
    cudaMallocManaged(&in, n * 4), cudaMallocManaged(&out, n * 4), cudaMallocManaged(&sums, 64);
    for (int i = 0; i < n; ++i) in[i] = (i * 37) % 19 - 4;
    doubling<<<1, 100, 800>>>(in, out, 100);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[63], out[99]);
    tree<<<1, 64>>>(in, out, 128);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[64], out[127]);
    parts<<<8, 128>>>(in, out, sums, n);
    parts<<<1, 32>>>(sums, sums, nullptr, 8);
    add<<<8, 128>>>(out, sums, n);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0, s = 0; i < n; ++i) wrong += out[i] != (s += in[i]);
    printf("%d %d wrong\n", out[n - 1], wrong);
}
