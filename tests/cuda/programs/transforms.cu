// cuFFT beside sums by its definition: lengths of small and of large factors, several dimensions, real numbers in place and not, steps.
// prints: 39 compared, 0 wrong
#include <cuda_runtime.h>
#include <cufft.h>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
typedef std::complex<double> number;
static int compared = 0, wrong = 0;
__global__ void fill(double *a, int n, int seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = ((i * 37 + seed) % 101) / 16.0 - 3;
}
static std::vector<number> by_definition(const std::vector<number> &x, int nx, int ny, int nz, int sign) {
    std::vector<number> y(x.size());
    for (int a = 0; a < nx; ++a) for (int b = 0; b < ny; ++b) for (int c = 0; c < nz; ++c) {
        number sum = 0;
        for (int i = 0; i < nx; ++i) for (int j = 0; j < ny; ++j) for (int k = 0; k < nz; ++k) {
            double turn = (double)(a * i % nx) / nx + (double)(b * j % ny) / ny + (double)(c * k % nz) / nz;
            sum += x[(i * ny + j) * nz + k] * std::polar(1.0, sign * 2 * M_PI * turn);
        }
        y[(a * ny + b) * nz + c] = sum;
    }
    return y;
}
static std::vector<number> numbers(int n, int seed, bool real) {
    double *d;
    cudaMallocManaged(&d, 2 * n * sizeof(double));
    fill<<<(2 * n + 63) / 64, 64>>>(d, 2 * n, seed);
    cudaDeviceSynchronize();
    std::vector<number> all;
    for (int i = 0; i < n; ++i) all.push_back(number(d[i], real ? 0 : d[n + i]));
    cudaFree(d);
    return all;
}
static void near(const char *what, int n, const std::vector<number> &got, const std::vector<number> &wanted, double most) {
    double worst = 0, size = 1;
    for (size_t i = 0; i < got.size(); ++i) worst = std::fmax(worst, std::abs(got[i] - wanted[i])), size = std::fmax(size, std::abs(wanted[i]));
    ++compared;
    if (!(worst < most * size)) ++wrong, printf("%s %d: %g of %g\n", what, n, worst, size);
}
static void same(const char *what, cufftResult got, cufftResult wanted) {
    if (got != wanted) ++wrong, printf("%s: %d, not %d\n", what, got, wanted);
}
static void lines(int n) {
    std::vector<number> x = numbers(3 * n, n, false), wanted, got;
    cufftDoubleComplex *d;
    cudaMalloc(&d, 3 * n * sizeof(cufftDoubleComplex));
    cudaMemcpy(d, x.data(), 3 * n * sizeof(number), cudaMemcpyHostToDevice);
    cufftHandle plan;
    cufftPlan1d(&plan, n, CUFFT_Z2Z, 3);
    for (int sign : {CUFFT_FORWARD, CUFFT_INVERSE}) {
        wanted.clear();
        for (int b = 0; b < 3; ++b) {
            std::vector<number> y = by_definition({x.begin() + b * n, x.begin() + (b + 1) * n}, 1, 1, n, sign);
            wanted.insert(wanted.end(), y.begin(), y.end());
        }
        cufftExecZ2Z(plan, d, d, sign);
        got.resize(3 * n);
        cudaMemcpy(got.data(), d, 3 * n * sizeof(number), cudaMemcpyDeviceToHost);
        near("line", n, got, wanted, 1e-12);
        x = got;
    }
    cufftDestroy(plan);
    cudaFree(d);
}
static void boxes(int nx, int ny, int nz) {
    const int n = nx * ny * nz, half = nz / 2 + 1, padded = nx * ny * half;
    const int rank = nx > 1 ? 3 : 2;
    std::vector<number> x = numbers(n, ny, true), y = by_definition(x, nx, ny, nz, -1), wanted, got;
    for (int i = 0; i < n; ++i) if (i % nz < half) wanted.push_back(y[i]);
    for (bool in_place : {false, true}) {
        cufftReal *d;
        cufftComplex *e;
        cudaMallocManaged(&d, padded * sizeof(cufftComplex));
        cudaMallocManaged(&e, padded * sizeof(cufftComplex));
        const int row = in_place ? 2 * half : nz;
        for (int i = 0; i < n; ++i) d[i / nz * row + i % nz] = (float)x[i].real();
        cufftComplex *out = in_place ? (cufftComplex *)d : e;
        cufftHandle there, back;
        if (rank == 3) cufftPlan3d(&there, nx, ny, nz, CUFFT_R2C), cufftPlan3d(&back, nx, ny, nz, CUFFT_C2R);
        else cufftPlan2d(&there, ny, nz, CUFFT_R2C), cufftPlan2d(&back, ny, nz, CUFFT_C2R);
        cufftExecR2C(there, d, out);
        cudaDeviceSynchronize();
        got.clear();
        for (int i = 0; i < padded; ++i) got.push_back(number(out[i].x, out[i].y));
        near("real", n, got, wanted, 1e-6);
        cufftExecC2R(back, out, d);
        cudaDeviceSynchronize();
        got.clear();
        for (int i = 0; i < n; ++i) got.push_back(d[i / nz * row + i % nz] / (double)n);
        near("back", n, got, x, 1e-6);
        cufftDestroy(there), cufftDestroy(back);
        cudaFree(d), cudaFree(e);
    }
}
static void columns() {
    int n[1] = {10}, rows[1] = {10};
    std::vector<number> x = numbers(40, 5, false), wanted(40), got;
    cufftComplex *d;
    cudaMallocManaged(&d, 40 * sizeof(cufftComplex));
    for (int i = 0; i < 40; ++i) d[i].x = x[i].real(), d[i].y = x[i].imag();
    cufftHandle plan;
    size_t bytes;
    cufftCreate(&plan);
    same("plan", cufftMakePlanMany(plan, 1, n, rows, 4, 1, rows, 4, 1, CUFFT_C2C, 4, &bytes), CUFFT_SUCCESS);
    for (int c = 0; c < 4; ++c) {
        std::vector<number> column;
        for (int i = 0; i < 10; ++i) column.push_back(x[i * 4 + c]);
        column = by_definition(column, 1, 1, 10, -1);
        for (int i = 0; i < 10; ++i) wanted[i * 4 + c] = column[i];
    }
    cufftExecC2C(plan, d, d, CUFFT_FORWARD);
    cudaDeviceSynchronize();
    for (int i = 0; i < 40; ++i) got.push_back(number(d[i].x, d[i].y));
    near("columns", 10, got, wanted, 1e-6);
    cufftDestroy(plan);
    same("no plan", cufftExecC2C(plan, d, d, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
    cudaFree(d);
}
int main() {
    for (int n : {1, 2, 3, 8, 12, 15, 49, 64, 97, 134, 360}) lines(n);
    for (int kind = 0; kind < 4; ++kind) boxes(kind < 2 ? 1 : 3, 4 + kind, 6 + kind % 2);
    columns();
    printf("%d compared, %d wrong\n", compared, wrong);
}
