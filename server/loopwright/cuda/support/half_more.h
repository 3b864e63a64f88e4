// needs: half conversions
// includes: cmath cstring
// pruned: yes
// What is less often asked of half and bfloat16. Each result is rounded once.
template <typename H> static inline H hceil(H a) {
    const float x = (float)a;
    return H(ceilf(x));
}
template <typename H> static inline H hfloor(H a) {
    const float x = (float)a;
    return H(floorf(x));
}
template <typename H> static inline H hrint(H a) {
    const float x = (float)a;
    return H(rintf(x));
}
template <typename H> static inline H htrunc(H a) {
    const float x = (float)a;
    return H(truncf(x));
}
template <typename H> static inline H hcos(H a) {
    const float x = (float)a;
    return H(cosf(x));
}
template <typename H> static inline H hsin(H a) {
    const float x = (float)a;
    return H(sinf(x));
}
template <typename H> static inline H htanh(H a) {
    const float x = (float)a;
    return H(tanhf(x));
}
template <typename H> static inline H hexp2(H a) {
    const float x = (float)a;
    return H(exp2f(x));
}
template <typename H> static inline H hexp10(H a) {
    const float x = (float)a;
    return H(powf(10.0f, x));
}
template <typename H> static inline H hlog2(H a) {
    const float x = (float)a;
    return H(log2f(x));
}
template <typename H> static inline H hlog10(H a) {
    const float x = (float)a;
    return H(log10f(x));
}
template <typename H> static inline H hrcp(H a) {
    const float x = (float)a;
    return H(1.0f / x);
}
template <typename H> static inline H lw_saturated(H a) { return (float)a > 1.0f ? H(1.0f) : (float)a > 0.0f ? a : H(0.0f); }
template <typename H> static inline H lw_positive(H a) { return (float)a < 0.0f ? H(0.0f) : a; }
template <typename H> static inline H __hadd_rn(H a, H b) { return __hadd(a, b); }
template <typename H> static inline H __hadd_sat(H a, H b) { return lw_saturated(__hadd(a, b)); }
template <typename P> static inline P __hadd2_rn(P a, P b) { return __hadd2(a, b); }
template <typename P> static inline P __hadd2_sat(P a, P b) { return {__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)}; }
template <typename H> static inline H __hsub_rn(H a, H b) { return __hsub(a, b); }
template <typename H> static inline H __hsub_sat(H a, H b) { return lw_saturated(__hsub(a, b)); }
template <typename P> static inline P __hsub2_rn(P a, P b) { return __hsub2(a, b); }
template <typename P> static inline P __hsub2_sat(P a, P b) { return {__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)}; }
template <typename H> static inline H __hmul_rn(H a, H b) { return __hmul(a, b); }
template <typename H> static inline H __hmul_sat(H a, H b) { return lw_saturated(__hmul(a, b)); }
template <typename P> static inline P __hmul2_rn(P a, P b) { return __hmul2(a, b); }
template <typename P> static inline P __hmul2_sat(P a, P b) { return {__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)}; }
template <typename H> static inline H __hfma_sat(H a, H b, H c) { return lw_saturated(__hfma(a, b, c)); }
template <typename H> static inline H __hfma_relu(H a, H b, H c) { return lw_positive(__hfma(a, b, c)); }
template <typename P> static inline P __hfma2_sat(P a, P b, P c) { return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)}; }
template <typename P> static inline P __hfma2_relu(P a, P b, P c) { return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)}; }
template <typename H> static inline int __hisinf(H a) { return std::isinf((float)a) ? ((float)a < 0.0f ? -1 : 1) : 0; }
template <typename H> static inline bool lw_unordered(H a, H b) { return __hisnan(a) || __hisnan(b); }
template <typename H> static inline H __hmax_nan(H a, H b) { return lw_unordered(a, b) ? H(NAN) : __hmax(a, b); }
template <typename H> static inline H __hmin_nan(H a, H b) { return lw_unordered(a, b) ? H(NAN) : __hmin(a, b); }
template <typename P> static inline P h2ceil(P a) { return {hceil(a.x), hceil(a.y)}; }
template <typename P> static inline P h2floor(P a) { return {hfloor(a.x), hfloor(a.y)}; }
template <typename P> static inline P h2rint(P a) { return {hrint(a.x), hrint(a.y)}; }
template <typename P> static inline P h2trunc(P a) { return {htrunc(a.x), htrunc(a.y)}; }
template <typename P> static inline P h2cos(P a) { return {hcos(a.x), hcos(a.y)}; }
template <typename P> static inline P h2sin(P a) { return {hsin(a.x), hsin(a.y)}; }
template <typename P> static inline P h2tanh(P a) { return {htanh(a.x), htanh(a.y)}; }
template <typename P> static inline P h2exp(P a) { return {hexp(a.x), hexp(a.y)}; }
template <typename P> static inline P h2exp2(P a) { return {hexp2(a.x), hexp2(a.y)}; }
template <typename P> static inline P h2exp10(P a) { return {hexp10(a.x), hexp10(a.y)}; }
template <typename P> static inline P h2log(P a) { return {hlog(a.x), hlog(a.y)}; }
template <typename P> static inline P h2log2(P a) { return {hlog2(a.x), hlog2(a.y)}; }
template <typename P> static inline P h2log10(P a) { return {hlog10(a.x), hlog10(a.y)}; }
template <typename P> static inline P h2rcp(P a) { return {hrcp(a.x), hrcp(a.y)}; }
template <typename P> static inline P h2sqrt(P a) { return {hsqrt(a.x), hsqrt(a.y)}; }
template <typename P> static inline P h2rsqrt(P a) { return {hrsqrt(a.x), hrsqrt(a.y)}; }
template <typename P> static inline P __habs2(P a) { return {__habs(a.x), __habs(a.y)}; }
template <typename P> static inline P __hneg2(P a) { return {__hneg(a.x), __hneg(a.y)}; }
template <typename P> static inline P __hmax2(P a, P b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }
template <typename P> static inline P __hmin2(P a, P b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }
template <typename P> static inline P __hmax2_nan(P a, P b) { return {__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)}; }
template <typename P> static inline P __hmin2_nan(P a, P b) { return {__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)}; }
template <typename P> static inline P __h2div(P a, P b) { return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)}; }
template <typename P> static inline P __hcmadd(P a, P b, P c) { return {__hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))}; }
template <typename P> static inline P __hisnan2(P a) { return {__hisnan(a.x) ? 1.0f : 0.0f, __hisnan(a.y) ? 1.0f : 0.0f}; }
template <typename H> static inline bool __hequ(H a, H b) { return lw_unordered(a, b) || __heq(a, b); }
template <typename P> static inline P __heq2(P a, P b) { return {__heq(a.x, b.x) ? 1.0f : 0.0f, __heq(a.y, b.y) ? 1.0f : 0.0f}; }
template <typename P> static inline bool __hbeq2(P a, P b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }
template <typename P> static inline unsigned __heq2_mask(P a, P b) { return (__heq(a.x, b.x) ? 0xffffu : 0u) | (__heq(a.y, b.y) ? 0xffff0000u : 0u); }
template <typename P> static inline P __hequ2(P a, P b) { return {__hequ(a.x, b.x) ? 1.0f : 0.0f, __hequ(a.y, b.y) ? 1.0f : 0.0f}; }
template <typename P> static inline bool __hbequ2(P a, P b) { return __hequ(a.x, b.x) && __hequ(a.y, b.y); }
template <typename P> static inline unsigned __hequ2_mask(P a, P b) { return (__hequ(a.x, b.x) ? 0xffffu : 0u) | (__hequ(a.y, b.y) ? 0xffff0000u : 0u); }
template <typename H> static inline bool __hneu(H a, H b) { return lw_unordered(a, b) || __hne(a, b); }
template <typename P> static inline P __hne2(P a, P b) { return {__hne(a.x, b.x) ? 1.0f : 0.0f, __hne(a.y, b.y) ? 1.0f : 0.0f}; }
template <typename P> static inline bool __hbne2(P a, P b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
template <typename P> static inline unsigned __hne2_mask(P a, P b) { return (__hne(a.x, b.x) ? 0xffffu : 0u) | (__hne(a.y, b.y) ? 0xffff0000u : 0u); }
template <typename P> static inline P __hneu2(P a, P b) { return {__hneu(a.x, b.x) ? 1.0f : 0.0f, __hneu(a.y, b.y) ? 1.0f : 0.0f}; }
template <typename P> static inline bool __hbneu2(P a, P b) { return __hneu(a.x, b.x) && __hneu(a.y, b.y); }
template <typename P> static inline unsigned __hneu2_mask(P a, P b) { return (__hneu(a.x, b.x) ? 0xffffu : 0u) | (__hneu(a.y, b.y) ? 0xffff0000u : 0u); }
template <typename H> static inline bool __hgtu(H a, H b) { return lw_unordered(a, b) || __hgt(a, b); }
template <typename P> static inline P __hgt2(P a, P b) { return {__hgt(a.x, b.x) ? 1.0f : 0.0f, __hgt(a.y, b.y) ? 1.0f : 0.0f}; }
template <typename P> static inline bool __hbgt2(P a, P b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }
template <typename P> static inline unsigned __hgt2_mask(P a, P b) { return (__hgt(a.x, b.x) ? 0xffffu : 0u) | (__hgt(a.y, b.y) ? 0xffff0000u : 0u); }
template <typename P> static inline P __hgtu2(P a, P b) { return {__hgtu(a.x, b.x) ? 1.0f : 0.0f, __hgtu(a.y, b.y) ? 1.0f : 0.0f}; }
template <typename P> static inline bool __hbgtu2(P a, P b) { return __hgtu(a.x, b.x) && __hgtu(a.y, b.y); }
template <typename P> static inline unsigned __hgtu2_mask(P a, P b) { return (__hgtu(a.x, b.x) ? 0xffffu : 0u) | (__hgtu(a.y, b.y) ? 0xffff0000u : 0u); }
template <typename H> static inline bool __hgeu(H a, H b) { return lw_unordered(a, b) || __hge(a, b); }
template <typename P> static inline P __hge2(P a, P b) { return {__hge(a.x, b.x) ? 1.0f : 0.0f, __hge(a.y, b.y) ? 1.0f : 0.0f}; }
template <typename P> static inline bool __hbge2(P a, P b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }
template <typename P> static inline unsigned __hge2_mask(P a, P b) { return (__hge(a.x, b.x) ? 0xffffu : 0u) | (__hge(a.y, b.y) ? 0xffff0000u : 0u); }
template <typename P> static inline P __hgeu2(P a, P b) { return {__hgeu(a.x, b.x) ? 1.0f : 0.0f, __hgeu(a.y, b.y) ? 1.0f : 0.0f}; }
template <typename P> static inline bool __hbgeu2(P a, P b) { return __hgeu(a.x, b.x) && __hgeu(a.y, b.y); }
template <typename P> static inline unsigned __hgeu2_mask(P a, P b) { return (__hgeu(a.x, b.x) ? 0xffffu : 0u) | (__hgeu(a.y, b.y) ? 0xffff0000u : 0u); }
template <typename H> static inline bool __hltu(H a, H b) { return lw_unordered(a, b) || __hlt(a, b); }
template <typename P> static inline P __hlt2(P a, P b) { return {__hlt(a.x, b.x) ? 1.0f : 0.0f, __hlt(a.y, b.y) ? 1.0f : 0.0f}; }
template <typename P> static inline bool __hblt2(P a, P b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }
template <typename P> static inline unsigned __hlt2_mask(P a, P b) { return (__hlt(a.x, b.x) ? 0xffffu : 0u) | (__hlt(a.y, b.y) ? 0xffff0000u : 0u); }
template <typename P> static inline P __hltu2(P a, P b) { return {__hltu(a.x, b.x) ? 1.0f : 0.0f, __hltu(a.y, b.y) ? 1.0f : 0.0f}; }
template <typename P> static inline bool __hbltu2(P a, P b) { return __hltu(a.x, b.x) && __hltu(a.y, b.y); }
template <typename P> static inline unsigned __hltu2_mask(P a, P b) { return (__hltu(a.x, b.x) ? 0xffffu : 0u) | (__hltu(a.y, b.y) ? 0xffff0000u : 0u); }
template <typename H> static inline bool __hleu(H a, H b) { return lw_unordered(a, b) || __hle(a, b); }
template <typename P> static inline P __hle2(P a, P b) { return {__hle(a.x, b.x) ? 1.0f : 0.0f, __hle(a.y, b.y) ? 1.0f : 0.0f}; }
template <typename P> static inline bool __hble2(P a, P b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }
template <typename P> static inline unsigned __hle2_mask(P a, P b) { return (__hle(a.x, b.x) ? 0xffffu : 0u) | (__hle(a.y, b.y) ? 0xffff0000u : 0u); }
template <typename P> static inline P __hleu2(P a, P b) { return {__hleu(a.x, b.x) ? 1.0f : 0.0f, __hleu(a.y, b.y) ? 1.0f : 0.0f}; }
template <typename P> static inline bool __hbleu2(P a, P b) { return __hleu(a.x, b.x) && __hleu(a.y, b.y); }
template <typename P> static inline unsigned __hleu2_mask(P a, P b) { return (__hleu(a.x, b.x) ? 0xffffu : 0u) | (__hleu(a.y, b.y) ? 0xffff0000u : 0u); }
template <typename P> static inline P __low2half2(P a) { return {a.x, a.x}; }
template <typename P> static inline P __high2half2(P a) { return {a.y, a.y}; }
template <typename P> static inline P __lows2half2(P a, P b) { return {a.x, b.x}; }
template <typename P> static inline P __highs2half2(P a, P b) { return {a.y, b.y}; }
template <typename P> static inline P __lowhigh2highlow(P a) { return {a.y, a.x}; }
static inline __half2 make_half2(__half a, __half b) { return {a, b}; }
static inline __half __double2half(double x) { return __half(x); }
static inline short __half_as_short(__half h) { return (short)h.bits; }
static inline __half __short_as_half(short bits) { return __ushort_as_half((unsigned short)bits); }
// The neighbour on the wanted side where rounding to nearest went to the other.
template <typename H = __half> static inline H lw_half_toward(double x, int side) {
    H h(x);
    const double got = (float)h;
    if (got == x || x != x) return h;
    const bool up = got > x;
    if (side == 0 ? fabs(got) > fabs(x) : up == (side < 0)) h.bits = (uint16_t)(h.bits + ((up == ((h.bits & 0x8000u) == 0)) ? -1 : 1));
    return h;
}
static inline __half __float2half_rd(float x) { return lw_half_toward(x, -1); }
static inline __half __float2half_ru(float x) { return lw_half_toward(x, 1); }
static inline __half __float2half_rz(float x) { return lw_half_toward(x, 0); }
static inline int __half2int_rn(__half h) { return truncated<int>(rintf((float)h)); }
static inline int __half2int_rz(__half h) { return truncated<int>(truncf((float)h)); }
static inline __half __int2half_rz(int x) { return lw_half_toward((double)x, 0); }
static inline int __half2int_rd(__half h) { return truncated<int>(floorf((float)h)); }
static inline __half __int2half_rd(int x) { return lw_half_toward((double)x, -1); }
static inline int __half2int_ru(__half h) { return truncated<int>(ceilf((float)h)); }
static inline __half __int2half_ru(int x) { return lw_half_toward((double)x, 1); }
static inline unsigned __half2uint_rn(__half h) { return truncated<unsigned>(rintf((float)h)); }
static inline __half __uint2half_rn(unsigned x) { return __half((double)x); }
static inline unsigned __half2uint_rz(__half h) { return truncated<unsigned>(truncf((float)h)); }
static inline __half __uint2half_rz(unsigned x) { return lw_half_toward((double)x, 0); }
static inline unsigned __half2uint_rd(__half h) { return truncated<unsigned>(floorf((float)h)); }
static inline __half __uint2half_rd(unsigned x) { return lw_half_toward((double)x, -1); }
static inline unsigned __half2uint_ru(__half h) { return truncated<unsigned>(ceilf((float)h)); }
static inline __half __uint2half_ru(unsigned x) { return lw_half_toward((double)x, 1); }
static inline short __half2short_rn(__half h) { return truncated<short>(rintf((float)h)); }
static inline __half __short2half_rn(short x) { return __half((double)x); }
static inline short __half2short_rz(__half h) { return truncated<short>(truncf((float)h)); }
static inline __half __short2half_rz(short x) { return lw_half_toward((double)x, 0); }
static inline short __half2short_rd(__half h) { return truncated<short>(floorf((float)h)); }
static inline __half __short2half_rd(short x) { return lw_half_toward((double)x, -1); }
static inline short __half2short_ru(__half h) { return truncated<short>(ceilf((float)h)); }
static inline __half __short2half_ru(short x) { return lw_half_toward((double)x, 1); }
static inline unsigned short __half2ushort_rn(__half h) { return truncated<unsigned short>(rintf((float)h)); }
static inline __half __ushort2half_rn(unsigned short x) { return __half((double)x); }
static inline unsigned short __half2ushort_rz(__half h) { return truncated<unsigned short>(truncf((float)h)); }
static inline __half __ushort2half_rz(unsigned short x) { return lw_half_toward((double)x, 0); }
static inline unsigned short __half2ushort_rd(__half h) { return truncated<unsigned short>(floorf((float)h)); }
static inline __half __ushort2half_rd(unsigned short x) { return lw_half_toward((double)x, -1); }
static inline unsigned short __half2ushort_ru(__half h) { return truncated<unsigned short>(ceilf((float)h)); }
static inline __half __ushort2half_ru(unsigned short x) { return lw_half_toward((double)x, 1); }
static inline long long __half2ll_rn(__half h) { return truncated<long long>(rintf((float)h)); }
static inline __half __ll2half_rn(long long x) { return __half((double)x); }
static inline long long __half2ll_rz(__half h) { return truncated<long long>(truncf((float)h)); }
static inline __half __ll2half_rz(long long x) { return lw_half_toward((double)x, 0); }
static inline long long __half2ll_rd(__half h) { return truncated<long long>(floorf((float)h)); }
static inline __half __ll2half_rd(long long x) { return lw_half_toward((double)x, -1); }
static inline long long __half2ll_ru(__half h) { return truncated<long long>(ceilf((float)h)); }
static inline __half __ll2half_ru(long long x) { return lw_half_toward((double)x, 1); }
static inline unsigned long long __half2ull_rn(__half h) { return truncated<unsigned long long>(rintf((float)h)); }
static inline __half __ull2half_rn(unsigned long long x) { return __half((double)x); }
static inline unsigned long long __half2ull_rz(__half h) { return truncated<unsigned long long>(truncf((float)h)); }
static inline __half __ull2half_rz(unsigned long long x) { return lw_half_toward((double)x, 0); }
static inline unsigned long long __half2ull_rd(__half h) { return truncated<unsigned long long>(floorf((float)h)); }
static inline __half __ull2half_rd(unsigned long long x) { return lw_half_toward((double)x, -1); }
static inline unsigned long long __half2ull_ru(__half h) { return truncated<unsigned long long>(ceilf((float)h)); }
static inline __half __ull2half_ru(unsigned long long x) { return lw_half_toward((double)x, 1); }
static inline signed char __half2char_rz(__half h) { return truncated<signed char>((float)h); }
static inline unsigned char __half2uchar_rz(__half h) { return truncated<unsigned char>((float)h); }
static inline __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }
static inline __nv_bfloat16 __float2bfloat16_rd(float x) { return lw_half_toward<__nv_bfloat16>(x, -1); }
static inline __nv_bfloat16 __float2bfloat16_ru(float x) { return lw_half_toward<__nv_bfloat16>(x, 1); }
static inline __nv_bfloat16 __float2bfloat16_rz(float x) { return lw_half_toward<__nv_bfloat16>(x, 0); }
static inline __nv_bfloat16 __int2bfloat16_rn(int x) { return __nv_bfloat16(x); }
static inline int __bfloat162int_rn(__nv_bfloat16 h) { return truncated<int>(rintf((float)h)); }
static inline int __bfloat162int_rz(__nv_bfloat16 h) { return truncated<int>((float)h); }
static inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 h) { return h.bits; }
static inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
    __nv_bfloat16 h;
    return h.bits = bits, h;
}
static inline __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return {__nv_bfloat16(a), __nv_bfloat16(b)}; }
static inline __nv_bfloat162 __float2bfloat162_rn(float a) { return __floats2bfloat162_rn(a, a); }
static inline __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __floats2bfloat162_rn(a.x, a.y); }
static inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return {a, a}; }
static inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
static inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
static inline float2 __bfloat1622float2(__nv_bfloat162 a) { return {(float)a.x, (float)a.y}; }
static inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
static inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
using nv_bfloat162 = __nv_bfloat162;
