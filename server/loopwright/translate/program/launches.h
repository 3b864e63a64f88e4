// What stands in a reference in the place of the definitions of launches through pointers (cuda/support/launches.h) of the same names.
template <typename... P> static inline cudaError_t lw_start_kept(const char *name, void (*kernel)(P...), dim3 grid, dim3 block, size_t bytes, const std::tuple<std::decay_t<P>...> &kept) {
    return lw_start_when(name, grid, block, lw_brought_to(kernel, bytes), [=]() { std::apply([&](const auto &...own) { lw_call_kernel(kernel, own...); }, kept); }, false);
}
template <typename... P, size_t... I> static inline lw_launch lw_launch_of(const char *name, void (*kernel)(P...), dim3 grid, dim3 block, size_t bytes, void **given, std::index_sequence<I...>) {
    struct Kept { std::tuple<std::decay_t<P>...> values; void *behind[sizeof...(P) + 1]; };
    const auto kept = std::make_shared<Kept>(Kept{std::tuple<std::decay_t<P>...>(*(std::decay_t<P> *)given[I]...), {}});
    ((kept->behind[I] = (void *)&std::get<I>(kept->values)), ...);
    return {[=] { lw_start_kept(name, kernel, grid, block, bytes, kept->values); }, kept->behind};
}
template <typename... P> static inline void *lw_kernel_of(const char *name, void (*kernel)(P...)) {
    lw_kernels()[(void *)kernel] = [=](dim3 grid, dim3 block, size_t bytes, void **given) { return lw_launch_of(name, kernel, grid, block, bytes, given, std::index_sequence_for<P...>()); };
    return (void *)kernel;
}
// A launch that a structure describes.
template <typename... P, typename... A> static inline cudaError_t lw_start_with(const char *name, const cudaLaunchConfig_t *how, void (*kernel)(P...), A &&...given) { return lw_error_together(how) ? lw_told(lw_error_together(how)) : (lw::In(how->stream), lw_start_kept(name, kernel, how->gridDim, how->blockDim, how->dynamicSmemBytes, {given...})); }
