// What stands in a reference in the place of the limits of kernels (cuda/support/kernel_limits.h) of the same names.
static inline void lw_allow(kernel_limits &own, size_t bytes) {
    own.dynamic = bytes, lw::shared_asked_for(bytes);
    if (bytes > lw_widest_limits().dynamic) lw_widest_limits().dynamic = bytes;
}
// What a launch of a kernel brings, beside the kernel's own bound: more than any gets where the kernel does not get that.
template <typename F> static inline lw::Brought lw_brought_to(F kernel, size_t bytes) {
    const kernel_limits &own = lw_limits_of(kernel);
    return {bytes > own.dynamic ? (size_t)-1 : bytes, (unsigned)own.threads};
}
