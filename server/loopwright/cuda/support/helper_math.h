// names: LW_HELPER_MATH
// needs: dim3 vectors minmax
// pruned: yes
// Arithmetic of vectors as the samples' header helper_math.h has it, where the program does not bring that header.
#define LW_EACH2(TERM, OP) TERM(x, OP), TERM(y, OP)
#define LW_EACH3(TERM, OP) LW_EACH2(TERM, OP), TERM(z, OP)
#define LW_EACH4(TERM, OP) LW_EACH3(TERM, OP), TERM(w, OP)
#define LW_BOTH(MEMBER, OP) a.MEMBER OP b.MEMBER
#define LW_LEFT(MEMBER, OP) a.MEMBER OP b
#define LW_RIGHT(MEMBER, OP) a OP b.MEMBER
#define LW_NEGATIVE(MEMBER, OP) OP a.MEMBER
#define LW_OPERATOR(V, T, EACH, OP) \
    static inline V operator OP(V a, V b) { return V{EACH(LW_BOTH, OP)}; } \
    static inline V operator OP(V a, T b) { return V{EACH(LW_LEFT, OP)}; } \
    static inline V operator OP(T a, V b) { return V{EACH(LW_RIGHT, OP)}; } \
    static inline V &operator OP##=(V &a, V b) { return a = a OP b; } \
    static inline V &operator OP##=(V &a, T b) { return a = a OP b; }
#define LW_WHOLE(V, T, EACH) LW_OPERATOR(V, T, EACH, +) LW_OPERATOR(V, T, EACH, -) LW_OPERATOR(V, T, EACH, *)
#define LW_SIGNED(V, T, EACH) LW_WHOLE(V, T, EACH) static inline V operator-(V a) { return V{EACH(LW_NEGATIVE, -)}; }
#define LW_FLOATING(V, T, EACH) LW_SIGNED(V, T, EACH) LW_OPERATOR(V, T, EACH, /)
LW_FLOATING(float2, float, LW_EACH2)
LW_FLOATING(float3, float, LW_EACH3)
LW_FLOATING(float4, float, LW_EACH4)
LW_SIGNED(int2, int, LW_EACH2)
LW_SIGNED(int3, int, LW_EACH3)
LW_SIGNED(int4, int, LW_EACH4)
LW_WHOLE(uint2, unsigned, LW_EACH2)
LW_WHOLE(uint3, unsigned, LW_EACH3)
LW_WHOLE(uint4, unsigned, LW_EACH4)
static inline float2 make_float2(float s) { return float2{s, s}; }
static inline float2 make_float2(float3 a) { return float2{a.x, a.y}; }
static inline float2 make_float2(int2 a) { return float2{(float)a.x, (float)a.y}; }
static inline float2 make_float2(uint2 a) { return float2{(float)a.x, (float)a.y}; }
static inline float3 make_float3(float s) { return float3{s, s, s}; }
static inline float3 make_float3(float4 a) { return float3{a.x, a.y, a.z}; }
static inline float3 make_float3(float2 a) { return float3{a.x, a.y, 0}; }
static inline float3 make_float3(float2 a, float s) { return float3{a.x, a.y, s}; }
static inline float3 make_float3(int3 a) { return float3{(float)a.x, (float)a.y, (float)a.z}; }
static inline float3 make_float3(uint3 a) { return float3{(float)a.x, (float)a.y, (float)a.z}; }
static inline float4 make_float4(float s) { return float4{s, s, s, s}; }
static inline float4 make_float4(float3 a) { return float4{a.x, a.y, a.z, 0}; }
static inline float4 make_float4(float3 a, float s) { return float4{a.x, a.y, a.z, s}; }
static inline float4 make_float4(int4 a) { return float4{(float)a.x, (float)a.y, (float)a.z, (float)a.w}; }
static inline float4 make_float4(uint4 a) { return float4{(float)a.x, (float)a.y, (float)a.z, (float)a.w}; }
static inline int2 make_int2(int s) { return int2{s, s}; }
static inline int2 make_int2(int3 a) { return int2{a.x, a.y}; }
static inline int2 make_int2(float2 a) { return int2{(int)a.x, (int)a.y}; }
static inline int2 make_int2(uint2 a) { return int2{(int)a.x, (int)a.y}; }
static inline int3 make_int3(int s) { return int3{s, s, s}; }
static inline int3 make_int3(int4 a) { return int3{a.x, a.y, a.z}; }
static inline int3 make_int3(int2 a) { return int3{a.x, a.y, 0}; }
static inline int3 make_int3(int2 a, int s) { return int3{a.x, a.y, s}; }
static inline int3 make_int3(float3 a) { return int3{(int)a.x, (int)a.y, (int)a.z}; }
static inline int3 make_int3(uint3 a) { return int3{(int)a.x, (int)a.y, (int)a.z}; }
static inline int4 make_int4(int s) { return int4{s, s, s, s}; }
static inline int4 make_int4(int3 a) { return int4{a.x, a.y, a.z, 0}; }
static inline int4 make_int4(int3 a, int s) { return int4{a.x, a.y, a.z, s}; }
static inline int4 make_int4(float4 a) { return int4{(int)a.x, (int)a.y, (int)a.z, (int)a.w}; }
static inline int4 make_int4(uint4 a) { return int4{(int)a.x, (int)a.y, (int)a.z, (int)a.w}; }
static inline uint2 make_uint2(unsigned s) { return uint2{s, s}; }
static inline uint2 make_uint2(uint3 a) { return uint2{a.x, a.y}; }
static inline uint2 make_uint2(int2 a) { return uint2{(unsigned)a.x, (unsigned)a.y}; }
static inline uint3 make_uint3(unsigned s) { return uint3{s, s, s}; }
static inline uint3 make_uint3(uint4 a) { return uint3{a.x, a.y, a.z}; }
static inline uint3 make_uint3(uint2 a) { return uint3{a.x, a.y, 0}; }
static inline uint3 make_uint3(uint2 a, unsigned s) { return uint3{a.x, a.y, s}; }
static inline uint3 make_uint3(int3 a) { return uint3{(unsigned)a.x, (unsigned)a.y, (unsigned)a.z}; }
static inline uint4 make_uint4(unsigned s) { return uint4{s, s, s, s}; }
static inline uint4 make_uint4(uint3 a) { return uint4{a.x, a.y, a.z, 0}; }
static inline uint4 make_uint4(uint3 a, unsigned s) { return uint4{a.x, a.y, a.z, s}; }
static inline uint4 make_uint4(int4 a) { return uint4{(unsigned)a.x, (unsigned)a.y, (unsigned)a.z, (unsigned)a.w}; }
static inline float2 fminf(float2 a, float2 b) { return float2{fminf(a.x, b.x), fminf(a.y, b.y)}; }
static inline float3 fminf(float3 a, float3 b) { return float3{fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)}; }
static inline float4 fminf(float4 a, float4 b) { return float4{fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z), fminf(a.w, b.w)}; }
static inline float2 fmaxf(float2 a, float2 b) { return float2{fmaxf(a.x, b.x), fmaxf(a.y, b.y)}; }
static inline float3 fmaxf(float3 a, float3 b) { return float3{fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)}; }
static inline float4 fmaxf(float4 a, float4 b) { return float4{fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z), fmaxf(a.w, b.w)}; }
static inline float2 inline_fminf(float2 a, float2 b) { return float2{inline_fminf(a.x, b.x), inline_fminf(a.y, b.y)}; }
static inline float3 inline_fminf(float3 a, float3 b) { return float3{inline_fminf(a.x, b.x), inline_fminf(a.y, b.y), inline_fminf(a.z, b.z)}; }
static inline float4 inline_fminf(float4 a, float4 b) { return float4{inline_fminf(a.x, b.x), inline_fminf(a.y, b.y), inline_fminf(a.z, b.z), inline_fminf(a.w, b.w)}; }
static inline float2 inline_fmaxf(float2 a, float2 b) { return float2{inline_fmaxf(a.x, b.x), inline_fmaxf(a.y, b.y)}; }
static inline float3 inline_fmaxf(float3 a, float3 b) { return float3{inline_fmaxf(a.x, b.x), inline_fmaxf(a.y, b.y), inline_fmaxf(a.z, b.z)}; }
static inline float4 inline_fmaxf(float4 a, float4 b) { return float4{inline_fmaxf(a.x, b.x), inline_fmaxf(a.y, b.y), inline_fmaxf(a.z, b.z), inline_fmaxf(a.w, b.w)}; }
static inline int2 min(int2 a, int2 b) { return int2{min(a.x, b.x), min(a.y, b.y)}; }
static inline int3 min(int3 a, int3 b) { return int3{min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)}; }
static inline int4 min(int4 a, int4 b) { return int4{min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w)}; }
static inline uint2 min(uint2 a, uint2 b) { return uint2{min(a.x, b.x), min(a.y, b.y)}; }
static inline uint3 min(uint3 a, uint3 b) { return uint3{min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)}; }
static inline uint4 min(uint4 a, uint4 b) { return uint4{min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w)}; }
static inline int2 max(int2 a, int2 b) { return int2{max(a.x, b.x), max(a.y, b.y)}; }
static inline int3 max(int3 a, int3 b) { return int3{max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }
static inline int4 max(int4 a, int4 b) { return int4{max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w)}; }
static inline uint2 max(uint2 a, uint2 b) { return uint2{max(a.x, b.x), max(a.y, b.y)}; }
static inline uint3 max(uint3 a, uint3 b) { return uint3{max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }
static inline uint4 max(uint4 a, uint4 b) { return uint4{max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w)}; }
static inline float clamp(float a, float low, float high) { return inline_fmaxf(low, inline_fminf(a, high)); }
static inline float2 clamp(float2 a, float low, float high) { return float2{clamp(a.x, low, high), clamp(a.y, low, high)}; }
static inline float2 clamp(float2 a, float2 low, float2 high) { return float2{clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y)}; }
static inline float3 clamp(float3 a, float low, float high) { return float3{clamp(a.x, low, high), clamp(a.y, low, high), clamp(a.z, low, high)}; }
static inline float3 clamp(float3 a, float3 low, float3 high) { return float3{clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y), clamp(a.z, low.z, high.z)}; }
static inline float4 clamp(float4 a, float low, float high) { return float4{clamp(a.x, low, high), clamp(a.y, low, high), clamp(a.z, low, high), clamp(a.w, low, high)}; }
static inline float4 clamp(float4 a, float4 low, float4 high) { return float4{clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y), clamp(a.z, low.z, high.z), clamp(a.w, low.w, high.w)}; }
static inline int clamp(int a, int low, int high) { return max(low, min(a, high)); }
static inline int2 clamp(int2 a, int low, int high) { return int2{clamp(a.x, low, high), clamp(a.y, low, high)}; }
static inline int2 clamp(int2 a, int2 low, int2 high) { return int2{clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y)}; }
static inline int3 clamp(int3 a, int low, int high) { return int3{clamp(a.x, low, high), clamp(a.y, low, high), clamp(a.z, low, high)}; }
static inline int3 clamp(int3 a, int3 low, int3 high) { return int3{clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y), clamp(a.z, low.z, high.z)}; }
static inline int4 clamp(int4 a, int low, int high) { return int4{clamp(a.x, low, high), clamp(a.y, low, high), clamp(a.z, low, high), clamp(a.w, low, high)}; }
static inline int4 clamp(int4 a, int4 low, int4 high) { return int4{clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y), clamp(a.z, low.z, high.z), clamp(a.w, low.w, high.w)}; }
static inline unsigned clamp(unsigned a, unsigned low, unsigned high) { return max(low, min(a, high)); }
static inline uint2 clamp(uint2 a, unsigned low, unsigned high) { return uint2{clamp(a.x, low, high), clamp(a.y, low, high)}; }
static inline uint2 clamp(uint2 a, uint2 low, uint2 high) { return uint2{clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y)}; }
static inline uint3 clamp(uint3 a, unsigned low, unsigned high) { return uint3{clamp(a.x, low, high), clamp(a.y, low, high), clamp(a.z, low, high)}; }
static inline uint3 clamp(uint3 a, uint3 low, uint3 high) { return uint3{clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y), clamp(a.z, low.z, high.z)}; }
static inline uint4 clamp(uint4 a, unsigned low, unsigned high) { return uint4{clamp(a.x, low, high), clamp(a.y, low, high), clamp(a.z, low, high), clamp(a.w, low, high)}; }
static inline uint4 clamp(uint4 a, uint4 low, uint4 high) { return uint4{clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y), clamp(a.z, low.z, high.z), clamp(a.w, low.w, high.w)}; }
static inline float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
static inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
static inline int dot(int2 a, int2 b) { return a.x * b.x + a.y * b.y; }
static inline int dot(int3 a, int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline int dot(int4 a, int4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
static inline unsigned dot(uint2 a, uint2 b) { return a.x * b.x + a.y * b.y; }
static inline unsigned dot(uint3 a, uint3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline unsigned dot(uint4 a, uint4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
static inline float length(float2 a) { return sqrtf(dot(a, a)); }
static inline float length(float3 a) { return sqrtf(dot(a, a)); }
static inline float length(float4 a) { return sqrtf(dot(a, a)); }
static inline float2 normalize(float2 a) { return a * (1.0f / sqrtf(dot(a, a))); }
static inline float3 normalize(float3 a) { return a * (1.0f / sqrtf(dot(a, a))); }
static inline float4 normalize(float4 a) { return a * (1.0f / sqrtf(dot(a, a))); }
static inline float lerp(float a, float b, float t) { return a + t * (b - a); }
static inline float2 lerp(float2 a, float2 b, float t) { return a + t * (b - a); }
static inline float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
static inline float4 lerp(float4 a, float4 b, float t) { return a + t * (b - a); }
static inline float2 floorf(float2 a) { return float2{floorf(a.x), floorf(a.y)}; }
static inline float3 floorf(float3 a) { return float3{floorf(a.x), floorf(a.y), floorf(a.z)}; }
static inline float4 floorf(float4 a) { return float4{floorf(a.x), floorf(a.y), floorf(a.z), floorf(a.w)}; }
static inline float fracf(float a) { return a - floorf(a); }
static inline float2 fracf(float2 a) { return a - floorf(a); }
static inline float3 fracf(float3 a) { return a - floorf(a); }
static inline float4 fracf(float4 a) { return a - floorf(a); }
static inline float2 fmodf(float2 a, float2 b) { return float2{fmodf(a.x, b.x), fmodf(a.y, b.y)}; }
static inline float3 fmodf(float3 a, float3 b) { return float3{fmodf(a.x, b.x), fmodf(a.y, b.y), fmodf(a.z, b.z)}; }
static inline float4 fmodf(float4 a, float4 b) { return float4{fmodf(a.x, b.x), fmodf(a.y, b.y), fmodf(a.z, b.z), fmodf(a.w, b.w)}; }
static inline float2 fabs(float2 a) { return float2{fabsf(a.x), fabsf(a.y)}; }
static inline float3 fabs(float3 a) { return float3{fabsf(a.x), fabsf(a.y), fabsf(a.z)}; }
static inline float4 fabs(float4 a) { return float4{fabsf(a.x), fabsf(a.y), fabsf(a.z), fabsf(a.w)}; }
static inline int2 abs(int2 a) { return int2{abs(a.x), abs(a.y)}; }
static inline int3 abs(int3 a) { return int3{abs(a.x), abs(a.y), abs(a.z)}; }
static inline int4 abs(int4 a) { return int4{abs(a.x), abs(a.y), abs(a.z), abs(a.w)}; }
static inline float3 reflect(float3 a, float3 normal) { return a - 2.0f * normal * dot(normal, a); }
static inline float3 cross(float3 a, float3 b) { return float3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
static inline float smoothstep(float a, float b, float x) { const float y = clamp((x - a) / (b - a), 0.0f, 1.0f); return y * y * (3.0f - 2.0f * y); }
static inline float2 smoothstep(float2 a, float2 b, float2 x) { const float2 y = clamp((x - a) / (b - a), 0.0f, 1.0f); return y * y * (make_float2(3.0f) - 2.0f * y); }
static inline float3 smoothstep(float3 a, float3 b, float3 x) { const float3 y = clamp((x - a) / (b - a), 0.0f, 1.0f); return y * y * (make_float3(3.0f) - 2.0f * y); }
static inline float4 smoothstep(float4 a, float4 b, float4 x) { const float4 y = clamp((x - a) / (b - a), 0.0f, 1.0f); return y * y * (make_float4(3.0f) - 2.0f * y); }
