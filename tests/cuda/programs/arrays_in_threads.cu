// Arrays of a thread that outlive barriers, are indexed by what is read, and are filled by loops that unroll.
// prints: 0 1 2 3 4 1 2 6 44103012 141204012 186305012 252406012 56507012 134600012 182701012 192002012 196103012 237204012 154305012 3406012
#include <cstdio>
template <int K> __global__ void smallest(const int *in, int *out, int n) {
    __shared__ int s[32][K];
    int best[K], t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < K; ++i) best[i] = 1 << 30;
    for (int i = t; i < n; i += 32) {
        int v = in[i];
        for (int j = 0; j < K; ++j)
            if (v < best[j]) {
                int w = best[j];
                best[j] = v, v = w;
            }
    }
    for (int d = 16; d > 0; d >>= 1) {
        for (int j = 0; j < K; ++j) s[t][j] = best[j];
        __syncthreads();
        if (t < d) {
            int merged[K], a = 0, b = 0;
            for (int j = 0; j < K; ++j) merged[j] = s[t][a] <= s[t + d][b] ? s[t][a++] : s[t + d][b++];
            for (int j = 0; j < K; ++j) best[j] = merged[j];
        }
        __syncthreads();
    }
    if (t == 0)
        for (int j = 0; j < K; ++j) out[j] = best[j];
}
__global__ void counted(const int *in, int *out, int n) {
    int bins[8] = {}, order[8] = {0, 1, 2, 3, 4, 5, 6, 7}, t = threadIdx.x;
    unsigned char seen[3][4];
    for (auto &row : seen)
        for (auto &c : row) c = t;
    for (int i = 0; i < n; ++i) ++bins[(in[i] + t) & 7], seen[i % 3][in[i] & 3] += in[i];
    __syncthreads();
    for (int i = 1; i < 8; ++i)
        for (int j = i; j > 0 && bins[order[j]] > bins[order[j - 1]]; --j) {
            int v = order[j];
            order[j] = order[j - 1], order[j - 1] = v;
        }
    out[t] = order[0] * 1000 + bins[order[0]] + order[7] * 100000 + seen[t % 3][t % 4] * 1000000;
}
int main() {
    int *in, *out;
    cudaMallocManaged(&in, 1200), cudaMallocManaged(&out, 96);
    for (int i = 0; i < 300; ++i) in[i] = (i * 131 + 50) % 307;
    smallest<5><<<1, 32>>>(in, out, 300), smallest<3><<<1, 32>>>(in + 7, out + 5, 90), counted<<<1, 12>>>(in, out + 8, 77);
    cudaDeviceSynchronize();
    for (int i = 0; i < 20; ++i) printf("%d ", out[i]);
    printf("\n");
}
