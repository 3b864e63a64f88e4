// only: lw_later::
// includes: cstdint cstring iterator limits type_traits utility
// pruned: yes
// What libcu++ has for C++17, and the standard library only for later ones.
namespace lw_later {
inline constexpr size_t dynamic_extent = size_t(-1);
enum class endian { little = __ORDER_LITTLE_ENDIAN__, big = __ORDER_BIG_ENDIAN__, native = __BYTE_ORDER__ };
template <typename T> using remove_cvref_t = ::std::remove_cv_t<::std::remove_reference_t<T>>;
template <typename T> struct remove_cvref { using type = ::std::remove_cv_t<::std::remove_reference_t<T>>; };
template <typename T> struct type_identity { using type = T; };
template <typename T> using type_identity_t = typename type_identity<T>::type;
struct identity { template <typename T> constexpr T &&operator()(T &&value) const noexcept { return static_cast<T &&>(value); } };
template <typename T, size_t Extent = dynamic_extent> class span {
    T *from = nullptr;
    size_t count = 0;

public:
    using element_type = T;
    using value_type = ::std::remove_cv_t<T>;
    using size_type = size_t;
    using iterator = T *;
    static constexpr size_t extent = Extent;
    constexpr span() = default;
    constexpr span(T *first, size_t n) : from(first), count(n) {}
    constexpr span(T *first, T *last) : from(first), count(size_t(last - first)) {}
    template <size_t N> constexpr span(T (&array)[N]) : from(array), count(N) {}
    template <typename C, typename = decltype((T *)::std::data(::std::declval<C &>())), typename = decltype(::std::declval<C &>().size())>
    constexpr span(C &&other) : from(::std::data(other)), count(other.size()) {}
    constexpr T *data() const { return from; }
    constexpr size_t size() const { return count; }
    constexpr size_t size_bytes() const { return count * sizeof(T); }
    constexpr bool empty() const { return !count; }
    constexpr T *begin() const { return from; }
    constexpr T *end() const { return from + count; }
    constexpr T &operator[](size_t i) const { return from[i]; }
    constexpr T &front() const { return from[0]; }
    constexpr T &back() const { return from[count - 1]; }
    constexpr span<T> first(size_t n) const { return {from, n}; }
    constexpr span<T> last(size_t n) const { return {from + (count - n), n}; }
    constexpr span<T> subspan(size_t at, size_t n = dynamic_extent) const { return {from + at, n == dynamic_extent ? count - at : n}; }
    template <size_t N> constexpr span<T, N> first() const { return {from, N}; }
    template <size_t N> constexpr span<T, N> last() const { return {from + (count - N), N}; }
    template <size_t At, size_t N = dynamic_extent> constexpr span<T, N> subspan() const { return {from + At, N == dynamic_extent ? count - At : N}; }
};
template <typename T> span(T *, size_t) -> span<T>;
template <typename T, size_t N> span(T (&)[N]) -> span<T, N>;
template <typename C> span(C &) -> span<::std::remove_pointer_t<decltype(::std::data(::std::declval<C &>()))>>;
template <typename To, typename From> inline To bit_cast(const From &from) {
    static_assert(sizeof(To) == sizeof(From), "a value of another size");
    To to;
    ::std::memcpy(&to, &from, sizeof to);
    return to;
}
template <typename T> inline constexpr int popcount(T x) { return __builtin_popcountll(x); }
template <typename T> inline constexpr int countr_zero(T x) { return x ? __builtin_ctzll(x) : ::std::numeric_limits<T>::digits; }
template <typename T> inline constexpr int countl_zero(T x) { return x ? __builtin_clzll(x) - (64 - ::std::numeric_limits<T>::digits) : ::std::numeric_limits<T>::digits; }
template <typename T> inline constexpr int countr_one(T x) { return countr_zero(T(~x)); }
template <typename T> inline constexpr int countl_one(T x) { return countl_zero(T(~x)); }
template <typename T> inline constexpr int bit_width(T x) { return ::std::numeric_limits<T>::digits - countl_zero(x); }
template <typename T> inline constexpr bool has_single_bit(T x) { return x && !(x & (x - 1)); }
template <typename T> inline constexpr T bit_floor(T x) { return x ? T(T(1) << (bit_width(x) - 1)) : T(0); }
template <typename T> inline constexpr T bit_ceil(T x) { return x > 1 ? T(T(1) << bit_width(T(x - 1))) : T(1); }
template <typename T> inline constexpr T rotl(T x, int by) {
    constexpr int all = ::std::numeric_limits<T>::digits;
    const int n = (by % all + all) % all;
    return n ? T(T(x << n) | T(x >> (all - n))) : x;
}
template <typename T> inline constexpr T rotr(T x, int by) { return rotl(x, -(by % ::std::numeric_limits<T>::digits)); }
template <typename T> inline constexpr T byteswap(T x) {
    ::std::make_unsigned_t<T> rest = ::std::make_unsigned_t<T>(x), turned = 0;
    for (size_t i = 0; i < sizeof(T); ++i, rest = decltype(rest)(rest >> 4 >> 4)) turned = decltype(turned)((unsigned long long)turned << 8 | (rest & 255));
    return T(turned);
}
template <typename T> inline constexpr ::std::underlying_type_t<T> to_underlying(T value) { return ::std::underlying_type_t<T>(value); }
inline void unreachable() { __builtin_unreachable(); }
template <typename T, typename = ::std::enable_if_t<::std::is_arithmetic_v<T>>> inline constexpr T midpoint(T a, T b) {
    if constexpr (::std::is_integral_v<T>) {
        using U = ::std::make_unsigned_t<T>;
        return a > b ? T(a - T(U(U(a) - U(b)) / 2)) : T(a + T(U(U(b) - U(a)) / 2));
    } else return a / 2 + b / 2;
}
template <typename C> inline constexpr auto ssize(const C &c) { return (ptrdiff_t)c.size(); }
template <typename A, typename B> inline constexpr bool cmp_less(A a, B b) {
    if constexpr (::std::is_signed_v<A> == ::std::is_signed_v<B>) return a < b;
    else if constexpr (::std::is_signed_v<A>) return a < 0 || ::std::make_unsigned_t<A>(a) < b;
    else return b >= 0 && a < ::std::make_unsigned_t<B>(b);
}
template <typename A, typename B> inline constexpr bool cmp_greater(A a, B b) { return cmp_less(b, a); }
template <typename A, typename B> inline constexpr bool cmp_less_equal(A a, B b) { return !cmp_less(b, a); }
template <typename A, typename B> inline constexpr bool cmp_greater_equal(A a, B b) { return !cmp_less(a, b); }
template <typename A, typename B> inline constexpr bool cmp_equal(A a, B b) { return !cmp_less(a, b) && !cmp_less(b, a); }
template <typename A, typename B> inline constexpr bool cmp_not_equal(A a, B b) { return !cmp_equal(a, b); }
}
