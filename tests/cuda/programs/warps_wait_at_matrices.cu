// Loads and stores of a warp's matrices wait for all its threads: what these write before is loaded, what they read before is not overwritten.
// prints: over what is there: 0 0
// prints: in loops, conditions and functions: 0
#include <mma.h>
#include <cuda_fp16.h>
#include <cstdio>
using namespace nvcuda;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> Acc;
__device__ void step(Acc &acc, const half *a, const half *b) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(acc, fa, fb, acc);
}
__device__ void put(float *to, const Acc &acc) { wmma::store_matrix_sync(to, acc, 16, wmma::mem_row_major); }
__global__ void k(const float *in, float *out, int tiles, int kk) {
    __shared__ half a[4][256], b[4][256];
    __shared__ float c[4][256];
    const int lane = threadIdx.x % 32, w = threadIdx.x / 32, tile = blockIdx.x * 4 + w;
    if (tile < tiles) {
        Acc acc;
        wmma::fill_fragment(acc, 0.f);
        for (int p = 0; p < kk; ++p) {
#pragma unroll
            for (int j = 0; j < 8; j++) {
                int e = j * 32 + lane;
                a[w][e] = __float2half(in[(e + p * 17 + tile) % 256]);
                b[w][e] = __float2half(in[(e * 3 + p) % 256]);
            }
            step(acc, a[w], b[w]);
            if (p % 2) {
                for (int j = 0; j < 8; j++) a[w][lane * 8 + j] = b[w][255 - lane * 8 - j];
                wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> fa;
                wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
                wmma::load_matrix_sync(fa, a[w], 16);
                wmma::load_matrix_sync(fb, b[w], 16);
                wmma::mma_sync(acc, fa, fb, acc);
            }
        }
        c[w][lane] = -1;
        put(c[w], acc);
        for (int j = 0; j < 8; j++) out[tile * 256 + lane * 8 + j] = c[w][lane * 8 + j] + c[w][255 - lane];
    }
}
// each warp writes to global memory by rows, then all lanes add: no __syncwarp
__global__ void bias(const half *a, float *d, const float *bi) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    Acc acc;
    wmma::fill_fragment(acc, 0.f);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, a, 16);
    wmma::mma_sync(acc, fa, fb, acc);
    wmma::store_matrix_sync(d + blockIdx.x * 256, acc, 16, wmma::mem_row_major);
    for (int i = 31 - threadIdx.x; i < 256; i += 32) d[blockIdx.x * 256 + i] += bi[i % 16];
}
__global__ void over_what_is_there(const float *in, float *out, float *before) {
    __shared__ half a[2][256];
    __shared__ float c[2][256];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    for (int j = 0; j < 8; j++) c[w][lane * 8 + j] = lane;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.f);
    for (int j = 0; j < 8; j++) a[w][lane * 8 + j] = __float2half(in[lane * 8 + j]);
    wmma::load_matrix_sync(fa, a[w], 16);
    wmma::load_matrix_sync(fb, a[w], 16);
    wmma::mma_sync(fc, fa, fb, fc);
    before[threadIdx.x] = c[w][255 - lane * 8];
    wmma::store_matrix_sync(c[w], fc, 16, wmma::mem_row_major);
    for (int i = 0; i < 8; i++) out[w * 256 + lane * 8 + i] = c[w][lane * 8 + i];
}
static void first() {
    float *in, *out, *before;
    cudaMallocManaged(&in, 1024);
    cudaMallocManaged(&out, 2048);
    cudaMallocManaged(&before, 256);
    for (int i = 0; i < 256; i++) in[i] = (i * 7) % 11 - 5, out[i] = -999;
    over_what_is_there<<<1, 64>>>(in, out, before);
    cudaDeviceSynchronize();
    int bad = 0, worse = 0;
    for (int w = 0; w < 2; w++)
        for (int i = 0; i < 16; i++)
            for (int j = 0; j < 16; j++) {
                float s = 0;
                for (int p = 0; p < 16; p++) s += in[i * 16 + p] * in[p * 16 + j];
                if (s != out[w * 256 + i * 16 + j]) bad++;
            }
    for (int t = 0; t < 64; t++)
        if (before[t] != 31 - t % 32) worse++;
    printf("over what is there: %d %d\n", bad, worse);
}
int main() {
    first();
    const int tiles = 10, kk = 5;
    float *in, *out;
    cudaMallocManaged(&in, 1024);
    cudaMallocManaged(&out, 12 * 1024);
    for (int i = 0; i < 256; i++) in[i] = (i * 7) % 11 - 5;
    for (int i = 0; i < 3072; ++i) out[i] = -7;
    k<<<3, 128>>>(in, out, tiles, kk);
    cudaDeviceSynchronize();
    int bad = 0;
    for (int t = 0; t < 12; ++t) {
        float acc[256] = {};
        for (int p = 0; p < kk; ++p) {
            float a[256], b[256], q[256];
            for (int e = 0; e < 256; ++e) a[e] = in[(e + p * 17 + t) % 256], b[e] = in[(e * 3 + p) % 256];
            for (int i = 0; i < 16; ++i)
                for (int j = 0; j < 16; ++j)
                    for (int z = 0; z < 16; ++z) acc[i * 16 + j] += a[i * 16 + z] * b[z * 16 + j];
            if (p % 2) {
                for (int e = 0; e < 256; ++e) q[e] = b[255 - e];
                for (int i = 0; i < 16; ++i)
                    for (int j = 0; j < 16; ++j)
                        for (int z = 0; z < 16; ++z) acc[i * 16 + j] += q[z * 16 + i] * b[z * 16 + j];
            }
        }
        for (int e = 0; e < 256; ++e) {
            float want = t < tiles ? acc[e] + acc[255 - e / 8] : -7;
            if (out[t * 256 + e] != want) bad++;
        }
    }
    half *a;
    float *d, *bi;
    cudaMallocManaged(&a, 512);
    cudaMallocManaged(&d, 2048);
    cudaMallocManaged(&bi, 64);
    for (int i = 0; i < 256; ++i) a[i] = __float2half(i % 5 - 2);
    for (int i = 0; i < 16; ++i) bi[i] = i;
    bias<<<2, 32>>>(a, d, bi);
    cudaDeviceSynchronize();
    for (int g = 0; g < 2; ++g)
        for (int i = 0; i < 16; ++i)
            for (int j = 0; j < 16; ++j) {
                float s = j;
                for (int z = 0; z < 16; ++z) s += __half2float(a[i * 16 + z]) * __half2float(a[z * 16 + j]);
                if (d[g * 256 + i * 16 + j] != s) bad++;
            }
    printf("in loops, conditions and functions: %d\n", bad);
}
