// What BLAS takes 0 times is not read: numbers that are none leave no trace; cuBLAS solves with them all the same.
// prints: gemm 2, of no columns 2
// prints: gemv 2, axpy 2, ger 2
// prints: syrk 2, trsm nan
// prints: scal of nan: nan
// prints: largest 3
#include <cublas_v2.h>
#include <cmath>
#include <cstdio>
static void fill(float *c) {
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; ++i) c[i] = 2;
}
static float said(float *c, int at = 5) {
    cudaDeviceSynchronize();
    return c[at];
}
int main() {
    cublasHandle_t h;
    cublasCreate(&h);
    float *a, *c, none = 0, one = 1, endless = INFINITY;
    cudaMallocManaged(&a, 64), cudaMallocManaged(&c, 64);
    for (int i = 0; i < 16; ++i) a[i] = NAN;
    fill(c);
    cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &none, a, 4, a, 4, &one, c, 4);
    printf("gemm %g, ", said(c));
    fill(c);
    cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 0, &endless, a, 4, a, 4, &one, c, 4);
    printf("of no columns %g\n", said(c));
    fill(c);
    cublasSgemv(h, CUBLAS_OP_N, 4, 4, &none, a, 4, a, 1, &one, c, 1);
    printf("gemv %g, ", said(c, 3));
    fill(c);
    cublasSaxpy(h, 4, &none, a, 1, c, 1);
    printf("axpy %g, ", said(c, 3));
    fill(c);
    cublasSger(h, 4, 4, &none, a, 1, a, 1, c, 4);
    printf("ger %g\n", said(c));
    fill(c);
    cublasSsyrk(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, 4, 4, &none, a, 4, &one, c, 4);
    printf("syrk %g, ", said(c));
    fill(c);
    cublasStrsm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 4, 4, &none, a, 4, c, 4);
    printf("trsm %g\n", std::fabs(said(c)));
    c[0] = NAN;
    cublasSscal(h, 1, &none, c, 1);
    printf("scal of nan: %g\n", std::fabs(said(c, 0)));
    int m;
    c[0] = 1, c[1] = NAN, c[2] = 3;
    cublasIsamax(h, 3, c, 1, &m);
    printf("largest %d\n", m);
}
