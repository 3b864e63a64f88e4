// only: cuda::
// includes: cstdint limits type_traits
// pruned: yes
// What libcu++ has for whole numbers (<cuda/cmath>).
namespace cuda {
template <typename T, typename U> inline constexpr ::std::common_type_t<T, U> ceil_div(T a, U b) {
    using C = ::std::common_type_t<T, U>;
    return C(C(a) / C(b) + (C(a) % C(b) != 0));
}
template <typename T, typename U> inline constexpr ::std::common_type_t<T, U> round_up(T a, U b) {
    using C = ::std::common_type_t<T, U>;
    return C(ceil_div(a, b) * C(b));
}
template <typename T, typename U> inline constexpr ::std::common_type_t<T, U> round_down(T a, U b) {
    using C = ::std::common_type_t<T, U>;
    return C(C(a) / C(b) * C(b));
}
template <typename T> inline constexpr int ilog2(T a) {
    int found = 0;
    while (a >>= 1) ++found;
    return found;
}
template <typename T> inline constexpr int ilog10(T a) {
    int found = 0;
    while (a /= 10) ++found;
    return found;
}
template <typename T> inline constexpr T isqrt(T a) {
    using U = ::std::make_unsigned_t<T>;
    U rest = U(a), root = 0, bit = U(U(1) << (::std::numeric_limits<U>::digits - 2));
    while (bit > rest) bit >>= 2;
    for (; bit; bit >>= 2) {
        const U next = U(root + bit);
        root >>= 1;
        if (rest >= next) rest = U(rest - next), root = U(root + bit);
    }
    return T(root);
}
template <typename T> inline constexpr bool is_power_of_two(T a) { return a > 0 && (a & (a - 1)) == 0; }
template <typename T> inline constexpr T next_power_of_two(T a) {
    T found = 1;
    while (found < a) found = T(found << 1);
    return found;
}
template <typename T> inline constexpr T prev_power_of_two(T a) { return a ? T(T(1) << ilog2(a)) : T(0); }
template <typename T> inline constexpr ::std::make_unsigned_t<T> uabs(T a) {
    using U = ::std::make_unsigned_t<T>;
    return a < 0 ? U(U(0) - U(a)) : U(a);
}
template <typename T> inline constexpr T neg(T a) { return T(::std::make_unsigned_t<T>(0) - ::std::make_unsigned_t<T>(a)); }
}
