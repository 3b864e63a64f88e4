// names: kernel_or_function launch_grid launch_block launch_shared launch_together lw_work lw_kernels lw_kernel_of cudaLaunchConfig_t cudaLaunchKernelEx cudaLaunchKernelExC
// needs: dim3 runtime limits
// includes: functional map memory tuple utility
// pruned: yes
// A launch whose arguments stand behind pointers.
template <typename... P, size_t... I> static inline cudaError_t launch_grid(void (*kernel)(dim3, P...), dim3 grid, dim3, void **given, size_t, std::index_sequence<I...>) { return kernel(grid, *(std::decay_t<P> *)given[I]...), cudaSuccess; }
template <typename... P> static inline cudaError_t launch_grid(void (*kernel)(dim3, P...), dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t = 0) { return lw_launch_error(grid, block, bytes) ? lw_told(lw_launch_error(grid, block, bytes)) : lw_outcome([&] { launch_grid(kernel, grid, block, given, bytes, std::index_sequence_for<P...>()); }); }
template <typename... P, size_t... I> static inline cudaError_t launch_block(void (*kernel)(dim3, dim3, P...), dim3 grid, dim3 block, void **given, size_t, std::index_sequence<I...>) { return kernel(grid, block, *(std::decay_t<P> *)given[I]...), cudaSuccess; }
template <typename... P> static inline cudaError_t launch_block(void (*kernel)(dim3, dim3, P...), dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t = 0) { return lw_launch_error(grid, block, bytes) ? lw_told(lw_launch_error(grid, block, bytes)) : lw_outcome([&] { launch_block(kernel, grid, block, given, bytes, std::index_sequence_for<P...>()); }); }
template <typename... P, size_t... I> static inline cudaError_t launch_shared(void (*kernel)(dim3, dim3, size_t, P...), dim3 grid, dim3 block, void **given, size_t bytes, std::index_sequence<I...>) { return kernel(grid, block, bytes, *(std::decay_t<P> *)given[I]...), cudaSuccess; }
template <typename... P> static inline cudaError_t launch_shared(void (*kernel)(dim3, dim3, size_t, P...), dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t = 0) { return lw_launch_error(grid, block, bytes) ? lw_told(lw_launch_error(grid, block, bytes)) : lw_outcome([&] { launch_shared(kernel, grid, block, given, bytes, std::index_sequence_for<P...>()); }); }
// A launch whose blocks wait for one another: more than the largest GPU has on its (at most 160) multiprocessors together fail.
static inline cudaError_t lw_error_together(dim3 grid, dim3 block, size_t bytes) {
    if (!grid.x || !grid.y || !grid.z) return cudaErrorInvalidValue;
    if (const cudaError_t error = lw_launch_error(grid, block, bytes)) return error;
    const size_t most = 160ull * lw_blocks_together(lw_widest_limits(), block.x * block.y * block.z, bytes);
    return 1ull * grid.x * grid.y * grid.z > most ? cudaErrorCooperativeLaunchTooLarge : cudaSuccess;
}
template <typename F> static inline cudaError_t launch_together(F launch, dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t stream = 0) {
    if (const cudaError_t error = lw_error_together(grid, block, bytes)) return lw_told(error);
    return launch(grid, block, given, bytes, stream);
}
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore, cudaLaunchAttributeAccessPolicyWindow, cudaLaunchAttributeCooperative,
    cudaLaunchAttributeSynchronizationPolicy, cudaLaunchAttributeClusterDimension, cudaLaunchAttributeClusterSchedulingPolicyPreference,
    cudaLaunchAttributeProgrammaticStreamSerialization, cudaLaunchAttributeProgrammaticEvent, cudaLaunchAttributePriority
};
struct cudaLaunchAttributeValue { int cooperative, programmaticStreamSerializationAllowed, priority; struct { unsigned x, y, z; } clusterDim; };
struct cudaLaunchAttribute { cudaLaunchAttributeID id; cudaLaunchAttributeValue val; };
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
};
// What a launch by a structure fails with whose attributes say that its blocks wait for one another.
static inline cudaError_t lw_error_together(const cudaLaunchConfig_t *how) {
    bool together = false;
    for (unsigned i = 0; i < how->numAttrs; ++i) together = together || (how->attrs[i].id == cudaLaunchAttributeCooperative && how->attrs[i].val.cooperative);
    return together ? lw_error_together(how->gridDim, how->blockDim, how->dynamicSmemBytes) : cudaSuccess;
}
using lw_work = std::function<void()>;
// What a pointer leads to that a program launches or calls: a kernel, or a function of the host of the same parameters.
template <typename F> struct kernel_or_function;
template <typename... P> struct kernel_or_function<void(P...)> {
    void (*kernel)(dim3, dim3, size_t, P...);
    void (*function)(P...);
    kernel_or_function(std::nullptr_t = nullptr) : kernel(nullptr), function(nullptr) {}
    template <typename F, typename = std::enable_if_t<std::is_class_v<F> || std::is_integral_v<F>>> kernel_or_function(F f) : kernel_or_function(nullptr) {
        if constexpr (std::is_class_v<F>) function = f;
    }
    kernel_or_function(void (*k)(dim3, dim3, size_t, P...)) : kernel(k), function(nullptr) {}
    kernel_or_function(void (*f)(P...)) : kernel(nullptr), function(f) {}
    void operator()(dim3 grid, dim3 block, size_t bytes, P... given) const { kernel(grid, block, bytes, given...); }
    void operator()(P... given) const { function(given...); }
    const kernel_or_function &operator*() const { return *this; }
    explicit operator bool() const { return kernel || function; }
    explicit operator void *() const { return kernel ? lw_kernel_of(kernel) : (void *)function; }
    bool operator==(const kernel_or_function &other) const { return kernel == other.kernel && function == other.function; }
    bool operator!=(const kernel_or_function &other) const { return !(*this == other); }
};
template <typename... P> kernel_or_function(void (*)(P...)) -> kernel_or_function<void(P...)>;
// Kernels that a program keeps behind `void *`: each makes a launch of arguments that stand behind pointers, which it copies.
// `given` stands as long as one who does the work is left.
struct lw_launch { lw_work run; void **given; };
using lw_maker = std::function<lw_launch(dim3, dim3, size_t, void **)>;
inline std::map<const void *, lw_maker> &lw_kernels() { static std::map<const void *, lw_maker> kernels; return kernels; }
template <typename... P, size_t... I> static inline lw_launch lw_launch_of(void (*kernel)(dim3, dim3, size_t, P...), dim3 grid, dim3 block, size_t bytes, void **given, std::index_sequence<I...>) {
    struct Kept { std::tuple<std::decay_t<P>...> values; void *behind[sizeof...(P) + 1]; };
    const auto kept = std::make_shared<Kept>(Kept{std::tuple<std::decay_t<P>...>(*(std::decay_t<P> *)given[I]...), {}});
    ((kept->behind[I] = (void *)&std::get<I>(kept->values)), ...);
    return {[=] { std::apply([&](const auto &...p) { kernel(grid, block, bytes, p...); }, kept->values); }, kept->behind};
}
template <typename... P> static inline void *lw_kernel_of(void (*kernel)(dim3, dim3, size_t, P...)) {
    lw_kernels()[(void *)kernel] = [kernel](dim3 grid, dim3 block, size_t bytes, void **given) { return lw_launch_of(kernel, grid, block, bytes, given, std::index_sequence_for<P...>()); };
    return (void *)kernel;
}
static inline cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t = 0) {
    const auto found = lw_kernels().find(kernel);
    if (found == lw_kernels().end()) return lw_told(cudaErrorInvalidDeviceFunction);
    return lw_launch_error(grid, block, bytes) ? lw_told(lw_launch_error(grid, block, bytes)) : lw_outcome(found->second(grid, block, bytes, given).run);
}
static inline cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t = 0) { return lw_error_together(grid, block, bytes) ? lw_told(lw_error_together(grid, block, bytes)) : cudaLaunchKernel(kernel, grid, block, given, bytes); }
static inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *how, const void *kernel, void **given) { return lw_error_together(how) ? lw_told(lw_error_together(how)) : cudaLaunchKernel(kernel, how->gridDim, how->blockDim, given, how->dynamicSmemBytes); }
template <typename... P, typename... A> static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *how, void (*kernel)(dim3, dim3, size_t, P...), A &&...given) {
    if (const cudaError_t error = lw_error_together(how)) return lw_told(error);
    if (const cudaError_t error = lw_launch_error(how->gridDim, how->blockDim, how->dynamicSmemBytes)) return lw_told(error);
    return lw_outcome([&] { kernel(how->gridDim, how->blockDim, how->dynamicSmemBytes, given...); });
}
