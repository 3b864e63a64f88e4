// names: min max inline_fmaxf inline_fminf
#define LW_MIN_MAX(A, B, R) \
    static inline R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; } \
    static inline R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }
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
// As fmaxf and fminf (a NaN gives the other value), in a form that the compiler makes a vector instruction of.
static inline float inline_fmaxf(float a, float b) { return a > b || b != b ? a : b; }
static inline float inline_fminf(float a, float b) { return a < b || b != b ? a : b; }
static inline float max(float a, float b) { return a > b || b != b ? a : b; }
static inline float min(float a, float b) { return a < b || b != b ? a : b; }
static inline double max(double a, double b) { return a > b || b != b ? a : b; }
static inline double min(double a, double b) { return a < b || b != b ? a : b; }
static inline double max(float a, double b) { return max((double)a, b); }
static inline double min(float a, double b) { return min((double)a, b); }
static inline double max(double a, float b) { return max(a, (double)b); }
static inline double min(double a, float b) { return min(a, (double)b); }
