// What stands in the place of the runtime's definitions (cuda/support/runtime.h) of the same names in a translation that tells what the
// host comes to see of a device's memory, as its reference does.
static inline cudaError_t lw_copied(void *to, const void *from, size_t bytes) {
    if (bytes && (!to || !from)) return lw_told(cudaErrorInvalidValue);
    if (!bytes) return cudaSuccess;
    const bool is_seen = lw::is_brought(to, from);
    const uint32_t number = is_seen ? lw::copy_number() : 0;
    memmove(to, from, bytes);
    if (is_seen) lw::brought(number, to, bytes);
    return cudaSuccess;
}
static inline void *lw_allocated(size_t bytes, cudaMemoryType kind = cudaMemoryTypeDevice) {
    void *p = calloc(bytes / 512 * 512 + (64 << 10), 1);
    return lw::known(p, bytes, kind == cudaMemoryTypeDevice ? lw::on_device : kind == cudaMemoryTypeHost ? lw::pinned : lw::managed), p;
}
static inline cudaError_t lw_release(void *p) {
    if (!p) return cudaSuccess;
    return lw::is_given_back(p) ? (free(p), cudaSuccess) : lw_told(cudaErrorInvalidValue);
}
static inline cudaMemoryType lw_kind_of(const void *p) {
    const lw::Kept kept = lw::kept(p);
    return kept == lw::on_device ? cudaMemoryTypeDevice : kept == lw::managed ? cudaMemoryTypeManaged : kept == lw::pinned ? cudaMemoryTypeHost : cudaMemoryTypeUnregistered;
}
static inline cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned) {
    if (!p || !bytes) return lw_told(cudaErrorInvalidValue);
    return lw_kind_of(p) ? lw_told(cudaErrorHostMemoryAlreadyRegistered) : (lw::known(p, bytes, lw::pinned), cudaSuccess);
}
static inline cudaError_t cudaHostUnregister(void *p) { return lw::kept(p) == lw::pinned ? (lw::forgotten(p), cudaSuccess) : lw_told(cudaErrorHostMemoryNotRegistered); }
static inline cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind = cudaMemcpyDefault) {
    for (size_t i = 0; i < height; ++i) lw_copied((char *)to + i * to_pitch, (const char *)from + i * from_pitch, width);
    return cudaSuccess;
}
template <typename T> static inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost) { if (offset > sizeof(T) || bytes > sizeof(T) - offset) return lw_told(cudaErrorInvalidValue); return memcpy(to, (const char *)&symbol + offset, bytes), lw::brought(lw::copy_number(), to, bytes), cudaSuccess; }
template <typename T> static inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost, cudaStream_t = 0) { return cudaMemcpyFromSymbol(to, symbol, bytes, offset); }
template <typename P, typename T> static inline cudaError_t cudaGetSymbolAddress(P **p, T &symbol) { return lw::known(&symbol, sizeof(T), lw::on_device), *p = (P *)(void *)&symbol, cudaSuccess; }
static inline cudaError_t cudaDeviceSynchronize() { return lw::shared_is_seen(), cudaSuccess; }
static inline cudaError_t cudaThreadSynchronize() { return lw::shared_is_seen(), cudaSuccess; }
static inline cudaError_t cudaMalloc3DArray(cudaArray **a, const cudaChannelFormatDesc *desc, cudaExtent e, unsigned flags = 0) {
    const size_t bytes = e.width * (e.height ? e.height : 1) * (e.depth ? e.depth : 1) * lw_texel_bytes(*desc);
    *a = new cudaArray{*desc, e, flags, (char *)calloc(bytes ? bytes : 1, 1)};
    return lw::known((*a)->data, bytes, lw::on_device), cudaSuccess;
}
static inline cudaError_t cudaFreeArray(cudaArray *a) { return a ? (lw::forgotten(a->data), free(a->data), delete a, cudaSuccess) : cudaSuccess; }
