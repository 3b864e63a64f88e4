// names: expf logf sinf cosf powf exp log sin cos pow tanhf erff tanh erf log1pf expm1f exp2f log2f cbrtf atanf
// only: simd
// The C library has these for whole vectors (libmvec, at most 4 units in the last place); the compiler may use them.
#if defined(__x86_64__) && defined(__GLIBC_PREREQ)
#define LW_VECTOR(...) _Pragma("omp declare simd notinbranch") extern __VA_ARGS__ noexcept;
extern "C" {
#if __GLIBC_PREREQ(2, 22)
LW_VECTOR(float expf(float))
LW_VECTOR(float logf(float))
LW_VECTOR(float sinf(float))
LW_VECTOR(float cosf(float))
LW_VECTOR(float powf(float, float))
LW_VECTOR(double exp(double))
LW_VECTOR(double log(double))
LW_VECTOR(double sin(double))
LW_VECTOR(double cos(double))
LW_VECTOR(double pow(double, double))
#endif
#if __GLIBC_PREREQ(2, 35)
LW_VECTOR(float tanhf(float))
LW_VECTOR(float erff(float))
LW_VECTOR(double tanh(double))
LW_VECTOR(double erf(double))
LW_VECTOR(float log1pf(float))
LW_VECTOR(float expm1f(float))
LW_VECTOR(float exp2f(float))
LW_VECTOR(float log2f(float))
LW_VECTOR(float cbrtf(float))
LW_VECTOR(float atanf(float))
#endif
}
#undef LW_VECTOR
#endif
