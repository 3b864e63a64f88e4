// names: placeholders
// needs: thrust
// includes: cstddef tuple type_traits
// Thrust's `_1 + 2 * _2`: a function that does so with its arguments.
namespace thrust {
namespace placeholders {
template <typename F> struct lw_made {
    F own;
    template <typename... A> constexpr decltype(auto) operator()(A &&...a) const { return own(a...); }
};
template <typename F> constexpr lw_made<F> lw_make(F own) { return {own}; }
template <size_t N> struct lw_nth {
    template <typename... A> constexpr decltype(auto) operator()(A &...a) const { return std::get<N>(std::tie(a...)); }
};
template <typename T> struct lw_is_made : std::false_type {};
template <typename F> struct lw_is_made<lw_made<F>> : std::true_type {};
template <typename T, typename... A> constexpr decltype(auto) lw_given(const T &part, A &...a) {
    if constexpr (lw_is_made<T>::value) return part(a...);
    else return (part);
}
template <typename L, typename R> using lw_either = std::enable_if_t<lw_is_made<L>::value || lw_is_made<R>::value>;
#define LW_OF_TWO(SIGN) \
    template <typename L, typename R, typename = lw_either<L, R>> constexpr auto operator SIGN(L l, R r) { \
        return lw_make([l, r](auto &...a) { return lw_given(l, a...) SIGN lw_given(r, a...); }); \
    }
#define LW_OF_ONE(SIGN) \
    template <typename F> constexpr auto operator SIGN(lw_made<F> of) { \
        return lw_make([of](auto &...a) { return SIGN of(a...); }); \
    }
LW_OF_TWO(+) LW_OF_TWO(-) LW_OF_TWO(*) LW_OF_TWO(/) LW_OF_TWO(%) LW_OF_TWO(<<) LW_OF_TWO(>>) LW_OF_TWO(&) LW_OF_TWO(|) LW_OF_TWO(^)
LW_OF_TWO(==) LW_OF_TWO(!=) LW_OF_TWO(<) LW_OF_TWO(<=) LW_OF_TWO(>) LW_OF_TWO(>=) LW_OF_TWO(&&) LW_OF_TWO(||)
LW_OF_ONE(-) LW_OF_ONE(+) LW_OF_ONE(!) LW_OF_ONE(~)
#undef LW_OF_TWO
#undef LW_OF_ONE
inline constexpr lw_made<lw_nth<0>> _1{};
inline constexpr lw_made<lw_nth<1>> _2{};
inline constexpr lw_made<lw_nth<2>> _3{};
} // namespace placeholders
} // namespace thrust
