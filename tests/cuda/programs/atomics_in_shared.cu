// Shared memory and atomics of its own: minimum with its place, a lock for each bucket, counters that wrap, bits of a set.
// prints: 7 0 0 50 1 1612 | 9 36 36 50 1 1662 | 7 20 20 50 1 1652 | 1771 1794 1817 1840 1863 1886 1749
#include <climits>
#include <cstdio>
__global__ void k(const int *in, int *out, int n) {
    __shared__ int least, at;
    __shared__ unsigned long long packed;
    __shared__ unsigned set[4], ring;
    __shared__ float sum;
    int t = threadIdx.x;
    if (t == 0) least = INT_MAX, at = INT_MAX, packed = ~0ull, ring = 0, sum = 0;
    if (t < 4) set[t] = 0;
    __syncthreads();
    int v = t < n ? in[blockIdx.x * n + t] : INT_MAX;
    atomicMin(&least, v);
    if (t < n) {
        atomicMin(&packed, (unsigned long long)v << 32 | t);
        atomicOr(&set[v / 32 % 4], 1u << v % 32);
        atomicInc(&ring, 6);
        atomicAdd(&sum, v * 0.5f);
    }
    __syncthreads();
    if (v == least) atomicMin(&at, t);
    __syncthreads();
    int members = 0;
    for (int w = 0; w < 4; ++w) members += __popc(set[w]);
    if (t == 0) {
        int *o = out + blockIdx.x * 6;
        o[0] = least, o[1] = at, o[2] = (int)(packed & 0xffff), o[3] = members, o[4] = ring, o[5] = (int)sum;
    }
}
__global__ void locked(int *cells, int *locks, int many) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, b = t % many;
    for (bool done = false; !done;) {
        if (atomicCAS(&locks[b], 0, 1) == 0) {
            volatile int *cell = cells + b;
            *cell = *cell + t;
            __threadfence();
            atomicExch(&locks[b], 0);
            done = true;
        }
    }
}
int main() {
    const int n = 50;
    int *in, *out, *cells;
    cudaMallocManaged(&in, 3 * n * 4), cudaMallocManaged(&out, 72), cudaMallocManaged(&cells, 80);
    for (int i = 0; i < 3 * n; ++i) in[i] = 7 + i * 67 % 120;
    for (int i = 0; i < 20; ++i) cells[i] = 0;
    k<<<3, 64>>>(in, out, n), locked<<<4, 40>>>(cells, cells + 10, 7);
    cudaDeviceSynchronize();
    for (int i = 0; i < 18; ++i) printf("%d%s", out[i], i % 6 == 5 ? " | " : " ");
    for (int i = 0; i < 7; ++i) printf("%d ", cells[i]);
    printf("\n");
}
