// Libraries in a captured stream: what CUB, Thrust and copies of arrays do becomes part of the graph, and is done at each launch, not when it
// is captured; what a captured stream cannot keep (a value that is returned, a callback) is an error there.
// prints: captured: 0 -1 0 -1
// prints: launch 1: sum 10, largest 4, positions 1 3 6 10, sorted 4 3 2 1, kept 2: 2 4, 4 runs, bins 2 2, array 1 4
// prints: thrust 1: 2 4 6 8, before 0 2 6 12, total 20, reversed 8 2
// prints: launch 2: sum 14, largest 5, positions 2 5 9 14, sorted 5 4 3 2, kept 2: 2 4, 4 runs, bins 1 3, array 2 5
// prints: thrust 2: 4 6 8 10, before 0 4 10 18, total 28, reversed 10 4
// prints: launch 3: sum 18, largest 6, positions 3 7 12 18, sorted 6 5 4 3, kept 2: 4 6, 4 runs, bins 0 3, array 3 6
// prints: thrust 3: 6 8 10 12, before 0 6 14 24, total 36, reversed 12 6
// prints: at once 18
// prints: a value is refused
// prints: a callback is not called 0
#include <cstdio>
#include <cub/cub.cuh>
#include <cuda_runtime.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/reduce.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

__global__ void grow(int *a, int n) {
  if (threadIdx.x < n) a[threadIdx.x] += 1;
}
struct Even { __host__ __device__ bool operator()(int x) const { return x % 2 == 0; } };
struct Add { __host__ __device__ int operator()(int x, int y) const { return x + y; } };
struct Twice { __host__ __device__ int operator()(int x) const { return 2 * x; } };
void called(cudaStream_t, cudaError_t, void *given) { ++*(int *)given; }

// A library call asks for its storage, then works in the stream.
template <typename F> void with_storage(F call) {
  void *storage = nullptr;
  size_t bytes = 0;
  call(storage, bytes);
  cudaMalloc(&storage, bytes);
  call(storage, bytes);
}

int main() {
  const int n = 4;
  int host[n] = {0, 1, 2, 3};
  int *a, *sum, *largest, *scan, *sorted, *kept, *count, *runs, *lengths, *bins, *t, *u, *total;
  for (int **p : {&a, &sum, &largest, &scan, &sorted, &kept, &count, &runs, &lengths, &bins, &t, &u, &total}) {
    cudaMalloc(p, 8 * sizeof(int));
    cudaMemset(*p, 0, 8 * sizeof(int));
  }
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  int unset = -1;
  cudaMemcpy(count, &unset, sizeof unset, cudaMemcpyHostToDevice);
  cudaMemcpy(u, &unset, sizeof unset, cudaMemcpyHostToDevice);
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  cudaMallocArray(&array, &desc, n, 1);

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  grow<<<1, n, 0, stream>>>(a, n);
  with_storage([&](void *s, size_t &b) { cub::DeviceReduce::Sum(s, b, a, sum, n, stream); });
  with_storage([&](void *s, size_t &b) { cub::DeviceReduce::Max(s, b, a, largest, n, stream); });
  with_storage([&](void *s, size_t &b) { cub::DeviceScan::InclusiveSum(s, b, a, scan, n, stream); });
  with_storage([&](void *s, size_t &b) { cub::DeviceRadixSort::SortKeysDescending(s, b, a, sorted, n, 0, 32, stream); });
  with_storage([&](void *s, size_t &b) { cub::DeviceSelect::If(s, b, a, kept, count, n, Even(), stream); });
  with_storage([&](void *s, size_t &b) { cub::DeviceRunLengthEncode::Encode(s, b, scan, runs, lengths, count + 1, n, stream); });
  with_storage([&](void *s, size_t &b) { cub::DeviceHistogram::HistogramEven(s, b, a, bins, 3, 0, 6, n, stream); });
  cudaMemcpy2DToArrayAsync(array, 0, 0, a, sizeof host, sizeof host, 1, cudaMemcpyDeviceToDevice, stream);
  thrust::device_ptr<int> first(a), out(t), sums(u);
  thrust::transform(thrust::cuda::par_nosync.on(stream), first, first + n, out, Twice());
  thrust::exclusive_scan(thrust::cuda::par_nosync.on(stream), out, out + n, sums, 0);
  with_storage([&](void *s, size_t &b) { cub::DeviceReduce::Reduce(s, b, t, total, n, Add(), 0, stream); });
  thrust::device_ptr<int> back(total + 1);
  thrust::reverse_copy(thrust::cuda::par_nosync.on(stream), out, out + n, back);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, 0);

  int now[4];
  cudaMemcpy(now, sum, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(now + 1, count, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(now + 2, t, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(now + 3, u, sizeof(int), cudaMemcpyDeviceToHost);
  printf("captured: %d %d %d %d\n", now[0], now[1], now[2], now[3]);
  for (int k = 1; k <= 3; ++k) {
    cudaGraphLaunch(ready, stream);
    cudaStreamSynchronize(stream);
    int h[8][8], in_array[n];
    int *from[] = {sum, largest, scan, sorted, kept, count, bins, t};
    for (int i = 0; i < 8; ++i) cudaMemcpy(h[i], from[i], sizeof h[i], cudaMemcpyDeviceToHost);
    cudaMemcpy2DFromArray(in_array, sizeof in_array, array, 0, 0, sizeof in_array, 1, cudaMemcpyDeviceToHost);
    printf("launch %d: sum %d, largest %d, positions %d %d %d %d, sorted %d %d %d %d, kept %d: %d %d, %d runs, bins %d %d, array %d %d\n", k,
           h[0][0], h[1][0], h[2][0], h[2][1], h[2][2], h[2][3], h[3][0], h[3][1], h[3][2], h[3][3], h[5][0], h[4][0],
           h[4][1], h[5][1], h[6][0], h[6][1], in_array[0], in_array[3]);
    int before[8], all[8];
    cudaMemcpy(before, u, sizeof before, cudaMemcpyDeviceToHost);
    cudaMemcpy(all, total, sizeof all, cudaMemcpyDeviceToHost);
    printf("thrust %d: %d %d %d %d, before %d %d %d %d, total %d, reversed %d %d\n", k, h[7][0], h[7][1], h[7][2], h[7][3], before[0],
           before[1], before[2], before[3], all[0], all[1], all[4]);
  }
  printf("at once %d\n", thrust::reduce(thrust::cuda::par.on(stream), first, first + n));

  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  try {
    printf("a value %d\n", thrust::reduce(thrust::cuda::par.on(stream), first, first + n));
  } catch (...) {
    printf("a value is refused\n");
  }
  cudaStreamEndCapture(stream, &graph);
  cudaStreamDestroy(stream);

  int calls = 0;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  cudaStreamAddCallback(stream, called, &calls, 0);
  cudaStreamEndCapture(stream, &graph);
  printf("a callback is not called %d\n", calls);
  return 0;
}
