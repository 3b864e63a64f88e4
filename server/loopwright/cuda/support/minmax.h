// names: min max inline_fmaxf inline_fminf inline_fmax inline_fmin
// includes: cstdint cstring type_traits
#define LW_MIN_MAX(A, B, R) \
    static constexpr R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; } \
    static constexpr R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }
LW_MIN_MAX(int, int, int)
LW_MIN_MAX(unsigned, unsigned, unsigned)
LW_MIN_MAX(int, unsigned, unsigned)
LW_MIN_MAX(unsigned, int, unsigned)
LW_MIN_MAX(long, long, long)
LW_MIN_MAX(unsigned long, unsigned long, unsigned long)
LW_MIN_MAX(long, unsigned long, unsigned long)
LW_MIN_MAX(unsigned long, long, unsigned long)
LW_MIN_MAX(int, long, long)
LW_MIN_MAX(long, int, long)
LW_MIN_MAX(long long, long long, long long)
LW_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
LW_MIN_MAX(int, long long, long long)
LW_MIN_MAX(long long, int, long long)
LW_MIN_MAX(unsigned, long long, long long)
LW_MIN_MAX(long long, unsigned, long long)
LW_MIN_MAX(unsigned, long, long)
LW_MIN_MAX(long, unsigned, long)
LW_MIN_MAX(int, unsigned long, unsigned long)
LW_MIN_MAX(unsigned long, int, unsigned long)
LW_MIN_MAX(unsigned, unsigned long, unsigned long)
LW_MIN_MAX(unsigned long, unsigned, unsigned long)
LW_MIN_MAX(int, unsigned long long, unsigned long long)
LW_MIN_MAX(unsigned long long, int, unsigned long long)
LW_MIN_MAX(unsigned, unsigned long long, unsigned long long)
LW_MIN_MAX(unsigned long long, unsigned, unsigned long long)
LW_MIN_MAX(long, long long, long long)
LW_MIN_MAX(long long, long, long long)
LW_MIN_MAX(unsigned long, unsigned long long, unsigned long long)
LW_MIN_MAX(unsigned long long, unsigned long, unsigned long long)
LW_MIN_MAX(long long, unsigned long long, unsigned long long)
LW_MIN_MAX(unsigned long long, long long, unsigned long long)
LW_MIN_MAX(long, unsigned long long, unsigned long long)
LW_MIN_MAX(unsigned long long, long, unsigned long long)
LW_MIN_MAX(unsigned long, long long, unsigned long long)
LW_MIN_MAX(long long, unsigned long, unsigned long long)
#undef LW_MIN_MAX
// As fmaxf and fminf (a NaN gives the other value, +0 is more than -0), in a form that the compiler makes vector instructions of.
#define LW_MIN_MAX(T, BITS) \
    static inline T lw_of_equal(T a, T b, bool most) { \
        BITS x, y; \
        std::memcpy(&x, &a, sizeof a); \
        std::memcpy(&y, &b, sizeof b); \
        x = most ? x & y : x | y; \
        std::memcpy(&a, &x, sizeof a); \
        return a; \
    } \
    static inline T max(T a, T b) { const T rest = a == b ? lw_of_equal(a, b, true) : b; return a > b || b != b ? a : rest; } \
    static inline T min(T a, T b) { const T rest = a == b ? lw_of_equal(a, b, false) : b; return a < b || b != b ? a : rest; }
LW_MIN_MAX(float, uint32_t)
LW_MIN_MAX(double, uint64_t)
#undef LW_MIN_MAX
static inline double max(float a, double b) { return max((double)a, b); }
static inline double min(float a, double b) { return min((double)a, b); }
static inline double max(double a, float b) { return max(a, (double)b); }
static inline double min(double a, float b) { return min(a, (double)b); }
static inline float inline_fmaxf(float a, float b) { return max(a, b); }
static inline float inline_fminf(float a, float b) { return min(a, b); }
template <typename A, typename B> using lw_either = std::conditional_t<std::is_same_v<A, float> && std::is_same_v<B, float>, float, double>;
template <typename A, typename B> static inline lw_either<A, B> inline_fmax(A a, B b) { return max((lw_either<A, B>)a, (lw_either<A, B>)b); }
template <typename A, typename B> static inline lw_either<A, B> inline_fmin(A a, B b) { return min((lw_either<A, B>)a, (lw_either<A, B>)b); }
