// names: half __half half2 __half2 __nv_bfloat16 nv_bfloat16 __nv_bfloat162 __float2half __half2float __hadd __hmul __hsub __hdiv __hfma __hadd2 __hmul2 __hsub2 __hfma2 __float22half2_rn __half22float2 __floats2half2_rn __low2float __high2float __low2half __high2half __halves2half2 __half2half2 __float2half2_rn __float2half_rn __hgt __hlt __hge __hle __heq __hne __hneg __habs __hmax __hmin hexp hlog hsqrt hrsqrt __float2bfloat16 __bfloat162float __float2bfloat16_rn __int2half_rn __ushort_as_half __half_as_ushort __hisnan
// needs: vectors
// includes: cmath cstdint cstring utility
// Arithmetic of CUDA's half and bfloat16 is that of float, rounded once (round to nearest even).
static inline float lw_half_to_float(uint16_t h) {
    const uint32_t sign = (uint32_t)(h & 0x8000u) << 16;
    uint32_t exponent = h >> 10 & 31, fraction = h & 0x3ffu, bits;
    if (exponent == 31) bits = sign | 0x7f800000u | fraction << 13;
    else if (exponent) bits = sign | (exponent + 112) << 23 | fraction << 13;
    else if (!fraction) bits = sign;
    else {
        exponent = 113;
        while (!(fraction & 0x400u)) fraction <<= 1, --exponent;
        bits = sign | exponent << 23 | (fraction & 0x3ffu) << 13;
    }
    float f;
    std::memcpy(&f, &bits, sizeof f);
    return f;
}
static inline uint16_t lw_float_to_half(float f) {
    uint32_t bits;
    std::memcpy(&bits, &f, sizeof bits);
    const uint32_t sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return (uint16_t)(0x7fff);
    if (magnitude >= 0x477ff000u) return (uint16_t)(sign | 0x7c00u);
    if (magnitude < 0x38800000u) {
        float scaled;
        std::memcpy(&scaled, &magnitude, sizeof scaled);
        return (uint16_t)(sign | (uint32_t)nearbyintf(scaled * 16777216.0f));
    }
    const uint32_t rounded = magnitude + 0xfffu + (magnitude >> 13 & 1u);
    return (uint16_t)(sign | (rounded - 0x38000000u) >> 13);
}
// Rounded to odd: what is rounded again after it is rounded once.
static inline float lw_odd(double d) {
    float f = (float)d;
    uint32_t bits;
    std::memcpy(&bits, &f, sizeof bits);
    if ((double)f != d && !(bits & 1u) && std::isfinite(f)) bits += fabs((double)f) < fabs(d) ? 1u : -1u;
    std::memcpy(&f, &bits, sizeof f);
    return f;
}
struct __half {
    uint16_t bits;
    __half() = default;
    __half(float f) : bits(lw_float_to_half(f)) {}
    __half(double f) : __half(lw_odd(f)) {}
    __half(int i) : __half((double)i) {}
    __half(unsigned i) : __half((double)i) {}
    __half(long i) : __half((double)i) {}
    operator float() const { return lw_half_to_float(bits); }
};
struct __nv_bfloat16 {
    uint16_t bits;
    __nv_bfloat16() = default;
    __nv_bfloat16(float f) {
        uint32_t b;
        std::memcpy(&b, &f, sizeof b);
        bits = f != f ? 0x7fff : (uint16_t)((b + 0x7fffu + (b >> 16 & 1u)) >> 16);
    }
    __nv_bfloat16(double f) : __nv_bfloat16(lw_odd(f)) {}
    __nv_bfloat16(int i) : __nv_bfloat16((double)i) {}
    operator float() const {
        const uint32_t b = (uint32_t)bits << 16;
        float f;
        std::memcpy(&f, &b, sizeof f);
        return f;
    }
};
#define LW_SMALL_FLOAT(H) \
    static inline H operator+(H a, H b) { return H((float)a + (float)b); } \
    static inline H operator-(H a, H b) { return H((float)a - (float)b); } \
    static inline H operator*(H a, H b) { return H((float)a * (float)b); } \
    static inline H operator/(H a, H b) { return H((float)a / (float)b); } \
    static inline H operator-(H a) { return H(-(float)a); } \
    static inline H operator+(H a) { return a; } \
    static inline H &operator+=(H &a, H b) { return a = a + b; } \
    static inline H &operator-=(H &a, H b) { return a = a - b; } \
    static inline H &operator*=(H &a, H b) { return a = a * b; } \
    static inline H &operator/=(H &a, H b) { return a = a / b; } \
    static inline H &operator++(H &a) { return a = a + H(1); } \
    static inline H &operator--(H &a) { return a = a - H(1); } \
    static inline H operator++(H &a, int) { return std::exchange(a, a + H(1)); } \
    static inline H operator--(H &a, int) { return std::exchange(a, a - H(1)); } \
    static inline bool operator<(H a, H b) { return (float)a < (float)b; } \
    static inline bool operator>(H a, H b) { return (float)a > (float)b; } \
    static inline bool operator<=(H a, H b) { return (float)a <= (float)b; } \
    static inline bool operator>=(H a, H b) { return (float)a >= (float)b; } \
    static inline bool operator==(H a, H b) { return (float)a == (float)b; } \
    static inline bool operator!=(H a, H b) { return (float)a != (float)b; } \
    static inline H __hadd(H a, H b) { return a + b; } \
    static inline H __hsub(H a, H b) { return a - b; } \
    static inline H __hmul(H a, H b) { return a * b; } \
    static inline H __hdiv(H a, H b) { return a / b; } \
    static inline H __hneg(H a) { return -a; } \
    static inline H __habs(H a) { return H(fabsf((float)a)); } \
    static inline H __hfma(H a, H b, H c) { return H((double)(float)a * (float)b + (double)(float)c); } \
    static inline bool __hgt(H a, H b) { return a > b; } \
    static inline bool __hlt(H a, H b) { return a < b; } \
    static inline bool __hge(H a, H b) { return a >= b; } \
    static inline bool __hle(H a, H b) { return a <= b; } \
    static inline bool __heq(H a, H b) { return a == b; } \
    static inline bool __hne(H a, H b) { return a < b || a > b; } \
    static inline bool __hisnan(H a) { return std::isnan((float)a); } \
    static inline H __hmax(H a, H b) { return __hisnan(b) || a > b || (a == b && !std::signbit((float)a)) ? a : b; } \
    static inline H __hmin(H a, H b) { return __hisnan(b) || a < b || (a == b && std::signbit((float)a)) ? a : b; } \
    static inline H hexp(H a) { return H(expf((float)a)); } \
    static inline H hlog(H a) { return H(logf((float)a)); } \
    static inline H hsqrt(H a) { return H(sqrtf((float)a)); } \
    static inline H hrsqrt(H a) { return H(1.0f / sqrtf((float)a)); } \
    struct alignas(4) H##2 { \
        H x, y; \
        H##2() = default; \
        H##2(H x, H y) : x(x), y(y) {} \
    }; \
    static inline H##2 __hadd2(H##2 a, H##2 b) { return H##2{a.x + b.x, a.y + b.y}; } \
    static inline H##2 __hsub2(H##2 a, H##2 b) { return H##2{a.x - b.x, a.y - b.y}; } \
    static inline H##2 __hmul2(H##2 a, H##2 b) { return H##2{a.x * b.x, a.y * b.y}; } \
    static inline H##2 __hfma2(H##2 a, H##2 b, H##2 c) { return H##2{__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; } \
    static inline H##2 operator+(H##2 a, H##2 b) { return __hadd2(a, b); } \
    static inline H##2 operator-(H##2 a, H##2 b) { return __hsub2(a, b); } \
    static inline H##2 operator*(H##2 a, H##2 b) { return __hmul2(a, b); } \
    static inline H##2 operator/(H##2 a, H##2 b) { return H##2{a.x / b.x, a.y / b.y}; } \
    static inline H##2 operator-(H##2 a) { return H##2{-a.x, -a.y}; } \
    static inline H##2 &operator+=(H##2 &a, H##2 b) { return a = a + b; } \
    static inline H##2 &operator-=(H##2 &a, H##2 b) { return a = a - b; } \
    static inline H##2 &operator*=(H##2 &a, H##2 b) { return a = a * b; } \
    static inline H##2 &operator/=(H##2 &a, H##2 b) { return a = a / b; } \
    static inline H##2 operator+(H##2 a) { return a; } \
    static inline H##2 &operator++(H##2 &a) { return a = a + H##2{H(1), H(1)}; } \
    static inline H##2 &operator--(H##2 &a) { return a = a - H##2{H(1), H(1)}; } \
    static inline H##2 operator++(H##2 &a, int) { return std::exchange(a, a + H##2{H(1), H(1)}); } \
    static inline H##2 operator--(H##2 &a, int) { return std::exchange(a, a - H##2{H(1), H(1)}); } \
    static inline bool operator==(H##2 a, H##2 b) { return a.x == b.x && a.y == b.y; } \
    static inline bool operator!=(H##2 a, H##2 b) { return a.x != b.x && a.y != b.y; } \
    static inline bool operator<(H##2 a, H##2 b) { return a.x < b.x && a.y < b.y; } \
    static inline bool operator>(H##2 a, H##2 b) { return a.x > b.x && a.y > b.y; } \
    static inline bool operator<=(H##2 a, H##2 b) { return a.x <= b.x && a.y <= b.y; } \
    static inline bool operator>=(H##2 a, H##2 b) { return a.x >= b.x && a.y >= b.y; }
LW_SMALL_FLOAT(__half)
LW_SMALL_FLOAT(__nv_bfloat16)
#undef LW_SMALL_FLOAT
using half = __half;
using half2 = __half2;
using nv_bfloat16 = __nv_bfloat16;
static inline __half __float2half(float f) { return __half(f); }
static inline __half __float2half_rn(float f) { return __half(f); }
static inline float __half2float(__half h) { return (float)h; }
static inline __half __int2half_rn(int i) { return __half(i); }
static inline __half2 __floats2half2_rn(float a, float b) { return __half2{__half(a), __half(b)}; }
static inline __half2 __float2half2_rn(float a) { return __half2{__half(a), __half(a)}; }
static inline __half2 __half2half2(__half a) { return __half2{a, a}; }
static inline __half2 __halves2half2(__half a, __half b) { return __half2{a, b}; }
static inline __half2 __float22half2_rn(float2 a) { return __half2{__half(a.x), __half(a.y)}; }
static inline float2 __half22float2(__half2 a) { return float2{(float)a.x, (float)a.y}; }
static inline float __low2float(__half2 a) { return (float)a.x; }
static inline float __high2float(__half2 a) { return (float)a.y; }
static inline float __low2float(__nv_bfloat162 a) { return (float)a.x; }
static inline float __high2float(__nv_bfloat162 a) { return (float)a.y; }
static inline __half __low2half(__half2 a) { return a.x; }
static inline __half __high2half(__half2 a) { return a.y; }
static inline __nv_bfloat16 __float2bfloat16(float f) { return __nv_bfloat16(f); }
static inline __nv_bfloat16 __float2bfloat16_rn(float f) { return __nv_bfloat16(f); }
static inline float __bfloat162float(__nv_bfloat16 h) { return (float)h; }
static inline __half __ushort_as_half(unsigned short bits) {
    __half h;
    h.bits = bits;
    return h;
}
static inline unsigned short __half_as_ushort(__half h) { return h.bits; }
