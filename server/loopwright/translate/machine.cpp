// What this processor takes for what a translation chooses among: a line `name value` for each, times in nanoseconds.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <omp.h>
#include <vector>

// As translations declare it: the vectors of the C library.
#if defined(__x86_64__) && defined(__GLIBC__)
extern "C" {
#pragma omp declare simd notinbranch
float expf(float) noexcept;
}
#endif

enum { SIZE = 16384, TIMES = 40, TRIED = 15 };  // arrays as large as those of a launch that may be worth a team
static float x[SIZE], y[SIZE];
static int many[SIZE], given = 7;

// Of many times the one that a quarter is below: what disturbs only adds.
template <typename F> static double undisturbed(int tried, F once) {
    std::vector<double> found;
    for (int i = 0; i < tried; ++i) {
        const auto start = std::chrono::steady_clock::now();
        once();
        found.push_back(std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(found.begin(), found.end());
    return found[tried / 4];
}

// Nanoseconds of a round of a loop over the arrays.
template <typename F> static double round_of(F loop) {
    return undisturbed(TRIED, [&] { for (int t = 0; t < TIMES; ++t) loop(); }) / (double(SIZE) * TIMES);
}

#define KEPT(a) asm volatile("" : : "r"(a) : "memory")

int main() {
    for (int i = 0; i < SIZE; ++i) x[i] = 0.5f + i * 1e-4f, y[i] = 0, many[i] = i * 77;
    const double line = round_of([] {
        #pragma omp simd
        for (int i = 0; i < SIZE; ++i) y[i] = 0.5f * x[i] + y[i];
        KEPT(y);
    });
    const int width = *(volatile int *)&given;
    const double sums = round_of([&] {
        for (int i = 0; i < SIZE; ++i) y[i] = (float)(many[i] + width);
        KEPT(y);
    });
    const double quotients = round_of([&] {
        for (int i = 0; i < SIZE; ++i) y[i] = (float)(many[i] / width + many[i] % width);
        KEPT(y);
    });
    const double calls = round_of([] {
        #pragma omp simd
        for (int i = 0; i < SIZE; ++i) y[i] = expf(x[i]);
        KEPT(y);
    });
    const int columns = width + 1;
    const double rows = round_of([&] {
        for (int r = 0; 1ll * r * columns < SIZE; ++r) {
            #pragma omp simd
            for (int i = std::max<long long>(0, 1ll * r * columns); i < std::min<long long>(SIZE, (r + 1ll) * columns); ++i) y[i] = 0.5f * x[i] + y[i];
        }
        KEPT(y);
    });
    // What a launch takes longer than its share of the work: the team, and elements that another core has in its cache.
    const auto shared = [](bool team) {
        #pragma omp parallel for simd if(parallel: team)
        for (int i = 0; i < SIZE; ++i) y[i] = 0.5f * x[i] + y[i];
        KEPT(y);
    };
    shared(true);
    const double wake = undisturbed(2001, [&] { shared(true); }) - undisturbed(2001, [&] { shared(false); }) / omp_get_max_threads();
    const double operation = line / 6;  // three subscripts, a product, a sum and an assignment
    // A quotient and a remainder with the same operands are one instruction, as they are in kernels that ask for row and column.
    std::printf("operation %g\nwake %g\n", operation, wake);
    std::printf("division %g\ncall %g\n", (quotients - sums) / 2 / operation, calls / operation);
    std::printf("row %g\n", (rows - line) * columns / operation);
}
