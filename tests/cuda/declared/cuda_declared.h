// What kernels of the tests use of CUDA, declared so that clang reads them without CUDA's own headers. The types are those
// that the CUDA C++ Programming Guide and the CUDA Math API name.
#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __forceinline__ inline
#define __noinline__
#define D __device__
typedef unsigned long size_t;
typedef unsigned char uint8_t;
typedef signed char int8_t;
typedef unsigned short uint16_t;
typedef short int16_t;
typedef unsigned uint32_t;
typedef int int32_t;
typedef unsigned long uint64_t;
typedef long int64_t;

#define VECTORS(T, name) \
    struct name##1 { T x; }; struct name##2 { T x, y; }; struct name##3 { T x, y, z; }; struct name##4 { T x, y, z, w; }; \
    D name##1 make_##name##1(T); D name##2 make_##name##2(T, T); D name##3 make_##name##3(T, T, T); D name##4 make_##name##4(T, T, T, T);
VECTORS(char, char) VECTORS(unsigned char, uchar) VECTORS(short, short) VECTORS(unsigned short, ushort) VECTORS(int, int)
VECTORS(unsigned, uint) VECTORS(long, long) VECTORS(unsigned long, ulong) VECTORS(long long, longlong)
VECTORS(unsigned long long, ulonglong) VECTORS(float, float) VECTORS(double, double)
struct dim3 { unsigned x, y, z; __host__ D dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1); };
extern const D uint3 threadIdx, blockIdx;
extern const D dim3 blockDim, gridDim;
extern const D int warpSize;
typedef int cudaError_t;
typedef struct CUstream_st *cudaStream_t;
int cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);

D void __syncthreads(); D void __syncwarp(unsigned = ~0u); D void __threadfence(); D void __threadfence_block();
D int __syncthreads_or(int); D int __syncthreads_and(int); D int __syncthreads_count(int);
D unsigned __ballot_sync(unsigned, int); D int __any_sync(unsigned, int); D int __all_sync(unsigned, int); D unsigned __activemask();
template <typename T> D unsigned __match_any_sync(unsigned, T); template <typename T> D unsigned __match_all_sync(unsigned, T, int *);
template <typename T> D T __shfl_sync(unsigned, T, int, int = 32); template <typename T> D T __shfl_up_sync(unsigned, T, unsigned, int = 32);
template <typename T> D T __shfl_down_sync(unsigned, T, unsigned, int = 32); template <typename T> D T __shfl_xor_sync(unsigned, T, int, int = 32);
#define REDUCED(name) D int __reduce_##name##_sync(unsigned, int); D unsigned __reduce_##name##_sync(unsigned, unsigned);
REDUCED(add) REDUCED(min) REDUCED(max)
D unsigned __reduce_and_sync(unsigned, unsigned); D unsigned __reduce_or_sync(unsigned, unsigned); D unsigned __reduce_xor_sync(unsigned, unsigned);
#define ATOMIC(name, T) D T atomic##name(T *, T);
#define ATOMICS(name) ATOMIC(name, int) ATOMIC(name, unsigned) ATOMIC(name, unsigned long long)
ATOMICS(Add) ATOMICS(Min) ATOMICS(Max) ATOMICS(And) ATOMICS(Or) ATOMICS(Xor) ATOMICS(Exch)
ATOMIC(Add, float) ATOMIC(Add, double) ATOMIC(Exch, float) ATOMIC(Sub, int) ATOMIC(Sub, unsigned) ATOMIC(Inc, unsigned) ATOMIC(Dec, unsigned)
D int atomicCAS(int *, int, int); D unsigned atomicCAS(unsigned *, unsigned, unsigned);
D unsigned long long atomicCAS(unsigned long long *, unsigned long long, unsigned long long);

#define ONE(name) D double name(double); D double name(int); D float name(float); D float name##f(float);
#define TWO(name) D double name(double, double); D double name(float, double); D double name(double, float); D float name(float, float); D float name##f(float, float);
ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(sqrt) ONE(rsqrt) ONE(cbrt) ONE(rcbrt) ONE(sin) ONE(cos)
ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(fabs) ONE(floor) ONE(ceil) ONE(round) ONE(rint) ONE(trunc) ONE(erf)
ONE(erfc) ONE(normcdf) TWO(pow) TWO(atan2) TWO(fmax) TWO(fmin) TWO(fmod) TWO(hypot) TWO(copysign) TWO(fdim)
D float fmaf(float, float, float); D double fma(double, double, double); D float fma(float, float, float);
D void sincosf(float, float *, float *); D void sincos(double, double *, double *);
D float __expf(float); D float __logf(float); D float __sinf(float); D float __cosf(float); D float __powf(float, float); D float __tanf(float);
D float __fdividef(float, float); D float __fsqrt_rn(float); D float __saturatef(float); D float __frcp_rn(float); D float __frsqrt_rn(float);
D float __fadd_rn(float, float); D float __fmul_rn(float, float); D float __fmaf_rn(float, float, float); D float __fdiv_rn(float, float);
#define ABS(T) D T abs(T);
ABS(int) ABS(long) ABS(long long) ABS(float) ABS(double)
#define EXTREME(T) D T min(T, T); D T max(T, T);
EXTREME(int) EXTREME(unsigned) EXTREME(long) EXTREME(unsigned long) EXTREME(long long) EXTREME(unsigned long long) EXTREME(float) EXTREME(double)
#define MIXED(T, one, other) D T min(one, other); D T max(one, other); D T min(other, one); D T max(other, one);
MIXED(unsigned, unsigned, int) MIXED(unsigned long long, unsigned long long, long long) MIXED(double, float, double)
D int __popc(unsigned); D int __popcll(unsigned long long); D int __clz(int); D int __clzll(long long); D int __ffs(int); D int __ffsll(long long);
D unsigned __brev(unsigned); D unsigned long long __brevll(unsigned long long); D unsigned __byte_perm(unsigned, unsigned, unsigned);
D unsigned __funnelshift_l(unsigned, unsigned, unsigned); D unsigned __funnelshift_r(unsigned, unsigned, unsigned);
D int __mulhi(int, int); D unsigned __umulhi(unsigned, unsigned); D int __mul24(int, int); D unsigned __umul24(unsigned, unsigned);
D long long __mul64hi(long long, long long); D unsigned long long __umul64hi(unsigned long long, unsigned long long);
D unsigned __sad(int, int, unsigned); D unsigned __usad(unsigned, unsigned, unsigned);
D int __float_as_int(float); D float __int_as_float(int); D unsigned __float_as_uint(float); D float __uint_as_float(unsigned);
D long long __double_as_longlong(double); D double __longlong_as_double(long long);
D int __float2int_rn(float); D int __float2int_rz(float); D int __float2int_ru(float); D int __float2int_rd(float);
D float __int2float_rn(int); D unsigned __float2uint_rn(float);
template <typename T> D T __ldg(const T *);
D long clock(); D long long clock64(); D void __nanosleep(unsigned);
D int printf(const char *, ...);
#define assert(condition) ((void)(condition))
template <typename T> D void swap(T &, T &);

#define HALF(half, half2, name) \
    struct half { D half(); D half(float); D operator float() const; }; struct half2 { half x, y; }; \
    D half operator+(half, half); D half operator-(half, half); D half operator*(half, half); D half operator/(half, half); \
    D half operator-(half); D half &operator+=(half &, half); D half &operator*=(half &, half); \
    D bool operator>(half, half); D bool operator<(half, half); \
    D half __float2##name(float); D float __##name##2float(half); D half __hadd(half, half); D half __hsub(half, half); \
    D half __hmul(half, half); D half __hdiv(half, half); D half __hfma(half, half, half); D half __hneg(half); D bool __hgt(half, half); \
    D bool __hlt(half, half); D half __hmax(half, half); D half __hmin(half, half); \
    D half2 __hadd2(half2, half2); D half2 __hmul2(half2, half2); D half2 __hfma2(half2, half2, half2);
HALF(__half, __half2, half) HALF(__nv_bfloat16, __nv_bfloat162, bfloat16)
typedef __half half;
typedef __half2 half2;
D __half2 __float2half2_rn(float); D __half2 __floats2half2_rn(float, float); D __half2 __halves2half2(__half, __half);
D float2 __half22float2(__half2); D __half __low2half(__half2); D __half __high2half(__half2); D float __low2float(__half2); D float __high2float(__half2);
D __half hexp(__half); D __half hsqrt(__half);
#undef D
