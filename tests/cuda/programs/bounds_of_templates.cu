// Launches of more threads than a template's __launch_bounds__ allow leave their error and do nothing.
// prints: 64: 1 0
// prints: 128: 0 128
// prints: by a default: 0 4
// prints: by a smaller one: 1 4
#include <cstdio>
template <int N> __global__ void __launch_bounds__(N) counts(int *a) { atomicAdd(a, 1); }
template <typename T, int BLOCK = 256> __global__ __launch_bounds__(BLOCK) void doubled(T *a) {
    if (blockIdx.x * BLOCK + threadIdx.x == 1) *a *= 2;
}
int *a, h;
static void told(const char *what) {
    const int error = cudaGetLastError();
    cudaMemcpy(&h, a, sizeof h, cudaMemcpyDeviceToHost);
    printf("%s: %d %d\n", what, error, h);
}
int main(int argc, char **) {
    const int n = 128 * argc;
    cudaMalloc(&a, sizeof h);
    cudaMemset(a, 0, sizeof h);
    counts<64><<<1, n>>>(a), told("64");
    counts<128><<<1, n>>>(a), told("128");
    h = 2;
    cudaMemcpy(a, &h, sizeof h, cudaMemcpyHostToDevice);
    doubled<<<1, n>>>(a), told("by a default");
    doubled<int, 32><<<1, n>>>(a), told("by a smaller one");
}
