// names: cufftHandle cufftResult cufftResult_t cufftType cufftType_t
// prefix: cufft
// needs: runtime complex vectors
// pruned: yes
// includes: cmath memory utility vector
// cuFFT by its definition: transforms that are not scaled, the last dimension side by side. All are worked out in double; lengths of
// small factors take n log n operations, a length with a prime factor above 64 a convolution of the next power of two (about three
// times as long), and a transform of real numbers as much as one of complex ones.
#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1
using cufftHandle = int;
enum cufftResult {
    CUFFT_SUCCESS = 0, CUFFT_INVALID_PLAN = 1, CUFFT_ALLOC_FAILED = 2, CUFFT_INVALID_TYPE = 3, CUFFT_INVALID_VALUE = 4, CUFFT_INTERNAL_ERROR = 5,
    CUFFT_EXEC_FAILED = 6, CUFFT_SETUP_FAILED = 7, CUFFT_INVALID_SIZE = 8, CUFFT_UNALIGNED_DATA = 9, CUFFT_INVALID_DEVICE = 11,
    CUFFT_NOT_IMPLEMENTED = 14, CUFFT_NOT_SUPPORTED = 16
};
using cufftResult_t = cufftResult;
enum cufftType { CUFFT_C2C = 0x29, CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_Z2Z = 0x69, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c };
using cufftType_t = cufftType;
// What transforms of one length have in common.
struct lw_line {
    int n = 1;
    std::vector<int> factors;
    std::vector<cuDoubleComplex> roots, chirp, spectrum;
    std::shared_ptr<lw_line> longer;
    explicit lw_line(int length) : n(length) {
        int rest = n;
        for (int p = 2; p <= rest / p; ++p)
            for (; rest % p == 0; rest /= p) factors.push_back(p);
        if (rest > 1) factors.push_back(rest);
        if (rest > 64) convolves();
        else for (int k = 0; k < n; ++k) roots.push_back(turned(2.0 * k / n));
    }
    static double2 turned(double halves) { return {std::cos(M_PI * halves), -std::sin(M_PI * halves)}; }
    // A transform of any length is a convolution with a chirp (Bluestein 1970), which transforms of a longer length carry out.
    void convolves() {
        int length = 1;
        while (length < 2 * n - 1) length *= 2;
        longer = std::make_shared<lw_line>(length);
        spectrum.assign(length, double2{0, 0});
        for (long long k = 0; k < n; ++k) {
            chirp.push_back(turned((double)(k * k % (2ll * n)) / n));
            spectrum[k] = spectrum[k ? length - k : 0] = double2{chirp[k].x, -chirp[k].y};
        }
        std::vector<double2> spare(length);
        longer->transform(spectrum.data(), spare);
    }
    // The forward transform of n numbers in their place.
    void transform(double2 *x, std::vector<double2> &spare) const {
        if (longer) return convolve(x);
        if ((int)spare.size() < n) spare.resize(n);
        double2 *from = x, *to = spare.data();
        int length = n, step = 1;
        for (int p : factors) {
            const int part = length / p;
            for (int q = 0; q < part; ++q) pass(from, to, p, q, part, step);
            std::swap(from, to), length = part, step *= p;
        }
        if (from != x) std::copy(from, from + n, x);
    }
    void pass(const double2 *from, double2 *to, int p, int q, int part, int step) const {
        const double2 *own = from + (long long)q * step;
        const long long apart = (long long)part * step;
        double2 *out = to + (long long)p * q * step;
        if (p == 2) {
            const double2 w = roots[(long long)q * step];
            #pragma omp simd
            for (int r = 0; r < step; ++r) {
                const double2 a = own[r], b = own[r + apart], d = {a.x - b.x, a.y - b.y};
                out[r] = double2{a.x + b.x, a.y + b.y}, out[r + step] = double2{d.x * w.x - d.y * w.y, d.x * w.y + d.y * w.x};
            }
            return;
        }
        for (int u = 0; u < p; ++u) {
            const double2 w = roots[(long long)q * u * step];
            for (int r = 0; r < step; ++r) {
                double2 sum = own[r];
                for (int t = 1; t < p; ++t) {
                    const double2 a = own[r + t * apart], v = roots[(long long)(t * u % p) * (n / p)];
                    sum.x += a.x * v.x - a.y * v.y, sum.y += a.x * v.y + a.y * v.x;
                }
                out[r + (long long)u * step] = double2{sum.x * w.x - sum.y * w.y, sum.x * w.y + sum.y * w.x};
            }
        }
    }
    void convolve(double2 *x) const {
        const int length = longer->n;
        std::vector<double2> work(length, double2{0, 0}), spare(length);
        for (int k = 0; k < n; ++k) work[k] = cuCmul(x[k], chirp[k]);
        longer->transform(work.data(), spare);
        for (int k = 0; k < length; ++k) work[k] = cuConj(cuCmul(work[k], spectrum[k]));
        longer->transform(work.data(), spare);
        for (int k = 0; k < n; ++k) x[k] = cuCmul(double2{work[k].x / length, -work[k].y / length}, chirp[k]);
    }
};
// Where the elements of one side of a transform lie; `embed` is empty for those that lie side by side.
struct lw_side {
    std::vector<int> embed;
    long long step = 1, apart = 0;
    lw_side() = default;
    lw_side(const int *rows, int rank, long long step, long long apart) {
        if (rows) embed.assign(rows, rows + rank), this->step = step, this->apart = apart;
    }
};
struct lw_plan {
    std::vector<int> n;
    std::vector<lw_line> lines;
    cufftType type = CUFFT_C2C;
    int batch = 0;
    cudaStream_t stream = 0;
    lw_side in, out;
};
static inline std::vector<std::shared_ptr<lw_plan>> &lw_plans() {
    static std::vector<std::shared_ptr<lw_plan>> plans;
    return plans;
}
static inline std::shared_ptr<lw_plan> lw_plan_of(cufftHandle plan) { return plan > 0 && (size_t)plan <= lw_plans().size() ? lw_plans()[plan - 1] : nullptr; }
static inline cufftResult cufftCreate(cufftHandle *plan) {
    lw_plans().push_back(std::make_shared<lw_plan>());
    return *plan = (cufftHandle)lw_plans().size(), CUFFT_SUCCESS;
}
static inline cufftResult cufftDestroy(cufftHandle plan) {
    if (!lw_plan_of(plan)) return CUFFT_INVALID_PLAN;
    return lw_plans()[plan - 1].reset(), CUFFT_SUCCESS;
}
static inline cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist, cufftType type, int batch, size_t *bytes) {
    const std::shared_ptr<lw_plan> made = lw_plan_of(plan);
    if (!made) return CUFFT_INVALID_PLAN;
    if (rank < 1 || rank > 3 || batch < 1) return CUFFT_INVALID_SIZE;
    for (int d = 0; d < rank; ++d)
        if (n[d] < 1) return CUFFT_INVALID_SIZE;
    made->n.assign(n, n + rank), made->type = type, made->batch = batch, made->lines.clear();
    for (int d = 0; d < rank; ++d) made->lines.emplace_back(n[d]);
    made->in = lw_side(inembed, rank, istride, idist), made->out = lw_side(onembed, rank, ostride, odist);
    if (bytes) *bytes = 0;
    return CUFFT_SUCCESS;
}
static inline cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *bytes) { return cufftMakePlanMany(plan, 1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch, bytes); }
static inline cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *bytes) {
    int n[2] = {nx, ny};
    return cufftMakePlanMany(plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, bytes);
}
static inline cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *bytes) {
    int n[3] = {nx, ny, nz};
    return cufftMakePlanMany(plan, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, bytes);
}
static inline cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist, cufftType type, int batch) { return cufftCreate(plan), cufftMakePlanMany(*plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, nullptr); }
static inline cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch) { return cufftCreate(plan), cufftMakePlan1d(*plan, nx, type, batch, nullptr); }
static inline cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type) { return cufftCreate(plan), cufftMakePlan2d(*plan, nx, ny, type, nullptr); }
static inline cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type) { return cufftCreate(plan), cufftMakePlan3d(*plan, nx, ny, nz, type, nullptr); }
static inline cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) { return lw_plan_of(plan) ? lw_plan_of(plan)->stream = stream, CUFFT_SUCCESS : CUFFT_INVALID_PLAN; }
static inline cufftResult cufftSetAutoAllocation(cufftHandle plan, int) { return lw_plan_of(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN; }
static inline cufftResult cufftSetWorkArea(cufftHandle plan, void *) { return lw_plan_of(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN; }
static inline cufftResult cufftGetSize(cufftHandle plan, size_t *bytes) { return *bytes = 0, lw_plan_of(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN; }
static inline cufftResult cufftEstimate1d(int, cufftType, int, size_t *bytes) { return *bytes = 0, CUFFT_SUCCESS; }
static inline cufftResult cufftGetVersion(int *version) { return *version = 11000, CUFFT_SUCCESS; }
// A side where elements lie side by side: whole rows, of `width` elements.
static inline lw_side lw_packed(const lw_plan &plan, int width) {
    std::vector<int> rows = plan.n;
    rows.back() = width;
    long long all = 1;
    for (int length : rows) all *= length;
    return lw_side(rows.data(), (int)rows.size(), 1, all);
}
// The place of element `at` of transform `which`, counted over all of `plan.n`.
static inline long long lw_place(const lw_plan &plan, const lw_side &side, long long which, const int *at) {
    long long place = 0;
    for (size_t d = 0; d < plan.n.size(); ++d) place = place * side.embed[d] + at[d];
    return which * side.apart + place * side.step;
}
static inline void lw_transform(const lw_plan &plan, std::vector<double2> &all, bool alone) {
    long long behind = 1, total = (long long)all.size();
    for (size_t d = plan.n.size(); d-- > 0; behind *= plan.n[d]) {
        const int n = plan.n[d];
        #pragma omp parallel if(alone && total > 16384)
        {
            std::vector<double2> own(n), spare(n);
            #pragma omp for
            for (long long line = 0; line < total / n; ++line) {
                double2 *first = all.data() + line / behind * behind * n + line % behind;
                if (behind == 1) plan.lines[d].transform(first, spare);
                else {
                    for (int k = 0; k < n; ++k) own[k] = first[k * behind];
                    plan.lines[d].transform(own.data(), spare);
                    for (int k = 0; k < n; ++k) first[k * behind] = own[k];
                }
            }
        }
    }
}
// All transforms of a plan: `get(place)` is an element, a conjugate is put where only half of the elements are stored, `put(place, x)` takes a result.
template <typename Get, typename Put> inline void lw_transforms(const lw_plan *plan, bool in_place, Get get, Put put) {
    const cufftType type = plan->type;
    const bool from_real = type == CUFFT_R2C || type == CUFFT_D2Z, to_real = type == CUFFT_C2R || type == CUFFT_Z2D;
    const int rank = (int)plan->n.size(), last = plan->n.back(), half = last / 2 + 1, real = in_place ? 2 * half : last;
    const lw_side in = plan->in.embed.empty() ? lw_packed(*plan, from_real ? real : to_real ? half : last) : plan->in;
    const lw_side out = plan->out.embed.empty() ? lw_packed(*plan, to_real ? real : from_real ? half : last) : plan->out;
    long long total = 1;
    for (int length : plan->n) total *= length;
    const auto one = [&](long long which, bool alone) {
        std::vector<double2> all(total);
        for (long long i = 0; i < total; ++i) {
            int at[3] = {}, mirrored[3] = {};
            long long rest = i;
            for (int d = rank; d-- > 0; rest /= plan->n[d]) at[d] = (int)(rest % plan->n[d]), mirrored[d] = at[d] ? plan->n[d] - at[d] : 0;
            all[i] = to_real && at[rank - 1] >= half ? cuConj(get(lw_place(*plan, in, which, mirrored))) : get(lw_place(*plan, in, which, at));
        }
        lw_transform(*plan, all, alone);
        for (long long i = 0; i < total; ++i) {
            int at[3] = {};
            long long rest = i;
            for (int d = rank; d-- > 0; rest /= plan->n[d]) at[d] = (int)(rest % plan->n[d]);
            if (!from_real || at[rank - 1] < half) put(lw_place(*plan, out, which, at), all[i]);
        }
    };
    if (plan->batch == 1) return one(0, true);
    #pragma omp parallel for if(total * plan->batch > 16384 && !(in_place && (from_real || to_real)))
    for (long long which = 0; which < plan->batch; ++which) one(which, false);
}
template <typename Get, typename Put> inline cufftResult lw_fourier(cufftHandle handle, cufftType type, bool in_place, Get get, Put put) {
    const std::shared_ptr<lw_plan> plan = lw_plan_of(handle);
    if (!plan || !plan->batch) return CUFFT_INVALID_PLAN;
    if (plan->type != type) return CUFFT_INVALID_TYPE;
    return lw_in_stream(plan->stream, [=] { return lw_transforms(plan.get(), in_place, get, put), cudaSuccess; }), CUFFT_SUCCESS;
}
// The inverse transform is the forward one of numbers whose parts have changed places.
template <typename C> inline cufftResult lw_complex_fourier(cufftHandle plan, cufftType type, const C *in, C *out, int direction) {
    using T = decltype(in->x);
    if (direction == CUFFT_INVERSE) return lw_fourier(plan, type, in == out, [=](long long i) { return double2{in[i].y, in[i].x}; }, [=](long long i, double2 x) { out[i] = C{(T)x.y, (T)x.x}; });
    return lw_fourier(plan, type, in == out, [=](long long i) { return double2{in[i].x, in[i].y}; }, [=](long long i, double2 x) { out[i] = C{(T)x.x, (T)x.y}; });
}
template <typename C, typename T> inline cufftResult lw_fourier_of_real(cufftHandle plan, cufftType type, const T *in, C *out) {
    return lw_fourier(plan, type, (const void *)in == out, [=](long long i) { return double2{in[i], 0}; }, [=](long long i, double2 x) { out[i] = C{(T)x.x, (T)x.y}; });
}
template <typename C, typename T> inline cufftResult lw_fourier_to_real(cufftHandle plan, cufftType type, const C *in, T *out) {
    return lw_fourier(plan, type, (const void *)in == out, [=](long long i) { return double2{in[i].x, -in[i].y}; }, [=](long long i, double2 x) { out[i] = (T)x.x; });
}
static inline cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *in, cufftComplex *out, int direction) { return lw_complex_fourier(plan, CUFFT_C2C, in, out, direction); }
static inline cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleComplex *out, int direction) { return lw_complex_fourier(plan, CUFFT_Z2Z, in, out, direction); }
static inline cufftResult cufftExecR2C(cufftHandle plan, cufftReal *in, cufftComplex *out) { return lw_fourier_of_real(plan, CUFFT_R2C, in, out); }
static inline cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *in, cufftDoubleComplex *out) { return lw_fourier_of_real(plan, CUFFT_D2Z, in, out); }
static inline cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *in, cufftReal *out) { return lw_fourier_to_real(plan, CUFFT_C2R, in, out); }
static inline cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleReal *out) { return lw_fourier_to_real(plan, CUFFT_Z2D, in, out); }
