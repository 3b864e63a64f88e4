// CUB for a device: by keys, in segments, in parts, sorted by an order, differences of neighbours.
// prints: by key: 1:3 2:7 1:5 3:21 | 4
// prints: scans: 0 1 0 3 0 0 6 13 | 1 3 3 7 5 6 13 21
// prints: runs: 0+2 2+2 5+3 | 3
// prints: segments: 6 -5 9 | 3 -5 4 | 1 99 2
// prints: sorted: 1 2 3 9 8 4 2 | 3 2 1 2 4 8 9
// prints: parts: 2 4 6 8 7 5 3 1 | 4
// prints: three: 1 2 | 3 4 5 | 6 7 8 | 2 3
// prints: unique: 1 2 1 3 | 1 3 5 6 | 4
// prints: merged: 8 7 6 5 4 3 2 1 | 7 6 5 4 3 2 1 0
// prints: differences: 1 1 1 1 1 1 1 1 | -1 -1 -1 -1 -1 -1 -1 8
// prints: ranges: 2 3 1
// prints: squares: 204
#include <cub/cub.cuh>
#include <cstdio>
#include <cuda_runtime.h>
template <typename F> static void both(F call) {
  void *storage = nullptr;
  size_t bytes = 0;
  call(storage, bytes);
  cudaMalloc(&storage, bytes);
  call(storage, bytes);
  cudaDeviceSynchronize();
  cudaFree(storage);
}
template <typename T> static void show(const T *a, int n, const char *end) {
  for (int i = 0; i < n; ++i) printf("%d%s", (int)a[i], i + 1 < n ? " " : end);
}
struct Add { template <typename T> __host__ __device__ T operator()(const T &a, const T &b) const { return a + b; } };
struct Even { __host__ __device__ bool operator()(int v) const { return v % 2 == 0; } };
struct Below { int limit; __host__ __device__ bool operator()(int v) const { return v < limit; } };
struct Greater { __host__ __device__ bool operator()(int a, int b) const { return a > b; } };
struct Least { template <typename T> __host__ __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
struct Square { __host__ __device__ int operator()(int v) const { return v * v; } };
int main() {
  const int n = 8;
  int *keys, *values, *out, *more, *others, *count, *begin, *end;
  for (int **p : {&keys, &values, &out, &more, &others, &count, &begin, &end}) cudaMallocManaged(p, 64);
  const int own[n] = {1, 1, 2, 2, 1, 3, 3, 3};
  for (int i = 0; i < n; ++i) keys[i] = own[i], values[i] = i + 1;
  both([&](void *s, size_t &b) { cub::DeviceReduce::ReduceByKey(s, b, keys, more, values, out, count, Add(), n); });
  printf("by key: ");
  for (int i = 0; i < *count; ++i) printf("%d:%d ", more[i], out[i]);
  printf("| %d\n", *count);
  both([&](void *s, size_t &b) { cub::DeviceScan::ExclusiveSumByKey(s, b, keys, values, out, n); });
  printf("scans: "), show(out, n, " | ");
  both([&](void *s, size_t &b) { cub::DeviceScan::InclusiveScanByKey(s, b, keys, values, out, Add(), n); });
  show(out, n, "\n");
  both([&](void *s, size_t &b) { cub::DeviceRunLengthEncode::NonTrivialRuns(s, b, keys, out, more, count, n); });
  printf("runs: ");
  for (int i = 0; i < *count; ++i) printf("%d+%d ", out[i], more[i]);
  printf("| %d\n", *count);
  const int mixed[n] = {3, 1, 2, -5, 4, 2, 9, 8};
  int *m;
  cudaMallocManaged(&m, 32);
  for (int i = 0; i < n; ++i) m[i] = mixed[i];
  begin[0] = 0, end[0] = 3, begin[1] = 3, end[1] = 4, begin[2] = 6, end[2] = 7;
  both([&](void *s, size_t &b) { cub::DeviceSegmentedReduce::Sum(s, b, m, out, 3, begin, end); });
  printf("segments: "), show(out, 3, " | ");
  end[2] = 6, begin[2] = 4;
  both([&](void *s, size_t &b) { cub::DeviceSegmentedReduce::Max(s, b, m, out, 3, begin, end); });
  show(out, 3, " | ");
  end[1] = 3;
  both([&](void *s, size_t &b) { cub::DeviceSegmentedReduce::Reduce(s, b, m, out, 3, begin, end, Least(), 99); });
  show(out, 3, "\n");
  const int again[n] = {3, 1, 2, 2, 4, 9, 8, 0};
  for (int i = 0; i < n; ++i) m[i] = again[i], out[i] = 0;
  begin[0] = 0, end[0] = 3, begin[1] = 3, end[1] = 7;
  both([&](void *s, size_t &b) { cub::DeviceSegmentedRadixSort::SortKeys(s, b, m, out, n, 1, begin, end); });
  both([&](void *s, size_t &b) { cub::DeviceSegmentedRadixSort::SortKeysDescending(s, b, m, out, n, 1, begin + 1, end + 1); });
  printf("sorted: "), show(out, 7, " | ");
  both([&](void *s, size_t &b) { cub::DeviceSegmentedSort::SortKeysDescending(s, b, m, out, n, 1, begin, end); });
  both([&](void *s, size_t &b) { cub::DeviceSegmentedSort::SortKeys(s, b, m, out, n, 1, begin + 1, end + 1); });
  show(out, 7, "\n");
  both([&](void *s, size_t &b) { cub::DevicePartition::If(s, b, values, out, count, n, Even()); });
  printf("parts: "), show(out, n, " | "), printf("%d\n", *count);
  both([&](void *s, size_t &b) { cub::DevicePartition::If(s, b, values, out, more, others, count, n, Below{3}, Below{6}); });
  printf("three: "), show(out, 2, " | "), show(more, 3, " | "), show(others, 3, " | "), show(count, 2, "\n");
  both([&](void *s, size_t &b) { cub::DeviceSelect::UniqueByKey(s, b, keys, values, out, more, count, n); });
  printf("unique: "), show(out, 4, " | "), show(more, 4, " | "), printf("%d\n", *count);
  for (int i = 0; i < n; ++i) out[i] = i + 1, more[i] = i;
  both([&](void *s, size_t &b) { cub::DeviceMergeSort::SortPairs(s, b, out, more, n, Greater()); });
  printf("merged: "), show(out, n, " | "), show(more, n, "\n");
  both([&](void *s, size_t &b) { cub::DeviceAdjacentDifference::SubtractLeftCopy(s, b, values, out, n); });
  printf("differences: "), show(out, n, " | ");
  for (int i = 0; i < n; ++i) out[i] = i + 1;
  void *storage = nullptr;
  size_t bytes = 0;
  cub::DeviceAdjacentDifference::SubtractRight(storage, bytes, out, n);
  cudaMalloc(&storage, bytes);
  cub::DeviceAdjacentDifference::SubtractRight(storage, bytes, out, n);
  cudaDeviceSynchronize();
  show(out, n, "\n");
  const int bounds[4] = {1, 3, 6, 7};
  for (int i = 0; i < 4; ++i) begin[i] = bounds[i];
  both([&](void *s, size_t &b) { cub::DeviceHistogram::HistogramRange(s, b, values, out, 4, begin, n); });
  printf("ranges: "), show(out, 3, "\n");
  both([&](void *s, size_t &b) { cub::DeviceReduce::TransformReduce(s, b, values, out, n, Add(), Square(), 0); });
  printf("squares: %d\n", *out);
}
