// names: truncated chosen
// includes: limits type_traits utility
// Whether a class has an operator that makes such a number of its objects.
template <class Class, class Number, class = void> struct lw_becomes : std::false_type {};
template <class Class, class Number>
struct lw_becomes<Class, Number, std::void_t<decltype(std::declval<Class &>().operator Number())>> : std::true_type {};
// A number without its fraction as a GPU makes it: what lies beyond the range becomes its end, and NaN what the PTX ISA says of cvt. An
// object that becomes no such number is given to another function of the name than the one with the number, and stays what it is.
template <typename To, typename From>
static constexpr auto truncated(From x) {  // the size of an array may be made by it
    constexpr bool is_half = std::is_class_v<From> && sizeof(From) == 2 && std::is_convertible_v<From, float>;
    if constexpr (!std::is_constructible_v<To, From>) return x;
    else if constexpr (is_half && std::is_integral_v<To> && sizeof(To) <= 2 && !std::is_same_v<To, bool>) {  // of a half, not by way of 32 bits
        const int whole = truncated<int>((float)x), least = std::numeric_limits<To>::min(), most = std::numeric_limits<To>::max();
        return To(whole < least ? least : whole > most ? most : whole);
    } else if constexpr (is_half && !std::is_same_v<To, bool>) return truncated<To>((float)x);
    else if constexpr (std::is_class_v<From> && !std::is_same_v<To, bool> && !lw_becomes<From, To>::value && lw_becomes<From, float>::value)
        return truncated<To>(x.operator float());
    else if constexpr (std::is_class_v<From> && !std::is_same_v<To, bool> && !lw_becomes<From, To>::value && lw_becomes<From, double>::value)
        return truncated<To>(x.operator double());
    else if constexpr (!std::is_floating_point_v<From> || !std::is_integral_v<To> || std::is_same_v<To, bool>) return (To)x;
    else {
        // Narrower numbers are made of one of 32 bits.
        using Whole = std::conditional_t<sizeof(To) == 8, To, std::conditional_t<std::is_signed_v<To>, int, unsigned>>;
        constexpr Whole least = std::numeric_limits<Whole>::min(), most = std::numeric_limits<Whole>::max();
        constexpr Whole undefined = sizeof(From) == 8 || sizeof(To) == 8 ? Whole(Whole(1) << (8 * sizeof(Whole) - 1)) : Whole(0);
        constexpr From first = From(least), beyond = From(most / 2 + 1) * 2;
        // One question after the other, none behind another: so they are no branches, and what is asked twice is worked out once.
        const From low = x < first ? first : x;
        const Whole inside = Whole(low < beyond ? low : From(0));
        return To(x >= beyond ? most : undefined != 0 && x != x ? undefined : inside);
    }
}
// A class in one arm of a conditional with a whole number in the other, which becomes one there.
template <typename To, typename From>
static constexpr auto chosen(From x) {
    if constexpr (std::is_class_v<From> && !lw_becomes<From, To>::value && (lw_becomes<From, float>::value || lw_becomes<From, double>::value)) return truncated<To>(x);
    else return x;
}
