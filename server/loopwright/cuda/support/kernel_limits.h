// names: kernel_limits lw_told_kernel lw_limits_of lw_allow
// includes: map type_traits
// pruned: yes
// What a kernel may be launched with: threads of a block, its shared memory, and how much more a launch may bring. The kernel tells it
// itself where it is called while somebody asks: nothing else of it runs then.
struct kernel_limits {
    size_t threads, fixed, dynamic;
    int carveout = -1;
    kernel_limits(size_t threads = 1024, size_t fixed = 0) : threads(threads), fixed(fixed), dynamic(fixed < 48 << 10 ? (48 << 10) - fixed : 0) {}
};
// Of kernels that cannot tell.
inline kernel_limits &lw_any_limits() { static kernel_limits any; return any; }
// As much as any kernel was allowed.
inline kernel_limits &lw_widest_limits() { static kernel_limits widest; return widest; }
inline kernel_limits *&lw_asked_limits() { static thread_local kernel_limits *asked = nullptr; return asked; }
static inline bool lw_tells(kernel_limits &own) { return lw_asked_limits() && (lw_asked_limits() = &own); }
// Arguments for a kernel that only tells its limits.
template <typename P> static inline P &lw_nothing() { alignas(P) static unsigned char bytes[sizeof(P)]; return reinterpret_cast<P &>(bytes); }
template <bool...> struct lw_all;
template <typename... P> using lw_are_plain = std::is_same<lw_all<true, std::is_trivially_copy_constructible<P>::value...>, lw_all<std::is_trivially_copy_constructible<P>::value..., true>>;
template <typename... P> static inline kernel_limits &lw_limits_told(std::true_type, void (*kernel)(P...)) {
    lw_asked_limits() = &lw_any_limits();
    kernel(lw_nothing<P>()...);
    kernel_limits &told = *lw_asked_limits();
    lw_asked_limits() = nullptr;
    return told;
}
template <typename... P> static inline kernel_limits &lw_limits_told(std::false_type, void (*)(P...)) { return lw_any_limits(); }
// Kernels that a program keeps behind `void *`.
inline std::map<const void *, kernel_limits *> &lw_limits_behind() { static std::map<const void *, kernel_limits *> limits; return limits; }
template <typename F> static inline kernel_limits &lw_limits_of(F) { return lw_any_limits(); }
static inline kernel_limits &lw_limits_of(const void *kernel) { const auto found = lw_limits_behind().find(kernel); return found == lw_limits_behind().end() ? lw_any_limits() : *found->second; }
static inline kernel_limits &lw_limits_of(void *kernel) { return lw_limits_of((const void *)kernel); }
template <typename... P> static inline kernel_limits &lw_limits_of(void (*kernel)(P...)) { return lw_limits_told(lw_are_plain<P...>(), kernel); }
template <typename... P> static inline auto lw_told_kernel(void (*kernel)(P...)) -> void (*)(P...) { return lw_limits_behind()[(const void *)kernel] = &lw_limits_of(kernel), kernel; }
static inline void lw_allow(kernel_limits &own, size_t bytes) {
    own.dynamic = bytes;
    if (bytes > lw_widest_limits().dynamic) lw_widest_limits().dynamic = bytes;
}
