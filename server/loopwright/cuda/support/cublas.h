// names: cublasHandle_t cublasStatus_t cudaDataType cudaDataType_t
// prefix: cublas
// needs: runtime complex half
// pruned: yes
// includes: cmath cstdint cstring type_traits vector
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
struct cublasContext { cublasPointerMode_t mode; cudaStream_t stream; };
typedef cublasContext *cublasHandle_t;
typedef void *cublasLtHandle_t;
static inline cublasStatus_t cublasCreate(cublasHandle_t *handle) { return *handle = new cublasContext(), CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasDestroy(cublasHandle_t handle) { return delete handle, CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) { return *handle = nullptr, CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t) { return CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) { return handle->stream = stream, CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream) { return *stream = handle->stream, CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasSetWorkspace(cublasHandle_t, void *, size_t) { return CUBLAS_STATUS_SUCCESS; }
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
// What a library does in the stream of its handle.
template <typename F> inline cublasStatus_t lw_blas(cublasHandle_t handle, F work) { return lw_in_stream(handle->stream, [=]() mutable { return work(), cudaSuccess; }), CUBLAS_STATUS_SUCCESS; }
// A complex number in the place of a `float2` or `double2`.
template <typename T, typename V> struct lw_complex {
    typedef V stored;
    typedef T real;
    T x, y;
    lw_complex(T x = 0, T y = 0) : x(x), y(y) {}
    lw_complex operator+(const lw_complex &o) const { return {x + o.x, y + o.y}; }
    lw_complex operator-(const lw_complex &o) const { return {x - o.x, y - o.y}; }
    lw_complex operator*(const lw_complex &o) const { return {x * o.x - y * o.y, x * o.y + y * o.x}; }
    lw_complex operator/(const lw_complex &o) const {
        const T by = o.x * o.x + o.y * o.y;
        return {(x * o.x + y * o.y) / by, (y * o.x - x * o.y) / by};
    }
    void operator+=(const lw_complex &o) { *this = *this + o; }
    void operator-=(const lw_complex &o) { *this = *this - o; }
    void operator*=(const lw_complex &o) { *this = *this * o; }
    bool operator==(const lw_complex &o) const { return x == o.x && y == o.y; }
} __attribute__((may_alias));
using lw_c = lw_complex<float, float2>;
using lw_z = lw_complex<double, double2>;
// How numbers lie in memory, and the type of their parts.
template <typename N, typename = void> struct lw_kind { typedef N stored, real; };
template <typename N> struct lw_kind<N, std::void_t<typename N::stored>> { typedef typename N::stored stored; typedef typename N::real real; };
template <typename N> using lw_stored = typename lw_kind<N>::stored;
template <typename N> using lw_real = typename lw_kind<N>::real;
template <typename N> inline const N *lw_numbers(const lw_stored<N> *p) { return reinterpret_cast<const N *>(p); }
template <typename N> inline N *lw_numbers(lw_stored<N> *p) { return reinterpret_cast<N *>(p); }
template <typename N> inline N lw_turned(const N &value, bool conjugate = true) {
    if constexpr (std::is_arithmetic_v<N>) return value;
    else return conjugate ? N(value.x, -value.y) : value;
}
template <typename N> inline lw_real<N> lw_size(const N &value) {
    if constexpr (std::is_arithmetic_v<N>) return std::abs(value);
    else return std::abs(value.x) + std::abs(value.y);
}
// A factor that is given by pointer: read at once, or where the work is done if it lies on the device.
template <typename N> struct lw_factor_at {
    const N *place;
    N value;
    lw_factor_at(cublasHandle_t handle, const lw_stored<N> *p) : place(handle->mode == CUBLAS_POINTER_MODE_DEVICE ? lw_numbers<N>(p) : nullptr), value(place ? N() : *lw_numbers<N>(p)) {}
    N operator*() const { return place ? *place : value; }
};
// A vector with a negative step begins at its end.
template <typename T> inline T *lw_first(T *x, int n, int step) { return step < 0 ? x + (long long)(1 - n) * step : x; }
template <typename N, typename F> inline N lw_sum(long long n, F term) {
    N sum{};
    if constexpr (std::is_arithmetic_v<N>) {
        #pragma omp parallel for simd reduction(+ : sum) if(n > 16384)
        for (long long i = 0; i < n; ++i) sum += term(i);
    } else for (long long i = 0; i < n; ++i) sum += term(i);
    return sum;
}
template <typename N> inline N lw_dot(int n, const N *x, int incx, const N *y, int incy, bool conjugate) {
    x = lw_first(x, n, incx), y = lw_first(y, n, incy);
    return lw_sum<N>(n, [=](long long i) { return lw_turned(x[i * incx], conjugate) * y[i * incy]; });
}
template <typename N> inline lw_real<N> lw_nrm2(int n, const N *x, int incx) {
    return (lw_real<N>)std::sqrt(lw_sum<double>(n, [=](long long i) {
        if constexpr (std::is_arithmetic_v<N>) return (double)x[i * incx] * x[i * incx];
        else return (double)x[i * incx].x * x[i * incx].x + (double)x[i * incx].y * x[i * incx].y;
    }));
}
template <typename N> inline int lw_extreme(int n, const N *x, int incx, bool greatest) {
    int found = 0;
    for (int i = 1; i < n; ++i) {
        const auto here = lw_size(x[(long long)i * incx]), best = lw_size(x[(long long)found * incx]);
        if (greatest ? here > best : here < best) found = i;
    }
    return n > 0 ? found + 1 : 0;
}
// What is taken 0 times is 0, whatever it is: no element of a matrix is read for it.
template <typename N> inline N lw_times(N factor, N value) { return factor == N(0) ? N(0) : factor * value; }
template <typename N> inline void lw_gemv(cublasOperation_t op, int m, int n, N alpha, const N *a, int lda, const N *x, int incx, N beta, N *y, int incy) {
    const int rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
    x = lw_first(x, columns, incx), y = lw_first(y, rows, incy);
    std::vector<N> sums(rows);
    if (op == CUBLAS_OP_N)
        for (int j = 0; j < columns; ++j)
            #pragma omp simd
            for (int i = 0; i < rows; ++i) sums[i] += a[i + (long long)j * lda] * x[(long long)j * incx];
    else
        #pragma omp parallel for if(1ll * m * n > 16384)
        for (int i = 0; i < rows; ++i) sums[i] = lw_sum<N>(columns, [=](long long j) { return lw_turned(a[j + (long long)i * lda], op == CUBLAS_OP_C) * x[j * incx]; });
    for (int i = 0; i < rows; ++i) {
        N &place = y[(long long)i * incy];
        place = lw_times(alpha, sums[i]) + lw_times(beta, place);
    }
}
// A matrix as it is taken, its columns one after the other: where it is turned, a copy.
template <typename N> inline const N *lw_as_taken(cublasOperation_t op, int rows, int columns, const N *a, long long &lda, std::vector<N> &turned) {
    if (op == CUBLAS_OP_N) return a;
    turned.resize((size_t)rows * columns);
    #pragma omp parallel for if(1ll * rows * columns > 16384)
    for (int j = 0; j < columns; ++j)
        for (int i = 0; i < rows; ++i) turned[i + (size_t)j * rows] = lw_turned(a[j + i * lda], op == CUBLAS_OP_C);
    lda = rows;
    return turned.data();
}
// The sums of some rows, which lie side by side for each step, times some columns: in registers, each in the order of its steps.
template <typename N, int columns, int rows> inline void lw_tile(int k, const N *left, const N *const (&right)[columns], N (&sums)[columns][rows]) {
    if constexpr (std::is_arithmetic_v<N>) {
        constexpr int count = 2, bytes = rows * (int)sizeof(N) / count;
        typedef N lanes __attribute__((vector_size(bytes), aligned(sizeof(N))));
        lanes held[columns][count] = {};
        for (int p = 0; p < k; ++p, left += rows)
            #pragma GCC unroll 8
            for (int j = 0; j < columns; ++j)
                #pragma GCC unroll 2
                for (int i = 0; i < count; ++i) held[j][i] += ((const lanes *)left)[i] * right[j][p];
        std::memcpy(sums, held, sizeof sums);
    } else
        for (int p = 0; p < k; ++p, left += rows)
            for (int j = 0; j < columns; ++j)
                for (int i = 0; i < rows; ++i) sums[j][i] += left[i] * right[j][p];
}
// C = alpha op(A) op(B) + beta C, in tiles of two vectors and six columns.
template <typename N> inline void lw_gemm(cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, N alpha, const N *a, long long lda, const N *b, long long ldb, N beta, N *c, long long ldc) {
#if defined(__AVX512F__)
    constexpr int bytes = 128;
#elif defined(__AVX__)
    constexpr int bytes = 64;
#else
    constexpr int bytes = 32;
#endif
    constexpr int rows = std::max(1, bytes / (int)sizeof(N)), columns = 6, group = 16 * columns;
    std::vector<N> turneda, turnedb;
    a = lw_as_taken(opa, m, k, a, lda, turneda), b = lw_as_taken(opb, k, n, b, ldb, turnedb);
    #pragma omp parallel for collapse(2) if(1ll * m * n * k > 65536)
    for (int first = 0; first < m; first += rows)
        for (int begin = 0; begin < n; begin += group) {
            const int high = std::min(rows, m - first), end = std::min(n, begin + group);
            std::vector<N> strip((size_t)rows * k);
            for (int p = 0; p < k; ++p)
                for (int i = 0; i < high; ++i) strip[i + (size_t)p * rows] = a[first + i + p * lda];
            for (int column = begin; column < end; column += columns) {
                const N *right[columns];
                for (int j = 0; j < columns; ++j) right[j] = b + std::min(column + j, n - 1) * ldb;
                N sums[columns][rows] = {};
                lw_tile(k, strip.data(), right, sums);
                for (int j = 0; j < std::min(columns, end - column); ++j)
                    for (int i = 0; i < high; ++i) {
                        N &place = c[first + i + (column + j) * ldc];
                        place = lw_times(k ? alpha : N(0), sums[j][i]) + lw_times(beta, place);
                    }
            }
        }
}
// All elements of a matrix of which a triangle is stored: the others mirrored, conjugate or 0.
enum lw_others { lw_mirrored, lw_conjugate, lw_zero };
template <typename N> inline std::vector<N> lw_whole(lw_others others, cublasFillMode_t fill, cublasDiagType_t diagonal, int n, const N *a, long long lda) {
    std::vector<N> all((size_t)n * n);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            N &place = all[i + (size_t)j * n];
            if (i == j && diagonal == CUBLAS_DIAG_UNIT) place = N(1);
            else if (fill == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j) place = a[i + j * lda];
            else if (others != lw_zero) place = lw_turned(a[j + i * lda], others == lw_conjugate);
            if constexpr (!std::is_arithmetic_v<N>)
                if (i == j && others == lw_conjugate) place.y = 0;
        }
    return all;
}
// The triangle of C = alpha op(A) op(A)' + beta C that is asked for.
template <typename N> inline void lw_syrk(cublasFillMode_t fill, cublasOperation_t op, int n, int k, N alpha, const N *a, long long lda, N beta, N *c, long long ldc, bool conjugate) {
    #pragma omp parallel for schedule(dynamic, 4) if(1ll * n * n * k > 65536)
    for (int j = 0; j < n; ++j)
        for (int i = fill == CUBLAS_FILL_MODE_LOWER ? j : 0; i < (fill == CUBLAS_FILL_MODE_LOWER ? n : j + 1); ++i) {
            N sum = 0, &place = c[i + j * ldc];
            for (int p = 0; p < k; ++p) sum += op == CUBLAS_OP_N ? a[i + p * lda] * lw_turned(a[j + p * lda], conjugate) : lw_turned(a[p + i * lda], conjugate) * a[p + j * lda];
            place = lw_times(k ? alpha : N(0), sum) + lw_times(beta, place);
            if constexpr (!std::is_arithmetic_v<N>)
                if (i == j && conjugate) place.y = 0;
        }
}
// The solution X of op(A) X = alpha B or X op(A) = alpha B, with A a triangle, in the place of B: a row or column of X after the other.
template <typename N> inline void lw_trsm(cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, N alpha, const N *a, long long lda, N *b, long long ldb) {
    const bool left = side == CUBLAS_SIDE_LEFT, plain = (op == CUBLAS_OP_N) == left, lower = (fill == CUBLAS_FILL_MODE_LOWER) == plain;
    const int size = left ? m : n, others = left ? n : m;
    const long long along = left ? 1 : ldb, across = left ? ldb : 1, down = plain ? 1 : lda, right = plain ? lda : 1;
    #pragma omp parallel for if(1ll * size * size * others > 65536)
    for (int other = 0; other < others; ++other)
        for (int step = 0; step < size; ++step) {
            const int i = lower ? step : size - 1 - step;
            N value = alpha * b[i * along + other * across];
            for (int p = lower ? 0 : i + 1; p < (lower ? i : size); ++p) value -= lw_turned(a[i * down + p * right], op == CUBLAS_OP_C) * b[p * along + other * across];
            b[i * along + other * across] = diagonal == CUBLAS_DIAG_UNIT ? value : value / lw_turned(a[i * down + i * right], op == CUBLAS_OP_C);
        }
}
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
static inline bool lw_takes(cudaDataType scale, cudaDataType a, cudaDataType b, cudaDataType c) {
    const auto is = [](cudaDataType type) { return type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_R_16F || type == CUDA_R_16BF || type == CUDA_R_32I; };
    return is(scale) && scale != CUDA_R_16BF && (is(a) || a == CUDA_R_8I) && (is(b) || b == CUDA_R_8I) && is(c);
}
// `alpha` and `beta` of a type that is known when the program runs: read at once, or where the work is done if they lie on the device.
struct lw_scalars {
    const void *place[2];
    alignas(8) char own[2][8];
    lw_scalars(cublasHandle_t handle, const void *alpha, const void *beta, cudaDataType scale) : place{alpha, beta}, own{} {
        if (handle->mode == CUBLAS_POINTER_MODE_DEVICE) return;
        for (int i = 0; i < 2; ++i) memcpy(own[i], place[i], lw_bytes_of(scale)), place[i] = nullptr;
    }
    const void *at(int i) const { return place[i] ? place[i] : own[i]; }
};
template <typename Compute> inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha, const void *a, cudaDataType typea, int lda, const void *b, cudaDataType typeb, int ldb, const void *beta, void *c, cudaDataType typec, int ldc, Compute compute, cublasGemmAlgo_t) {
    const cudaDataType scale = lw_scale_of(compute);
    if (!lw_takes(scale, typea, typeb, typec)) return CUBLAS_STATUS_NOT_SUPPORTED;
    return lw_blas(handle, [=, by = lw_scalars(handle, alpha, beta, scale)] { lw_gemm_ex(opa, opb, m, n, k, by.at(0), a, typea, lda, b, typeb, ldb, by.at(1), c, typec, ldc, scale); });
}
template <typename Compute> inline cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha, const void *a, cudaDataType typea, int lda, long long stepa, const void *b, cudaDataType typeb, int ldb, long long stepb, const void *beta, void *c, cudaDataType typec, int ldc, long long stepc, int count, Compute compute, cublasGemmAlgo_t) {
    const cudaDataType scale = lw_scale_of(compute);
    if (!lw_takes(scale, typea, typeb, typec)) return CUBLAS_STATUS_NOT_SUPPORTED;
    return lw_blas(handle, [=, by = lw_scalars(handle, alpha, beta, scale)] {
        for (int i = 0; i < count; ++i) lw_gemm_ex(opa, opb, m, n, k, by.at(0), (const char *)a + i * stepa * lw_bytes_of(typea), typea, lda, (const char *)b + i * stepb * lw_bytes_of(typeb), typeb, ldb, by.at(1), (char *)c + i * stepc * lw_bytes_of(typec), typec, ldc, scale);
    });
}
template <typename Compute> inline cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha, const void *const a[], cudaDataType typea, int lda, const void *const b[], cudaDataType typeb, int ldb, const void *beta, void *const c[], cudaDataType typec, int ldc, int count, Compute compute, cublasGemmAlgo_t) {
    const cudaDataType scale = lw_scale_of(compute);
    if (!lw_takes(scale, typea, typeb, typec)) return CUBLAS_STATUS_NOT_SUPPORTED;
    return lw_blas(handle, [=, by = lw_scalars(handle, alpha, beta, scale)] {
        for (int i = 0; i < count; ++i) lw_gemm_ex(opa, opb, m, n, k, by.at(0), a[i], typea, lda, b[i], typeb, ldb, by.at(1), c[i], typec, ldc, scale);
    });
}
static inline cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const float *alpha, const void *a, cudaDataType typea, int lda, const void *b, cudaDataType typeb, int ldb, const float *beta, void *c, cudaDataType typec, int ldc) { return cublasGemmEx(handle, opa, opb, m, n, k, alpha, a, typea, lda, b, typeb, ldb, beta, c, typec, ldc, CUDA_R_32F, CUBLAS_GEMM_DEFAULT); }
static inline cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const __half *alpha, const __half *a, int lda, const __half *b, int ldb, const __half *beta, __half *c, int ldc) { return cublasGemmEx(handle, opa, opb, m, n, k, alpha, a, CUDA_R_16F, lda, b, CUDA_R_16F, ldb, beta, c, CUDA_R_16F, ldc, CUDA_R_16F, CUBLAS_GEMM_DEFAULT); }
static inline cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const __half *alpha, const __half *a, int lda, long long stepa, const __half *b, int ldb, long long stepb, const __half *beta, __half *c, int ldc, long long stepc, int count) { return cublasGemmStridedBatchedEx(handle, opa, opb, m, n, k, alpha, a, CUDA_R_16F, lda, stepa, b, CUDA_R_16F, ldb, stepb, beta, c, CUDA_R_16F, ldc, stepc, count, CUDA_R_16F, CUBLAS_GEMM_DEFAULT); }
// Calls, for numbers of each type.
template <typename N, typename S = N> inline cublasStatus_t lw_scal_call(cublasHandle_t handle, int n, const lw_stored<S> *alpha, lw_stored<N> *at, int incx) {
    return lw_blas(handle, [=, by = lw_factor_at<S>(handle, alpha), x = lw_numbers<N>(at)] {
        const N factor = *by;
        #pragma omp parallel for simd if(n > 16384)
        for (int i = 0; i < n; ++i) x[(long long)i * incx] *= factor;
    });
}
template <typename N> inline cublasStatus_t lw_axpy_call(cublasHandle_t handle, int n, const lw_stored<N> *alpha, const lw_stored<N> *from, int incx, lw_stored<N> *to, int incy) {
    return lw_blas(handle, [=, by = lw_factor_at<N>(handle, alpha), x = lw_first(lw_numbers<N>(from), n, incx), y = lw_first(lw_numbers<N>(to), n, incy)] {
        const N factor = *by;
        #pragma omp parallel for simd if(n > 16384)
        for (int i = 0; i < (factor == N(0) ? 0 : n); ++i) y[(long long)i * incy] += factor * x[(long long)i * incx];
    });
}
template <typename N, bool conjugate = false> inline cublasStatus_t lw_dot_call(cublasHandle_t handle, int n, const lw_stored<N> *x, int incx, const lw_stored<N> *y, int incy, lw_stored<N> *result) {
    return lw_blas(handle, [=] { *lw_numbers<N>(result) = lw_dot(n, lw_numbers<N>(x), incx, lw_numbers<N>(y), incy, conjugate); });
}
template <typename N> inline cublasStatus_t lw_nrm2_call(cublasHandle_t handle, int n, const lw_stored<N> *x, int incx, lw_real<N> *result) {
    return lw_blas(handle, [=] { *result = lw_nrm2(n, lw_numbers<N>(x), incx); });
}
template <typename N> inline cublasStatus_t lw_asum_call(cublasHandle_t handle, int n, const lw_stored<N> *at, int incx, lw_real<N> *result) {
    return lw_blas(handle, [=, x = lw_numbers<N>(at)] { *result = lw_sum<lw_real<N>>(n, [=](long long i) { return lw_size(x[i * incx]); }); });
}
template <typename N, bool greatest> inline cublasStatus_t lw_extreme_call(cublasHandle_t handle, int n, const lw_stored<N> *x, int incx, int *result) {
    return lw_blas(handle, [=] { *result = lw_extreme(n, lw_numbers<N>(x), incx, greatest); });
}
template <typename N> inline cublasStatus_t lw_copy_call(cublasHandle_t handle, int n, const lw_stored<N> *x, int incx, lw_stored<N> *y, int incy) {
    return lw_blas(handle, [=] { lw_blas_copy(n, sizeof(N), (const char *)lw_first(x, n, incx), incx, (char *)lw_first(y, n, incy), incy); });
}
template <typename N> inline cublasStatus_t lw_swap_call(cublasHandle_t handle, int n, lw_stored<N> *left, int incx, lw_stored<N> *right, int incy) {
    return lw_blas(handle, [=, x = lw_first(left, n, incx), y = lw_first(right, n, incy)] {
        for (long long i = 0; i < n; ++i) std::swap(x[i * incx], y[i * incy]);
    });
}
template <typename N> inline cublasStatus_t lw_rot_call(cublasHandle_t handle, int n, N *left, int incx, N *right, int incy, const N *c, const N *s) {
    return lw_blas(handle, [=, cosine = lw_factor_at<N>(handle, c), sine = lw_factor_at<N>(handle, s), x = lw_first(left, n, incx), y = lw_first(right, n, incy)] {
        for (long long i = 0; i < n; ++i) {
            const N a = x[i * incx], b = y[i * incy];
            x[i * incx] = *cosine * a + *sine * b, y[i * incy] = *cosine * b - *sine * a;
        }
    });
}
template <typename N> inline cublasStatus_t lw_gemv_call(cublasHandle_t handle, cublasOperation_t op, int m, int n, const lw_stored<N> *alpha, const lw_stored<N> *a, int lda, const lw_stored<N> *x, int incx, const lw_stored<N> *beta, lw_stored<N> *y, int incy) {
    return lw_blas(handle, [=, by = lw_factor_at<N>(handle, alpha), old = lw_factor_at<N>(handle, beta)] { lw_gemv(op, m, n, *by, lw_numbers<N>(a), lda, lw_numbers<N>(x), incx, *old, lw_numbers<N>(y), incy); });
}
template <typename N, lw_others others> inline cublasStatus_t lw_symv_call(cublasHandle_t handle, cublasFillMode_t fill, int n, const lw_stored<N> *alpha, const lw_stored<N> *a, int lda, const lw_stored<N> *x, int incx, const lw_stored<N> *beta, lw_stored<N> *y, int incy) {
    return lw_blas(handle, [=, by = lw_factor_at<N>(handle, alpha), old = lw_factor_at<N>(handle, beta)] {
        const std::vector<N> all = lw_whole(others, fill, CUBLAS_DIAG_NON_UNIT, n, lw_numbers<N>(a), lda);
        lw_gemv(CUBLAS_OP_N, n, n, *by, all.data(), n, lw_numbers<N>(x), incx, *old, lw_numbers<N>(y), incy);
    });
}
template <typename N> inline cublasStatus_t lw_trmv_call(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int n, const lw_stored<N> *a, int lda, lw_stored<N> *x, int incx) {
    return lw_blas(handle, [=] {
        const std::vector<N> all = lw_whole(lw_zero, fill, diagonal, n, lw_numbers<N>(a), lda);
        lw_gemv(op, n, n, N(1), all.data(), n, lw_numbers<N>(x), incx, N(0), lw_numbers<N>(x), incx);
    });
}
template <typename N> inline cublasStatus_t lw_trsv_call(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int n, const lw_stored<N> *a, int lda, lw_stored<N> *at, int incx) {
    return lw_blas(handle, [=, x = lw_first(lw_numbers<N>(at), n, incx)] {
        std::vector<N> found(n);
        for (int i = 0; i < n; ++i) found[i] = x[(long long)i * incx];
        lw_trsm(CUBLAS_SIDE_LEFT, fill, op, diagonal, n, 1, N(1), lw_numbers<N>(a), lda, found.data(), n);
        for (int i = 0; i < n; ++i) x[(long long)i * incx] = found[i];
    });
}
template <typename N, bool conjugate = false> inline cublasStatus_t lw_ger_call(cublasHandle_t handle, int m, int n, const lw_stored<N> *alpha, const lw_stored<N> *from, int incx, const lw_stored<N> *with, int incy, lw_stored<N> *to, int lda) {
    return lw_blas(handle, [=, by = lw_factor_at<N>(handle, alpha), x = lw_first(lw_numbers<N>(from), m, incx), y = lw_first(lw_numbers<N>(with), n, incy), a = lw_numbers<N>(to)] {
        const N factor = *by;
        #pragma omp parallel for if(1ll * m * n > 16384)
        for (int j = 0; j < (factor == N(0) ? 0 : n); ++j)
            #pragma omp simd
            for (int i = 0; i < m; ++i) a[i + (long long)j * lda] += factor * x[(long long)i * incx] * lw_turned(y[(long long)j * incy], conjugate);
    });
}
template <typename N> inline cublasStatus_t lw_gemm_call(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const lw_stored<N> *alpha, const lw_stored<N> *a, int lda, const lw_stored<N> *b, int ldb, const lw_stored<N> *beta, lw_stored<N> *c, int ldc) {
    return lw_blas(handle, [=, by = lw_factor_at<N>(handle, alpha), old = lw_factor_at<N>(handle, beta)] { lw_gemm(opa, opb, m, n, k, *by, lw_numbers<N>(a), lda, lw_numbers<N>(b), ldb, *old, lw_numbers<N>(c), ldc); });
}
template <typename N> inline cublasStatus_t lw_gemm_steps(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const lw_stored<N> *alpha, const lw_stored<N> *a, int lda, long long stepa, const lw_stored<N> *b, int ldb, long long stepb, const lw_stored<N> *beta, lw_stored<N> *c, int ldc, long long stepc, int count) {
    return lw_blas(handle, [=, by = lw_factor_at<N>(handle, alpha), old = lw_factor_at<N>(handle, beta)] {
        for (int i = 0; i < count; ++i) lw_gemm(opa, opb, m, n, k, *by, lw_numbers<N>(a + i * stepa), lda, lw_numbers<N>(b + i * stepb), ldb, *old, lw_numbers<N>(c + i * stepc), ldc);
    });
}
template <typename N> inline cublasStatus_t lw_gemm_of_each(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const lw_stored<N> *alpha, const lw_stored<N> *const a[], int lda, const lw_stored<N> *const b[], int ldb, const lw_stored<N> *beta, lw_stored<N> *const c[], int ldc, int count) {
    return lw_blas(handle, [=, by = lw_factor_at<N>(handle, alpha), old = lw_factor_at<N>(handle, beta)] {
        for (int i = 0; i < count; ++i) lw_gemm(opa, opb, m, n, k, *by, lw_numbers<N>(a[i]), lda, lw_numbers<N>(b[i]), ldb, *old, lw_numbers<N>(c[i]), ldc);
    });
}
template <typename N> inline cublasStatus_t lw_geam_call(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, const lw_stored<N> *alpha, const lw_stored<N> *left, int lda, const lw_stored<N> *beta, const lw_stored<N> *right, int ldb, lw_stored<N> *to, int ldc) {
    return lw_blas(handle, [=, bya = lw_factor_at<N>(handle, alpha), byb = lw_factor_at<N>(handle, beta), a = lw_numbers<N>(left), b = lw_numbers<N>(right), c = lw_numbers<N>(to)] {
        const auto part = [](N by, cublasOperation_t op, const N *of, long long ld, int i, int j) { return lw_times(by, op == CUBLAS_OP_N ? of[i + j * ld] : lw_turned(of[j + i * ld], op == CUBLAS_OP_C)); };
        #pragma omp parallel for if(1ll * m * n > 16384)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i) c[i + (long long)j * ldc] = part(*bya, opa, a, lda, i, j) + part(*byb, opb, b, ldb, i, j);
    });
}
template <typename N> inline cublasStatus_t lw_dgmm_call(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const lw_stored<N> *from, int lda, const lw_stored<N> *diagonal, int incx, lw_stored<N> *to, int ldc) {
    return lw_blas(handle, [=, a = lw_numbers<N>(from), x = lw_first(lw_numbers<N>(diagonal), side == CUBLAS_SIDE_LEFT ? m : n, incx), c = lw_numbers<N>(to)] {
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i) c[i + (long long)j * ldc] = a[i + (long long)j * lda] * x[(long long)(side == CUBLAS_SIDE_LEFT ? i : j) * incx];
    });
}
template <typename N, typename S = N, bool conjugate = false> inline cublasStatus_t lw_syrk_call(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k, const lw_stored<S> *alpha, const lw_stored<N> *a, int lda, const lw_stored<S> *beta, lw_stored<N> *c, int ldc) {
    return lw_blas(handle, [=, by = lw_factor_at<S>(handle, alpha), old = lw_factor_at<S>(handle, beta)] { lw_syrk(fill, op, n, k, N(*by), lw_numbers<N>(a), lda, N(*old), lw_numbers<N>(c), ldc, conjugate); });
}
template <typename N, lw_others others> inline cublasStatus_t lw_symm_call(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, const lw_stored<N> *alpha, const lw_stored<N> *a, int lda, const lw_stored<N> *with, int ldb, const lw_stored<N> *beta, lw_stored<N> *to, int ldc) {
    return lw_blas(handle, [=, by = lw_factor_at<N>(handle, alpha), old = lw_factor_at<N>(handle, beta), b = lw_numbers<N>(with), c = lw_numbers<N>(to)] {
        const int size = side == CUBLAS_SIDE_LEFT ? m : n;
        const std::vector<N> all = lw_whole(others, fill, CUBLAS_DIAG_NON_UNIT, size, lw_numbers<N>(a), lda);
        if (side == CUBLAS_SIDE_LEFT) lw_gemm(CUBLAS_OP_N, CUBLAS_OP_N, m, n, m, *by, all.data(), m, b, ldb, *old, c, ldc);
        else lw_gemm(CUBLAS_OP_N, CUBLAS_OP_N, m, n, n, *by, b, ldb, all.data(), n, *old, c, ldc);
    });
}
// C = alpha op(A) B or alpha B op(A), with A a triangle; C may be B.
template <typename N> inline cublasStatus_t lw_trmm_call(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const lw_stored<N> *alpha, const lw_stored<N> *a, int lda, const lw_stored<N> *with, int ldb, lw_stored<N> *to, int ldc) {
    return lw_blas(handle, [=, by = lw_factor_at<N>(handle, alpha), c = lw_numbers<N>(to)] {
        const std::vector<N> all = lw_whole(lw_zero, fill, diagonal, side == CUBLAS_SIDE_LEFT ? m : n, lw_numbers<N>(a), lda);
        std::vector<N> b((size_t)m * n);
        for (int j = 0; j < n; ++j) std::copy_n(lw_numbers<N>(with) + (long long)j * ldb, m, b.data() + (size_t)j * m);
        if (side == CUBLAS_SIDE_LEFT) lw_gemm(op, CUBLAS_OP_N, m, n, m, *by, all.data(), m, b.data(), m, N(0), c, ldc);
        else lw_gemm(CUBLAS_OP_N, op, m, n, n, *by, b.data(), m, all.data(), n, N(0), c, ldc);
    });
}
template <typename N> inline cublasStatus_t lw_trsm_call(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const lw_stored<N> *alpha, const lw_stored<N> *a, int lda, lw_stored<N> *b, int ldb) {
    return lw_blas(handle, [=, by = lw_factor_at<N>(handle, alpha)] { lw_trsm(side, fill, op, diagonal, m, n, *by, lw_numbers<N>(a), lda, lw_numbers<N>(b), ldb); });
}
template <typename N> inline cublasStatus_t lw_trsm_of_each(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const lw_stored<N> *alpha, const lw_stored<N> *const a[], int lda, lw_stored<N> *const b[], int ldb, int count) {
    return lw_blas(handle, [=, by = lw_factor_at<N>(handle, alpha)] {
        for (int i = 0; i < count; ++i) lw_trsm(side, fill, op, diagonal, m, n, *by, lw_numbers<N>(a[i]), lda, lw_numbers<N>(b[i]), ldb);
    });
}
#define cublasSaxpy lw_axpy_call<float>
#define cublasSscal lw_scal_call<float>
#define cublasScopy lw_copy_call<float>
#define cublasSswap lw_swap_call<float>
#define cublasSgemv lw_gemv_call<float>
#define cublasStrmv lw_trmv_call<float>
#define cublasStrsv lw_trsv_call<float>
#define cublasSgemm lw_gemm_call<float>
#define cublasSgeam lw_geam_call<float>
#define cublasSdgmm lw_dgmm_call<float>
#define cublasSsyrk lw_syrk_call<float>
#define cublasStrmm lw_trmm_call<float>
#define cublasStrsm lw_trsm_call<float>
#define cublasSgemmStridedBatched lw_gemm_steps<float>
#define cublasSgemmBatched lw_gemm_of_each<float>
#define cublasStrsmBatched lw_trsm_of_each<float>
#define cublasSsymv lw_symv_call<float, lw_mirrored>
#define cublasSsymm lw_symm_call<float, lw_mirrored>
#define cublasIsamax lw_extreme_call<float, true>
#define cublasIsamin lw_extreme_call<float, false>
#define cublasSrot lw_rot_call<float>
#define cublasSdot lw_dot_call<float>
#define cublasSger lw_ger_call<float>
#define cublasSnrm2 lw_nrm2_call<float>
#define cublasSasum lw_asum_call<float>
#define cublasDaxpy lw_axpy_call<double>
#define cublasDscal lw_scal_call<double>
#define cublasDcopy lw_copy_call<double>
#define cublasDswap lw_swap_call<double>
#define cublasDgemv lw_gemv_call<double>
#define cublasDtrmv lw_trmv_call<double>
#define cublasDtrsv lw_trsv_call<double>
#define cublasDgemm lw_gemm_call<double>
#define cublasDgeam lw_geam_call<double>
#define cublasDdgmm lw_dgmm_call<double>
#define cublasDsyrk lw_syrk_call<double>
#define cublasDtrmm lw_trmm_call<double>
#define cublasDtrsm lw_trsm_call<double>
#define cublasDgemmStridedBatched lw_gemm_steps<double>
#define cublasDgemmBatched lw_gemm_of_each<double>
#define cublasDtrsmBatched lw_trsm_of_each<double>
#define cublasDsymv lw_symv_call<double, lw_mirrored>
#define cublasDsymm lw_symm_call<double, lw_mirrored>
#define cublasIdamax lw_extreme_call<double, true>
#define cublasIdamin lw_extreme_call<double, false>
#define cublasDrot lw_rot_call<double>
#define cublasDdot lw_dot_call<double>
#define cublasDger lw_ger_call<double>
#define cublasDnrm2 lw_nrm2_call<double>
#define cublasDasum lw_asum_call<double>
#define cublasCaxpy lw_axpy_call<lw_c>
#define cublasCscal lw_scal_call<lw_c>
#define cublasCcopy lw_copy_call<lw_c>
#define cublasCswap lw_swap_call<lw_c>
#define cublasCgemv lw_gemv_call<lw_c>
#define cublasCtrmv lw_trmv_call<lw_c>
#define cublasCtrsv lw_trsv_call<lw_c>
#define cublasCgemm lw_gemm_call<lw_c>
#define cublasCgeam lw_geam_call<lw_c>
#define cublasCdgmm lw_dgmm_call<lw_c>
#define cublasCsyrk lw_syrk_call<lw_c>
#define cublasCtrmm lw_trmm_call<lw_c>
#define cublasCtrsm lw_trsm_call<lw_c>
#define cublasCgemmStridedBatched lw_gemm_steps<lw_c>
#define cublasCgemmBatched lw_gemm_of_each<lw_c>
#define cublasCtrsmBatched lw_trsm_of_each<lw_c>
#define cublasCsymv lw_symv_call<lw_c, lw_mirrored>
#define cublasCsymm lw_symm_call<lw_c, lw_mirrored>
#define cublasIcamax lw_extreme_call<lw_c, true>
#define cublasIcamin lw_extreme_call<lw_c, false>
#define cublasCdotu lw_dot_call<lw_c>
#define cublasCdotc lw_dot_call<lw_c, true>
#define cublasCgeru lw_ger_call<lw_c>
#define cublasCgerc lw_ger_call<lw_c, true>
#define cublasScnrm2 lw_nrm2_call<lw_c>
#define cublasScasum lw_asum_call<lw_c>
#define cublasCsscal lw_scal_call<lw_c, float>
#define cublasChemv lw_symv_call<lw_c, lw_conjugate>
#define cublasChemm lw_symm_call<lw_c, lw_conjugate>
#define cublasCherk lw_syrk_call<lw_c, float, true>
#define cublasZaxpy lw_axpy_call<lw_z>
#define cublasZscal lw_scal_call<lw_z>
#define cublasZcopy lw_copy_call<lw_z>
#define cublasZswap lw_swap_call<lw_z>
#define cublasZgemv lw_gemv_call<lw_z>
#define cublasZtrmv lw_trmv_call<lw_z>
#define cublasZtrsv lw_trsv_call<lw_z>
#define cublasZgemm lw_gemm_call<lw_z>
#define cublasZgeam lw_geam_call<lw_z>
#define cublasZdgmm lw_dgmm_call<lw_z>
#define cublasZsyrk lw_syrk_call<lw_z>
#define cublasZtrmm lw_trmm_call<lw_z>
#define cublasZtrsm lw_trsm_call<lw_z>
#define cublasZgemmStridedBatched lw_gemm_steps<lw_z>
#define cublasZgemmBatched lw_gemm_of_each<lw_z>
#define cublasZtrsmBatched lw_trsm_of_each<lw_z>
#define cublasZsymv lw_symv_call<lw_z, lw_mirrored>
#define cublasZsymm lw_symm_call<lw_z, lw_mirrored>
#define cublasIzamax lw_extreme_call<lw_z, true>
#define cublasIzamin lw_extreme_call<lw_z, false>
#define cublasZdotu lw_dot_call<lw_z>
#define cublasZdotc lw_dot_call<lw_z, true>
#define cublasZgeru lw_ger_call<lw_z>
#define cublasZgerc lw_ger_call<lw_z, true>
#define cublasDznrm2 lw_nrm2_call<lw_z>
#define cublasDzasum lw_asum_call<lw_z>
#define cublasZdscal lw_scal_call<lw_z, double>
#define cublasZhemv lw_symv_call<lw_z, lw_conjugate>
#define cublasZhemm lw_symm_call<lw_z, lw_conjugate>
#define cublasZherk lw_syrk_call<lw_z, double, true>
