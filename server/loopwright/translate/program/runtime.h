// What stands in a reference in the place of the runtime's definitions (cuda/support/runtime.h) of the same names.
static inline cudaError_t lw_copied(void *to, const void *from, size_t bytes) { return lw_told((cudaError_t)lw::copied(to, from, bytes, cudaMemcpyDefault, true)); }
template <typename F> static inline cudaError_t lw_in_stream(cudaStream_t stream, F work) { return lw::In(stream), lw::waited_for(stream), work(); }
static inline void *lw_allocated(size_t bytes, cudaMemoryType = cudaMemoryTypeDevice) { return lw::allocated(bytes, lw::on_device); }
static inline cudaError_t lw_release(void *p) { return lw_told(lw::released(p) ? cudaSuccess : cudaErrorInvalidValue); }
template <typename T> static inline cudaError_t lw_given(T **p, size_t bytes, lw::Kept kept) {
    if (!bytes) return *p = nullptr, cudaSuccess;
    return lw_told((*p = (T *)lw::allocated(bytes, kept, lw::element_of<T>())) ? cudaSuccess : cudaErrorMemoryAllocation);
}
template <typename T> static inline cudaError_t cudaMalloc(T **p, size_t bytes) { return lw_given(p, bytes, lw::on_device); }
template <typename T> static inline cudaError_t cudaMallocHost(T **p, size_t bytes, unsigned = 0) { return lw_given(p, bytes, lw::pinned); }
template <typename T> static inline cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned = 0) { return lw_given(p, bytes, lw::pinned); }
template <typename T> static inline cudaError_t cudaMallocManaged(T **p, size_t bytes, unsigned = 1) { return bytes ? lw_given(p, bytes, lw::managed) : lw_told(cudaErrorInvalidValue); }
static inline cudaMemoryType lw_kind_of(const void *p) {
    const lw::Kept kept = lw::kept(p);
    return kept == lw::on_device ? cudaMemoryTypeDevice : kept == lw::managed ? cudaMemoryTypeManaged : kept == lw::pinned ? cudaMemoryTypeHost : cudaMemoryTypeUnregistered;
}
static inline cudaError_t cudaFreeAsync(void *p, cudaStream_t) { return cudaFree(p); }
static inline cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned) {
    if (!p || !bytes) return lw_told(cudaErrorInvalidValue);
    return lw_kind_of(p) ? lw_told(cudaErrorHostMemoryAlreadyRegistered) : (lw::known(p, bytes, lw::pinned), cudaSuccess);
}
static inline cudaError_t cudaHostUnregister(void *p) { return lw::waited(), lw_kind_of(p) == cudaMemoryTypeHost ? (lw::forgotten(p), cudaSuccess) : lw_told(cudaErrorHostMemoryNotRegistered); }
static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind = cudaMemcpyDefault) { return lw_told((cudaError_t)lw::copied(to, from, bytes, kind, true)); }
template <typename T> static inline cudaError_t cudaMemcpy(T *to, const void *from, size_t bytes, cudaMemcpyKind kind = cudaMemcpyDefault) { return lw_told((cudaError_t)lw::copied((void *)to, from, bytes, kind, true, lw::element_of<T>())); }
static inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw::In(stream), lw_told((cudaError_t)lw::copied(to, from, bytes, kind, false)); }
template <typename T> static inline cudaError_t cudaMemcpyAsync(T *to, const void *from, size_t bytes, cudaMemcpyKind kind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw::In(stream), lw_told((cudaError_t)lw::copied((void *)to, from, bytes, kind, false, lw::element_of<T>())); }
static inline cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind = cudaMemcpyDefault) {
    if (width > to_pitch || width > from_pitch) return lw_told(cudaErrorInvalidPitchValue);
    for (size_t i = 0; i < height; ++i)
        if (cudaError_t error = (cudaError_t)lw::copied((char *)to + i * to_pitch, (const char *)from + i * from_pitch, width, kind, true)) return lw_told(error);
    return cudaSuccess;
}
static inline cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height) {
    for (size_t i = 0; i < height; ++i)
        if (cudaError_t error = (cudaError_t)lw::filled((char *)p + i * pitch, value, width, true)) return lw_told(error);
    return cudaSuccess;
}
static inline cudaError_t cudaMemset(void *p, int value, size_t bytes) { return lw_told((cudaError_t)lw::filled(p, value, bytes, true)); }
static inline cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t stream = 0) { return lw::In(stream), lw_told((cudaError_t)lw::filled(p, value, bytes, false)); }
template <typename T> static inline cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice) { if (offset > sizeof(T) || bytes > sizeof(T) - offset) return lw_told(cudaErrorInvalidValue); return lw::waited_for(nullptr), memcpy((char *)&symbol + offset, from, bytes), cudaSuccess; }
template <typename T> static inline cudaError_t cudaMemcpyToSymbol(T *&&within, const void *from, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice) { return lw::waited_for(nullptr), memcpy((char *)within + offset, from, bytes), cudaSuccess; }
template <typename T> static inline cudaError_t cudaMemcpyToSymbolAsync(T &symbol, const void *from, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) { return lw::waited_for(stream), cudaMemcpyToSymbol(symbol, from, bytes, offset); }
template <typename T> static inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost) { if (offset > sizeof(T) || bytes > sizeof(T) - offset) return lw_told(cudaErrorInvalidValue); return lw::waited_for(nullptr), memcpy(to, (const char *)&symbol + offset, bytes), lw::brought(lw::copy_number(), to, bytes, lw::element_of<T>()), cudaSuccess; }
template <typename T> static inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) { return lw::waited_for(stream), cudaMemcpyFromSymbol(to, symbol, bytes, offset); }
template <typename P, typename T> static inline cudaError_t cudaGetSymbolAddress(P **p, T &symbol) { return lw::known(&symbol, sizeof(T), lw::on_device), *p = (P *)(void *)&symbol, cudaSuccess; }
static inline cudaError_t cudaDeviceSynchronize() { return lw::waited(), lw::shared_is_seen(), cudaSuccess; }
static inline cudaError_t cudaThreadSynchronize() { return lw::waited(), lw::shared_is_seen(), cudaSuccess; }
static inline cudaError_t cudaDeviceReset() { return lw::waited(), cudaSuccess; }
static inline cudaError_t cudaStreamSynchronize(cudaStream_t s) { return lw::waited_for(s), cudaSuccess; }
static inline cudaError_t cudaStreamQuery(cudaStream_t s) { return lw::waited_for(s), cudaSuccess; }
static inline cudaError_t cudaStreamCreate(cudaStream_t *s) { return *s = (cudaStream_t)lw::new_stream(0), cudaSuccess; }
static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned flags) { return *s = (cudaStream_t)lw::new_stream(flags), cudaSuccess; }
static inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned flags, int) { return *s = (cudaStream_t)lw::new_stream(flags), cudaSuccess; }
static inline cudaError_t cudaStreamDestroy(cudaStream_t s) { return lw::waited_for(s), cudaSuccess; }
static inline cudaError_t cudaEventSynchronize(cudaEvent_t e) { return lw::waited_for_event(e), cudaSuccess; }
static inline cudaError_t cudaEventQuery(cudaEvent_t e) { return lw::waited_for_event(e), cudaSuccess; }
static inline cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s = 0) { return lw::recorded(e, s), e->when = std::chrono::steady_clock::now(), cudaSuccess; }
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned = 0) { return lw::joined(s, e), cudaSuccess; }
template <typename F> static inline cudaError_t cudaLaunchHostFunc(cudaStream_t s, F function, void *data) { return lw::In(s), lw::by_device([=] { function(data); }), cudaSuccess; }
template <typename F> static inline cudaError_t cudaStreamAddCallback(cudaStream_t s, F function, void *data, unsigned) { return lw::In(s), lw::by_device([=] { function(s, cudaSuccess, data); }), cudaSuccess; }
// A launch: arguments are worked out once, as for a GPU. What is more than its bytes stays where it is, and the launch is carried out at once.
template <typename F> static inline cudaError_t lw_start_when(const char *kernel, dim3 grid, dim3 block, lw::Brought bytes, F call, bool now) {
    const unsigned blocks[] = {grid.x, grid.y, grid.z}, threads[] = {block.x, block.y, block.z};
    return lw_told((cudaError_t)lw::started(kernel, blocks, threads, bytes, call, lw::together, now));
}
// What a launch copies once, and each thread then has bit by bit: no constructor or destructor runs on a device. A function takes the address of
// a parameter that has one (Itanium C++ ABI, 3.1.2.3), and who calls it ends what is there.
template <typename P> constexpr bool lw_is_plain = !std::is_class_v<P> || (std::is_trivially_copy_constructible_v<P> && std::is_trivially_move_constructible_v<P> && std::is_trivially_destructible_v<P>);
template <typename P> using lw_passed = std::conditional_t<lw_is_plain<P>, P, P &>;
template <typename P> struct lw_copied_bits {
    alignas(P) unsigned char bytes[sizeof(P)];
    lw_copied_bits(const P &p) { memcpy(bytes, (const void *)&p, sizeof(P)); }
    P &held() { return *(P *)bytes; }
};
template <typename P, typename A> static inline decltype(auto) lw_copied_bits_of(A &&given) {
    if constexpr (lw_is_plain<P>) return (A &&)given;
    else return lw_copied_bits<P>(given);
}
template <typename P, typename B> static inline lw_passed<P> lw_held(B &&bits) {
    if constexpr (lw_is_plain<P>) return bits;
    else return bits.held();
}
template <typename... P, typename... A> static inline void lw_call_kernel(void (*kernel)(P...), A &&...given) {
    if constexpr ((lw_is_plain<P> && ...) || sizeof...(P) != sizeof...(A)) kernel(given...);
    else ((void (*)(lw_passed<P>...))kernel)(lw_held<P>(lw_copied_bits_of<P>(given))...);
}
// A temporary object is the parameter itself.
template <typename A> using lw_once = std::conditional_t<std::is_lvalue_reference_v<A> && !lw_is_plain<std::decay_t<A>> && std::is_copy_constructible_v<std::decay_t<A>>, std::decay_t<A>, std::remove_reference_t<A> &>;
template <typename F, typename... A> static inline cudaError_t lw_start_now(const char *kernel, dim3 grid, dim3 block, lw::Brought bytes, F call, A &&...given) {
    std::tuple<lw_once<A>...> kept(given...);
    return lw_start_when(kernel, grid, block, bytes, [&]() { std::apply([&](auto &...own) { call(own...); }, kept); }, true);
}
template <typename F, typename... A> static inline cudaError_t lw_start(const char *kernel, dim3 grid, dim3 block, lw::Brought bytes, F call, A &&...given) {
    if constexpr ((std::is_trivially_copyable_v<std::decay_t<A>> && ...)) {
        const auto on_kept = [call, kept = std::tuple<std::decay_t<A>...>(given...)]() mutable { std::apply([&](auto &...own) { call(own...); }, kept); };
        return lw_start_when(kernel, grid, block, bytes, on_kept, false);
    }
    else return lw_start_now(kernel, grid, block, bytes, call, (A &&)given...);
}
template <typename F, typename... A> static inline cudaError_t lw_start_in(cudaStream_t stream, const char *name, dim3 grid, dim3 block, lw::Brought bytes, F call, A &&...given) { return lw::In(stream), lw_start(name, grid, block, bytes, call, (A &&)given...); }
// A launch whose arguments stand behind pointers.
template <typename... P, size_t... I> static inline cudaError_t lw_start_of(const char *name, void (*kernel)(P...), dim3 grid, dim3 block, lw::Brought bytes, void **given, std::index_sequence<I...>) { return lw_start(name, grid, block, bytes, [=](auto &...own) { lw_call_kernel(kernel, own...); }, *(std::decay_t<P> *)given[I]...); }
template <typename... P> static inline cudaError_t lw_start_behind(const char *name, void (*kernel)(P...), dim3 grid, dim3 block, void **given, lw::Brought bytes = 0, cudaStream_t stream = 0) { return lw::In(stream), lw_start_of(name, kernel, grid, block, bytes, given, std::index_sequence_for<P...>()); }
// A launch whose blocks wait for one another: more than the largest GPU has on its multiprocessors together fail.
template <typename F, typename B> static inline cudaError_t lw_start_together(const char *name, F kernel, dim3 grid, dim3 block, void **given, B bytes, cudaStream_t stream = 0) {
    const int threads = block.x * block.y * block.z;
    if (!grid.x || !grid.y || !grid.z) return lw_told(cudaErrorInvalidValue);
    if (threads > 0 && threads <= 1024 && 1ull * grid.x * grid.y * grid.z > 160ull * lw_blocks_together(lw_widest_limits(), threads, (size_t)bytes <= lw_widest_limits().dynamic ? (size_t)bytes : 0)) return lw_told(cudaErrorCooperativeLaunchTooLarge);
    return lw_start_behind(name, kernel, grid, block, given, bytes, stream);
}
static inline cudaError_t cudaMalloc3DArray(cudaArray **a, const cudaChannelFormatDesc *desc, cudaExtent e, unsigned flags = 0) {
    const size_t bytes = e.width * (e.height ? e.height : 1) * (e.depth ? e.depth : 1) * lw_texel_bytes(*desc);
    *a = new cudaArray{*desc, e, flags, (char *)calloc(bytes ? bytes : 1, 1)};
    return lw::known((*a)->data, bytes, lw::on_device), cudaSuccess;
}
static inline cudaError_t cudaFreeArray(cudaArray *a) { return lw::waited(), a ? (lw::forgotten(a->data), free(a->data), delete a, cudaSuccess) : cudaSuccess; }
