// What a kernel may be launched with is asked by its address, however the program came to it; a function that is none is not called for that.
// prints: one 64 0
// prints: two 1024 800
// prints: two 1024 400
// prints: over 1024 4
// prints: over 1024 8
// prints: inner 128 0
// prints: spoken 1024 0
// prints: never 32 0
// prints: pack 1024 48
// prints: special 96 0
// prints: special 1024 0
// prints: table 64 0
// prints: table 1024 0
// prints: 0 7
#include <cstdio>
static int ran = 0;
void of_host(int *p) { ++ran; if (p) *p = 9; }
void of_host_too(dim3, dim3, int) { ++ran; }
__global__ __launch_bounds__(64) void one(int *p) noexcept { p[0] += 7; }
template <int N> __global__ void two(int *p) { __shared__ double d[N]; d[0] = 1; p[0] = d[0]; }
__global__ void over(int *p) { __shared__ int s[1]; s[0] = 1; p[0] = s[0]; }
__global__ void over(float *p) { __shared__ double s[1]; s[0] = 1; p[0] = s[0]; }
namespace inner { __global__ __launch_bounds__(128) void inner(int *p) { p[0] = 1; } }
extern "C" __global__ void spoken(int *p) { p[0] = 1; }
__global__ __launch_bounds__(32) void never(const int a, const float *const b, int (*c)[3], int d[4]) { c[0][0] = a + (int)b[0] + d[1]; }
template <typename T, typename... Rest> __global__ void pack(T *p, Rest... rest) { __shared__ T s[sizeof...(Rest) + 4]; s[0] = 1; p[0] = s[0]; }
template <typename T> __global__ void special(T *p) { p[0] = 1; }
template <> __global__ __launch_bounds__(96) void special<float>(float *p) { p[0] = 2; }
__global__ __launch_bounds__(256) void later(int later, int *p) { p[0] = later; }
template <typename F> void tell(const char *name, F kernel) {
    cudaFuncAttributes told;
    cudaFuncGetAttributes(&told, kernel);
    printf("%s %d %d\n", name, told.maxThreadsPerBlock, (int)told.sharedSizeBytes);
}
int main() {
    tell("one", one), tell("two", two<100>), tell("two", two<50>);
    tell("over", (void (*)(int *))over), tell("over", (void (*)(float *))over);
    tell("inner", inner::inner), tell("spoken", spoken), tell("never", never), tell("pack", pack<double, int, int>);
    tell("special", special<float>), tell("special", special<int>);
    void (*table[])(int *) = {one, spoken};
    for (auto kernel : table) tell("table", kernel);
    cudaFuncAttributes told;
    int blocks;
    cudaFuncGetAttributes(&told, of_host), cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, of_host, 32, 0);
    cudaFuncSetAttribute(of_host_too, cudaFuncAttributeMaxDynamicSharedMemorySize, 100);
    cudaGetLastError();
    int *p, h;
    cudaMalloc(&p, 4), cudaMemset(p, 0, 4);
    later<<<1, 1>>>(3, p), cudaMemset(p, 0, 4), one<<<1, 1>>>(p);
    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
    printf("%d %d\n", ran, h);
}
