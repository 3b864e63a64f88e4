// Device functions in which threads wait, with loops that go in steps of the block: of one dimension and of two.
// prints: 144 542 2 111 108 407 2 84 72 272 2 57
// prints: 144 542 2 111 108 407 2 84 72 272 2 57
// prints: 0 1 2 3
#include <cstdio>
__device__ void gather(const int *in, int *cells, int begin, int end) {
    if (threadIdx.x < 4) cells[threadIdx.x] = 0;
    __syncthreads();
    for (int at = begin + threadIdx.x; at < end; at += blockDim.x) {
        int v = in[at];
        if (threadIdx.y == 0) atomicAdd(&cells[v & 3], v);
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < 4u; k += blockDim.x) {
        if (threadIdx.y == 0) cells[k] += k;
    }
    __syncthreads();
}
__global__ void run(const int *in, int *out, int n) {
    __shared__ int cells[4];
    gather(in, cells, (int)blockIdx.x * 50 - 1000 * (n < 0), n);
    if (threadIdx.x < 4 && threadIdx.y == 0) out[blockIdx.x * 4 + threadIdx.x] = cells[threadIdx.x];
}
int main() {
    int *in, *out;
    cudaMallocManaged(&in, 800);
    cudaMallocManaged(&out, 48);
    for (int i = 0; i < 200; ++i) in[i] = i * i % 11;
    for (int rows = 1; rows < 3; ++rows) {
        run<<<3, dim3(32, rows)>>>(in, out, 200);
        cudaDeviceSynchronize();
        for (int i = 0; i < 12; ++i) printf("%d%s", out[i], i < 11 ? " " : "\n");
    }
    run<<<1, 32>>>(in + 0, out, -2000);  // begins at -1000: no round, as the comparison has a sign
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
}
