// cuBLAS on other types beside sums by hand: half, bfloat16, bytes with whole sums, batches, triangles.
// prints: 447 compared, 0 wrong
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>
static int compared = 0, wrong = 0;
static void same(const char *what, double got, double wanted) {
    ++compared;
    if (got != wanted && wrong++ < 5) printf("%s: %g, not %g\n", what, got, wanted);
}
template <typename T> __global__ void fill(T *a, int n, int seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = T((i * 7 + seed) % 5 - 2);
}
template <typename T> static T *made(int n, int seed) {
    T *a;
    cudaMallocManaged(&a, n * sizeof(T));
    fill<<<(n + 127) / 128, 128>>>(a, n, seed);
    cudaDeviceSynchronize();
    return a;
}
template <typename T> static double at(const T *a, int ld, bool turned, int i, int j) { return (double)(float)(turned ? a[j + i * ld] : a[i + j * ld]); }
template <typename A, typename C, typename S> static void product(cublasHandle_t blas, cudaDataType_t typea, cudaDataType_t typec, cublasComputeType_t compute) {
    const int m = 5, n = 4, k = 6, lda = 8, ldc = 7, count = 2;
    for (int kind = 0; kind < 2; ++kind) {
        A *a = made<A>(2 * 64, 1), *b = made<A>(2 * 64, 2);
        C *c = made<C>(2 * 32, 3), *old = made<C>(2 * 32, 3);
        S alpha = S(2), beta = S(kind);
        cublasOperation_t op = kind ? CUBLAS_OP_T : CUBLAS_OP_N;
        if (cublasGemmStridedBatchedEx(blas, op, CUBLAS_OP_N, m, n, k, &alpha, a, typea, lda, 64, b, typea, lda, 64, &beta, c, typec, ldc, 32, count, compute, CUBLAS_GEMM_DEFAULT)) ++wrong;
        cudaDeviceSynchronize();
        for (int w = 0; w < count; ++w)
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < m; ++i) {
                    double sum = 0;
                    for (int p = 0; p < k; ++p) sum += at(a + w * 64, lda, kind, i, p) * at(b + w * 64, lda, false, p, j);
                    same("product", (double)(float)c[w * 32 + i + j * ldc], 2 * sum + kind * (double)(float)old[w * 32 + i + j * ldc]);
                }
    }
}
int main() {
    cublasHandle_t blas;
    cublasCreate(&blas);
    product<__half, __half, __half>(blas, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F);
    product<__half, float, float>(blas, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    product<__nv_bfloat16, __nv_bfloat16, float>(blas, CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F);
    product<int8_t, int, int>(blas, CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I);
    float *a = made<float>(36, 4), *b = made<float>(36, 5), *c = made<float>(36, 6), *x = made<float>(36, 7), alpha = 1, none = 0;
    for (int i = 0; i < 6; ++i) a[i * 7] = i % 2 ? 1 : -1;
    const cublasSideMode_t sides[2] = {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT};
    for (int kind = 0; kind < 8; ++kind) {
        const bool right = kind & 1, upper = kind & 2, turned = kind & 4;
        for (int j = 0; j < 4; ++j) for (int i = 0; i < 4; ++i) {  // B = op(A) X or X op(A), with a triangle of A
            double sum = 0;
            for (int p = 0; p < 4; ++p) {
                const int row = right ? p : i, column = right ? j : p, r = turned ? column : row, s = turned ? row : column;
                sum += (upper ? r <= s : r >= s) ? a[r + s * 6] * x[right ? i + p * 5 : p + j * 5] : 0;
            }
            b[i + j * 5] = (float)sum;
        }
        cublasStrsm(blas, sides[right], upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER, turned ? CUBLAS_OP_T : CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 4, 4, &alpha, a, 6, b, 5);
        cudaDeviceSynchronize();
        for (int j = 0; j < 4; ++j) for (int i = 0; i < 4; ++i) if (i + j < 6) same("triangle", b[i + j * 5], x[i + j * 5]);
    }
    cublasSsyrk(blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, 3, 4, &alpha, a, 6, &none, c, 6);
    cudaDeviceSynchronize();
    float kept = made<float>(36, 6)[6];
    for (int j = 0; j < 3; ++j) for (int i = j; i < 3; ++i) {
        double sum = 0;
        for (int p = 0; p < 4; ++p) sum += a[i + p * 6] * a[j + p * 6];
        same("squares", c[i + j * 6], sum);
    }
    same("the other triangle", c[6], kept);
    cublasDestroy(blas);
    printf("%d compared, %d wrong\n", compared, wrong);
}
