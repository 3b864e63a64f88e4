// Functions of the library by their full names, and functions of the program that have such a name in a namespace.
// prints: 2.5 3 4 5 | 1 1 1.5 2 | 7 7 7 7 | 9 9 9 9 | 0.5 1 1.5 2
#include <cmath>
#include <cstdio>
namespace mine {
__device__ float fmaxf(float, float) { return 7; }
struct Host {
    __device__ static float fminf(float, float) { return 9; }
};
}  // namespace mine
namespace inner::deep {
__device__ float __expf(float x) { return x / 2; }
}  // namespace inner::deep

__global__ void named(float *a) {
    int i = threadIdx.x;
    float x = i + 1;
    a[i] = std::fmaxf(x + (i > 0), 2.5f);
    a[4 + i] = ::fminf(::fmaxf(x / 2, 1.0f), 3.0f);
    a[8 + i] = mine::fmaxf(x, 1);
    a[12 + i] = mine::Host::fminf(x, 1);
    a[16 + i] = inner::deep::__expf(x);
}

int main() {
    float a[20], *d;
    cudaMalloc(&d, sizeof a);
    named<<<1, 4>>>(d);
    cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 20; i++) std::printf("%s%g", i == 0 ? "" : i % 4 == 0 ? " | " : " ", a[i]);
    std::printf("\n");
    cudaFree(d);
}
