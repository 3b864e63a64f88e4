// names: cublasHandle_t cublasStatus_t cudaDataType cudaDataType_t
// prefix: cublas
// needs: runtime complex half
// pruned: yes
// includes: cmath cstdint cstring vector
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
enum cublasComputeType_t {
    CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69, CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73, CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
};
enum cudaDataType { CUDA_R_32F = 0, CUDA_R_64F = 1, CUDA_R_16F = 2, CUDA_R_8I = 3, CUDA_R_8U = 8, CUDA_R_32I = 10, CUDA_R_16BF = 14 };
using cudaDataType_t = cudaDataType;
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
// The elements of a matrix by columns as numbers of another type, and back.
template <typename T, typename From> inline void lw_numbers_of(const void *from, long long ld, int rows, int columns, std::vector<T> &to) {
    to.resize((size_t)rows * columns);
    for (long long j = 0; j < columns; ++j)
        for (long long i = 0; i < rows; ++i) to[i + j * rows] = (T)((const From *)from)[i + j * ld];
}
template <typename T, typename To> inline void lw_put_numbers(const std::vector<T> &from, void *to, long long ld, int rows, int columns) {
    for (long long j = 0; j < columns; ++j)
        for (long long i = 0; i < rows; ++i) ((To *)to)[i + j * ld] = (To)from[i + j * rows];
}
template <typename T> inline bool lw_read_numbers(cudaDataType type, const void *from, long long ld, int rows, int columns, std::vector<T> &to) {
    switch (type) {
    case CUDA_R_32F: return lw_numbers_of<T, float>(from, ld, rows, columns, to), true;
    case CUDA_R_64F: return lw_numbers_of<T, double>(from, ld, rows, columns, to), true;
    case CUDA_R_16F: return lw_numbers_of<T, __half>(from, ld, rows, columns, to), true;
    case CUDA_R_16BF: return lw_numbers_of<T, __nv_bfloat16>(from, ld, rows, columns, to), true;
    case CUDA_R_8I: return lw_numbers_of<T, int8_t>(from, ld, rows, columns, to), true;
    case CUDA_R_32I: return lw_numbers_of<T, int>(from, ld, rows, columns, to), true;
    default: return false;
    }
}
template <typename T> inline bool lw_write_numbers(cudaDataType type, const std::vector<T> &from, void *to, long long ld, int rows, int columns) {
    switch (type) {
    case CUDA_R_32F: return lw_put_numbers<T, float>(from, to, ld, rows, columns), true;
    case CUDA_R_64F: return lw_put_numbers<T, double>(from, to, ld, rows, columns), true;
    case CUDA_R_16F: return lw_put_numbers<T, __half>(from, to, ld, rows, columns), true;
    case CUDA_R_16BF: return lw_put_numbers<T, __nv_bfloat16>(from, to, ld, rows, columns), true;
    case CUDA_R_32I: return lw_put_numbers<T, int>(from, to, ld, rows, columns), true;
    default: return false;
    }
}
// Sums are kept as T and rounded once, where they are stored.
template <typename T> inline cublasStatus_t lw_gemm_of(cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, T alpha, const void *a, cudaDataType typea, int lda, const void *b, cudaDataType typeb, int ldb, T beta, void *c, cudaDataType typec, int ldc) {
    std::vector<T> left, right, result((size_t)m * n);
    const int rowsa = opa == CUBLAS_OP_N ? m : k, rowsb = opb == CUBLAS_OP_N ? k : n;
    if (!lw_read_numbers(typea, a, lda, rowsa, m + k - rowsa, left) || !lw_read_numbers(typeb, b, ldb, rowsb, k + n - rowsb, right)) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (beta != T(0) && !lw_read_numbers(typec, c, ldc, m, n, result)) return CUBLAS_STATUS_NOT_SUPPORTED;
    lw_gemm<T>(opa, opb, m, n, k, alpha, left.data(), rowsa, right.data(), rowsb, beta, result.data(), m);
    return lw_write_numbers(typec, result, c, ldc, m, n) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}
// The type of `alpha`, `beta` and sums that a call asks for; sums of half are kept as float.
static inline cudaDataType lw_scale_of(cublasComputeType_t compute) {
    if (compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC) return CUDA_R_16F;
    if (compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_PEDANTIC) return CUDA_R_64F;
    return compute == CUBLAS_COMPUTE_32I || compute == CUBLAS_COMPUTE_32I_PEDANTIC ? CUDA_R_32I : CUDA_R_32F;
}
static inline cudaDataType lw_scale_of(cudaDataType compute) { return compute; }
static inline cublasStatus_t lw_gemm_ex(cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha, const void *a, cudaDataType typea, int lda, const void *b, cudaDataType typeb, int ldb, const void *beta, void *c, cudaDataType typec, int ldc, cudaDataType scale) {
    switch (scale) {
    case CUDA_R_16F: return lw_gemm_of<float>(opa, opb, m, n, k, *(const __half *)alpha, a, typea, lda, b, typeb, ldb, *(const __half *)beta, c, typec, ldc);
    case CUDA_R_32F: return lw_gemm_of<float>(opa, opb, m, n, k, *(const float *)alpha, a, typea, lda, b, typeb, ldb, *(const float *)beta, c, typec, ldc);
    case CUDA_R_64F: return lw_gemm_of<double>(opa, opb, m, n, k, *(const double *)alpha, a, typea, lda, b, typeb, ldb, *(const double *)beta, c, typec, ldc);
    case CUDA_R_32I: return lw_gemm_of<int>(opa, opb, m, n, k, *(const int *)alpha, a, typea, lda, b, typeb, ldb, *(const int *)beta, c, typec, ldc);
    default: return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}
static inline long long lw_bytes_of(cudaDataType type) { return type == CUDA_R_64F ? 8 : type == CUDA_R_32F || type == CUDA_R_32I ? 4 : type == CUDA_R_8I ? 1 : 2; }
template <typename Compute> inline cublasStatus_t cublasGemmEx(cublasHandle_t, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha, const void *a, cudaDataType typea, int lda, const void *b, cudaDataType typeb, int ldb, const void *beta, void *c, cudaDataType typec, int ldc, Compute compute, cublasGemmAlgo_t) { return lw_gemm_ex(opa, opb, m, n, k, alpha, a, typea, lda, b, typeb, ldb, beta, c, typec, ldc, lw_scale_of(compute)); }
template <typename Compute> inline cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha, const void *a, cudaDataType typea, int lda, long long stepa, const void *b, cudaDataType typeb, int ldb, long long stepb, const void *beta, void *c, cudaDataType typec, int ldc, long long stepc, int count, Compute compute, cublasGemmAlgo_t) {
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    for (int i = 0; i < count && !status; ++i) status = lw_gemm_ex(opa, opb, m, n, k, alpha, (const char *)a + i * stepa * lw_bytes_of(typea), typea, lda, (const char *)b + i * stepb * lw_bytes_of(typeb), typeb, ldb, beta, (char *)c + i * stepc * lw_bytes_of(typec), typec, ldc, lw_scale_of(compute));
    return status;
}
template <typename Compute> inline cublasStatus_t cublasGemmBatchedEx(cublasHandle_t, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha, const void *const a[], cudaDataType typea, int lda, const void *const b[], cudaDataType typeb, int ldb, const void *beta, void *const c[], cudaDataType typec, int ldc, int count, Compute compute, cublasGemmAlgo_t) {
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    for (int i = 0; i < count && !status; ++i) status = lw_gemm_ex(opa, opb, m, n, k, alpha, a[i], typea, lda, b[i], typeb, ldb, beta, c[i], typec, ldc, lw_scale_of(compute));
    return status;
}
static inline cublasStatus_t cublasSgemmEx(cublasHandle_t, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const float *alpha, const void *a, cudaDataType typea, int lda, const void *b, cudaDataType typeb, int ldb, const float *beta, void *c, cudaDataType typec, int ldc) { return lw_gemm_ex(opa, opb, m, n, k, alpha, a, typea, lda, b, typeb, ldb, beta, c, typec, ldc, CUDA_R_32F); }
static inline cublasStatus_t cublasHgemm(cublasHandle_t, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const __half *alpha, const __half *a, int lda, const __half *b, int ldb, const __half *beta, __half *c, int ldc) { return lw_gemm_ex(opa, opb, m, n, k, alpha, a, CUDA_R_16F, lda, b, CUDA_R_16F, ldb, beta, c, CUDA_R_16F, ldc, CUDA_R_16F); }
// The triangle of C = alpha op(A) op(A)' + beta C that is asked for.
template <typename T> inline cublasStatus_t lw_syrk(cublasFillMode_t fill, cublasOperation_t op, int n, int k, T alpha, const T *a, long long lda, T beta, T *c, long long ldc) {
    #pragma omp parallel for schedule(dynamic, 4) if(1ll * n * n * k > 65536)
    for (int j = 0; j < n; ++j)
        for (int i = fill == CUBLAS_FILL_MODE_LOWER ? j : 0; i < (fill == CUBLAS_FILL_MODE_LOWER ? n : j + 1); ++i) {
            T sum = 0;
            for (int p = 0; p < k; ++p) sum += op == CUBLAS_OP_N ? a[i + p * lda] * a[j + p * lda] : a[p + i * lda] * a[p + j * lda];
            c[i + j * ldc] = alpha * sum + (beta == T(0) ? T(0) : beta * c[i + j * ldc]);
        }
    return CUBLAS_STATUS_SUCCESS;
}
// The solution X of op(A) X = alpha B or X op(A) = alpha B, with A a triangle, in the place of B: a row or column of X after the other.
template <typename T> inline cublasStatus_t lw_trsm(cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, T alpha, const T *a, long long lda, T *b, long long ldb) {
    const bool left = side == CUBLAS_SIDE_LEFT, lower = (fill == CUBLAS_FILL_MODE_LOWER) == ((op == CUBLAS_OP_N) == left);
    const int size = left ? m : n, others = left ? n : m;
    const long long along = left ? 1 : ldb, across = left ? ldb : 1, down = (op == CUBLAS_OP_N) == left ? 1 : lda, right = down == 1 ? lda : 1;
    #pragma omp parallel for if(1ll * size * size * others > 65536)
    for (int other = 0; other < others; ++other)
        for (int step = 0; step < size; ++step) {
            const int i = lower ? step : size - 1 - step;
            T value = alpha * b[i * along + other * across];
            for (int p = lower ? 0 : i + 1; p < (lower ? i : size); ++p) value -= a[i * down + p * right] * b[p * along + other * across];
            b[i * along + other * across] = diagonal == CUBLAS_DIAG_UNIT ? value : value / a[i * down + i * right];
        }
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasSsyrk(cublasHandle_t, cublasFillMode_t fill, cublasOperation_t op, int n, int k, const float *alpha, const float *a, int lda, const float *beta, float *c, int ldc) { return lw_syrk(fill, op, n, k, *alpha, a, lda, *beta, c, ldc); }
static inline cublasStatus_t cublasStrsm(cublasHandle_t, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const float *alpha, const float *a, int lda, float *b, int ldb) { return lw_trsm(side, fill, op, diagonal, m, n, *alpha, a, lda, b, ldb); }
static inline cublasStatus_t cublasDsyrk(cublasHandle_t, cublasFillMode_t fill, cublasOperation_t op, int n, int k, const double *alpha, const double *a, int lda, const double *beta, double *c, int ldc) { return lw_syrk(fill, op, n, k, *alpha, a, lda, *beta, c, ldc); }
static inline cublasStatus_t cublasDtrsm(cublasHandle_t, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const double *alpha, const double *a, int lda, double *b, int ldb) { return lw_trsm(side, fill, op, diagonal, m, n, *alpha, a, lda, b, ldb); }
