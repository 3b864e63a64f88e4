// Checks that say something of calls that went well, or count them: a copy that a CPU does not need is made for what they say.
// prints: fine cudaMalloc(&d, sizeof h)
// prints: fine cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice)
// prints: fine cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost)
// prints: fine cudaFree(d)
// prints: 6
// prints: 8 after 4
// prints: 10
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <cuda_runtime.h>
struct Handler {
    static void check(cudaError_t e, const char *what = nullptr) {
        if (e != cudaSuccess) exit(1);
        else if (what) std::cout << "fine " << what << "\n" << std::flush;
    }
};
static int times;
static void counted(cudaError_t e) { ++times; if (e) exit(1); }
static void quiet(cudaError_t e) { if (e != cudaSuccess) { printf("bad %d\n", (int)e); exit(1); } }
#define SAY(x) Handler::check(x, #x)
__global__ void twice(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] *= 2; }
static void said() {
    int h[8] = {1, 2, 3}, *d;
    SAY(cudaMalloc(&d, sizeof h));
    SAY(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    twice<<<1, 8>>>(d, 8);
    SAY(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    SAY(cudaFree(d));
    printf("%d\n", h[2]);
}
static void count() {
    int h[8] = {1, 2, 3, 4}, *d;
    counted(cudaMalloc(&d, sizeof h));
    counted(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    twice<<<1, 8>>>(d, 8);
    counted(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    counted(cudaFree(d));
    printf("%d after %d\n", h[3], times);
}
static void silent() {
    int h[8] = {1, 2, 3, 4, 5}, *d;
    quiet(cudaMalloc(&d, sizeof h));
    quiet(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    twice<<<1, 8>>>(d, 8);
    quiet(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    quiet(cudaFree(d));
    printf("%d\n", h[4]);
}
int main() {
    said();
    fflush(stdout);
    count();
    silent();
}
