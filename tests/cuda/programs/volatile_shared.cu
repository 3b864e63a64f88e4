// The last warp of a reduction on volatile shared memory, with what the warps have to wait for written out.
// prints: 257980 246698 128773 129207 129641 117057 65089 63684 65306 63901 64514 65127 64731 52326
#include <cstdio>
template <int N> __device__ void last(volatile int *s, int t) {
    int v = s[t];
    if (N >= 64) { v += s[t + 32]; __syncwarp(); s[t] = v; __syncwarp(); }
    if (N >= 32) { v += s[t + 16]; __syncwarp(); s[t] = v; __syncwarp(); }
    v += s[t + 8]; __syncwarp(); s[t] = v; __syncwarp();
    v += s[t + 4]; __syncwarp(); s[t] = v; __syncwarp();
    v += s[t + 2]; __syncwarp(); s[t] = v; __syncwarp();
    v += s[t + 1]; __syncwarp(); s[t] = v; __syncwarp();
}
template <int N> __global__ void reduce(const int *in, int *out, int n) {
    __shared__ int s[N + 32];
    int t = threadIdx.x, i = blockIdx.x * N * 2 + t;
    s[t] = (i < n ? in[i] : 0) + (i + N < n ? in[i + N] : 0);
    if (t < 32) s[N + t] = 0;
    __syncthreads();
    if (N >= 256) { if (t < 128) s[t] += s[t + 128]; __syncthreads(); }
    if (N >= 128) { if (t < 64) s[t] += s[t + 64]; __syncthreads(); }
    if (t < 32) last<N>(s, t);
    if (t == 0) out[blockIdx.x] = s[0];
}
int main() {
    int *in, *out;
    cudaMallocManaged(&in, 4000), cudaMallocManaged(&out, 64);
    for (int i = 0; i < 1000; ++i) in[i] = (i * 7919) % 1009;
    reduce<256><<<2, 256>>>(in, out, 1000), reduce<128><<<4, 128>>>(in, out + 2, 1000), reduce<64><<<8, 64>>>(in, out + 6, 1000);
    cudaDeviceSynchronize();
    for (int i = 0; i < 14; ++i) printf("%d ", out[i]);
    printf("\n");
}
