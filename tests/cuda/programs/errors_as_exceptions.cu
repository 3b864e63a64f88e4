// Errors of CUDA as exceptions of Thrust.
// prints: a[3]: cudaErrorInvalidValue: invalid argument | cuda 1
// prints: cudaErrorMemoryAllocation: out of memory | true true
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system_error.h>
__global__ void k(int *a) { a[threadIdx.x] = threadIdx.x; }
static void check(cudaError_t error, const char *where) {
  if (error != cudaSuccess) throw thrust::system_error(error, thrust::cuda_category(), where);
}
int main() {
  thrust::device_vector<int> a(32);
  k<<<1, 32>>>(thrust::raw_pointer_cast(a.data()));
  try {
    check(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDefault), "nothing");
    check(cudaErrorInvalidValue, "a[3]");
  } catch (const thrust::system_error &e) {
    printf("%s | %s %d\n", e.what(), e.code().category().name(), e.code().value());
  }
  thrust::error_code code(cudaErrorMemoryAllocation, thrust::system::cuda_category());
  printf("%s | %s %s\n", code.message().c_str(), code ? "true" : "false", a[5] == 5 ? "true" : "false");
}
