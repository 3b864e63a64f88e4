// names: cublasHandle_t cublasStatus_t
// prefix: cublas
// needs: runtime complex
// pruned: yes
// includes: cmath cstring vector
// cuBLAS by the definitions of BLAS: matrices by columns, `alpha`, `beta` and results by pointer, indices counted from 1.
enum cublasStatus_t {
    CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3, CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11, CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15, CUBLAS_STATUS_LICENSE_ERROR = 16
};
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
enum cublasMath_t { CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3 };
enum cublasComputeType_t { CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_32F_FAST_TF32 = 77 };
enum cublasGemmAlgo_t { CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 };
struct cublasContext { cublasPointerMode_t mode; };
typedef cublasContext *cublasHandle_t;
typedef void *cublasLtHandle_t;
static inline cublasStatus_t cublasCreate(cublasHandle_t *handle) { return *handle = new cublasContext(), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasDestroy(cublasHandle_t handle) { return delete handle, CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) { return *handle = nullptr, CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t) { return CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasSetStream(cublasHandle_t, cudaStream_t) { return CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t) { return CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) { return handle->mode = mode, CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode) { return *mode = handle->mode, CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasGetVersion(cublasHandle_t, int *version) { return *version = 120000, CUBLAS_STATUS_SUCCESS; }
static inline const char *cublasGetStatusString(cublasStatus_t status) { return status == CUBLAS_STATUS_SUCCESS ? "CUBLAS_STATUS_SUCCESS" : "an error of cuBLAS"; }
static inline const char *cublasGetStatusName(cublasStatus_t status) { return cublasGetStatusString(status); }
static inline void lw_blas_copy(int n, size_t bytes, const char *x, long long incx, char *y, long long incy) {
    for (long long i = 0; i < n; ++i) memcpy(y + i * incy * (long long)bytes, x + i * incx * (long long)bytes, bytes);
}
static inline cublasStatus_t cublasSetVector(int n, int bytes, const void *x, int incx, void *y, int incy) { return lw_blas_copy(n, bytes, (const char *)x, incx, (char *)y, incy), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasGetVector(int n, int bytes, const void *x, int incx, void *y, int incy) { return cublasSetVector(n, bytes, x, incx, y, incy); }
static inline cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void *a, int lda, void *b, int ldb) {
    for (long long j = 0; j < columns; ++j) memcpy((char *)b + j * ldb * bytes, (const char *)a + j * lda * bytes, (size_t)rows * bytes);
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void *a, int lda, void *b, int ldb) { return cublasSetMatrix(rows, columns, bytes, a, lda, b, ldb); }
// A vector with a negative step begins at its end.
template <typename T> inline T *lw_first(T *x, int n, int step) { return step < 0 ? x + (long long)(1 - n) * step : x; }
template <typename T> inline void lw_axpy(int n, T alpha, const T *x, int incx, T *y, int incy) {
    x = lw_first(x, n, incx), y = lw_first(y, n, incy);
    #pragma omp parallel for simd if(n > 16384)
    for (int i = 0; i < n; ++i) y[(long long)i * incy] += alpha * x[(long long)i * incx];
}
template <typename T> inline void lw_scal(int n, T alpha, T *x, int incx) {
    #pragma omp parallel for simd if(n > 16384)
    for (int i = 0; i < n; ++i) x[(long long)i * incx] *= alpha;
}
template <typename T> inline T lw_dot(int n, const T *x, int incx, const T *y, int incy) {
    x = lw_first(x, n, incx), y = lw_first(y, n, incy);
    T sum = 0;
    #pragma omp parallel for simd reduction(+ : sum) if(n > 16384)
    for (int i = 0; i < n; ++i) sum += x[(long long)i * incx] * y[(long long)i * incy];
    return sum;
}
template <typename T> inline T lw_nrm2(int n, const T *x, int incx) {
    double sum = 0;
    #pragma omp parallel for simd reduction(+ : sum) if(n > 16384)
    for (int i = 0; i < n; ++i) sum += (double)x[(long long)i * incx] * x[(long long)i * incx];
    return (T)std::sqrt(sum);
}
template <typename T> inline T lw_asum(int n, const T *x, int incx) {
    T sum = 0;
    #pragma omp parallel for simd reduction(+ : sum) if(n > 16384)
    for (int i = 0; i < n; ++i) sum += std::abs(x[(long long)i * incx]);
    return sum;
}
template <typename T> inline int lw_extreme(int n, const T *x, int incx, bool greatest) {
    int found = 0;
    for (int i = 1; i < n; ++i) {
        const T here = std::abs(x[(long long)i * incx]), best = std::abs(x[(long long)found * incx]);
        if (greatest ? here > best : here < best) found = i;
    }
    return n > 0 ? found + 1 : 0;
}
template <typename T> inline void lw_gemv(cublasOperation_t op, int m, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y, int incy) {
    const int rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
    x = lw_first(x, columns, incx), y = lw_first(y, rows, incy);
    std::vector<T> sums(rows);
    if (op == CUBLAS_OP_N)
        for (int j = 0; j < columns; ++j)
            #pragma omp simd
            for (int i = 0; i < rows; ++i) sums[i] += a[i + (long long)j * lda] * x[(long long)j * incx];
    else
        #pragma omp parallel for if(1ll * m * n > 16384)
        for (int i = 0; i < rows; ++i) {
            T sum = 0;
            #pragma omp simd reduction(+ : sum)
            for (int j = 0; j < columns; ++j) sum += a[j + (long long)i * lda] * x[(long long)j * incx];
            sums[i] = sum;
        }
    for (int i = 0; i < rows; ++i) {
        T &place = y[(long long)i * incy];
        place = alpha * sums[i] + (beta == T(0) ? T(0) : beta * place);
    }
}
template <typename T> inline void lw_ger(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda) {
    x = lw_first(x, m, incx), y = lw_first(y, n, incy);
    #pragma omp parallel for if(1ll * m * n > 16384)
    for (int j = 0; j < n; ++j)
        #pragma omp simd
        for (int i = 0; i < m; ++i) a[i + (long long)j * lda] += alpha * x[(long long)i * incx] * y[(long long)j * incy];
}
// C = alpha op(A) op(B) + beta C, four columns of a strip of C at a time: they stay in the first cache while A's columns pass.
template <typename T> inline void lw_gemm(cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, T alpha, const T *a, long long lda, const T *b, long long ldb, T beta, T *c, long long ldc) {
    constexpr int rows = 256, columns = 4;
    std::vector<T> turned;
    if (opa != CUBLAS_OP_N) {
        turned.resize((size_t)m * k);
        #pragma omp parallel for if(1ll * m * k > 16384)
        for (int p = 0; p < k; ++p)
            for (int i = 0; i < m; ++i) turned[i + (size_t)p * m] = a[p + i * lda];
        a = turned.data(), lda = m;
    }
    #pragma omp parallel for collapse(2) if(1ll * m * n * k > 65536)
    for (int first = 0; first < m; first += rows)
        for (int column = 0; column < n; column += columns) {
            const int high = std::min(rows, m - first), wide = std::min(columns, n - column);
            T sums[columns][rows] = {};
            for (int p = 0; p < k; ++p) {
                T factor[columns] = {};
                for (int j = 0; j < wide; ++j) factor[j] = opb == CUBLAS_OP_N ? b[p + (column + j) * ldb] : b[column + j + p * ldb];
                const T *own = a + first + p * lda;
                #pragma omp simd
                for (int i = 0; i < high; ++i)
                    for (int j = 0; j < columns; ++j) sums[j][i] += own[i] * factor[j];
            }
            for (int j = 0; j < wide; ++j)
                for (int i = 0; i < high; ++i) {
                    T &place = c[first + i + (column + j) * ldc];
                    place = alpha * sums[j][i] + (beta == T(0) ? T(0) : beta * place);
                }
        }
}
template <typename T> inline void lw_geam(cublasOperation_t opa, cublasOperation_t opb, int m, int n, T alpha, const T *a, long long lda, T beta, const T *b, long long ldb, T *c, long long ldc) {
    #pragma omp parallel for if(1ll * m * n > 16384)
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
            const T left = alpha == T(0) ? T(0) : alpha * (opa == CUBLAS_OP_N ? a[i + j * lda] : a[j + i * lda]);
            const T right = beta == T(0) ? T(0) : beta * (opb == CUBLAS_OP_N ? b[i + j * ldb] : b[j + i * ldb]);
            c[i + j * ldc] = left + right;
        }
}
template <typename T> inline void lw_rot(int n, T *x, int incx, T *y, int incy, T c, T s) {
    x = lw_first(x, n, incx), y = lw_first(y, n, incy);
    for (long long i = 0; i < n; ++i) {
        const T left = x[i * incx], right = y[i * incy];
        x[i * incx] = c * left + s * right, y[i * incy] = c * right - s * left;
    }
}
static inline cublasStatus_t cublasSaxpy(cublasHandle_t, int n, const float *alpha, const float *x, int incx, float *y, int incy) { return lw_axpy(n, *alpha, x, incx, y, incy), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasSscal(cublasHandle_t, int n, const float *alpha, float *x, int incx) { return lw_scal(n, *alpha, x, incx), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasSdot(cublasHandle_t, int n, const float *x, int incx, const float *y, int incy, float *result) { return *result = lw_dot(n, x, incx, y, incy), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasSnrm2(cublasHandle_t, int n, const float *x, int incx, float *result) { return *result = lw_nrm2(n, x, incx), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasSasum(cublasHandle_t, int n, const float *x, int incx, float *result) { return *result = lw_asum(n, x, incx), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasIsamax(cublasHandle_t, int n, const float *x, int incx, int *result) { return *result = lw_extreme(n, x, incx, true), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasIsamin(cublasHandle_t, int n, const float *x, int incx, int *result) { return *result = lw_extreme(n, x, incx, false), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasScopy(cublasHandle_t, int n, const float *x, int incx, float *y, int incy) { return lw_blas_copy(n, sizeof(float), (const char *)lw_first(x, n, incx), incx, (char *)lw_first(y, n, incy), incy), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasSswap(cublasHandle_t, int n, float *x, int incx, float *y, int incy) {
    x = lw_first(x, n, incx), y = lw_first(y, n, incy);
    for (long long i = 0; i < n; ++i) std::swap(x[i * incx], y[i * incy]);
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasSrot(cublasHandle_t, int n, float *x, int incx, float *y, int incy, const float *c, const float *s) { return lw_rot(n, x, incx, y, incy, *c, *s), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasSgemv(cublasHandle_t, cublasOperation_t op, int m, int n, const float *alpha, const float *a, int lda, const float *x, int incx, const float *beta, float *y, int incy) { return lw_gemv(op, m, n, *alpha, a, lda, x, incx, *beta, y, incy), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasSger(cublasHandle_t, int m, int n, const float *alpha, const float *x, int incx, const float *y, int incy, float *a, int lda) { return lw_ger(m, n, *alpha, x, incx, y, incy, a, lda), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasSgemm(cublasHandle_t, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const float *alpha, const float *a, int lda, const float *b, int ldb, const float *beta, float *c, int ldc) { return lw_gemm(opa, opb, m, n, k, *alpha, a, lda, b, ldb, *beta, c, ldc), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasSgemmStridedBatched(cublasHandle_t, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const float *alpha, const float *a, int lda, long long stepa, const float *b, int ldb, long long stepb, const float *beta, float *c, int ldc, long long stepc, int count) {
    for (int i = 0; i < count; ++i) lw_gemm(opa, opb, m, n, k, *alpha, a + i * stepa, lda, b + i * stepb, ldb, *beta, c + i * stepc, ldc);
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasSgemmBatched(cublasHandle_t, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const float *alpha, const float *const a[], int lda, const float *const b[], int ldb, const float *beta, float *const c[], int ldc, int count) {
    for (int i = 0; i < count; ++i) lw_gemm(opa, opb, m, n, k, *alpha, a[i], lda, b[i], ldb, *beta, c[i], ldc);
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasSgeam(cublasHandle_t, cublasOperation_t opa, cublasOperation_t opb, int m, int n, const float *alpha, const float *a, int lda, const float *beta, const float *b, int ldb, float *c, int ldc) { return lw_geam(opa, opb, m, n, *alpha, a, lda, *beta, b, ldb, c, ldc), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasDaxpy(cublasHandle_t, int n, const double *alpha, const double *x, int incx, double *y, int incy) { return lw_axpy(n, *alpha, x, incx, y, incy), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasDscal(cublasHandle_t, int n, const double *alpha, double *x, int incx) { return lw_scal(n, *alpha, x, incx), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasDdot(cublasHandle_t, int n, const double *x, int incx, const double *y, int incy, double *result) { return *result = lw_dot(n, x, incx, y, incy), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasDnrm2(cublasHandle_t, int n, const double *x, int incx, double *result) { return *result = lw_nrm2(n, x, incx), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasDasum(cublasHandle_t, int n, const double *x, int incx, double *result) { return *result = lw_asum(n, x, incx), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasIdamax(cublasHandle_t, int n, const double *x, int incx, int *result) { return *result = lw_extreme(n, x, incx, true), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasIdamin(cublasHandle_t, int n, const double *x, int incx, int *result) { return *result = lw_extreme(n, x, incx, false), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasDcopy(cublasHandle_t, int n, const double *x, int incx, double *y, int incy) { return lw_blas_copy(n, sizeof(double), (const char *)lw_first(x, n, incx), incx, (char *)lw_first(y, n, incy), incy), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasDswap(cublasHandle_t, int n, double *x, int incx, double *y, int incy) {
    x = lw_first(x, n, incx), y = lw_first(y, n, incy);
    for (long long i = 0; i < n; ++i) std::swap(x[i * incx], y[i * incy]);
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasDrot(cublasHandle_t, int n, double *x, int incx, double *y, int incy, const double *c, const double *s) { return lw_rot(n, x, incx, y, incy, *c, *s), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasDgemv(cublasHandle_t, cublasOperation_t op, int m, int n, const double *alpha, const double *a, int lda, const double *x, int incx, const double *beta, double *y, int incy) { return lw_gemv(op, m, n, *alpha, a, lda, x, incx, *beta, y, incy), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasDger(cublasHandle_t, int m, int n, const double *alpha, const double *x, int incx, const double *y, int incy, double *a, int lda) { return lw_ger(m, n, *alpha, x, incx, y, incy, a, lda), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasDgemm(cublasHandle_t, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const double *alpha, const double *a, int lda, const double *b, int ldb, const double *beta, double *c, int ldc) { return lw_gemm(opa, opb, m, n, k, *alpha, a, lda, b, ldb, *beta, c, ldc), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasDgemmStridedBatched(cublasHandle_t, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const double *alpha, const double *a, int lda, long long stepa, const double *b, int ldb, long long stepb, const double *beta, double *c, int ldc, long long stepc, int count) {
    for (int i = 0; i < count; ++i) lw_gemm(opa, opb, m, n, k, *alpha, a + i * stepa, lda, b + i * stepb, ldb, *beta, c + i * stepc, ldc);
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasDgemmBatched(cublasHandle_t, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const double *alpha, const double *const a[], int lda, const double *const b[], int ldb, const double *beta, double *const c[], int ldc, int count) {
    for (int i = 0; i < count; ++i) lw_gemm(opa, opb, m, n, k, *alpha, a[i], lda, b[i], ldb, *beta, c[i], ldc);
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasDgeam(cublasHandle_t, cublasOperation_t opa, cublasOperation_t opb, int m, int n, const double *alpha, const double *a, int lda, const double *beta, const double *b, int ldb, double *c, int ldc) { return lw_geam(opa, opb, m, n, *alpha, a, lda, *beta, b, ldb, c, ldc), CUBLAS_STATUS_SUCCESS; }
