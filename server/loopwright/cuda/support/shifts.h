// names: shifted_left shifted_right shift_left shift_right
// includes: type_traits utility
// pruned: yes
// Shifts as a GPU makes them: by as many bits as a number has, or by more, none of its bits is left. What is no number has its own operators.
template <typename T> constexpr bool lw_is_number = std::is_convertible_v<T, int> && (std::is_integral_v<T> || std::is_enum_v<T>);
template <typename T, typename N> constexpr bool lw_are_numbers = lw_is_number<std::decay_t<T>> && lw_is_number<std::decay_t<N>>;
template <typename T, typename N, std::enable_if_t<lw_are_numbers<T, N>, int> = 0> static constexpr auto shifted_left(T of, N by) { return (unsigned)by < 8 * sizeof(+of) ? +of << by : 0; }
template <typename T, typename N, std::enable_if_t<lw_are_numbers<T, N>, int> = 0> static constexpr auto shifted_right(T of, N by) { return (unsigned)by < 8 * sizeof(+of) ? +of >> by : +of < 0 ? -1 : 0; }
template <typename T, typename N, std::enable_if_t<!lw_are_numbers<T, N>, int> = 0> static constexpr decltype(auto) shifted_left(T &&of, N &&by) { return std::forward<T>(of) << std::forward<N>(by); }
template <typename T, typename N, std::enable_if_t<!lw_are_numbers<T, N>, int> = 0> static constexpr decltype(auto) shifted_right(T &&of, N &&by) { return std::forward<T>(of) >> std::forward<N>(by); }
template <typename T, typename N> static constexpr T &shift_left(T &place, N by) { return place = shifted_left(place, by), place; }
template <typename T, typename N> static constexpr T &shift_right(T &place, N by) { return place = shifted_right(place, by), place; }
