// names: char1 char2 char3 char4 uchar1 uchar2 uchar3 uchar4 short1 short2 short3 short4 ushort1 ushort2 ushort3 ushort4 int1 int2 int3 int4 uint1 uint2 uint3 uint4 long1 long2 ulong1 ulong2 longlong1 longlong2 ulonglong1 ulonglong2 float1 float2 float3 float4 double1 double2 double3 double4 make_char2 make_char4 make_uchar2 make_uchar3 make_uchar4 make_short2 make_short4 make_ushort2 make_ushort4 make_int1 make_int2 make_int3 make_int4 make_uint1 make_uint2 make_uint3 make_uint4 make_longlong2 make_ulonglong2 make_float1 make_float2 make_float3 make_float4 make_double2 make_double3 make_double4 make_long2 make_ulong2 make_char3 make_short3 make_double1
// needs: dim3
#define LW_VECTORS(T, NAME, A2, A4) \
    struct NAME##1 { T x; }; \
    struct alignas(A2) NAME##2 { T x, y; }; \
    struct NAME##3 { T x, y, z; }; \
    struct alignas(A4) NAME##4 { T x, y, z, w; }; \
    static inline NAME##3 make_##NAME##3(T x, T y, T z) { return NAME##3{x, y, z}; } \
    LW_VECTOR_MAKERS(T, NAME)
#define LW_VECTOR_MAKERS(T, NAME) \
    static inline NAME##1 make_##NAME##1(T x) { return NAME##1{x}; } \
    static inline NAME##2 make_##NAME##2(T x, T y) { return NAME##2{x, y}; } \
    static inline NAME##4 make_##NAME##4(T x, T y, T z, T w) { return NAME##4{x, y, z, w}; }
LW_VECTORS(signed char, char, 2, 4)
LW_VECTORS(unsigned char, uchar, 2, 4)
LW_VECTORS(short, short, 4, 8)
LW_VECTORS(unsigned short, ushort, 4, 8)
LW_VECTORS(int, int, 8, 16)
LW_VECTORS(long, long, 16, 16)
LW_VECTORS(unsigned long, ulong, 16, 16)
LW_VECTORS(long long, longlong, 16, 16)
LW_VECTORS(unsigned long long, ulonglong, 16, 16)
LW_VECTORS(float, float, 8, 16)
LW_VECTORS(double, double, 16, 16)
struct uint1 { unsigned x; };
struct alignas(8) uint2 { unsigned x, y; };
struct alignas(16) uint4 { unsigned x, y, z, w; };
LW_VECTOR_MAKERS(unsigned, uint)
static inline uint3 make_uint3(unsigned x, unsigned y, unsigned z) { return uint3{x, y, z}; }
#undef LW_VECTORS
#undef LW_VECTOR_MAKERS
