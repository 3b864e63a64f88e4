// What the runtime refuses: memory of another kind, given back twice or not given out, copies beyond it and in no direction, and the
// time between events that have none.
// prints: device device host managed none none device
// prints: 0 712 host 0 713 none
// prints: 0 1 0 0 1 0 1
// prints: 1 1 1 1 1
// prints: 0 1 1 1 21 21 12
// prints: 400 0 400 400 0 0 0 400 1
// prints: 0 1 0 1 0 0
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
__device__ int symbol[16];
__global__ void inc(int *p) { p[threadIdx.x] += 1; }
static const char *kind(const void *p) {
    cudaPointerAttributes a;
    cudaPointerGetAttributes(&a, p);
    return a.type == cudaMemoryTypeDevice ? "device" : a.type == cudaMemoryTypeHost ? "host" : a.type == cudaMemoryTypeManaged ? "managed" : "none";
}
#define SAY(what) { cudaError_t e = (what); printf("%d ", (int)e); }
int main() {
    int *d, *p, *m, *n, *s, *h = (int *)malloc(4096), on[4];
    float ms;
    cudaMalloc(&d, 4096), cudaMallocHost(&p, 4096), cudaMallocManaged(&m, 4096);
    cudaGetSymbolAddress((void **)&s, symbol);
    inc<<<1, 8>>>(d);
    printf("%s %s %s %s %s %s %s\n", kind(d), kind(d + 100), kind(p + 3), kind(m), kind(h), kind(on), kind(s));
    SAY(cudaHostRegister(h, 4096, 0)); SAY(cudaHostRegister(h, 4096, 0)); printf("%s ", kind(h + 5));
    SAY(cudaHostUnregister(h)); SAY(cudaHostUnregister(h)); printf("%s\n", kind(h));
    SAY(cudaMalloc(&n, 0)); printf("%d ", n == nullptr); SAY(cudaFree(n)); SAY(cudaMallocHost(&n, 0)); printf("%d ", n == nullptr); SAY(cudaMallocManaged(&n, 0)); SAY(cudaMalloc((int **)nullptr, 4)); printf("\n");
    SAY(cudaFreeHost(d)); SAY(cudaFree(p)); SAY(cudaFree(h)); SAY(cudaFreeHost(h)); SAY(cudaFree(d + 1)); printf("\n");
    SAY(cudaMemset(d, 0, 4096)); SAY(cudaMemset(d, 0, 1 << 20)); SAY(cudaMemcpy(d, h, 1 << 20, cudaMemcpyHostToDevice)); SAY(cudaMemcpy(h, d + 1000, 1 << 20, cudaMemcpyDeviceToHost));
    SAY(cudaMemcpy(h, d, 4096, (cudaMemcpyKind)5)); SAY(cudaMemcpyAsync(h, d, 4096, (cudaMemcpyKind)-1)); SAY(cudaMemcpy2D(h, 4, d, 8, 8, 2, cudaMemcpyDeviceToHost)); printf("\n");
    cudaGetLastError();
    cudaEvent_t a, b, c;
    cudaEventCreate(&a), cudaEventCreate(&b), cudaEventCreateWithFlags(&c, cudaEventDisableTiming);
    SAY(cudaEventElapsedTime(&ms, a, b)); SAY(cudaEventRecord(a)); SAY(cudaEventElapsedTime(&ms, a, b)); SAY(cudaGetLastError()); SAY(cudaEventRecord(b)); SAY(cudaEventRecord(c)); cudaDeviceSynchronize();
    SAY(cudaEventElapsedTime(&ms, a, b)); SAY(cudaEventElapsedTime(&ms, a, c)); printf("%d\n", ms >= 0);
    SAY(cudaFree(d)); SAY(cudaFree(d)); SAY(cudaFreeHost(p)); SAY(cudaFreeHost(p)); SAY(cudaFree(m)); SAY(cudaFree(nullptr)); printf("\n");
}
