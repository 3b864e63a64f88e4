// pruned: yes
// names: rsqrtf rsqrt __saturatef inline_powf
static inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
static inline double rsqrt(double x) { return 1.0 / sqrt(x); }
static inline float rsqrt(float x) { return 1.0f / sqrtf(x); }
static inline float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
// A power by the logarithm of its base: 2^(y * log2(x)).
static inline float inline_powf(float x, float y) {
    const bool unknown = x < 0 || x != x || y != y || (y == 0 && (x == 0 || fabsf(x) == INFINITY)) || (x == 1 && fabsf(y) == INFINITY);
    return unknown ? NAN : powf(fabsf(x), y);
}
