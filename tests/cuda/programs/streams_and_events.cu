// Streams, events, host functions and callbacks: what a program may rely on of their order.
// prints: host 1 of 2, a = 6
// prints: callback, a = 16
// prints: host 2 of 2, a = 32
// prints: 38 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__global__ void add(int *a, int n, int v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += v; }
__global__ void twice(int *a, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] *= 2; }
struct Told { const char *what; int *a; };
static void CUDART_CB said(void *data) { Told *t = (Told *)data; printf("%s, a = %d\n", t->what, t->a[0]); }
static void CUDART_CB called_back(cudaStream_t, cudaError_t status, void *data) { printf("callback, a = %d\n", status == cudaSuccess ? ((Told *)data)->a[0] : -1); }
int main() {
  const int n = 1000;
  int *a, *b, *host;
  cudaMalloc(&a, n * 4), cudaMalloc(&b, n * 4), cudaMallocHost(&host, 2 * n * 4);
  cudaStream_t one, two, high;
  int least, greatest;
  cudaDeviceGetStreamPriorityRange(&least, &greatest);
  same("streams", cudaStreamCreate(&one) == cudaSuccess && cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking) == cudaSuccess, 1);
  same("priority", cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest), cudaSuccess);
  unsigned flags = 7;
  const cudaStream_t all[] = {one, two, high, 0, cudaStreamLegacy, cudaStreamPerThread};
  for (int i = 0; i < 6; ++i) {
    same("flags", cudaStreamGetFlags(all[i], &flags) == cudaSuccess ? flags : -1, i == 1 || i == 2 ? cudaStreamNonBlocking : cudaStreamDefault);
    for (int j = 0; j < i; ++j) same("one of its own", all[i] != all[j], 1);
  }
  cudaStream_t none;
  same("flags that there are not", cudaStreamCreateWithFlags(&none, 8), cudaErrorInvalidValue);
  same("its error", cudaGetLastError(), cudaErrorInvalidValue);
  cudaEvent_t start, ready, end;
  cudaEventCreate(&start), cudaEventCreateWithFlags(&ready, cudaEventDisableTiming), cudaEventCreate(&end);
  for (int i = 0; i < n; ++i) host[i] = i % 5 + 1;
  cudaEventRecord(start, one);
  cudaMemcpyAsync(a, host, n * 4, cudaMemcpyHostToDevice, one);
  cudaMemsetAsync(b, 0, n * 4, two);
  add<<<(n + 255) / 256, 256, 0, one>>>(a, n, 5);
  cudaMemcpyAsync(host, a, n * 4, cudaMemcpyDeviceToHost, one);
  Told first = {"host 1 of 2", host};
  cudaLaunchHostFunc(one, said, &first);
  cudaEventRecord(ready, one);
  cudaStreamWaitEvent(two, ready, 0);
  add<<<(n + 255) / 256, 256, 0, two>>>(a, n, 10);
  cudaMemcpyAsync(host + n, a, n * 4, cudaMemcpyDeviceToHost, two);
  Told middle = {"", host + n};
  cudaStreamAddCallback(two, called_back, &middle, 0);
  cudaStreamSynchronize(two);
  same("two", cudaStreamQuery(two), cudaSuccess);
  twice<<<1, 128, 0, high>>>(a, n);
  cudaMemcpyAsync(host, a, n * 4, cudaMemcpyDeviceToHost, high);
  Told last = {"host 2 of 2", host};
  cudaLaunchHostFunc(high, said, &last);
  cudaEventRecord(end, high);
  cudaEventSynchronize(end);
  float ms = -1;
  same("elapsed", cudaEventElapsedTime(&ms, start, end) == cudaSuccess && ms >= 0, 1);
  same("query", cudaEventQuery(end), cudaSuccess);
  int bad = 0;
  for (int i = 0; i < n; ++i) bad += host[i] != 2 * (i % 5 + 1 + 15) || host[n + i] != i % 5 + 16;
  same("values", bad, 0);
  cudaStreamSynchronize(high);
  add<<<4, 256>>>(b, n, 3);
  twice<<<1, 32, 0, one>>>(b, n);
  add<<<4, 256>>>(b, n, 1);
  cudaMemcpy(host, b, n * 4, cudaMemcpyDeviceToHost);
  same("default stream", host[999], 7);
  same("one", cudaStreamSynchronize(one), cudaSuccess), same("device", cudaDeviceSynchronize(), cudaSuccess);
  same("events", cudaEventDestroy(start) + cudaEventDestroy(ready) + cudaEventDestroy(end), 0);
  same("destroyed", cudaStreamDestroy(one) + cudaStreamDestroy(two) + cudaStreamDestroy(high), 0);
  same("free", cudaFree(a) + cudaFree(b) + cudaFreeHost(host) + cudaFree(nullptr), 0);
  same("no error", cudaGetLastError(), cudaSuccess), same("peek", cudaPeekAtLastError(), cudaSuccess);
  same("words", cudaGetErrorName(cudaSuccess)[0], 'c');
  printf("%d compared, wrong: %d\n", compared, wrong);
}
