// names: kernel_limits lw_kernel lw_limits_of lw_allow
// includes: map type_traits
// pruned: yes
// What a kernel may be launched with: threads of a block, its shared memory, and how much more a launch may bring.
struct kernel_limits {
    size_t threads, fixed, dynamic;
    int carveout = -1;
    kernel_limits(size_t threads = 1024, size_t fixed = 0) : threads(threads), fixed(fixed), dynamic(fixed < 48 << 10 ? (48 << 10) - fixed : 0) {}
};
// Of kernels that cannot tell.
inline kernel_limits &lw_any_limits() { static kernel_limits any; return any; }
// As much as any kernel was allowed.
inline kernel_limits &lw_widest_limits() { static kernel_limits widest; return widest; }
// Those of kernels by their address: nothing that a program hands over is called to ask it.
inline std::map<const void *, kernel_limits *> &lw_limits_by_kernel() { static std::map<const void *, kernel_limits *> limits; return limits; }
static inline kernel_limits &lw_limits_of(const void *kernel) { const auto found = lw_limits_by_kernel().find(kernel); return found == lw_limits_by_kernel().end() ? lw_any_limits() : *found->second; }
template <typename F> static inline kernel_limits &lw_limits_of(F kernel) {
    if constexpr (std::is_pointer<F>::value) return lw_limits_of((const void *)kernel);
    else return lw_any_limits();
}
// The limits of one kernel, which are there before a program begins wherever the kernel is.
struct lw_own_limits : kernel_limits {
    lw_own_limits(const void *kernel, size_t threads, size_t fixed) : kernel_limits(threads, fixed) { lw_limits_by_kernel()[kernel] = this; }
};
template <typename F, F kernel, size_t threads = 1024, size_t fixed = 0> struct lw_kernel { static lw_own_limits limits; };
template <typename F, F kernel, size_t threads, size_t fixed> lw_own_limits lw_kernel<F, kernel, threads, fixed>::limits((const void *)kernel, threads, fixed);
static inline void lw_allow(kernel_limits &own, size_t bytes) {
    own.dynamic = bytes;
    if (bytes > lw_widest_limits().dynamic) lw_widest_limits().dynamic = bytes;
}
