// A pointer that is launched is one to a kernel, whether or not a kernel of the file has its type.
// prints: 3 255
// prints: 5 6
#include <cstdio>

__global__ void twice(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= 2;
}
__global__ void plus(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += 1;
}
static void run(void (*kernel)(int *, int), int *a, int n) { kernel<<<2, 32>>>(a, n); }
typedef void (*Kernel)(int *, int);
static int plain(void (*kernel)(int &), int value) {
    kernel(value);
    return value;
}
static void five(int &value) { value = 5; }

struct Bench {
    int *memory;
    void one(void (*kernel)(int *, int), int n) { kernel<<<2, 32>>>(memory, n); }
    void another(Kernel kernel, int n) { kernel<<<2, 32>>>(memory, n); }
    template <typename K>
    void any(K kernel, int n) { kernel<<<2, 32>>>(memory, n); }
    float none(void (*kernel)(void *, void *, size_t, int), void *a, void *b, size_t n, int p, int blocks, int threads) {
        kernel<<<blocks, threads>>>(a, b, n, p);
        return 0;
    }
    void kept(int n) {
        void (*kernel)(int *, unsigned) = nullptr;
        if (n < 0) kernel<<<1, 1>>>(memory, n);
    }
};

int main() {
    Bench bench;
    int host[64];
    for (int i = 0; i < 64; ++i) host[i] = i;
    cudaMalloc(&bench.memory, sizeof host);
    cudaMemcpy(bench.memory, host, sizeof host, cudaMemcpyHostToDevice);
    run(twice, bench.memory, 64);
    bench.one(plus, 64);
    bench.another(twice, 64);
    bench.any(plus, 64);
    bench.kept(64);
    cudaMemcpy(host, bench.memory, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[63]);
    printf("%d %d\n", plain(five, 1), plain([](int &value) { value = 6; }, 1));
    cudaFree(bench.memory);
    return 0;
}
