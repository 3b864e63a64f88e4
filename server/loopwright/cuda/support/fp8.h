// names: __nv_fp8_e4m3 __nv_fp8_e5m2 __nv_fp8x2_e4m3 __nv_fp8x2_e5m2 __nv_fp8x4_e4m3 __nv_fp8x4_e5m2 __nv_fp8_storage_t __nv_fp8x2_storage_t __nv_fp8x4_storage_t __nv_fp8_interpretation_t __nv_saturation_t __NV_E4M3 __NV_E5M2 __nv_cvt_float_to_fp8 __nv_cvt_double_to_fp8 __nv_cvt_halfraw_to_fp8 __nv_cvt_bfloat16raw_to_fp8 __nv_cvt_float2_to_fp8x2 __nv_cvt_double2_to_fp8x2 __nv_cvt_halfraw2_to_fp8x2 __nv_cvt_fp8_to_halfraw __nv_cvt_fp8x2_to_halfraw2
// needs: vectors half
// includes: cfloat cmath cstdint type_traits
// pruned: yes
// Numbers of eight bits (OCP 8-bit Floating Point Specification): four bits of exponent and no infinity, or five. Rounded once, to nearest even.
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
struct __half_raw {
    unsigned short x;
    __half_raw() = default;
    __half_raw(__half h) : x(h.bits) {}
    operator __half() const { __half h; return h.bits = x, h; }
};
struct __half2_raw {
    unsigned short x, y;
    __half2_raw() = default;
    __half2_raw(__half2 h) : x(h.x.bits), y(h.y.bits) {}
    operator __half2() const { __half2 h; return h.x.bits = x, h.y.bits = y, h; }
};
struct __nv_bfloat16_raw {
    unsigned short x;
    __nv_bfloat16_raw() = default;
    __nv_bfloat16_raw(__nv_bfloat16 h) : x(h.bits) {}
    operator __nv_bfloat16() const { __nv_bfloat16 h; return h.bits = x, h; }
};
static inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double value, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
    const int fraction = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15;
    const double most = kind == __NV_E4M3 ? 448 : 57344;
    if (value != value) return 0x7f;
    const unsigned sign = std::signbit(value) ? 0x80 : 0;
    const double size = fabs(value);
    const int least = 1 - bias, exponent = size > 0 && size <= DBL_MAX ? std::max(std::ilogb(size), least) : least;
    const double unit = std::ldexp(1.0, exponent - fraction), rounded = size <= DBL_MAX ? std::nearbyint(size / unit) * unit : size;
    if (rounded > most) return (__nv_fp8_storage_t)(sign | (saturation == __NV_SATFINITE ? kind == __NV_E4M3 ? 0x7e : 0x7b : kind == __NV_E4M3 ? 0x7f : 0x7c));
    const unsigned units = (unsigned)(rounded / unit);  // with the leading bit, where there is one, which adds one to the exponent
    return (__nv_fp8_storage_t)(sign | ((unsigned)(exponent + bias - 1) << fraction) + units);
}
static inline float lw_fp8_to_float(__nv_fp8_storage_t bits, __nv_fp8_interpretation_t kind) {
    const int fraction = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15;
    const int exponent = (bits & 0x7f) >> fraction, units = bits & ((1 << fraction) - 1);
    const float sign = bits & 0x80 ? -1.0f : 1.0f;
    if (kind == __NV_E4M3 ? (bits & 0x7f) == 0x7f : exponent == 31 && units) return NAN;
    if (kind == __NV_E5M2 && exponent == 31) return sign * INFINITY;
    return sign * std::ldexp((float)(exponent ? units + (1 << fraction) : units), (exponent ? exponent : 1) - bias - fraction);
}
static inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float value, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) { return __nv_cvt_double_to_fp8(value, saturation, kind); }
static inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw value, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) { return __nv_cvt_double_to_fp8((float)(__half)value, saturation, kind); }
static inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw value, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) { return __nv_cvt_double_to_fp8((float)(__nv_bfloat16)value, saturation, kind); }
static inline __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 value, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) { return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(value.x, saturation, kind) | __nv_cvt_double_to_fp8(value.y, saturation, kind) << 8); }
static inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 value, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) { return __nv_cvt_double2_to_fp8x2(double2{value.x, value.y}, saturation, kind); }
static inline __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw value, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
    const __half2 both = value;
    return __nv_cvt_double2_to_fp8x2(double2{(float)both.x, (float)both.y}, saturation, kind);
}
static inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t bits, __nv_fp8_interpretation_t kind) { return __half(lw_fp8_to_float(bits, kind)); }
static inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t bits, __nv_fp8_interpretation_t kind) {
    __half2_raw both;
    return both.x = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)bits, kind).x, both.y = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(bits >> 8), kind).x, both;
}
// A whole number out of range is the end of its range.
template <typename T> static inline T lw_fp8_whole(float value) {
    constexpr T least = std::is_signed<T>::value ? (T)((T)1 << (8 * sizeof(T) - 1)) : (T)0, most = (T)~least;
    return value != value ? (T)0 : value >= (float)most ? most : value <= (float)least ? least : (T)value;
}
template <__nv_fp8_interpretation_t kind> struct lw_fp8 {
    __nv_fp8_storage_t __x;
    lw_fp8() = default;
    explicit lw_fp8(double value) : __x(__nv_cvt_double_to_fp8(value, __NV_SATFINITE, kind)) {}
    explicit lw_fp8(float value) : lw_fp8((double)value) {}
    explicit lw_fp8(__half value) : lw_fp8((double)(float)value) {}
    explicit lw_fp8(__nv_bfloat16 value) : lw_fp8((double)(float)value) {}
    template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>> explicit lw_fp8(T value) : lw_fp8((double)(float)value) {}
    explicit operator float() const { return lw_fp8_to_float(__x, kind); }
    explicit operator double() const { return lw_fp8_to_float(__x, kind); }
    explicit operator __half() const { return __half(lw_fp8_to_float(__x, kind)); }
    explicit operator __nv_bfloat16() const { return __nv_bfloat16(lw_fp8_to_float(__x, kind)); }
    explicit operator bool() const { return __x & 0x7f; }
    template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>> explicit operator T() const { return lw_fp8_whole<T>(lw_fp8_to_float(__x, kind)); }
};
template <__nv_fp8_interpretation_t kind> struct lw_fp8x2 {
    __nv_fp8x2_storage_t __x;
    lw_fp8x2() = default;
    explicit lw_fp8x2(double2 value) : __x(__nv_cvt_double2_to_fp8x2(value, __NV_SATFINITE, kind)) {}
    explicit lw_fp8x2(float2 value) : lw_fp8x2(double2{value.x, value.y}) {}
    explicit lw_fp8x2(__half2 value) : lw_fp8x2(double2{(float)value.x, (float)value.y}) {}
    explicit operator float2() const { return {lw_fp8_to_float((__nv_fp8_storage_t)__x, kind), lw_fp8_to_float((__nv_fp8_storage_t)(__x >> 8), kind)}; }
    explicit operator __half2() const { return __nv_cvt_fp8x2_to_halfraw2(__x, kind); }
};
template <__nv_fp8_interpretation_t kind> struct lw_fp8x4 {
    __nv_fp8x4_storage_t __x;
    lw_fp8x4() = default;
    explicit lw_fp8x4(double4 value) : __x(__nv_cvt_double2_to_fp8x2(double2{value.x, value.y}, __NV_SATFINITE, kind) | (unsigned)__nv_cvt_double2_to_fp8x2(double2{value.z, value.w}, __NV_SATFINITE, kind) << 16) {}
    explicit lw_fp8x4(float4 value) : lw_fp8x4(double4{value.x, value.y, value.z, value.w}) {}
    lw_fp8x4(__half2 low, __half2 high) : lw_fp8x4(double4{(float)low.x, (float)low.y, (float)high.x, (float)high.y}) {}
    explicit operator float4() const {
        const auto part = [&](int i) { return lw_fp8_to_float((__nv_fp8_storage_t)(__x >> 8 * i), kind); };
        return {part(0), part(1), part(2), part(3)};
    }
};
using __nv_fp8_e4m3 = lw_fp8<__NV_E4M3>;
using __nv_fp8_e5m2 = lw_fp8<__NV_E5M2>;
using __nv_fp8x2_e4m3 = lw_fp8x2<__NV_E4M3>;
using __nv_fp8x2_e5m2 = lw_fp8x2<__NV_E5M2>;
using __nv_fp8x4_e4m3 = lw_fp8x4<__NV_E4M3>;
using __nv_fp8x4_e5m2 = lw_fp8x4<__NV_E5M2>;
