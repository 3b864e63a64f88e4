// Tables, members, parameters and functions whose pointers lead to kernels and to functions of the host.
// prints: + 118 118 1
// prints: - -40 -40 0
// prints: 4 -2
// prints: 0 1
// prints: 7 -3 7
// prints: -1 -4
// prints: 10
#include <cstdio>
#include <map>
#include <string>
#include <vector>
#include <cuda_runtime.h>
__global__ void plus_gpu(const float *a, const float *b, float *c, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }
__global__ void minus_gpu(const float *a, const float *b, float *c, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] - b[i]; }
static void plus_cpu(const float *a, const float *b, float *c, int n) { for (int i = 0; i < n; ++i) c[i] = a[i] + b[i]; }
void minus_cpu(const float *a, const float *b, float *c, int n);
using Binary = void (*)(const float *, const float *, float *, int);
typedef void (*Binary2)(const float *a, const float *b, float *c, int n);
struct Entry { Binary gpu, cpu; void (*either)(const float *, const float *, float *, int); };
static Binary pick(bool gpu, bool plus) { return gpu ? (plus ? plus_gpu : minus_gpu) : (plus ? plus_cpu : minus_cpu); }
static void (*pick2(int which))(const float *, const float *, float *, int) { if (which) return plus_gpu; return plus_cpu; }
static void call(Binary2 f, bool gpu, const float *a, const float *b, float *c, int n) {
    if (f == nullptr) return;
    if (gpu) { f<<<(n + 31) / 32, 32>>>(a, b, c, n); cudaDeviceSynchronize(); }
    else f(a, b, c, n);
}
int main() {
    const int n = 40;
    float *a, *b, *c;
    cudaMallocManaged(&a, n * 4), cudaMallocManaged(&b, n * 4), cudaMallocManaged(&c, n * 4);
    for (int i = 0; i < n; ++i) a[i] = i, b[i] = 2 * i + 1;
    std::map<std::string, Entry> all = {{"+", {plus_gpu, plus_cpu, plus_gpu}}, {"-", {minus_gpu, minus_cpu, minus_cpu}}};
    for (auto &e : all) {
        call(e.second.gpu, true, a, b, c, n); printf("%s %g ", e.first.c_str(), c[39]);
        c[39] = 0; e.second.cpu(a, b, c, n); printf("%g %d\n", c[39], e.second.either == e.second.gpu);
    }
    void (*table[2])(const float *, const float *, float *, int) = {plus_cpu, &minus_gpu};
    c[1] = 0; (*table[0])(a, b, c, n); printf("%g ", c[1]);
    table[1]<<<2, 32>>>(a, b, c, n); cudaDeviceSynchronize(); printf("%g\n", c[1]);
    Binary none = nullptr; call(none, true, a, b, c, n); printf("%d %d\n", none ? 1 : 0, pick(false, true) == plus_cpu);
    pick(true, true)<<<2, 32>>>(a, b, c, n); cudaDeviceSynchronize(); printf("%g ", c[2]); pick(false, false)(a, b, c, n); printf("%g ", c[2]); pick2(0)(a, b, c, n); printf("%g\n", c[2]);
    std::vector<Binary> v; v.push_back(plus_cpu); v.push_back(minus_gpu); v[0](a, b, c, 1); v[1]<<<2, 32>>>(a, b, c, n); cudaDeviceSynchronize(); printf("%g %g\n", c[0], c[3]);
    auto direct = plus_cpu; direct(a, b, c, n); printf("%g\n", c[3]);
}
void minus_cpu(const float *a, const float *b, float *c, int n) { for (int i = 0; i < n; ++i) c[i] = a[i] - b[i]; }
