// Work in streams: ordered by the stream, by events, by functions of the host; priorities and flags do not change a result.
// prints: 0 707 808 909 | 123
// prints: -1 -1 1 1
// prints: 1
#include <cstdio>
__global__ void multiply(int *a, int by, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] *= by;
}
__global__ void add(int *a, const int *b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] += b[i];
}
static int calls;
static void CUDART_CB noted(void *data) { calls = calls * 10 + *(int *)data; }
static void CUDART_CB called(cudaStream_t, cudaError_t status, void *data) { calls = calls * 10 + *(int *)data + status; }
int main() {
    const int n = 1000;
    int *host, *a, *b, one = 1, two = 2, three = 3;
    cudaMallocHost(&host, n * 4), cudaMalloc(&a, n * 4), cudaMalloc(&b, n * 4);
    for (int i = 0; i < n; ++i) host[i] = i % 10;
    cudaStream_t first, second;
    int low, high;
    cudaDeviceGetStreamPriorityRange(&low, &high);
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking), cudaStreamCreateWithPriority(&second, cudaStreamNonBlocking, high);
    cudaEvent_t copied, multiplied;
    cudaEventCreateWithFlags(&copied, cudaEventDisableTiming), cudaEventCreate(&multiplied);
    cudaMemcpyAsync(a, host, n * 4, cudaMemcpyHostToDevice, first);
    cudaEventRecord(copied, first);
    cudaStreamWaitEvent(second, copied, 0);
    cudaMemcpyAsync(b, a, n * 4, cudaMemcpyDeviceToDevice, second);
    multiply<<<4, 64, 0, second>>>(b, 100, n);
    cudaLaunchHostFunc(second, noted, &one);
    cudaEventRecord(multiplied, second);
    cudaStreamWaitEvent(first, multiplied, 0);
    add<<<2, 128, 0, first>>>(a, b, n);
    cudaLaunchHostFunc(first, noted, &two);
    cudaMemcpyAsync(host, a, n * 4, cudaMemcpyDeviceToHost, first);
    cudaStreamAddCallback(first, called, &three, 0);
    cudaStreamSynchronize(first);
    printf("%d %d %d %d | %d\n", host[0], host[7], host[98], host[n - 1], calls);
    cudaMemsetAsync(a, 0, n * 4, first), cudaMemsetAsync(b, 0xff, n * 4, first);
    add<<<1, 32, 0, first>>>(a, b, n);
    cudaMemcpyAsync(host, a, n * 4, cudaMemcpyDeviceToHost, first);
    cudaEventRecord(multiplied, first), cudaEventSynchronize(multiplied);
    printf("%d %d %d %d\n", host[0], host[n - 1], cudaEventQuery(multiplied) == cudaSuccess, cudaStreamQuery(first) == cudaSuccess);
    float ms = -1;
    cudaEvent_t again;
    cudaEventCreate(&again), cudaEventRecord(again, first), cudaEventSynchronize(again);
    cudaEventElapsedTime(&ms, multiplied, again);
    printf("%d\n", ms >= 0);
    cudaStreamDestroy(first), cudaStreamDestroy(second), cudaEventDestroy(copied), cudaFreeHost(host);
}
