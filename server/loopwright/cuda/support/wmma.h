// names: wmma nvcuda __float_to_tf32
// needs: half
// includes: cfloat cmath cstdint cstring type_traits
// Matrices that a warp multiplies. Its first thread holds each whole, row by row, and does what the warp does. Products are exact and summed
// one after the other in the accumulator's type, those of half in float: a GPU rounds sums in another order.
namespace nvcuda {
namespace wmma {
enum layout_t { mem_row_major, mem_col_major };
struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
namespace precision { struct tf32; }
template <typename Use, int M, int N, int K, typename T, typename Layout = void> struct fragment {
    static constexpr int rows = std::is_same_v<Use, matrix_b> ? K : M, columns = std::is_same_v<Use, matrix_a> ? K : N;
    static constexpr int num_elements = rows * columns, num_storage_elements = num_elements;
    using element_type = std::conditional_t<std::is_same_v<T, precision::tf32>, float, T>;
    using storage_element_type = element_type;
    element_type x[num_elements];
};
template <typename F, typename T> static inline void fill_fragment(F &f, const T &value) {
    for (auto &element : f.x) element = (typename F::element_type)value;
}
// Element (i, j) of a matrix in memory, with `ld` elements from a row (or column) to the next.
template <typename F, typename T, typename I> static inline void lw_load(F &f, const T *from, I ld, bool by_rows) {
    for (int i = 0; i < F::rows; ++i)
        for (int j = 0; j < F::columns; ++j) f.x[i * F::columns + j] = by_rows ? from[(size_t)ld * i + j] : from[(size_t)ld * j + i];
}
template <typename Use, int M, int N, int K, typename T, typename L, typename P> static inline void load_matrix_sync(fragment<Use, M, N, K, T, L> &f, const P *from, unsigned ld) {
    lw_load(f, from, ld, std::is_same_v<L, row_major>);
}
template <int M, int N, int K, typename T, typename P> static inline void load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const P *from, unsigned ld, layout_t layout) {
    lw_load(f, from, ld, layout == mem_row_major);
}
template <int M, int N, int K, typename T, typename P> static inline void store_matrix_sync(P *to, const fragment<accumulator, M, N, K, T> &f, unsigned ld, layout_t layout) {
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j) (layout == mem_row_major ? to[(size_t)ld * i + j] : to[(size_t)ld * j + i]) = f.x[i * N + j];
}
// A factor as the multiplier takes it: of tf32 the upper bits alone.
template <typename T, typename E> static inline auto lw_factor(E value) {
    if constexpr (std::is_same_v<T, precision::tf32>) {
        uint32_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        bits &= ~0x1fffu;
        std::memcpy(&value, &bits, sizeof bits);
        return value;
    } else if constexpr (std::is_same_v<T, double>) return value;
    else if constexpr (std::is_integral_v<T>) return (int)value;
    else return (float)value;
}
template <int M, int N, int K, typename D, typename C, typename T, typename LA, typename LB>
static inline void mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, T, LA> &a, const fragment<matrix_b, M, N, K, T, LB> &b,
                            const fragment<accumulator, M, N, K, C> &c, bool saturates = false) {
    using Factor = decltype(lw_factor<T>(a.x[0]));
    using Sum = std::conditional_t<std::is_integral_v<T>, std::conditional_t<std::is_integral_v<D>, long long, D>, Factor>;
    Factor other[K][N];
    for (int k = 0; k < K; ++k)
        for (int j = 0; j < N; ++j) other[k][j] = lw_factor<T>(b.x[k * N + j]);
    for (int i = 0; i < M; ++i) {
        Sum row[N];
        for (int j = 0; j < N; ++j) row[j] = (Sum)c.x[i * N + j];
        for (int k = 0; k < K; ++k) {
            const Factor own = lw_factor<T>(a.x[i * K + k]);
            for (int j = 0; j < N; ++j) {
                if constexpr (std::is_same_v<T, double>) row[j] = fma(own, other[k][j], row[j]);
                else row[j] += own * other[k][j];
            }
        }
        for (int j = 0; j < N; ++j) {
            if constexpr (!std::is_integral_v<D> && !std::is_same_v<D, double>) {
                constexpr float most = std::is_same_v<D, float> ? FLT_MAX : 65504.0f;
                if (saturates) row[j] = row[j] != row[j] ? 0.0f : row[j] > most ? most : row[j] < -most ? -most : row[j];
            }
            if constexpr (std::is_integral_v<D>) d.x[i * N + j] = saturates ? (D)(row[j] > INT32_MAX ? INT32_MAX : row[j] < INT32_MIN ? INT32_MIN : row[j]) : (D)(uint32_t)row[j];
            else d.x[i * N + j] = (D)row[j];
        }
    }
}
static inline float __float_to_tf32(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x7f800000u) != 0x7f800000u) bits = (bits + 0x1000u) & ~0x1fffu;
    std::memcpy(&value, &bits, sizeof bits);
    return value;
}
}
}
