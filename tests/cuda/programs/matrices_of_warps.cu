// Matrices that a warp multiplies: all shapes and types, both layouts, blocks of warps with shared memory, what is done with each element.
// prints: 5440 compared, wrong: 0
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>
#include <type_traits>

using namespace nvcuda;

// What a warp makes of one tile, of memory by rows or by columns.
template <int M, int N, int K, typename T, typename Sum, typename A, typename B>
__global__ void one_tile(const T *a, const T *b, const Sum *c, Sum *d) {
    constexpr bool rows_a = std::is_same<A, wmma::row_major>::value, rows_b = std::is_same<B, wmma::row_major>::value;
    wmma::fragment<wmma::matrix_a, M, N, K, T, A> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, B> fb;
    wmma::fragment<wmma::accumulator, M, N, K, Sum> fc;
    wmma::load_matrix_sync(fa, a, rows_a ? K : M);
    wmma::load_matrix_sync(fb, b, rows_b ? N : K);
    wmma::load_matrix_sync(fc, c, N, wmma::mem_row_major);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, M, wmma::mem_col_major);
}

__global__ void of_tf32(const float *a, const float *b, float *d) {
    using namespace wmma;
    fragment<matrix_a, 16, 16, 8, precision::tf32, row_major> fa;
    fragment<matrix_b, 16, 16, 8, precision::tf32, row_major> fb;
    fragment<accumulator, 16, 16, 8, float> fc;
    fill_fragment(fc, 0.0f);
    load_matrix_sync(fa, a, 8);
    load_matrix_sync(fb, b, 16);
    for (int t = 0; t < fa.num_elements; t++) fa.x[t] = wmma::__float_to_tf32(fa.x[t]);
#pragma unroll
    for (int t = 0; t < fb.num_elements; t++) {
        fb.x[t] = wmma::__float_to_tf32(fb.x[t]);
    }
    mma_sync(fc, fa, fb, fc);
    store_matrix_sync(d, fc, 16, mem_row_major);
}

// The whole product, a warp for each tile of 16 by 16: D = alpha * A * B + beta * C.
__global__ void product(const half *a, const half *b, const float *c, float *d, int m, int n, int k, float alpha, float beta) {
    const int tile_row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
    const int tile_column = blockIdx.y * blockDim.y + threadIdx.y;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a_frag;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b_frag;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc_frag, c_frag;
    wmma::fill_fragment(acc_frag, 0.0f);
    for (int i = 0; i < k; i += 16) {
        const int row = tile_row * 16, column = tile_column * 16;
        if (row < m && column < n) {
            wmma::load_matrix_sync(a_frag, a + row * k + i, k);
            wmma::load_matrix_sync(b_frag, b + i + column * k, k);
            wmma::mma_sync(acc_frag, a_frag, b_frag, acc_frag);
        }
    }
    const int row = tile_row * 16, column = tile_column * 16;
    if (row < m && column < n) {
        wmma::load_matrix_sync(c_frag, c + row * n + column, n, wmma::mem_row_major);
        for (int i = 0; i < c_frag.num_elements; i++) c_frag.x[i] = alpha * acc_frag.x[i] + beta * c_frag.x[i];
        wmma::store_matrix_sync(d + row * n + column, c_frag, n, wmma::mem_row_major);
    }
}

using Sums = wmma::fragment<wmma::accumulator, 16, 16, 16, half>;

__device__ half positive(half x) { return __hgt(x, __float2half(0.0f)) ? x : __float2half(0.0f); }

__device__ void clamp(Sums &sums) {
    for (int i = 0; i < sums.num_elements; ++i) {
        const half old = sums.x[i];
        sums.x[i] = positive(old);
    }
}

// Four warps with two tiles each, whose factors come through shared memory.
__global__ void through_shared(const half *a, const half *b, half *d, int k) {
    constexpr int W = 64, STEP = 16;
    __shared__ half sa[32 * STEP], sb[STEP * W], sd[32 * W];
    const int warp = threadIdx.x / 32, row = warp / 2, column = warp % 2;
    Sums sums[2];
    for (int j = 0; j < 2; ++j) wmma::fill_fragment(sums[j], __float2half(0.0f));
    for (int at = 0; at < k; at += STEP) {
        for (int i = threadIdx.x; i < 32 * STEP; i += blockDim.x) sa[i] = a[i / STEP * k + at + i % STEP];
        for (int i = threadIdx.x; i < STEP * W; i += blockDim.x) sb[i] = b[(at + i / W) * W + i % W];
        __syncthreads();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
        wmma::load_matrix_sync(fa, sa + row * 16 * STEP, STEP);
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
            wmma::load_matrix_sync(fb, sb + (column * 2 + j) * 16, W);
            wmma::mma_sync(sums[j], fa, fb, sums[j]);
        }
        __syncthreads();
    }
    for (int j = 0; j < 2; ++j) {
        clamp(sums[j]);
        wmma::store_matrix_sync(sd + row * 16 * W + (column * 2 + j) * 16, sums[j], W, wmma::mem_row_major);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 32 * W; i += blockDim.x) d[i] = sd[i];
}

static int wrong = 0, compared = 0;
static void same(const char *what, int at, double got, double wanted) {
    ++compared;
    if (got != wanted && wrong++ < 5) printf("%s: %d: %g, not %g\n", what, at, got, wanted);
}

template <typename T> T *memory(int n, int seed, int least) {
    T *p;
    cudaMallocManaged(&p, n * sizeof(T));
    for (int i = 0; i < n; ++i) p[i] = T(float(least + (i * 7 + i / 5 * seed) % 9));
    return p;
}

template <int M, int N, int K, typename T, typename Sum, typename A, typename B> void tile(const char *what, int least) {
    T *a = memory<T>(M * K, 3, least), *b = memory<T>(K * N, 4, least);
    Sum *c = memory<Sum>(M * N, 5, -4), *d = memory<Sum>(M * N, 0, 0);
    one_tile<M, N, K, T, Sum, A, B><<<1, 32>>>(a, b, c, d);
    cudaDeviceSynchronize();
    const bool rows_a = std::is_same<A, wmma::row_major>::value, rows_b = std::is_same<B, wmma::row_major>::value;
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j) {
            double sum = double(float(c[i * N + j]));
            for (int k = 0; k < K; ++k) sum += double(float(a[rows_a ? i * K + k : k * M + i])) * double(float(b[rows_b ? k * N + j : j * K + k]));
            same(what, i * N + j, double(float(d[j * M + i])), sum);
        }
}

int main() {
    using R = wmma::row_major;
    using C = wmma::col_major;
    tile<16, 16, 16, half, float, R, C>("half", -4);
    tile<32, 8, 16, half, float, C, C>("half, 32 rows", -4);
    tile<8, 32, 16, half, half, R, R>("half, 8 rows, sums of half", -4);
    tile<16, 16, 16, __nv_bfloat16, float, C, R>("bfloat16", -4);
    tile<16, 16, 16, signed char, int, R, C>("signed bytes", -4);
    tile<32, 8, 16, unsigned char, int, R, R>("bytes", 0);
    tile<8, 8, 4, double, double, R, C>("double", -4);

    float *a = memory<float>(16 * 8, 3, -4), *b = memory<float>(8 * 16, 4, -4), *d = memory<float>(16 * 16, 0, 0);
    for (int i = 0; i < 128; ++i) a[i] += 0.25f;
    of_tf32<<<1, 32>>>(a, b, d);
    cudaDeviceSynchronize();
    for (int i = 0; i < 256; ++i) {
        float sum = 0;
        for (int k = 0; k < 8; ++k) sum += a[i / 16 * 8 + k] * b[k * 16 + i % 16];
        same("tf32", i, d[i], sum);
    }

    const int m = 48, n = 32, k = 64;
    half *ha = memory<half>(m * k, 3, -4), *hb = memory<half>(k * n, 4, -4);
    float *c = memory<float>(m * n, 5, 0), *e = memory<float>(m * n, 0, 0);
    product<<<dim3(1, 1), dim3(128, 4)>>>(ha, hb, c, e, m, n, k, 2.0f, 3.0f);
    cudaDeviceSynchronize();
    for (int i = 0; i < m * n; ++i) {
        float sum = 0;
        for (int at = 0; at < k; ++at) sum += float(ha[i / n * k + at]) * float(hb[i % n * k + at]);
        same("product", i, e[i], 2 * sum + 3 * c[i]);
    }

    half *sa = memory<half>(32 * 64, 3, -4), *sb = memory<half>(64 * 64, 4, -4), *sd = memory<half>(32 * 64, 0, 0);
    through_shared<<<1, 128>>>(sa, sb, sd, 64);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32 * 64; ++i) {
        float sum = 0;
        for (int at = 0; at < 64; ++at) sum += float(sa[i / 64 * 64 + at]) * float(sb[at * 64 + i % 64]);
        same("through shared memory", i, float(sd[i]), sum > 0 ? sum : 0);
    }
    printf("%d compared, wrong: %d\n", compared, wrong);
}
