// only: curand
// prefix: curand
// needs: vectors runtime
// includes: cmath cstdint stdexcept vector
// pruned: yes
// The generators of cuRAND by their definitions, and cuRAND's seeds, jumps and distributions (cuRAND Library Programming Guide).
struct lw_normals { int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
// XORWOW: G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (2003).
struct curandStateXORWOW : lw_normals { unsigned d, v[5]; };
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
// MRG32k3a: P. L'Ecuyer, "Good Parameters and Implementations for Combined Multiple Recursive Random Number Generators" (1999).
struct curandStateMRG32k3a : lw_normals { unsigned s1[3], s2[3]; };
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
// Philox4x32-10: J. K. Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3" (2011).
struct curandStatePhilox4_32_10 : lw_normals { unsigned ctr[4], output[4], key[2], STATE; };
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
static inline void lw_xorwow_step(unsigned *v) {
    const unsigned t = v[0] ^ v[0] >> 2, last = v[4];
    for (int i = 0; i < 4; ++i) v[i] = v[i + 1];
    v[4] = last ^ last << 4 ^ t ^ t << 1;
}
// What 2^power steps make of each bit of a state: steps are linear over bits.
struct lw_xorwow_jump {
    unsigned of[160][5];
    void jump(unsigned *v) const {
        unsigned sum[5] = {};
        for (int bit = 0; bit < 160; ++bit)
            if (v[bit / 32] >> bit % 32 & 1u)
                for (int i = 0; i < 5; ++i) sum[i] ^= of[bit][i];
        for (int i = 0; i < 5; ++i) v[i] = sum[i];
    }
};
static inline const lw_xorwow_jump &lw_xorwow_power(int power) {
    static const std::vector<lw_xorwow_jump> all = [] {
        std::vector<lw_xorwow_jump> found(67 + 64);
        for (size_t n = 0; n < found.size(); ++n)
            for (int bit = 0; bit < 160; ++bit) {
                unsigned *v = found[n].of[bit];
                if (n == 0) {
                    for (int i = 0; i < 5; ++i) v[i] = i == bit / 32 ? 1u << bit % 32 : 0;
                    lw_xorwow_step(v);
                } else {
                    for (int i = 0; i < 5; ++i) v[i] = found[n - 1].of[bit][i];
                    found[n - 1].jump(v);
                }
            }
        return found;
    }();
    return all[(size_t)power];
}
static inline void lw_xorwow_forward(curandStateXORWOW *s, unsigned long long n, int first) {
    for (int bit = 0; bit < 64; ++bit)
        if (n >> bit & 1) lw_xorwow_power(first + bit).jump(s->v);
}
static inline void skipahead(unsigned long long n, curandStateXORWOW *s) { lw_xorwow_forward(s, n, 0), s->d += 362437u * (unsigned)n; }
static inline void skipahead_sequence(unsigned long long n, curandStateXORWOW *s) { lw_xorwow_forward(s, n, 67); }
static inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateXORWOW *s) {
    const unsigned low = 1099087573u * ((unsigned)seed ^ 0xaad26b49u), high = 2591861531u * ((unsigned)(seed >> 32) ^ 0xf7dcefddu);
    static_cast<lw_normals &>(*s) = {};
    s->d = 6615241u + high + low;
    s->v[0] = 123456789u + low, s->v[1] = 362436069u ^ low, s->v[2] = 521288629u + high, s->v[3] = 88675123u ^ high, s->v[4] = 5783321u + low;
    skipahead_sequence(sequence, s);
    skipahead(offset, s);
}
static inline unsigned curand(curandStateXORWOW *s) {
    lw_xorwow_step(s->v);
    s->d += 362437u;
    return s->v[4] + s->d;
}
// A recurrence of three terms as a matrix.
struct lw_mrg_jump { uint64_t of[3][3]; };
static inline lw_mrg_jump lw_mrg_twice(const lw_mrg_jump &a, uint64_t m) {
    lw_mrg_jump both = {};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 3; ++k) both.of[i][j] = (both.of[i][j] + a.of[i][k] * a.of[k][j] % m) % m;
    return both;
}
static inline std::vector<lw_mrg_jump> lw_mrg_powers(const lw_mrg_jump &step, uint64_t m) {
    std::vector<lw_mrg_jump> found(1, step);
    while (found.size() < 127 + 64) found.push_back(lw_mrg_twice(found.back(), m));
    return found;
}
static inline void lw_mrg_forward(unsigned *s, const std::vector<lw_mrg_jump> &powers, uint64_t m, unsigned long long n, int power) {
    for (; n; n >>= 1, ++power) {
        const uint64_t old[3] = {s[0], s[1], s[2]};
        const uint64_t(*of)[3] = powers[(size_t)power].of;
        if (n & 1)
            for (int i = 0; i < 3; ++i) s[i] = (unsigned)((of[i][0] * old[0] % m + of[i][1] * old[1] % m + of[i][2] * old[2] % m) % m);
    }
}
static inline void lw_mrg_skip(curandStateMRG32k3a *s, unsigned long long n, int power) {
    static const std::vector<lw_mrg_jump> first = lw_mrg_powers({{{0, 1, 0}, {0, 0, 1}, {4294967087u - 810728u, 1403580u, 0}}}, 4294967087u);
    static const std::vector<lw_mrg_jump> second = lw_mrg_powers({{{0, 1, 0}, {0, 0, 1}, {4294944443u - 1370589u, 0, 527612u}}}, 4294944443u);
    lw_mrg_forward(s->s1, first, 4294967087u, n, power);
    lw_mrg_forward(s->s2, second, 4294944443u, n, power);
}
static inline void skipahead(unsigned long long n, curandStateMRG32k3a *s) { lw_mrg_skip(s, n, 0); }
static inline void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a *s) { lw_mrg_skip(s, n, 76); }
static inline void skipahead_sequence(unsigned long long n, curandStateMRG32k3a *s) { lw_mrg_skip(s, n, 127); }
static inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateMRG32k3a *s) {
    const uint64_t x[2] = {(unsigned)seed ^ 0x55555555u, (unsigned)(seed >> 32) ^ 0xaaaaaaaau};
    static_cast<lw_normals &>(*s) = {};
    for (int i = 0; i < 3; ++i) {
        s->s1[i] = seed ? (unsigned)(x[i % 2] * 12345u % 4294967087u) : 12345u;
        s->s2[i] = seed ? (unsigned)(x[(i + 1) % 2] * 12345u % 4294944443u) : 12345u;
    }
    skipahead_subsequence(sequence, s);
    skipahead(offset, s);
}
// A number from 1 to 4294967087.
static inline double curand_MRG32k3a(curandStateMRG32k3a *s) {
    const uint64_t m1 = 4294967087u, m2 = 4294944443u;
    const uint64_t a = (1403580u * (uint64_t)s->s1[1] + 810728u * (m1 - s->s1[0])) % m1, b = (527612u * (uint64_t)s->s2[2] + 1370589u * (m2 - s->s2[0])) % m2;
    s->s1[0] = s->s1[1], s->s1[1] = s->s1[2], s->s1[2] = (unsigned)a;
    s->s2[0] = s->s2[1], s->s2[1] = s->s2[2], s->s2[2] = (unsigned)b;
    return a <= b ? (double)(a + m1 - b) : (double)(a - b);
}
static inline unsigned curand(curandStateMRG32k3a *s) { return (unsigned)(curand_MRG32k3a(s) * 1.000000048662); }
static inline void lw_philox(curandStatePhilox4_32_10 *s) {
    unsigned c[4] = {s->ctr[0], s->ctr[1], s->ctr[2], s->ctr[3]}, key[2] = {s->key[0], s->key[1]};
    for (int round = 0; round < 10; ++round) {
        const uint64_t a = 0xD2511F53u * (uint64_t)c[0], b = 0xCD9E8D57u * (uint64_t)c[2];
        const unsigned next[4] = {(unsigned)(b >> 32) ^ c[1] ^ key[0], (unsigned)b, (unsigned)(a >> 32) ^ c[3] ^ key[1], (unsigned)a};
        for (int i = 0; i < 4; ++i) c[i] = next[i];
        key[0] += 0x9E3779B9u, key[1] += 0xBB67AE85u;
    }
    for (int i = 0; i < 4; ++i) s->output[i] = c[i];
}
// Adds n to the counter from its word `first` on.
static inline void lw_philox_count(curandStatePhilox4_32_10 *s, unsigned long long n, int first) {
    uint64_t carry = 0;
    for (int i = first; i < 4; ++i) {
        const uint64_t sum = (uint64_t)s->ctr[i] + (unsigned)n + carry;
        s->ctr[i] = (unsigned)sum, carry = sum >> 32, n >>= 32;
    }
    lw_philox(s);
}
static inline void skipahead(unsigned long long n, curandStatePhilox4_32_10 *s) {
    s->STATE += n % 4;
    const bool over = s->STATE > 3;
    if (over) s->STATE -= 4;
    lw_philox_count(s, n / 4 + over, 0);
}
static inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *s) { lw_philox_count(s, n, 2); }
static inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStatePhilox4_32_10 *s) {
    *s = {};
    s->key[0] = (unsigned)seed, s->key[1] = (unsigned)(seed >> 32);
    skipahead_sequence(sequence, s);
    skipahead(offset, s);
}
static inline unsigned curand(curandStatePhilox4_32_10 *s) {
    const unsigned found = s->output[s->STATE++];
    if (s->STATE == 4) lw_philox_count(s, 1, 0), s->STATE = 0;
    return found;
}
static inline uint4 curand4(curandStatePhilox4_32_10 *s) {
    unsigned found[4];
    for (unsigned &one : found) one = curand(s);
    return {found[0], found[1], found[2], found[3]};
}
static inline float _curand_uniform(unsigned x) { return x * 2.3283064e-10f + 2.3283064e-10f / 2; }
static inline double lw_curand_uniform53(unsigned x, unsigned y) { return (x ^ (uint64_t)y << 21) * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2; }
template <typename S> static inline float curand_uniform(S *s) { return _curand_uniform(curand(s)); }
static inline float curand_uniform(curandStateMRG32k3a *s) { return (float)(curand_MRG32k3a(s) * 2.3283065498378288e-10); }
static inline double curand_uniform_double(curandStateXORWOW *s) {
    const unsigned x = curand(s), y = curand(s);
    return lw_curand_uniform53(x, y);
}
static inline double curand_uniform_double(curandStateMRG32k3a *s) { return curand_MRG32k3a(s) * 2.3283065498378288e-10; }
static inline double curand_uniform_double(curandStatePhilox4_32_10 *s) { return curand(s) * 2.3283064365386963e-10 + 2.3283064365386963e-10; }
static inline float4 curand_uniform4(curandStatePhilox4_32_10 *s) {
    const uint4 x = curand4(s);
    return {_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z), _curand_uniform(x.w)};
}
static inline double2 curand_uniform2_double(curandStatePhilox4_32_10 *s) {
    const uint4 x = curand4(s);
    return {lw_curand_uniform53(x.x, x.y), lw_curand_uniform53(x.z, x.w)};
}
static inline double4 curand_uniform4_double(curandStatePhilox4_32_10 *s) {
    const double2 a = curand_uniform2_double(s), b = curand_uniform2_double(s);
    return {a.x, a.y, b.x, b.y};
}
// Normal numbers come in pairs: G. E. P. Box, M. E. Muller (1958).
static inline float2 lw_box_muller(float u, float angle) {
    const float s = sqrtf(-2.0f * logf(u));
    return {s * sinf(angle), s * cosf(angle)};
}
static inline double2 lw_box_muller_double(double u, double v) {
    const double s = sqrt(-2.0 * log(u)), angle = v * 2 * 3.1415926535897932;
    return {s * sin(angle), s * cos(angle)};
}
static inline float2 lw_normal_pair(unsigned x, unsigned y) {
    const float unit = 2.3283064e-10f * 6.2831855f;
    return lw_box_muller(_curand_uniform(x), y * unit + unit / 2);
}
template <typename S> static inline float2 curand_normal2(S *s) {
    const unsigned x = curand(s), y = curand(s);
    return lw_normal_pair(x, y);
}
static inline float2 curand_normal2(curandStateMRG32k3a *s) {
    const float x = curand_uniform(s), y = curand_uniform(s);
    return lw_box_muller(x, y * 6.2831855f);
}
static inline float4 curand_normal4(curandStatePhilox4_32_10 *s) {
    const uint4 x = curand4(s);
    const float2 a = lw_normal_pair(x.x, x.y), b = lw_normal_pair(x.z, x.w);
    return {a.x, a.y, b.x, b.y};
}
template <typename S> static inline double2 curand_normal2_double(S *s) {
    const unsigned x0 = curand(s), x1 = curand(s), y0 = curand(s), y1 = curand(s);
    return lw_box_muller_double(lw_curand_uniform53(x0, x1), lw_curand_uniform53(y0, y1));
}
static inline double2 curand_normal2_double(curandStateMRG32k3a *s) {
    const double x = curand_uniform_double(s), y = curand_uniform_double(s);
    return lw_box_muller_double(x, y);
}
template <typename S> static inline float curand_normal(S *s) {
    if (s->boxmuller_flag == 1) return s->boxmuller_flag = 0, s->boxmuller_extra;
    const float2 both = curand_normal2(s);
    return s->boxmuller_flag = 1, s->boxmuller_extra = both.y, both.x;
}
template <typename S> static inline double curand_normal_double(S *s) {
    if (s->boxmuller_flag_double == 1) return s->boxmuller_flag_double = 0, s->boxmuller_extra_double;
    const double2 both = curand_normal2_double(s);
    return s->boxmuller_flag_double = 1, s->boxmuller_extra_double = both.y, both.x;
}
template <typename S> static inline float2 curand_log_normal2(S *s, float mean, float deviation) {
    const float2 both = curand_normal2(s);
    return {expf(mean + deviation * both.x), expf(mean + deviation * both.y)};
}
template <typename S> static inline double2 curand_log_normal2_double(S *s, double mean, double deviation) {
    const double2 both = curand_normal2_double(s);
    return {exp(mean + deviation * both.x), exp(mean + deviation * both.y)};
}
static inline float4 curand_log_normal4(curandStatePhilox4_32_10 *s, float mean, float deviation) {
    const float4 x = curand_normal4(s);
    return {expf(mean + deviation * x.x), expf(mean + deviation * x.y), expf(mean + deviation * x.z), expf(mean + deviation * x.w)};
}
template <typename S> static inline float curand_log_normal(S *s, float mean, float deviation) {
    if (s->boxmuller_flag == 2) return s->boxmuller_flag = 0, s->boxmuller_extra;
    const float2 both = curand_log_normal2(s, mean, deviation);
    return s->boxmuller_flag = 2, s->boxmuller_extra = both.y, both.x;
}
template <typename S> static inline double curand_log_normal_double(S *s, double mean, double deviation) {
    if (s->boxmuller_flag_double == 2) return s->boxmuller_flag_double = 0, s->boxmuller_extra_double;
    const double2 both = curand_log_normal2_double(s, mean, deviation);
    return s->boxmuller_flag_double = 2, s->boxmuller_extra_double = both.y, both.x;
}
enum curandStatus {
    CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED, CURAND_STATUS_ALLOCATION_FAILED,
    CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_OUT_OF_RANGE, CURAND_STATUS_LENGTH_NOT_MULTIPLE, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED,
    CURAND_STATUS_LAUNCH_FAILURE = 201, CURAND_STATUS_PREEXISTING_FAILURE, CURAND_STATUS_INITIALIZATION_FAILED,
    CURAND_STATUS_ARCH_MISMATCH, CURAND_STATUS_INTERNAL_ERROR = 999
};
typedef curandStatus curandStatus_t;
enum curandRngType {
    CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A = 121, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161
};
typedef curandRngType curandRngType_t;
enum curandOrdering { CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT = 101, CURAND_ORDERING_PSEUDO_LEGACY = 103 };
typedef curandOrdering curandOrdering_t;
// The sequences that a generator of the host's interface draws from in turn, `width` numbers from each.
template <typename S> struct lw_sequences {
    unsigned long long count, width, seed = 0, first = 0, at = 0;
    std::vector<S> all;
    S &here() {
        const unsigned long long turn = at / width, from = first / width;
        while (all.size() <= turn % count) {
            const unsigned long long n = all.size(), before = from / count + (n < from % count);
            all.emplace_back();
            curand_init(seed, n, before * width, &all.back());
        }
        return all[(size_t)(turn % count)];
    }
    void restart(unsigned long long from) {
        first = from - from % width, at = from, all.clear();
        if (from % width) skipahead(from % width, &here());
    }
};
struct lw_generator {
    curandRngType type;
    cudaStream_t stream = 0;
    lw_sequences<curandStateXORWOW> xorwow{4096, 1};
    lw_sequences<curandStateMRG32k3a> mrg{81920, 1};
    lw_sequences<curandStatePhilox4_32_10> philox{65536, 4};
    template <typename F> curandStatus with(F what) { return type == CURAND_RNG_PSEUDO_MRG32K3A ? what(mrg) : type == CURAND_RNG_PSEUDO_PHILOX4_32_10 ? what(philox) : what(xorwow), CURAND_STATUS_SUCCESS; }
    template <typename T, typename F> curandStatus ones(T *to, size_t n, F draw) {
        lw_only_now(stream, "a generator of cuRAND");
        return with([&](auto &s) { for (size_t i = 0; i < n; ++i) to[i] = draw(&s.here()), ++s.at; });
    }
    template <typename T, typename F> curandStatus pairs(T *to, size_t n, F draw) {
        lw_only_now(stream, "a generator of cuRAND");
        if (n % 2) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
        return with([&](auto &s) {
            for (size_t i = 0; i < n; i += 2) {
                const auto both = draw(&s.here());
                to[i] = both.x, to[i + 1] = both.y, s.at += s.width == 1 ? 1 : 2;
            }
        });
    }
};
typedef lw_generator *curandGenerator_t;
static inline curandStatus curandCreateGenerator(curandGenerator_t *g, curandRngType type) { return *g = new lw_generator{type}, CURAND_STATUS_SUCCESS; }
static inline curandStatus curandCreateGeneratorHost(curandGenerator_t *g, curandRngType type) { return curandCreateGenerator(g, type); }
static inline curandStatus curandSetPseudoRandomGeneratorSeed(curandGenerator_t g, unsigned long long seed) {
    return g->with([&](auto &s) { s.seed = seed, s.restart(s.first); });
}
static inline curandStatus curandSetGeneratorOffset(curandGenerator_t g, unsigned long long offset) {
    return g->with([&](auto &s) { s.restart(offset); });
}
static inline curandStatus curandGenerate(curandGenerator_t g, unsigned *to, size_t n) {
    return g->ones(to, n, [](auto *s) { return curand(s); });
}
static inline curandStatus curandGenerateUniform(curandGenerator_t g, float *to, size_t n) {
    return g->ones(to, n, [](auto *s) { return curand_uniform(s); });
}
static inline double lw_curand_uniform_double(curandStateXORWOW *s) { return curand_uniform_double(s); }
static inline double lw_curand_uniform_double(curandStateMRG32k3a *s) { return curand_uniform_double(s); }
static inline double lw_curand_uniform_double(curandStatePhilox4_32_10 *s) {
    const unsigned x = curand(s), y = curand(s);
    return lw_curand_uniform53(x, y);
}
static inline curandStatus curandGenerateUniformDouble(curandGenerator_t g, double *to, size_t n) {
    return g->ones(to, n, [](auto *s) { return lw_curand_uniform_double(s); });
}
static inline curandStatus curandGenerateNormal(curandGenerator_t g, float *to, size_t n, float mean, float deviation) {
    return g->pairs(to, n, [=](auto *s) { const float2 x = curand_normal2(s); return float2{mean + deviation * x.x, mean + deviation * x.y}; });
}
static inline curandStatus curandGenerateNormalDouble(curandGenerator_t g, double *to, size_t n, double mean, double deviation) {
    return g->pairs(to, n, [=](auto *s) { const double2 x = curand_normal2_double(s); return double2{mean + deviation * x.x, mean + deviation * x.y}; });
}
static inline curandStatus curandGenerateLogNormal(curandGenerator_t g, float *to, size_t n, float mean, float deviation) {
    return g->pairs(to, n, [=](auto *s) { return curand_log_normal2(s, mean, deviation); });
}
static inline curandStatus curandGenerateLogNormalDouble(curandGenerator_t g, double *to, size_t n, double mean, double deviation) {
    return g->pairs(to, n, [=](auto *s) { return curand_log_normal2_double(s, mean, deviation); });
}
static inline curandStatus curandDestroyGenerator(curandGenerator_t g) { return delete g, CURAND_STATUS_SUCCESS; }
static inline curandStatus curandSetStream(curandGenerator_t g, cudaStream_t stream) { return g->stream = stream, CURAND_STATUS_SUCCESS; }
static inline curandStatus curandSetGeneratorOrdering(curandGenerator_t g, curandOrdering order) {
    if (order == CURAND_ORDERING_PSEUDO_LEGACY && g->type == CURAND_RNG_PSEUDO_MRG32K3A) throw std::logic_error("the legacy order of this generator of cuRAND has no CPU translation");
    return CURAND_STATUS_SUCCESS;
}
static inline curandStatus curandGenerateSeeds(curandGenerator_t) { return CURAND_STATUS_SUCCESS; }
