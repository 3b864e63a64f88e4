// pruned: yes
// needs: conversions
// includes: cfloat cmath limits type_traits
// A number of W and what it lacks, exact together, as the nearest of T or in a direction: 1 up, -1 down, 0 towards zero.
template <typename T, typename W> static inline T lw_directed(W value, W rest, int direction) {
    const T near = (T)value;
    const W apart = (value - (W)near) + rest;
    if (near != near || apart == 0 || apart != apart) return near;
    if (direction > 0 ? apart > 0 : direction < 0 ? false : near < 0 && apart > 0) return std::nextafter(near, direction ? (T)INFINITY : (T)0);
    if (direction < 0 ? apart < 0 : direction > 0 ? false : near > 0 && apart < 0) return std::nextafter(near, direction ? (T)-INFINITY : (T)0);
    return near;
}
// What is finite and too large in a direction: the largest number, unless it leads away from zero.
template <typename T> static inline T lw_too_large(T infinite, int direction) {
    return direction != 0 && (direction > 0) == (infinite > 0) ? infinite : std::copysign(std::numeric_limits<T>::max(), infinite);
}
// A sum with what it lacks.
template <typename T, typename W> static inline T lw_sum(W a, W b, int direction) {
    const W sum = a + b, back = sum - a;
    if (sum == 0 && direction < 0) return a == 0 && b == 0 && !std::signbit((T)a) && !std::signbit((T)b) ? (T)0 : -(T)0;
    if (sum - sum == 0 && !std::isfinite((T)sum)) return lw_too_large((T)sum, direction);
    return std::isfinite((T)sum) ? lw_directed<T, W>(sum, (a - (sum - back)) + (b - back), direction) : (T)sum;
}
template <typename T, typename W> static inline T lw_quotient(T a, T b, int direction) {
    const T near = a / b;
    if (std::isinf(near) && std::isfinite(a) && b != 0) return lw_too_large(near, direction);
    if (!std::isfinite(near) || b == 0 || !std::isfinite(b)) return near;
    const W rest = ((W)a - (W)near * (W)b) * (b < 0 ? -1 : 1);
    return lw_directed<T, W>((W)near, rest, direction);
}
template <typename T, typename W> static inline T lw_root(T a, int direction) {
    const T near = std::sqrt(a);
    return std::isfinite(near) ? lw_directed<T, W>((W)near, (W)a - (W)near * (W)near, direction) : near;
}
static inline float __fadd_rd(float a, float b) { return lw_sum<float, double>(a, b, -1); }
static inline double __dadd_rd(double a, double b) { return lw_sum<double, __float128>(a, b, -1); }
static inline float __fsub_rd(float a, float b) { return lw_sum<float, double>(a, -(double)b, -1); }
static inline double __dsub_rd(double a, double b) { return lw_sum<double, __float128>(a, -(__float128)b, -1); }
static inline float __fmul_rd(float a, float b) { return lw_directed<float, double>((double)a * b, 0, -1); }
static inline double __dmul_rd(double a, double b) { return lw_directed<double, __float128>((__float128)a * b, 0, -1); }
static inline float __fdiv_rd(float a, float b) { return lw_quotient<float, double>(a, b, -1); }
static inline double __ddiv_rd(double a, double b) { return lw_quotient<double, __float128>(a, b, -1); }
static inline float __fmaf_rd(float a, float b, float c) { return lw_sum<float, double>((double)a * b, c, -1); }
static inline double __fma_rd(double a, double b, double c) { return lw_sum<double, __float128>((__float128)a * b, c, -1); }
static inline float __frcp_rd(float a) { return lw_quotient<float, double>(1.0f, a, -1); }
static inline double __drcp_rd(double a) { return lw_quotient<double, __float128>(1.0, a, -1); }
static inline float __fsqrt_rd(float a) { return lw_root<float, double>(a, -1); }
static inline double __dsqrt_rd(double a) { return lw_root<double, __float128>(a, -1); }
static inline float __double2float_rd(double a) { return lw_directed<float, double>(a, 0, -1); }
static inline float __int2float_rd(int a) { return lw_directed<float, long double>(a, 0, -1); }
static inline float __uint2float_rd(unsigned a) { return lw_directed<float, long double>(a, 0, -1); }
static inline float __ll2float_rd(long long a) { return lw_directed<float, long double>(a, 0, -1); }
static inline double __ll2double_rd(long long a) { return lw_directed<double, long double>(a, 0, -1); }
static inline float __ull2float_rd(unsigned long long a) { return lw_directed<float, long double>(a, 0, -1); }
static inline double __ull2double_rd(unsigned long long a) { return lw_directed<double, long double>(a, 0, -1); }
static inline float __fadd_ru(float a, float b) { return lw_sum<float, double>(a, b, 1); }
static inline double __dadd_ru(double a, double b) { return lw_sum<double, __float128>(a, b, 1); }
static inline float __fsub_ru(float a, float b) { return lw_sum<float, double>(a, -(double)b, 1); }
static inline double __dsub_ru(double a, double b) { return lw_sum<double, __float128>(a, -(__float128)b, 1); }
static inline float __fmul_ru(float a, float b) { return lw_directed<float, double>((double)a * b, 0, 1); }
static inline double __dmul_ru(double a, double b) { return lw_directed<double, __float128>((__float128)a * b, 0, 1); }
static inline float __fdiv_ru(float a, float b) { return lw_quotient<float, double>(a, b, 1); }
static inline double __ddiv_ru(double a, double b) { return lw_quotient<double, __float128>(a, b, 1); }
static inline float __fmaf_ru(float a, float b, float c) { return lw_sum<float, double>((double)a * b, c, 1); }
static inline double __fma_ru(double a, double b, double c) { return lw_sum<double, __float128>((__float128)a * b, c, 1); }
static inline float __frcp_ru(float a) { return lw_quotient<float, double>(1.0f, a, 1); }
static inline double __drcp_ru(double a) { return lw_quotient<double, __float128>(1.0, a, 1); }
static inline float __fsqrt_ru(float a) { return lw_root<float, double>(a, 1); }
static inline double __dsqrt_ru(double a) { return lw_root<double, __float128>(a, 1); }
static inline float __double2float_ru(double a) { return lw_directed<float, double>(a, 0, 1); }
static inline float __int2float_ru(int a) { return lw_directed<float, long double>(a, 0, 1); }
static inline float __uint2float_ru(unsigned a) { return lw_directed<float, long double>(a, 0, 1); }
static inline float __ll2float_ru(long long a) { return lw_directed<float, long double>(a, 0, 1); }
static inline double __ll2double_ru(long long a) { return lw_directed<double, long double>(a, 0, 1); }
static inline float __ull2float_ru(unsigned long long a) { return lw_directed<float, long double>(a, 0, 1); }
static inline double __ull2double_ru(unsigned long long a) { return lw_directed<double, long double>(a, 0, 1); }
static inline float __fadd_rz(float a, float b) { return lw_sum<float, double>(a, b, 0); }
static inline double __dadd_rz(double a, double b) { return lw_sum<double, __float128>(a, b, 0); }
static inline float __fsub_rz(float a, float b) { return lw_sum<float, double>(a, -(double)b, 0); }
static inline double __dsub_rz(double a, double b) { return lw_sum<double, __float128>(a, -(__float128)b, 0); }
static inline float __fmul_rz(float a, float b) { return lw_directed<float, double>((double)a * b, 0, 0); }
static inline double __dmul_rz(double a, double b) { return lw_directed<double, __float128>((__float128)a * b, 0, 0); }
static inline float __fdiv_rz(float a, float b) { return lw_quotient<float, double>(a, b, 0); }
static inline double __ddiv_rz(double a, double b) { return lw_quotient<double, __float128>(a, b, 0); }
static inline float __fmaf_rz(float a, float b, float c) { return lw_sum<float, double>((double)a * b, c, 0); }
static inline double __fma_rz(double a, double b, double c) { return lw_sum<double, __float128>((__float128)a * b, c, 0); }
static inline float __frcp_rz(float a) { return lw_quotient<float, double>(1.0f, a, 0); }
static inline double __drcp_rz(double a) { return lw_quotient<double, __float128>(1.0, a, 0); }
static inline float __fsqrt_rz(float a) { return lw_root<float, double>(a, 0); }
static inline double __dsqrt_rz(double a) { return lw_root<double, __float128>(a, 0); }
static inline float __double2float_rz(double a) { return lw_directed<float, double>(a, 0, 0); }
static inline float __int2float_rz(int a) { return lw_directed<float, long double>(a, 0, 0); }
static inline float __uint2float_rz(unsigned a) { return lw_directed<float, long double>(a, 0, 0); }
static inline float __ll2float_rz(long long a) { return lw_directed<float, long double>(a, 0, 0); }
static inline double __ll2double_rz(long long a) { return lw_directed<double, long double>(a, 0, 0); }
static inline float __ull2float_rz(unsigned long long a) { return lw_directed<float, long double>(a, 0, 0); }
static inline double __ull2double_rz(unsigned long long a) { return lw_directed<double, long double>(a, 0, 0); }
static inline float __ll2float_rn(long long a) { return (float)a; }
static inline double __ll2double_rn(long long a) { return (double)a; }
static inline float __ull2float_rn(unsigned long long a) { return (float)a; }
static inline double __ull2double_rn(unsigned long long a) { return (double)a; }
static inline double __uint2double_rn(unsigned a) { return a; }
static inline int __float2int_rn(float a) { return truncated<int>(rintf(a)); }
static inline int __float2int_rd(float a) { return truncated<int>(floorf(a)); }
static inline int __float2int_ru(float a) { return truncated<int>(ceilf(a)); }
static inline int __float2int_rz(float a) { return truncated<int>(truncf(a)); }
static inline unsigned __float2uint_rn(float a) { return truncated<unsigned>(rintf(a)); }
static inline unsigned __float2uint_rd(float a) { return truncated<unsigned>(floorf(a)); }
static inline unsigned __float2uint_ru(float a) { return truncated<unsigned>(ceilf(a)); }
static inline unsigned __float2uint_rz(float a) { return truncated<unsigned>(truncf(a)); }
static inline long long __float2ll_rn(float a) { return truncated<long long>(rintf(a)); }
static inline long long __float2ll_rd(float a) { return truncated<long long>(floorf(a)); }
static inline long long __float2ll_ru(float a) { return truncated<long long>(ceilf(a)); }
static inline long long __float2ll_rz(float a) { return truncated<long long>(truncf(a)); }
static inline unsigned long long __float2ull_rn(float a) { return truncated<unsigned long long>(rintf(a)); }
static inline unsigned long long __float2ull_rd(float a) { return truncated<unsigned long long>(floorf(a)); }
static inline unsigned long long __float2ull_ru(float a) { return truncated<unsigned long long>(ceilf(a)); }
static inline unsigned long long __float2ull_rz(float a) { return truncated<unsigned long long>(truncf(a)); }
static inline int __double2int_rn(double a) { return truncated<int>(rint(a)); }
static inline int __double2int_rd(double a) { return truncated<int>(floor(a)); }
static inline int __double2int_ru(double a) { return truncated<int>(ceil(a)); }
static inline int __double2int_rz(double a) { return truncated<int>(trunc(a)); }
static inline unsigned __double2uint_rn(double a) { return truncated<unsigned>(rint(a)); }
static inline unsigned __double2uint_rd(double a) { return truncated<unsigned>(floor(a)); }
static inline unsigned __double2uint_ru(double a) { return truncated<unsigned>(ceil(a)); }
static inline unsigned __double2uint_rz(double a) { return truncated<unsigned>(trunc(a)); }
static inline long long __double2ll_rn(double a) { return truncated<long long>(rint(a)); }
static inline long long __double2ll_rd(double a) { return truncated<long long>(floor(a)); }
static inline long long __double2ll_ru(double a) { return truncated<long long>(ceil(a)); }
static inline long long __double2ll_rz(double a) { return truncated<long long>(trunc(a)); }
static inline unsigned long long __double2ull_rn(double a) { return truncated<unsigned long long>(rint(a)); }
static inline unsigned long long __double2ull_rd(double a) { return truncated<unsigned long long>(floor(a)); }
static inline unsigned long long __double2ull_ru(double a) { return truncated<unsigned long long>(ceil(a)); }
static inline unsigned long long __double2ull_rz(double a) { return truncated<unsigned long long>(trunc(a)); }
static inline float __frsqrt_rn(float a) { return (float)(1.0 / std::sqrt((double)a)); }
static inline int __mul24(int a, int b) { return (int)((unsigned)((int)((unsigned)a << 8) >> 8) * (unsigned)((int)((unsigned)b << 8) >> 8)); }
static inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
static inline long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
static inline int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
static inline int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
static inline unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) >> 1); }
static inline unsigned __urhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b + 1) >> 1); }
static inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a < b ? b - a : a - b) + c; }
static inline unsigned __sad(int a, int b, unsigned c) { return (a < b ? (unsigned)b - (unsigned)a : (unsigned)a - (unsigned)b) + c; }
static inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) { return shift >= 32 ? low : (unsigned)(((unsigned long long)high << 32 | low) << shift >> 32); }
static inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) { return shift >= 32 ? high : (unsigned)(((unsigned long long)high << 32 | low) >> shift); }
static inline int __fns(unsigned mask, unsigned base, int offset) {
    const int step = offset < 0 ? -1 : 1;
    int left = offset < 0 ? -offset : offset == 0 ? 1 : offset;
    if (offset == 0) return mask >> base & 1u ? (int)base : -1;
    for (int i = (int)base; i >= 0 && i < 32; i += step)
        if (mask >> i & 1u && --left == 0) return i;
    return -1;
}
static inline int __dp2a_lo(int a, int b, int c) { return c + (short)a * (signed char)b + (short)(a >> 16) * (signed char)(b >> 8); }
static inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) { return c + (a & 0xffffu) * (b & 0xffu) + (a >> 16) * (b >> 8 & 0xffu); }
static inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return c + (a & 0xffffu) * (b >> 16 & 0xffu) + (a >> 16) * (b >> 24); }
static inline int __dp2a_hi(int a, int b, int c) { return c + (short)a * (signed char)(b >> 16) + (short)(a >> 16) * (signed char)(b >> 24); }
static inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
static inline unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
static inline long long llmin(long long a, long long b) { return a < b ? a : b; }
static inline long long llmax(long long a, long long b) { return a > b ? a : b; }
static inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
static inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }
static inline double fdivide(double a, double b) { return a / b; }
// The parts of a word by themselves: a function of two parts, of so many bits.
template <int BITS, bool SIGNED, typename F> static inline unsigned lw_parts(unsigned a, unsigned b, F part) {
    unsigned word = 0;
    for (int i = 0; i < 32; i += BITS) {
        const unsigned mask = (1u << BITS) - 1;
        int x = (int)(a >> i & mask), y = (int)(b >> i & mask);
        if (SIGNED) x = (int)((unsigned)x << (32 - BITS)) >> (32 - BITS), y = (int)((unsigned)y << (32 - BITS)) >> (32 - BITS);
        word |= ((unsigned)part(x, y) & mask) << i;
    }
    return word;
}
static inline int lw_within(int x, int least, int most) { return x < least ? least : x > most ? most : x; }
static inline unsigned __vabs2(unsigned a) { return lw_parts<16, true>(a, a, [](int x, int) { return x < 0 ? -x : x; }); }
static inline unsigned __vneg2(unsigned a) { return lw_parts<16, true>(a, a, [](int x, int) { return -x; }); }
static inline unsigned __vabsss2(unsigned a) { return lw_parts<16, true>(a, a, [](int x, int) { return lw_within(x < 0 ? -x : x, -32768, 32767); }); }
static inline unsigned __vnegss2(unsigned a) { return lw_parts<16, true>(a, a, [](int x, int) { return lw_within(-x, -32768, 32767); }); }
static inline unsigned __vadd2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x + y; }); }
static inline unsigned __vsub2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x - y; }); }
static inline unsigned __vaddss2(unsigned a, unsigned b) { return lw_parts<16, true>(a, b, [](int x, int y) { return lw_within(x + y, -32768, 32767); }); }
static inline unsigned __vaddus2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return lw_within(x + y, 0, 65535); }); }
static inline unsigned __vsubss2(unsigned a, unsigned b) { return lw_parts<16, true>(a, b, [](int x, int y) { return lw_within(x - y, -32768, 32767); }); }
static inline unsigned __vsubus2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return lw_within(x - y, 0, 65535); }); }
static inline unsigned __vabsdiffs2(unsigned a, unsigned b) { return lw_parts<16, true>(a, b, [](int x, int y) { return x < y ? y - x : x - y; }); }
static inline unsigned __vabsdiffu2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x < y ? y - x : x - y; }); }
static inline unsigned __vavgs2(unsigned a, unsigned b) { return lw_parts<16, true>(a, b, [](int x, int y) { return (x + y + (x + y >= 0)) >> 1; }); }
static inline unsigned __vavgu2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return (x + y + 1) >> 1; }); }
static inline unsigned __vhaddu2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return (x + y) >> 1; }); }
static inline unsigned __vmaxs2(unsigned a, unsigned b) { return lw_parts<16, true>(a, b, [](int x, int y) { return x > y ? x : y; }); }
static inline unsigned __vmins2(unsigned a, unsigned b) { return lw_parts<16, true>(a, b, [](int x, int y) { return x < y ? x : y; }); }
static inline unsigned __vmaxu2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x > y ? x : y; }); }
static inline unsigned __vminu2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x < y ? x : y; }); }
static inline unsigned __vcmpeq2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x == y ? -1 : 0; }); }
static inline unsigned __vseteq2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x == y; }); }
static inline unsigned __vcmpne2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x != y ? -1 : 0; }); }
static inline unsigned __vsetne2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x != y; }); }
static inline unsigned __vcmpges2(unsigned a, unsigned b) { return lw_parts<16, true>(a, b, [](int x, int y) { return x >= y ? -1 : 0; }); }
static inline unsigned __vsetges2(unsigned a, unsigned b) { return lw_parts<16, true>(a, b, [](int x, int y) { return x >= y; }); }
static inline unsigned __vcmpgeu2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x >= y ? -1 : 0; }); }
static inline unsigned __vsetgeu2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x >= y; }); }
static inline unsigned __vcmpgts2(unsigned a, unsigned b) { return lw_parts<16, true>(a, b, [](int x, int y) { return x > y ? -1 : 0; }); }
static inline unsigned __vsetgts2(unsigned a, unsigned b) { return lw_parts<16, true>(a, b, [](int x, int y) { return x > y; }); }
static inline unsigned __vcmpgtu2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x > y ? -1 : 0; }); }
static inline unsigned __vsetgtu2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x > y; }); }
static inline unsigned __vcmples2(unsigned a, unsigned b) { return lw_parts<16, true>(a, b, [](int x, int y) { return x <= y ? -1 : 0; }); }
static inline unsigned __vsetles2(unsigned a, unsigned b) { return lw_parts<16, true>(a, b, [](int x, int y) { return x <= y; }); }
static inline unsigned __vcmpleu2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x <= y ? -1 : 0; }); }
static inline unsigned __vsetleu2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x <= y; }); }
static inline unsigned __vcmplts2(unsigned a, unsigned b) { return lw_parts<16, true>(a, b, [](int x, int y) { return x < y ? -1 : 0; }); }
static inline unsigned __vsetlts2(unsigned a, unsigned b) { return lw_parts<16, true>(a, b, [](int x, int y) { return x < y; }); }
static inline unsigned __vcmpltu2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x < y ? -1 : 0; }); }
static inline unsigned __vsetltu2(unsigned a, unsigned b) { return lw_parts<16, false>(a, b, [](int x, int y) { return x < y; }); }
static inline unsigned __vsads2(unsigned a, unsigned b) {
    const unsigned d = __vabsdiffs2(a, b);
    unsigned sum = 0;
    for (int i = 0; i < 32; i += 16) sum += d >> i & 65535u;
    return sum;
}
static inline unsigned __vsadu2(unsigned a, unsigned b) {
    const unsigned d = __vabsdiffu2(a, b);
    unsigned sum = 0;
    for (int i = 0; i < 32; i += 16) sum += d >> i & 65535u;
    return sum;
}
static inline unsigned __vabs4(unsigned a) { return lw_parts<8, true>(a, a, [](int x, int) { return x < 0 ? -x : x; }); }
static inline unsigned __vneg4(unsigned a) { return lw_parts<8, true>(a, a, [](int x, int) { return -x; }); }
static inline unsigned __vabsss4(unsigned a) { return lw_parts<8, true>(a, a, [](int x, int) { return lw_within(x < 0 ? -x : x, -128, 127); }); }
static inline unsigned __vnegss4(unsigned a) { return lw_parts<8, true>(a, a, [](int x, int) { return lw_within(-x, -128, 127); }); }
static inline unsigned __vadd4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x + y; }); }
static inline unsigned __vsub4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x - y; }); }
static inline unsigned __vaddss4(unsigned a, unsigned b) { return lw_parts<8, true>(a, b, [](int x, int y) { return lw_within(x + y, -128, 127); }); }
static inline unsigned __vaddus4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return lw_within(x + y, 0, 255); }); }
static inline unsigned __vsubss4(unsigned a, unsigned b) { return lw_parts<8, true>(a, b, [](int x, int y) { return lw_within(x - y, -128, 127); }); }
static inline unsigned __vsubus4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return lw_within(x - y, 0, 255); }); }
static inline unsigned __vabsdiffs4(unsigned a, unsigned b) { return lw_parts<8, true>(a, b, [](int x, int y) { return x < y ? y - x : x - y; }); }
static inline unsigned __vabsdiffu4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x < y ? y - x : x - y; }); }
static inline unsigned __vavgs4(unsigned a, unsigned b) { return lw_parts<8, true>(a, b, [](int x, int y) { return (x + y + (x + y >= 0)) >> 1; }); }
static inline unsigned __vavgu4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return (x + y + 1) >> 1; }); }
static inline unsigned __vhaddu4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return (x + y) >> 1; }); }
static inline unsigned __vmaxs4(unsigned a, unsigned b) { return lw_parts<8, true>(a, b, [](int x, int y) { return x > y ? x : y; }); }
static inline unsigned __vmins4(unsigned a, unsigned b) { return lw_parts<8, true>(a, b, [](int x, int y) { return x < y ? x : y; }); }
static inline unsigned __vmaxu4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x > y ? x : y; }); }
static inline unsigned __vminu4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x < y ? x : y; }); }
static inline unsigned __vcmpeq4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x == y ? -1 : 0; }); }
static inline unsigned __vseteq4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x == y; }); }
static inline unsigned __vcmpne4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x != y ? -1 : 0; }); }
static inline unsigned __vsetne4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x != y; }); }
static inline unsigned __vcmpges4(unsigned a, unsigned b) { return lw_parts<8, true>(a, b, [](int x, int y) { return x >= y ? -1 : 0; }); }
static inline unsigned __vsetges4(unsigned a, unsigned b) { return lw_parts<8, true>(a, b, [](int x, int y) { return x >= y; }); }
static inline unsigned __vcmpgeu4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x >= y ? -1 : 0; }); }
static inline unsigned __vsetgeu4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x >= y; }); }
static inline unsigned __vcmpgts4(unsigned a, unsigned b) { return lw_parts<8, true>(a, b, [](int x, int y) { return x > y ? -1 : 0; }); }
static inline unsigned __vsetgts4(unsigned a, unsigned b) { return lw_parts<8, true>(a, b, [](int x, int y) { return x > y; }); }
static inline unsigned __vcmpgtu4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x > y ? -1 : 0; }); }
static inline unsigned __vsetgtu4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x > y; }); }
static inline unsigned __vcmples4(unsigned a, unsigned b) { return lw_parts<8, true>(a, b, [](int x, int y) { return x <= y ? -1 : 0; }); }
static inline unsigned __vsetles4(unsigned a, unsigned b) { return lw_parts<8, true>(a, b, [](int x, int y) { return x <= y; }); }
static inline unsigned __vcmpleu4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x <= y ? -1 : 0; }); }
static inline unsigned __vsetleu4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x <= y; }); }
static inline unsigned __vcmplts4(unsigned a, unsigned b) { return lw_parts<8, true>(a, b, [](int x, int y) { return x < y ? -1 : 0; }); }
static inline unsigned __vsetlts4(unsigned a, unsigned b) { return lw_parts<8, true>(a, b, [](int x, int y) { return x < y; }); }
static inline unsigned __vcmpltu4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x < y ? -1 : 0; }); }
static inline unsigned __vsetltu4(unsigned a, unsigned b) { return lw_parts<8, false>(a, b, [](int x, int y) { return x < y; }); }
static inline unsigned __vsads4(unsigned a, unsigned b) {
    const unsigned d = __vabsdiffs4(a, b);
    unsigned sum = 0;
    for (int i = 0; i < 32; i += 8) sum += d >> i & 255u;
    return sum;
}
static inline unsigned __vsadu4(unsigned a, unsigned b) {
    const unsigned d = __vabsdiffu4(a, b);
    unsigned sum = 0;
    for (int i = 0; i < 32; i += 8) sum += d >> i & 255u;
    return sum;
}
static inline int __vimax3_s32(int a, int b, int c) { return (a > b ? a : b) > c ? (a > b ? a : b) : c; }
static inline int __viaddmax_s32(int a, int b, int c) {
    const int sum = (int)((unsigned)a + (unsigned)b);
    return sum > c ? sum : c;
}
static inline int __vibmax_s32(int a, int b, bool *first) { return *first = a >= b, (a > b ? a : b); }
static inline int __vimax_s32_relu(int a, int b) {
    const int c = (a > b ? a : b);
    return c > 0 ? c : 0;
}
static inline int __vimax3_s32_relu(int a, int b, int c) { return __vimax_s32_relu(__vimax3_s32(a, b, c), __vimax3_s32(a, b, c)); }
static inline int __viaddmax_s32_relu(int a, int b, int c) { return __vimax_s32_relu(__viaddmax_s32(a, b, c), __viaddmax_s32(a, b, c)); }
static inline int __vimin3_s32(int a, int b, int c) { return (a < b ? a : b) < c ? (a < b ? a : b) : c; }
static inline int __viaddmin_s32(int a, int b, int c) {
    const int sum = (int)((unsigned)a + (unsigned)b);
    return sum < c ? sum : c;
}
static inline int __vibmin_s32(int a, int b, bool *first) { return *first = a <= b, (a < b ? a : b); }
static inline int __vimin_s32_relu(int a, int b) {
    const int c = (a < b ? a : b);
    return c > 0 ? c : 0;
}
static inline int __vimin3_s32_relu(int a, int b, int c) { return __vimin_s32_relu(__vimin3_s32(a, b, c), __vimin3_s32(a, b, c)); }
static inline int __viaddmin_s32_relu(int a, int b, int c) { return __vimin_s32_relu(__viaddmin_s32(a, b, c), __viaddmin_s32(a, b, c)); }
static inline unsigned __vimax3_u32(unsigned a, unsigned b, unsigned c) { return (a > b ? a : b) > c ? (a > b ? a : b) : c; }
static inline unsigned __viaddmax_u32(unsigned a, unsigned b, unsigned c) {
    const unsigned sum = (unsigned)((unsigned)a + (unsigned)b);
    return sum > c ? sum : c;
}
static inline unsigned __vibmax_u32(unsigned a, unsigned b, bool *first) { return *first = a >= b, (a > b ? a : b); }
static inline unsigned __vimin3_u32(unsigned a, unsigned b, unsigned c) { return (a < b ? a : b) < c ? (a < b ? a : b) : c; }
static inline unsigned __viaddmin_u32(unsigned a, unsigned b, unsigned c) {
    const unsigned sum = (unsigned)((unsigned)a + (unsigned)b);
    return sum < c ? sum : c;
}
static inline unsigned __vibmin_u32(unsigned a, unsigned b, bool *first) { return *first = a <= b, (a < b ? a : b); }
static inline double sinpi(double x) {
    const double r = fmod(x, 2.0);
    return r == 0 || fabs(r) == 1 ? copysign(0.0, x) : (double)sinl(3.14159265358979323846264338327950288L * r);
}
static inline double cospi(double x) {
    const double r = fabs(fmod(x, 2.0));
    return r == 0.5 || r == 1.5 ? 0.0 : (double)cosl(3.14159265358979323846264338327950288L * r);
}
static inline float sinpif(float x) { return (float)sinpi((double)x); }
static inline float cospif(float x) { return (float)cospi((double)x); }
static inline void sincospif(float x, float *s, float *c) { *s = sinpif(x), *c = cospif(x); }
static inline void sincospi(double x, double *s, double *c) { *s = sinpi(x), *c = cospi(x); }
static inline float rcbrtf(float x) { return (float)(1.0 / cbrt((double)x)); }
static inline double rcbrt(double x) { return 1.0 / cbrt(x); }
static inline float normcdff(float x) { return (float)(0.5 * erfc(-(double)x * M_SQRT1_2)); }
static inline double normcdf(double x) { return (double)(0.5L * erfcl(-(long double)x * 0.70710678118654752440084436210484903928L)); }
// The inverse of erf by Newton's method from Winitzki's approximation (2008); near 1 of erfc, which keeps its digits.
static inline double erfinv(double y) {
    if (!(fabs(y) < 1)) return fabs(y) == 1 ? copysign(HUGE_VAL, y) : (double)NAN;
    if (fabs(y) < 1e-10) return y * 0.88622692545275801365;
    const double l = log1p(-y * y), k = 4.3307467508 + l / 2;
    double x = copysign(sqrt(sqrt(k * k - l / 0.147) - k), y);
    for (int i = 0; i < 4; ++i) {
        const double wrong = fabs(y) < 0.5 ? erf(x) - y : y > 0 ? (1 - y) - erfc(x) : erfc(-x) - (1 + y);
        x -= wrong / (1.12837916709551257390 * exp(-x * x) + x * wrong);
    }
    return x;
}
static inline float erfinvf(float y) { return (float)erfinv((double)y); }
static inline double erfcinv(double y) {
    if (!(y > 0 && y < 2)) return y == 0 ? HUGE_VAL : y == 2 ? -HUGE_VAL : (double)NAN;
    if (y > 0.0625) return erfinv(1 - y);
    double x = sqrt(-log(y * sqrt(M_PI) * sqrt(-log(y))));
    for (int i = 0; i < 8; ++i) {
        const double wrong = y - erfc(x);
        x -= wrong / (1.12837916709551257390 * exp(-x * x) + x * wrong);
    }
    return x;
}
static inline float erfcinvf(float y) { return (float)erfcinv((double)y); }
static inline double normcdfinv(double p) { return -M_SQRT2 * erfcinv(2 * p); }
static inline float normcdfinvf(float p) { return (float)normcdfinv((double)p); }
static inline double erfcx(double x) {
    if (x < 25) return exp(x * x) * erfc(x);
    const double s = 1 / (x * x);
    return 0.56418958354775628695 / x * (1 - s / 2 * (1 - 1.5 * s * (1 - 2.5 * s * (1 - 3.5 * s * (1 - 4.5 * s * (1 - 5.5 * s))))));
}
static inline float erfcxf(float x) { return (float)erfcx((double)x); }
static inline double lw_bessel(double x, int order) {
    const double h = x * x / 4;
    double term = order ? x / 2 : 1, sum = term;
    if (fabs(x) > 700) return order ? copysign(HUGE_VAL, x) : HUGE_VAL;
    for (int k = 1; fabs(term) > 1e-18 * fabs(sum); ++k) sum += term *= h / (k * (double)(k + order));
    return sum;
}
static inline double cyl_bessel_i0(double x) { return lw_bessel(x, 0); }
static inline double cyl_bessel_i1(double x) { return lw_bessel(x, 1); }
static inline float cyl_bessel_i0f(float x) { return (float)lw_bessel(x, 0); }
static inline float cyl_bessel_i1f(float x) { return (float)lw_bessel(x, 1); }
static inline double norm(int count, const double *p) {
    double sum = 0;
    for (int i = 0; i < count; ++i) sum = hypot(sum, p[i]);
    return sum;
}
static inline float normf(int count, const float *p) {
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += (double)p[i] * p[i];
    return (float)sqrt(sum);
}
static inline double rnorm(int count, const double *p) { return 1 / norm(count, p); }
static inline float rnormf(int count, const float *p) { return 1 / normf(count, p); }
static inline double norm3d(double a, double b, double c) { return hypot(hypot(a, b), c); }
static inline double norm4d(double a, double b, double c, double d) { return hypot(hypot(a, b), hypot(c, d)); }
static inline float norm3df(float a, float b, float c) { return (float)sqrt((double)a * a + (double)b * b + (double)c * c); }
static inline float norm4df(float a, float b, float c, float d) { return (float)sqrt((double)a * a + (double)b * b + (double)c * c + (double)d * d); }
static inline double rnorm3d(double a, double b, double c) { return 1 / norm3d(a, b, c); }
static inline double rnorm4d(double a, double b, double c, double d) { return 1 / norm4d(a, b, c, d); }
static inline float rnorm3df(float a, float b, float c) { return (float)(1 / sqrt((double)a * a + (double)b * b + (double)c * c)); }
static inline float rnorm4df(float a, float b, float c, float d) { return (float)(1 / sqrt((double)a * a + (double)b * b + (double)c * c + (double)d * d)); }
static inline double rhypot(double a, double b) { return 1 / hypot(a, b); }
static inline float rhypotf(float a, float b) { return (float)(1 / sqrt((double)a * a + (double)b * b)); }
// Sums and products that are rounded by themselves: where the machine has a fused operation, a compiler makes one of a product and a sum that
// it sees, so these are one already.
static inline float __fadd_rn(float a, float b) {
#ifdef __FP_FAST_FMAF
    return __builtin_fmaf(a, 1, b);
#else
    return a + b;
#endif
}
static inline float __fsub_rn(float a, float b) { return __fadd_rn(a, -b); }
static inline float __fmul_rn(float a, float b) {
#ifdef __FP_FAST_FMAF
    return __builtin_fmaf(a, b, -0.0f);
#else
    return a * b;
#endif
}
static inline double __dadd_rn(double a, double b) {
#ifdef __FP_FAST_FMA
    return __builtin_fma(a, 1, b);
#else
    return a + b;
#endif
}
static inline double __dsub_rn(double a, double b) { return __dadd_rn(a, -b); }
static inline double __dmul_rn(double a, double b) {
#ifdef __FP_FAST_FMA
    return __builtin_fma(a, b, -0.0);
#else
    return a * b;
#endif
}
static inline float __fdiv_rn(float a, float b) { return a / b; }
static inline double __ddiv_rn(double a, double b) { return a / b; }
// What a divisor of more than 2^126 leaves of a GPU's reciprocal is 0 (CUDA Math API, div.approx of the PTX ISA).
static inline float __fdividef(float a, float b) { return fabsf(b) > 0x1p126f && fabsf(b) < INFINITY ? a * copysignf(0, b) : a / b; }
static inline float fdividef(float a, float b) { return a / b; }
static inline float __frcp_rn(float a) { return 1.0f / a; }
static inline double __drcp_rn(double a) { return 1.0 / a; }
static inline float __int2float_rn(int a) { return (float)a; }
static inline float __uint2float_rn(unsigned a) { return (float)a; }
static inline double __int2double_rn(int a) { return a; }
static inline float __double2float_rn(double a) { return (float)a; }
template <typename T> static inline T __ldg(const T *p) { return *p; }
template <typename T> static inline T __ldcg(const T *p) { return *p; }
template <typename T> static inline T __ldcs(const T *p) { return *p; }
template <typename T> static inline T __ldca(const T *p) { return *p; }
template <typename T> static inline T __ldcv(const T *p) { return *(const volatile T *)p; }
template <typename T> static inline T __ldlu(const T *p) { return *p; }
template <typename T> static inline void __stcg(T *p, T v) { *p = v; }
template <typename T> static inline void __stcs(T *p, T v) { *p = v; }
template <typename T> static inline void __stwb(T *p, T v) { *p = v; }
template <typename T> static inline void __stwt(T *p, T v) { *p = v; }
