// Histograms: in global memory, a copy for each block, a copy for each warp, of the lanes with the same value at once.
// prints: 187 256 267 262 185 192 159 223 240 175 247 232 167 241 243 260 159 171 138 212 204 157 214 209 | 0 unlike
#include <cstdio>
#define BINS 24
__global__ void plain(const unsigned char *a, int n, unsigned *h) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&h[a[i] % BINS], 1u);
}
__global__ void blocks(const unsigned char *a, int n, unsigned *h) {
    __shared__ unsigned s[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) s[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&s[a[i] % BINS], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        if (s[b]) atomicAdd(&h[b], s[b]);
}
__global__ void warps(const uchar4 *a, int n, unsigned *h) {
    __shared__ unsigned s[4][BINS + 1];
    unsigned *mine = s[threadIdx.x / 32];
    for (int b = threadIdx.x % 32; b < BINS; b += 32) mine[b] = 0;
    __syncwarp();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        uchar4 v = a[i];
        atomicAdd(mine + v.x % BINS, 1u), atomicAdd(mine + v.y % BINS, 1u), atomicAdd(mine + v.z % BINS, 1u), atomicAdd(mine + v.w % BINS, 1u);
    }
    __syncthreads();
    if (threadIdx.x < BINS) atomicAdd(&h[threadIdx.x], s[0][threadIdx.x] + s[1][threadIdx.x] + s[2][threadIdx.x] + s[3][threadIdx.x]);
}
__global__ void matched(const unsigned char *a, int n, unsigned *h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int bin = i < n ? a[i] % BINS : -1;
    unsigned same = __match_any_sync(0xffffffffu, bin);
    if (bin >= 0 && (threadIdx.x & 31) == __ffs(same) - 1) atomicAdd(&h[bin], (unsigned)__popc(same));
}
int main() {
    const int n = 5000;
    unsigned char *a;
    unsigned *h;
    cudaMallocManaged(&a, n), cudaMallocManaged(&h, 4 * BINS * 4);
    for (int i = 0; i < n; ++i) a[i] = (i * i + i / 7) % 251;
    cudaMemset(h, 0, 4 * BINS * 4);
    plain<<<4, 96>>>(a, n, h), blocks<<<3, 64>>>(a, n, h + BINS), warps<<<2, 128>>>((uchar4 *)a, n / 4, h + 2 * BINS), matched<<<40, 128>>>(a, n, h + 3 * BINS);
    cudaDeviceSynchronize();
    int unlike = 0;
    for (int b = 0; b < BINS; ++b) printf("%u ", h[b]), unlike += h[b] != h[BINS + b] || h[b] != h[2 * BINS + b] || h[b] != h[3 * BINS + b];
    printf("| %d unlike\n", unlike);
}
