// cuBLAS beside std::complex: products of every kind, triangles, batches, steps, vectors, for float and for complex numbers.
// prints: 10938 checks, bad 0
#include <cublas_v2.h>
#include <cuComplex.h>
#include <complex>
#include <cstdio>
#include <cmath>
#include <vector>
typedef std::complex<double> cd;
typedef cuDoubleComplex Z;
static int checks = 0, bad = 0;
static void same(const char* w, cd a, cd b, double eps = 1e-9) {
    ++checks;
    if (!(std::abs(a - b) <= eps * (1 + std::abs(b))) && bad++ < 8) printf("%s: %g %g not %g %g\n", w, a.real(), a.imag(), b.real(), b.imag());
}
static cd c(Z z) { return {z.x, z.y}; }
static cd c(cuComplex z) { return {z.x, z.y}; }
static cd c(double z) { return z; }
static cd c(float z) { return z; }
template <typename T>
struct Make;
template <>
struct Make<double> {
    static double of(double a, double) { return a; }
};
template <>
struct Make<float> {
    static float of(double a, double) { return a; }
};
template <>
struct Make<Z> {
    static Z of(double a, double b) { return make_cuDoubleComplex(a, b); }
};
template <>
struct Make<cuComplex> {
    static cuComplex of(double a, double b) { return make_cuComplex(a, b); }
};
template <typename T>
T* mem(size_t n, int seed) {
    T* p;
    cudaMallocManaged(&p, (n + 1) * sizeof(T));
    for (size_t i = 0; i < n; ++i) p[i] = Make<T>::of(((i * 13 + seed * 7) % 17) / 4.0 - 2, ((i * 5 + seed * 3) % 13) / 4.0 - 1.5);
    return p;
}
static cd op(cublasOperation_t o, cd v) { return o == CUBLAS_OP_C ? std::conj(v) : v; }
static cublasOperation_t ops[3] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
static cublasHandle_t h;
template <typename E>
struct calls;
template <>
struct calls<float> {
    static constexpr auto axpy = cublasSaxpy;
    static constexpr auto copy = cublasScopy;
    static constexpr auto dgmm = cublasSdgmm;
    static constexpr auto geam = cublasSgeam;
    static constexpr auto gemm = cublasSgemm;
    static constexpr auto gemmBatched = cublasSgemmBatched;
    static constexpr auto gemmStridedBatched = cublasSgemmStridedBatched;
    static constexpr auto gemv = cublasSgemv;
    static constexpr auto scal = cublasSscal;
    static constexpr auto swap = cublasSswap;
    static constexpr auto symm = cublasSsymm;
    static constexpr auto syrk = cublasSsyrk;
    static constexpr auto trmm = cublasStrmm;
    static constexpr auto trmv = cublasStrmv;
    static constexpr auto trsm = cublasStrsm;
    static constexpr auto trsv = cublasStrsv;
};
template <>
struct calls<Z> {
    static constexpr auto axpy = cublasZaxpy;
    static constexpr auto copy = cublasZcopy;
    static constexpr auto dgmm = cublasZdgmm;
    static constexpr auto geam = cublasZgeam;
    static constexpr auto gemm = cublasZgemm;
    static constexpr auto gemmBatched = cublasZgemmBatched;
    static constexpr auto gemmStridedBatched = cublasZgemmStridedBatched;
    static constexpr auto gemv = cublasZgemv;
    static constexpr auto scal = cublasZscal;
    static constexpr auto swap = cublasZswap;
    static constexpr auto symm = cublasZsymm;
    static constexpr auto syrk = cublasZsyrk;
    static constexpr auto trmm = cublasZtrmm;
    static constexpr auto trmv = cublasZtrmv;
    static constexpr auto trsm = cublasZtrsm;
    static constexpr auto trsv = cublasZtrsv;
};
template <typename E>
static void family(double eps) {
    E al = Make<E>::of(1.25, -.5), be = Make<E>::of(-.75, .25);
    for (auto oa : ops)
        for (auto ob : ops) {
            const int m = 7, n = 6, k = 5, la = 9, lb = 8, lc = 8, cnt = 3;
            E *a = mem<E>(la * 9 * cnt, 1), *b = mem<E>(lb * 9 * cnt, 2), *d = mem<E>(lc * n * cnt, 3);
            std::vector<E> o(d, d + lc * n * cnt);
            auto check = [&](int z, const char* w) {
                for (int i = 0; i < m; ++i)
                    for (int j = 0; j < n; ++j) {
                        cd s = 0;
                        for (int p = 0; p < k; ++p)
                            s += op(oa, c(a[z * la * 9 + (oa ? p + i * la : i + p * la)])) * op(ob, c(b[z * lb * 9 + (ob ? j + p * lb : p + j * lb)]));
                        same(w, c(d[z * lc * n + i + j * lc]), c(al) * s + c(be) * c(o[z * lc * n + i + j * lc]), eps);
                    }
            };
            calls<E>::gemm(h, oa, ob, m, n, k, &al, a, la, b, lb, &be, d, lc);
            cudaDeviceSynchronize();
            check(0, "gemm");
            std::copy(o.begin(), o.end(), d);
            calls<E>::gemmStridedBatched(h, oa, ob, m, n, k, &al, a, la, la * 9, b, lb, lb * 9, &be, d, lc, lc * n, cnt);
            cudaDeviceSynchronize();
            for (int z = 0; z < cnt; ++z) check(z, "gemmStrided");
            std::copy(o.begin(), o.end(), d);
            E **pa, **pb, **pc;
            cudaMallocManaged(&pa, 24);
            cudaMallocManaged(&pb, 24);
            cudaMallocManaged(&pc, 24);
            for (int z = 0; z < cnt; ++z) pa[z] = a + z * la * 9, pb[z] = b + z * lb * 9, pc[z] = d + z * lc * n;
            calls<E>::gemmBatched(h, oa, ob, m, n, k, &al, pa, la, pb, lb, &be, pc, lc, cnt);
            cudaDeviceSynchronize();
            for (int z = 0; z < cnt; ++z) check(z, "gemmBatched");
            calls<E>::geam(h, oa, ob, 5, 4, &al, a, la, &be, b, lb, d, lc);
            cudaDeviceSynchronize();
            for (int i = 0; i < 5; ++i)
                for (int j = 0; j < 4; ++j)
                    same("geam", c(d[i + j * lc]), c(al) * op(oa, c(a[oa ? j + i * la : i + j * la])) + c(be) * op(ob, c(b[ob ? j + i * lb : i + j * lb])),
                         eps);
        }
    for (auto o : ops)
        for (int ix : {1, -2})
            for (int iy : {1, -3}) {
                const int m = 7, n = 5, l = 9;
                E *a = mem<E>(l * n, 4), *x = mem<E>(40, 5), *y = mem<E>(40, 6);
                std::vector<E> oy(y, y + 40);
                int R = o ? n : m, C = o ? m : n;
                calls<E>::gemv(h, o, m, n, &al, a, l, x, ix, &be, y, iy);
                cudaDeviceSynchronize();
                for (int i = 0; i < R; ++i) {
                    cd s = 0;
                    for (int j = 0; j < C; ++j) s += op(o, c(o ? a[j + i * l] : a[i + j * l])) * c(x[ix > 0 ? j * ix : (j - C + 1) * ix]);
                    int q = iy > 0 ? i * iy : (i - R + 1) * iy;
                    same("gemv", c(y[q]), c(al) * s + c(be) * c(oy[q]), eps);
                }
            }
    for (int side = 0; side < 2; ++side)
        for (int up = 0; up < 2; ++up) {
            auto S = side ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT;
            auto F = up ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
            const int m = 6, n = 4, N = side ? n : m, l = 8, lb = 7;
            for (auto o : ops)
                for (int unit = 0; unit < 2; ++unit) {
                    auto D = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
                    E *a = mem<E>(l * N, 3), *b = mem<E>(lb * n, 8), *d = mem<E>(lb * n, 9), *keep = mem<E>(lb * n, 8);
                    for (int i = 0; i < N; ++i) a[i + i * l] = Make<E>::of(3 + i, 1);
                    auto A = [&](int i, int j) -> cd {
                        bool t = o != CUBLAS_OP_N;
                        int r = t ? j : i, q = t ? i : j;
                        return r == q ? (unit ? cd(1) : op(o, c(a[r + q * l]))) : (up ? r < q : r > q) ? op(o, c(a[r + q * l])) : cd(0);
                    };
                    calls<E>::trmm(h, S, F, o, D, m, n, &al, a, l, b, lb, d, lb);
                    cudaDeviceSynchronize();
                    auto prod = [&](E* x, int i, int j) {
                        cd s = 0;
                        if (!side)
                            for (int p = 0; p < m; ++p) s += A(i, p) * c(x[p + j * lb]);
                        else
                            for (int p = 0; p < n; ++p) s += c(x[i + p * lb]) * A(p, j);
                        return s;
                    };
                    for (int i = 0; i < m; ++i)
                        for (int j = 0; j < n; ++j) same("trmm", c(d[i + j * lb]), c(al) * prod(b, i, j), eps);
                    calls<E>::trmm(h, S, F, o, D, m, n, &al, a, l, b, lb, b, lb);
                    cudaDeviceSynchronize();
                    for (int i = 0; i < m; ++i)
                        for (int j = 0; j < n; ++j) same("trmm in place", c(b[i + j * lb]), c(d[i + j * lb]), eps);
                    std::copy(keep, keep + lb * n, b);
                    calls<E>::trsm(h, S, F, o, D, m, n, &al, a, l, b, lb);
                    cudaDeviceSynchronize();
                    for (int i = 0; i < m; ++i)
                        for (int j = 0; j < n; ++j) same("trsm", prod(b, i, j), c(al) * c(keep[i + j * lb]), eps * 1e4);
                    if (!side)
                        for (int inc : {1, 2, -1}) {
                            E *x = mem<E>(20, 4), *k = mem<E>(20, 4);
                            auto at = [&](int i) { return inc > 0 ? i * inc : (i - m + 1) * inc; };
                            calls<E>::trsv(h, F, o, D, m, a, l, x, inc);
                            cudaDeviceSynchronize();
                            for (int i = 0; i < m; ++i) {
                                cd s = 0;
                                for (int p = 0; p < m; ++p) s += A(i, p) * c(x[at(p)]);
                                same("trsv", s, c(k[at(i)]), eps * 1e4);
                            }
                            std::copy(k, k + 20, x);
                            calls<E>::trmv(h, F, o, D, m, a, l, x, inc);
                            cudaDeviceSynchronize();
                            for (int i = 0; i < m; ++i) {
                                cd s = 0;
                                for (int p = 0; p < m; ++p) s += A(i, p) * c(k[at(p)]);
                                same("trmv", c(x[at(i)]), s, eps);
                            }
                        }
                }
            {
                E *a = mem<E>(l * N, 3), *b = mem<E>(lb * n, 8), *d = mem<E>(lb * n, 9);
                std::vector<E> od(d, d + lb * n);
                auto A = [&](int i, int j) { return (up ? i <= j : i >= j) ? c(a[i + j * l]) : c(a[j + i * l]); };
                calls<E>::symm(h, S, F, m, n, &al, a, l, b, lb, &be, d, lb);
                cudaDeviceSynchronize();
                for (int i = 0; i < m; ++i)
                    for (int j = 0; j < n; ++j) {
                        cd s = 0;
                        if (!side)
                            for (int p = 0; p < m; ++p) s += A(i, p) * c(b[p + j * lb]);
                        else
                            for (int p = 0; p < n; ++p) s += c(b[i + p * lb]) * A(p, j);
                        same("symm", c(d[i + j * lb]), c(al) * s + c(be) * c(od[i + j * lb]), eps);
                    }
                E* x = mem<E>(m, 2);
                calls<E>::dgmm(h, S, m, n, b, lb, x, 1, d, lb);
                cudaDeviceSynchronize();
                for (int i = 0; i < m; ++i)
                    for (int j = 0; j < n; ++j) same("dgmm", c(d[i + j * lb]), c(b[i + j * lb]) * c(x[side ? j : i]), eps);
            }
        }
    for (int up = 0; up < 2; ++up)
        for (int t = 0; t < 2; ++t) {
            const int n = 5, k = 3, l = 7, lc = 6;
            E *a = mem<E>(l * 7, 2), *d = mem<E>(lc * n, 3);
            std::vector<E> od(d, d + lc * n);
            calls<E>::syrk(h, up ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER, ops[t], n, k, &al, a, l, &be, d, lc);
            cudaDeviceSynchronize();
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) {
                    cd s = c(od[i + j * lc]);
                    if (up ? i <= j : i >= j) {
                        s *= c(be);
                        cd q = 0;
                        for (int p = 0; p < k; ++p) q += c(t ? a[p + i * l] : a[i + p * l]) * c(t ? a[p + j * l] : a[j + p * l]);
                        s += c(al) * q;
                    }
                    same("syrk", c(d[i + j * lc]), s, eps);
                }
        }
    {
        E *x = mem<E>(30, 1), *y = mem<E>(30, 2);
        std::vector<E> oy(y, y + 30), ox(x, x + 30);
        calls<E>::axpy(h, 10, &al, x, -2, y, 3);
        cudaDeviceSynchronize();
        for (int i = 0; i < 10; ++i) same("axpy", c(y[3 * i]), c(oy[3 * i]) + c(al) * c(x[18 - 2 * i]), eps);
        calls<E>::scal(h, 10, &al, x, 2);
        cudaDeviceSynchronize();
        for (int i = 0; i < 20; ++i) same("scal", c(x[i]), i % 2 ? c(ox[i]) : c(al) * c(ox[i]), eps);
        calls<E>::swap(h, 5, x, 1, y, 1);
        calls<E>::copy(h, 4, x, 1, y + 10, -1);
        cudaDeviceSynchronize();
        for (int i = 0; i < 4; ++i) same("copy", c(y[13 - i]), c(x[i]));
    }
}
int main() {
    cublasCreate(&h);
    family<float>(1e-4);
    family<Z>(1e-10);
    // hermitian, conjugated dots, norms
    for (int up = 0; up < 2; ++up) {
        auto F = up ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        const int n = 5, l = 6;
        Z al = {1.5, .5}, be = {.5, -1}, *a = mem<Z>(l * n, 1), *b = mem<Z>(l * n, 2), *d = mem<Z>(l * n, 3), *x = mem<Z>(20, 4), *y = mem<Z>(20, 5);
        std::vector<Z> od(d, d + l * n), oy(y, y + 20);
        auto A = [&](int i, int j) { return i == j ? cd(a[i + i * l].x) : (up ? i < j : i > j) ? c(a[i + j * l]) : std::conj(c(a[j + i * l])); };
        cublasZhemm(h, CUBLAS_SIDE_RIGHT, F, n, n, &al, a, l, b, l, &be, d, l);
        cublasZhemv(h, F, n, &al, a, l, x, 2, &be, y, -1);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; ++i) {
            cd q = 0;
            for (int p = 0; p < n; ++p) q += A(i, p) * c(x[2 * p]);
            same("hemv", c(y[n - 1 - i]), c(al) * q + c(be) * c(oy[n - 1 - i]));
            for (int j = 0; j < n; ++j) {
                cd s = 0;
                for (int p = 0; p < n; ++p) s += c(b[i + p * l]) * A(p, j);
                same("hemm", c(d[i + j * l]), c(al) * s + c(be) * c(od[i + j * l]));
            }
        }
        for (int t = 0; t < 2; ++t) {
            double ra = 2, rb = -.5;
            std::copy(od.begin(), od.end(), d);
            cublasZherk(h, F, t ? CUBLAS_OP_C : CUBLAS_OP_N, n, 3, &ra, b, l, &rb, d, l);
            cudaDeviceSynchronize();
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) {
                    cd s = c(od[i + j * l]);
                    if (up ? i <= j : i >= j) {
                        cd q = 0;
                        for (int p = 0; p < 3; ++p) q += t ? std::conj(c(b[p + i * l])) * c(b[p + j * l]) : c(b[i + p * l]) * std::conj(c(b[j + p * l]));
                        s = 2. * q - .5 * (i == j ? cd(s.real()) : s);
                    }
                    same("herk", c(d[i + j * l]), s);
                }
        }
    }
    Z *x = mem<Z>(20, 1), *y = mem<Z>(20, 2), r;
    double nrm, as;
    int im;
    cd u = 0, v = 0;
    double nn = 0, aa = 0;
    int best = 0;
    for (int i = 0; i < 10; ++i) {
        u += c(x[i]) * c(y[9 - i]);
        v += std::conj(c(x[i])) * c(y[i]);
        nn += std::norm(c(x[i]));
        double t = std::fabs(x[i].x) + std::fabs(x[i].y);
        aa += t;
        if (t > std::fabs(x[best].x) + std::fabs(x[best].y)) best = i;
    }
    cublasZdotu(h, 10, x, 1, y, -1, &r);
    same("dotu", c(r), u);
    cublasZdotc(h, 10, x, 1, y, 1, &r);
    same("dotc", c(r), v);
    cublasDznrm2(h, 10, x, 1, &nrm);
    same("nrm2", nrm, std::sqrt(nn));
    cublasDzasum(h, 10, x, 1, &as);
    same("asum", as, aa);
    cublasIzamax(h, 10, x, 1, &im);
    same("amax", im, best + 1);
    Z *a = mem<Z>(20, 1), al = {.5, 2};
    std::vector<Z> oa(a, a + 20);
    cublasZgerc(h, 4, 3, &al, x, 1, y, 1, a, 5);
    cudaDeviceSynchronize();
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 3; ++j) same("gerc", c(a[i + j * 5]), c(oa[i + j * 5]) + c(al) * c(x[i]) * std::conj(c(y[j])));
    double f = 3;
    cublasZdscal(h, 5, &f, x, 1);
    cudaDeviceSynchronize();
    same("zdscal", c(x[4]), 3. * c(mem<Z>(20, 1)[4]));
    printf("%d checks, bad %d\n", checks, bad);
}
