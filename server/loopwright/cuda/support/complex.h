// names: cuComplex cuFloatComplex cuDoubleComplex make_cuComplex make_cuFloatComplex make_cuDoubleComplex cufftReal cufftComplex cufftDoubleReal cufftDoubleComplex
// needs: vectors
// pruned: yes
typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;
using cufftReal = float;
using cufftDoubleReal = double;
using cufftComplex = float2;
using cufftDoubleComplex = double2;
static inline cuFloatComplex make_cuFloatComplex(float x, float y) { return {x, y}; }
static inline cuComplex make_cuComplex(float x, float y) { return {x, y}; }
static inline cuDoubleComplex make_cuDoubleComplex(double x, double y) { return {x, y}; }
static inline float cuCrealf(float2 a) { return a.x; }
static inline float cuCimagf(float2 a) { return a.y; }
static inline double cuCreal(double2 a) { return a.x; }
static inline double cuCimag(double2 a) { return a.y; }
static inline float2 cuConjf(float2 a) { return {a.x, -a.y}; }
static inline double2 cuConj(double2 a) { return {a.x, -a.y}; }
static inline float2 cuCaddf(float2 a, float2 b) { return {a.x + b.x, a.y + b.y}; }
static inline double2 cuCadd(double2 a, double2 b) { return {a.x + b.x, a.y + b.y}; }
static inline float2 cuCsubf(float2 a, float2 b) { return {a.x - b.x, a.y - b.y}; }
static inline double2 cuCsub(double2 a, double2 b) { return {a.x - b.x, a.y - b.y}; }
static inline float2 cuCmulf(float2 a, float2 b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
static inline double2 cuCmul(double2 a, double2 b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
static inline float2 cuCfmaf(float2 a, float2 b, float2 c) { return {a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y}; }
static inline double2 cuCfma(double2 a, double2 b, double2 c) { return {a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y}; }
static inline double2 cuCdiv(double2 a, double2 b) {
    const double s = fabs(b.x) + fabs(b.y), ax = a.x / s, ay = a.y / s, bx = b.x / s, by = b.y / s, d = bx * bx + by * by;
    return {(ax * bx + ay * by) / d, (ay * bx - ax * by) / d};
}
static inline float2 cuCdivf(float2 a, float2 b) {
    const float s = fabsf(b.x) + fabsf(b.y), ax = a.x / s, ay = a.y / s, bx = b.x / s, by = b.y / s, d = bx * bx + by * by;
    return {(ax * bx + ay * by) / d, (ay * bx - ax * by) / d};
}
static inline float cuCabsf(float2 a) { return hypotf(a.x, a.y); }
static inline double cuCabs(double2 a) { return hypot(a.x, a.y); }
static inline double2 cuComplexFloatToDouble(float2 a) { return {a.x, a.y}; }
static inline float2 cuComplexDoubleToFloat(double2 a) { return {(float)a.x, (float)a.y}; }
