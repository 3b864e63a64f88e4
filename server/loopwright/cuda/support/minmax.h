// names: min max
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
#undef LW_MIN_MAX
static inline float min(float a, float b) { return fminf(a, b); }
static inline float max(float a, float b) { return fmaxf(a, b); }
static inline double min(double a, double b) { return fmin(a, b); }
static inline double max(double a, double b) { return fmax(a, b); }
static inline double min(float a, double b) { return fmin(a, b); }
static inline double max(float a, double b) { return fmax(a, b); }
static inline double min(double a, float b) { return fmin(a, b); }
static inline double max(double a, float b) { return fmax(a, b); }
