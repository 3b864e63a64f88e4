// Specialisations of functions in which threads wait; Thrust's pointers as a class of their own.
// prints: 496 496.0
// prints: 5 1 4 1 (4)
#include <cstdio>
#include <cuda_runtime.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>

template <typename T> __device__ __forceinline__ T total(unsigned mask, T value) {
  for (int by = warpSize / 2; by > 0; by /= 2) value += __shfl_down_sync(mask, value, by);
  return value;
}
template <> __device__ __forceinline__ int total<int>(unsigned mask, int value) { return __reduce_add_sync(mask, value); }
template <typename T> __global__ void sums(T *out) {
  T own = total<T>(0xffffffffu, (T)threadIdx.x);
  if (threadIdx.x == 0) *out = own;
}

int main() {
  int *n;
  float *f;
  cudaMallocManaged(&n, 64), cudaMallocManaged(&f, 64);
  sums<<<1, 32>>>(n), sums<<<1, 32>>>(f);
  cudaDeviceSynchronize();
  printf("%d %.1f\n", *n, *f);
  try {
    thrust::device_ptr<int> p = thrust::device_malloc<int>(4), end = p + 4;
    for (int i = 0; i < 4; ++i) p[i] = i * 5 % 7;
    thrust::sort(p, end);
    cudaMemcpy(n, p.get(), 4 * sizeof(int), cudaMemcpyDeviceToHost);
    thrust::device_ptr<void> raw = thrust::device_malloc(8);
    thrust::device_ptr<int> again = thrust::device_pointer_cast(thrust::raw_pointer_cast(p));
    printf("%d %d %d %d (%d)\n", (int)p[3], (int)again[1], (int)(end - p), n[0] + 1, (int)(raw.get() != nullptr) * 4);
    thrust::device_free(p);
  } catch (thrust::system_error &error) {
    printf("%s\n", error.what());
  }
  return 0;
}
