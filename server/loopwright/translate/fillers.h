// Values for CUDA's own types.
#pragma once
namespace lw {
#define LW_FILL(TYPE, KIND, ...) \
    template <> struct Filler<TYPE> { \
        static constexpr int kind = KIND; \
        LW_OWN static void fill(TYPE &v, size_t i, Mode mode) { __VA_ARGS__; } \
    };
#define LW_FILL_VECTORS(NAME, KIND) \
    LW_FILL(NAME##1, KIND, fill_one(v.x, i, mode)) \
    LW_FILL(NAME##2, KIND, fill_one(v.x, i, mode), fill_one(v.y, i, mode)) \
    LW_FILL(NAME##3, KIND, fill_one(v.x, i, mode), fill_one(v.y, i, mode), fill_one(v.z, i, mode)) \
    LW_FILL(NAME##4, KIND, fill_one(v.x, i, mode), fill_one(v.y, i, mode), fill_one(v.z, i, mode), fill_one(v.w, i, mode))
LW_FILL_VECTORS(float, 4)
LW_FILL_VECTORS(double, 8)
LW_FILL_VECTORS(int, 1)
LW_FILL_VECTORS(uint, 1)
LW_FILL_VECTORS(char, 1)
LW_FILL_VECTORS(uchar, 1)
LW_FILL_VECTORS(short, 1)
LW_FILL_VECTORS(ushort, 1)
LW_FILL(longlong2, 1, fill_one(v.x, i, mode), fill_one(v.y, i, mode))
LW_FILL(ulonglong2, 1, fill_one(v.x, i, mode), fill_one(v.y, i, mode))
LW_FILL(__half, 2, v = __half((float)next_real()))
LW_FILL(__half2, 2, v = __half2{__half((float)next_real()), __half((float)next_real())})
LW_FILL(__nv_bfloat16, 3, v = __nv_bfloat16((float)next_real()))
LW_FILL(__nv_bfloat162, 3, v = __nv_bfloat162{__nv_bfloat16((float)next_real()), __nv_bfloat16((float)next_real())})
template <typename T> LW_OWN static void fill_field(T &field, size_t i, Mode mode) {
    using E = std::remove_all_extents_t<T>;
    fill_many<E>(&field, i, sizeof field / sizeof(E), mode);
}
}  // namespace lw
