// needs: runtime vectors
// includes: cmath cstring type_traits vector
// pruned: yes
// Textures and surfaces: CUDA C++ Programming Guide, "Texture and Surface Memory" and "Texture Fetching".
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaResourceType { cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear, cudaResourceTypePitch2D };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
struct cudaResourceDesc {
    cudaResourceType resType;
    union {
        struct { cudaArray *array; } array;
        struct { void *devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
        struct { void *devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
    } res;
};
struct cudaTextureDesc {
    cudaTextureAddressMode addressMode[3];
    cudaTextureFilterMode filterMode;
    cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned maxAnisotropy;
    cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};
struct cudaResourceViewDesc { int format; size_t width, height, depth; };
// Texels in memory: rows of `pitch` bytes, planes of `height` rows.
struct lw_texels {
    const char *data;
    cudaChannelFormatDesc desc;
    size_t width, height, depth, pitch;
    const char *at(size_t x, size_t y, size_t z) const { return data + (z * height + y) * pitch + x * lw_texel_bytes(desc); }
};
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
struct lw_texture { lw_texels texels; cudaTextureDesc how; cudaResourceDesc from; };
struct lw_color { float of[4]; };
static inline lw_color lw_texel(const lw_texels &t, cudaTextureReadMode mode, size_t x, size_t y, size_t z) {
    const int bits[4] = {t.desc.x, t.desc.y, t.desc.z, t.desc.w}, bytes = t.desc.x / 8;
    const char *p = t.at(x, y, z);
    lw_color color = {};
    for (int i = 0; i < 4 && bits[i]; ++i, p += bytes) {
        uint32_t raw = 0;
        memcpy(&raw, p, (size_t)bytes);
        if (t.desc.f == cudaChannelFormatKindFloat) memcpy(&color.of[i], &raw, 4);
        else if (t.desc.f == cudaChannelFormatKindSigned) {
            const int32_t value = (int32_t)(raw << (32 - t.desc.x)) >> (32 - t.desc.x);
            color.of[i] = mode == cudaReadModeNormalizedFloat ? fmaxf((float)value / (float)((1u << (t.desc.x - 1)) - 1), -1.0f) : (float)value;
        } else color.of[i] = mode == cudaReadModeNormalizedFloat ? (float)raw / (float)((1ull << t.desc.x) - 1) : (float)raw;
    }
    return color;
}
// The texel that a coordinate stands for, -1 for the border.
static inline long lw_addressed(long i, long n, cudaTextureAddressMode mode, bool normalized) {
    if (i >= 0 && i < n) return i;
    if (mode == cudaAddressModeBorder) return -1;
    if (normalized && mode == cudaAddressModeWrap) return (i % n + n) % n;
    if (normalized && mode == cudaAddressModeMirror) {
        const long turn = (i % (2 * n) + 2 * n) % (2 * n);
        return turn < n ? turn : 2 * n - 1 - turn;
    }
    return i < 0 ? 0 : n - 1;
}
static inline lw_color lw_addressed_texel(const lw_texture &t, const long *i, const size_t *n, int dims, size_t layer) {
    size_t at[3] = {0, 0, layer};
    for (int d = 0; d < dims; ++d) {
        const long place = lw_addressed(i[d], (long)n[d], t.how.addressMode[d], t.how.normalizedCoords);
        if (place < 0) return {{t.how.borderColor[0], t.how.borderColor[1], t.how.borderColor[2], t.how.borderColor[3]}};
        at[d] = (size_t)place;
    }
    return lw_texel(t.texels, t.how.readMode, at[0], at[1], at[2]);
}
static inline lw_color lw_sampled(const lw_texture &t, const float *where, int dims, size_t layer = 0) {
    const size_t n[3] = {t.texels.width, t.texels.height, t.texels.depth};
    long first[3];
    float part[3] = {};
    for (int d = 0; d < dims; ++d) {
        float x = t.how.normalizedCoords ? where[d] * (float)n[d] : where[d];
        x = std::isfinite(x) ? fminf(fmaxf(x, -1e9f), 1e9f) : 0.0f;
        if (t.how.filterMode == cudaFilterModeLinear) {
            // The fraction has 8 bits.
            x = floorf((x - 0.5f) * 256.0f + 0.5f) / 256.0f;
            part[d] = x - floorf(x);
        }
        first[d] = (long)floorf(x);
    }
    if (t.how.filterMode == cudaFilterModePoint) return lw_addressed_texel(t, first, n, dims, layer);
    lw_color sum = {};
    for (int corner = 0; corner < 1 << dims; ++corner) {
        long i[3];
        float weight = 1.0f;
        for (int d = 0; d < dims; ++d) {
            const bool next = corner >> d & 1;
            i[d] = first[d] + next, weight *= next ? part[d] : 1.0f - part[d];
        }
        if (weight == 0.0f) continue;
        const lw_color one = lw_addressed_texel(t, i, n, dims, layer);
        for (int k = 0; k < 4; ++k) sum.of[k] += weight * one.of[k];
    }
    return sum;
}
template <typename T, typename = void> struct lw_channels { static constexpr int count = 1; };
template <typename T> struct lw_channels<T, std::void_t<decltype(std::declval<T>().x)>> {
    template <typename V> static auto four(int) -> decltype(std::declval<V>().w, 4);
    template <typename V> static auto two(int) -> decltype(std::declval<V>().y, 2);
    template <typename V> static char four(...);
    template <typename V> static char two(...);
    static constexpr int count = sizeof(four<T>(0)) > 1 ? 4 : sizeof(two<T>(0)) > 1 ? 2 : 1;
};
template <typename T> static inline T lw_color_as(const lw_color &c) {
    if constexpr (std::is_arithmetic<T>::value) return (T)c.of[0];
    else {
        T value;
        typedef decltype(value.x) E;
        value.x = (E)c.of[0];
        if constexpr (lw_channels<T>::count >= 2) value.y = (E)c.of[1];
        if constexpr (lw_channels<T>::count == 4) value.z = (E)c.of[2], value.w = (E)c.of[3];
        return value;
    }
}
// Whole numbers of 32 bits are read as they are, not by way of a float.
template <typename T> static inline T lw_texture_at(const lw_texture &t, const float *where, int dims, size_t layer = 0) {
    const bool plain = t.how.filterMode == cudaFilterModePoint && t.how.readMode == cudaReadModeElementType && sizeof(T) == lw_texel_bytes(t.texels.desc);
    if (!plain) return lw_color_as<T>(lw_sampled(t, where, dims, layer));
    const size_t n[3] = {t.texels.width, t.texels.height, t.texels.depth};
    size_t at[3] = {0, 0, layer};
    for (int d = 0; d < dims; ++d) {
        float x = t.how.normalizedCoords ? where[d] * (float)n[d] : where[d];
        x = std::isfinite(x) ? fminf(fmaxf(x, -1e9f), 1e9f) : 0.0f;
        const long place = lw_addressed((long)floorf(x), (long)n[d], t.how.addressMode[d], t.how.normalizedCoords);
        if (place < 0) return lw_color_as<T>(lw_sampled(t, where, dims, layer));
        at[d] = (size_t)place;
    }
    T value;
    memcpy(&value, t.texels.at(at[0], at[1], at[2]), sizeof value);
    return value;
}
static inline const lw_texture &lw_texture_of(cudaTextureObject_t object) { return *(const lw_texture *)object; }
template <typename T> static inline T lw_texture_element(const lw_texture &t, int i) {
    if (i < 0 || (size_t)i >= t.texels.width) return T();
    T value;
    if (t.how.readMode == cudaReadModeNormalizedFloat) return lw_color_as<T>(lw_texel(t.texels, t.how.readMode, (size_t)i, 0, 0));
    memcpy(&value, t.texels.at((size_t)i, 0, 0), sizeof value);
    return value;
}
static inline size_t lw_layer(const lw_texture &t, int layer) { return layer < 0 ? 0 : (size_t)layer < t.texels.depth ? (size_t)layer : t.texels.depth - 1; }
template <typename T> static inline T tex1Dfetch(cudaTextureObject_t object, int i) { return lw_texture_element<T>(lw_texture_of(object), i); }
// To a GPU a line is a plane of one row: between two rows, the other one is the border if that is what the second axis asks for.
template <typename T> static inline T tex1D(cudaTextureObject_t object, float x) {
    const lw_texture &t = lw_texture_of(object);
    const float where[2] = {x, 0.0f};
    return lw_texture_at<T>(t, where, t.how.filterMode == cudaFilterModeLinear && t.how.addressMode[1] == cudaAddressModeBorder ? 2 : 1);
}
template <typename T> static inline T tex2D(cudaTextureObject_t object, float x, float y) {
    const float at[] = {x, y};
    return lw_texture_at<T>(lw_texture_of(object), at, 2);
}
template <typename T> static inline T tex3D(cudaTextureObject_t object, float x, float y, float z) {
    const float at[] = {x, y, z};
    return lw_texture_at<T>(lw_texture_of(object), at, 3);
}
template <typename T> static inline T tex1DLayered(cudaTextureObject_t object, float x, int layer) { return lw_texture_at<T>(lw_texture_of(object), &x, 1, lw_layer(lw_texture_of(object), layer)); }
template <typename T> static inline T tex2DLayered(cudaTextureObject_t object, float x, float y, int layer) {
    const float at[] = {x, y};
    return lw_texture_at<T>(lw_texture_of(object), at, 2, lw_layer(lw_texture_of(object), layer));
}
static inline lw_texels lw_texels_of(const cudaArray *a) { return {a->data, a->desc, a->extent.width, a->extent.height ? a->extent.height : 1, a->extent.depth ? a->extent.depth : 1, a->extent.width * lw_texel_bytes(a->desc)}; }
static inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const cudaResourceDesc *from, const cudaTextureDesc *how, const cudaResourceViewDesc * = nullptr) {
    lw_texels texels;
    if (from->resType == cudaResourceTypeArray) texels = lw_texels_of(from->res.array.array);
    else if (from->resType == cudaResourceTypePitch2D) texels = {(const char *)from->res.pitch2D.devPtr, from->res.pitch2D.desc, from->res.pitch2D.width, from->res.pitch2D.height, 1, from->res.pitch2D.pitchInBytes};
    else if (from->resType == cudaResourceTypeLinear) texels = {(const char *)from->res.linear.devPtr, from->res.linear.desc, from->res.linear.sizeInBytes / lw_texel_bytes(from->res.linear.desc), 1, 1, 0};
    else return lw_told(cudaErrorNotSupported);
    if (!texels.data) return lw_told(cudaErrorInvalidValue);
    return *object = (cudaTextureObject_t) new lw_texture{texels, *how, *from}, cudaSuccess;
}
static inline cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) { return delete (lw_texture *)object, cudaSuccess; }
static inline cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *from, cudaTextureObject_t object) { return *from = lw_texture_of(object).from, cudaSuccess; }
static inline cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *how, cudaTextureObject_t object) { return *how = lw_texture_of(object).how, cudaSuccess; }
static inline cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const cudaResourceDesc *from) { return *object = (cudaSurfaceObject_t) new lw_texels(lw_texels_of(from->res.array.array)), cudaSuccess; }
static inline cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) { return delete (lw_texels *)object, cudaSuccess; }
// A surface's element by its byte in the row; outside of it nothing is written and zero is read, or the nearest is.
static inline char *lw_surface_at(cudaSurfaceObject_t object, size_t bytes, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
    const lw_texels &t = *(const lw_texels *)object;
    const int last[3] = {(int)(t.pitch - bytes), (int)t.height - 1, (int)t.depth - 1};
    int at[3] = {x, y, z};
    for (int d = 0; d < 3; ++d) {
        if (at[d] >= 0 && at[d] <= last[d]) continue;
        if (mode != cudaBoundaryModeClamp) return nullptr;
        at[d] = at[d] < 0 ? 0 : last[d];
    }
    return (char *)t.data + ((size_t)at[2] * t.height + (size_t)at[1]) * t.pitch + (size_t)at[0];
}
template <typename T> static inline T lw_surface_read(cudaSurfaceObject_t object, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
    T value{};
    if (const char *p = lw_surface_at(object, sizeof(T), x, y, z, mode)) memcpy(&value, p, sizeof value);
    return value;
}
template <typename T> static inline void lw_surface_write(const T &value, cudaSurfaceObject_t object, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
    if (char *p = lw_surface_at(object, sizeof(T), x, y, z, mode)) memcpy(p, &value, sizeof value);
}
template <typename T> static inline T surf1Dread(cudaSurfaceObject_t s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { return lw_surface_read<T>(s, x, 0, 0, mode); }
template <typename T> static inline void surf1Dread(T *value, cudaSurfaceObject_t s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { *value = lw_surface_read<T>(s, x, 0, 0, mode); }
template <typename T> static inline void surf1Dwrite(T value, cudaSurfaceObject_t s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { lw_surface_write(value, s, x, 0, 0, mode); }
template <typename T> static inline T surf2Dread(cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { return lw_surface_read<T>(s, x, y, 0, mode); }
template <typename T> static inline void surf2Dread(T *value, cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { *value = lw_surface_read<T>(s, x, y, 0, mode); }
template <typename T> static inline void surf2Dwrite(T value, cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { lw_surface_write(value, s, x, y, 0, mode); }
template <typename T> static inline T surf3Dread(cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { return lw_surface_read<T>(s, x, y, z, mode); }
template <typename T> static inline void surf3Dread(T *value, cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { *value = lw_surface_read<T>(s, x, y, z, mode); }
template <typename T> static inline void surf3Dwrite(T value, cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { lw_surface_write(value, s, x, y, z, mode); }
template <typename T> static inline T surf2DLayeredread(cudaSurfaceObject_t s, int x, int y, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { return lw_surface_read<T>(s, x, y, layer, mode); }
template <typename T> static inline void surf2DLayeredwrite(T value, cudaSurfaceObject_t s, int x, int y, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { lw_surface_write(value, s, x, y, layer, mode); }
// Texture references, which CUDA had until 11.
enum { cudaTextureType1D = 1, cudaTextureType2D, cudaTextureType3D, cudaTextureType1DLayered = 0xF1, cudaTextureType2DLayered = 0xF2 };
template <typename T, cudaTextureReadMode M> struct lw_returned { typedef T type; };
template <typename T> struct lw_returned<T, cudaReadModeNormalizedFloat> { typedef std::conditional_t<lw_channels<T>::count == 4, float4, std::conditional_t<lw_channels<T>::count == 2, float2, float>> type; };
struct textureReference {
    int normalized = 0;
    cudaTextureFilterMode filterMode = cudaFilterModePoint;
    cudaTextureAddressMode addressMode[3] = {cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp};
    cudaChannelFormatDesc channelDesc;
    lw_texels texels = {};
    lw_texture bound(cudaTextureReadMode mode) const {
        lw_texture t = {texels, {}, {}};
        for (int i = 0; i < 3; ++i) t.how.addressMode[i] = addressMode[i];
        t.how.filterMode = filterMode, t.how.readMode = mode, t.how.normalizedCoords = normalized;
        return t;
    }
};
template <typename T, int D = 1, cudaTextureReadMode M = cudaReadModeElementType> struct texture : textureReference { texture() { channelDesc = cudaCreateChannelDesc<T>(); } };
template <typename T, int D, cudaTextureReadMode M> static inline typename lw_returned<T, M>::type tex1Dfetch(const texture<T, D, M> &r, int i) { return lw_texture_element<typename lw_returned<T, M>::type>(r.bound(M), i); }
template <typename T, int D, cudaTextureReadMode M> static inline typename lw_returned<T, M>::type tex1D(const texture<T, D, M> &r, float x) { return lw_texture_at<typename lw_returned<T, M>::type>(r.bound(M), &x, 1); }
template <typename T, int D, cudaTextureReadMode M> static inline typename lw_returned<T, M>::type tex2D(const texture<T, D, M> &r, float x, float y) {
    const float at[] = {x, y};
    return lw_texture_at<typename lw_returned<T, M>::type>(r.bound(M), at, 2);
}
template <typename T, int D, cudaTextureReadMode M> static inline typename lw_returned<T, M>::type tex3D(const texture<T, D, M> &r, float x, float y, float z) {
    const float at[] = {x, y, z};
    return lw_texture_at<typename lw_returned<T, M>::type>(r.bound(M), at, 3);
}
static inline cudaError_t cudaBindTexture(size_t *offset, textureReference &r, const void *p, const cudaChannelFormatDesc &desc, size_t bytes = ~0u) {
    if (offset) *offset = 0;
    return r.texels = {(const char *)p, desc, bytes / lw_texel_bytes(desc), 1, 1, 0}, cudaSuccess;
}
static inline cudaError_t cudaBindTexture(size_t *offset, textureReference &r, const void *p, size_t bytes = ~0u) { return cudaBindTexture(offset, r, p, r.channelDesc, bytes); }
static inline cudaError_t cudaBindTexture2D(size_t *offset, textureReference &r, const void *p, const cudaChannelFormatDesc &desc, size_t width, size_t height, size_t pitch) {
    if (offset) *offset = 0;
    return r.texels = {(const char *)p, desc, width, height, 1, pitch}, cudaSuccess;
}
static inline cudaError_t cudaBindTextureToArray(textureReference &r, const cudaArray *a) { return r.texels = lw_texels_of(a), cudaSuccess; }
static inline cudaError_t cudaBindTextureToArray(textureReference &r, const cudaArray *a, const cudaChannelFormatDesc &) { return cudaBindTextureToArray(r, a); }
static inline cudaError_t cudaUnbindTexture(textureReference &r) { return r.texels = {}, cudaSuccess; }
// Surface references, from the same time: one stands for the surface of the array that it is bound to.
enum { cudaSurfaceType1D = 1, cudaSurfaceType2D, cudaSurfaceType3D, cudaSurfaceType1DLayered = 0xF1, cudaSurfaceType2DLayered = 0xF2 };
struct surfaceReference {
    cudaChannelFormatDesc channelDesc;
    lw_texels texels = {};
    operator cudaSurfaceObject_t() const { return (cudaSurfaceObject_t)&texels; }
};
template <typename T = void, int D = cudaSurfaceType1D> struct surface : surfaceReference {};
static inline cudaError_t cudaBindSurfaceToArray(surfaceReference &r, const cudaArray *a) { return r.channelDesc = a->desc, r.texels = lw_texels_of(a), cudaSuccess; }
static inline cudaError_t cudaBindSurfaceToArray(surfaceReference &r, const cudaArray *a, const cudaChannelFormatDesc &) { return cudaBindSurfaceToArray(r, a); }
