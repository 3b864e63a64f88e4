// names: __clz __clzll __brev __brevll __float_as_int __int_as_float __float_as_uint __uint_as_float __double_as_longlong __longlong_as_double __mulhi __umulhi __umul64hi __byte_perm __funnelshift_l __funnelshift_r __hiloint2double __double2loint __double2hiint __dp4a
// includes: cstring
static inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
static inline int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
static inline unsigned __brev(unsigned x) {
    unsigned r = 0;
    for (int i = 0; i < 32; ++i) r |= (x >> i & 1u) << (31 - i);
    return r;
}
static inline unsigned long long __brevll(unsigned long long x) {
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}
template <typename To, typename From>
static inline To lw_bits(From from) {
    static_assert(sizeof(To) == sizeof(From), "the same number of bytes");
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}
static inline int __float_as_int(float x) { return lw_bits<int>(x); }
static inline unsigned __float_as_uint(float x) { return lw_bits<unsigned>(x); }
static inline float __int_as_float(int x) { return lw_bits<float>(x); }
static inline float __uint_as_float(unsigned x) { return lw_bits<float>(x); }
static inline long long __double_as_longlong(double x) { return lw_bits<long long>(x); }
static inline double __longlong_as_double(long long x) { return lw_bits<double>(x); }
static inline int __double2loint(double x) { return (int)lw_bits<long long>(x); }
static inline int __double2hiint(double x) { return (int)(lw_bits<long long>(x) >> 32); }
static inline double __hiloint2double(int high, int low) {
    return lw_bits<double>((long long)high << 32 | (unsigned)low);
}
static inline int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
static inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
static inline unsigned __byte_perm(unsigned a, unsigned b, unsigned s) {
    const unsigned long long bytes = (unsigned long long)b << 32 | a;
    unsigned r = 0;
    for (int i = 0; i < 4; ++i) r |= (unsigned)(bytes >> (8 * (s >> 4 * i & 7)) & 255) << 8 * i;
    return r;
}
static inline int __dp4a(int a, int b, int c) {
    for (int i = 0; i < 32; i += 8) c += (int)(signed char)(a >> i) * (signed char)(b >> i);
    return c;
}
static inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 32; i += 8) c += (unsigned)(unsigned char)(a >> i) * (unsigned char)(b >> i);
    return c;
}
