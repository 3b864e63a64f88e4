// What stands in a reference in the place of the limits of kernels (cuda/support/kernel_limits.h) of the same names.
static inline void lw_allow(kernel_limits &own, size_t bytes) {
    own.dynamic = bytes, lw::shared_asked_for(bytes);
    if (bytes > lw_widest_limits().dynamic) lw_widest_limits().dynamic = bytes;
}
// The shared memory that a launch of a kernel brings: more than any gets where the kernel does not get that.
template <typename F> static inline size_t lw_bytes_for(F kernel, size_t bytes) { return bytes > lw_limits_of(kernel).dynamic ? (size_t)-1 : bytes; }
