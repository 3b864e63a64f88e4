// Warps of a block with work of their own: one loads while others compute, a pipeline over two buffers, a queue of tasks.
// prints: 29 113 27e758b8 | 33 65 8a8c0081 46
#include <cstdio>
__global__ void pipeline(const int *in, int *out, int tiles) {
    __shared__ int buffer[2][64];
    int t = threadIdx.x, warp = t / 32;
    if (warp == 0)
        for (int i = t; i < 64; i += 32) buffer[0][i] = in[i];
    __syncthreads();
    for (int tile = 0; tile < tiles; ++tile) {
        int now = tile & 1;
        if (warp == 0) {
            if (tile + 1 < tiles)
                for (int i = t; i < 64; i += 32) buffer[1 - now][i] = in[(tile + 1) * 64 + i];
        } else {
            int i = t - 32;
            out[tile * 64 + i] = buffer[now][i] * 2 + buffer[now][(i + 1) % 64];
        }
        __syncthreads();
    }
}
__global__ void tasks(const int *size, int many, int *next, int *done) {
    int lane = threadIdx.x & 31;
    while (true) {
        int task = 0;
        if (lane == 0) task = atomicAdd(next, 1);
        task = __shfl_sync(0xffffffffu, task, 0);
        if (task >= many) break;
        int sum = 0;
        for (int i = lane; i < size[task]; i += 32) sum += i * i % 7;
        for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
        if (lane == 0) done[task] = sum;
    }
}
int main() {
    int *in, *out, *size, *next, *done;
    cudaMallocManaged(&in, 320 * 4), cudaMallocManaged(&out, 320 * 4), cudaMallocManaged(&size, 160), cudaMallocManaged(&next, 4), cudaMallocManaged(&done, 160);
    for (int i = 0; i < 320; ++i) in[i] = i * 29 % 83;
    for (int i = 0; i < 40; ++i) size[i] = i * 17 % 90;
    *next = 0;
    pipeline<<<1, 96>>>(in, out, 5), tasks<<<3, 64>>>(size, 40, next, done);
    cudaDeviceSynchronize();
    unsigned h = 0, g = 0;
    for (int i = 0; i < 320; ++i) h = h * 31 + out[i];
    for (int i = 0; i < 40; ++i) g = g * 31 + done[i];
    printf("%d %d %08x | %d %d %08x %d\n", out[0], out[319], h, done[1], done[39], g, *next);
}
