// What libraries answer, checked as the samples do; names of ranges for a profiler.
// prints: 4 ok
#include <cublas_v2.h>
#include <cuda.h>
#include <cufft.h>
#include <curand.h>
#include <helper_cuda.h>
#include <nvtx3/nvtx3.hpp>
#include <cstdio>

__global__ void fill(int *out) { *out = 4; }

static void filled(int *a) {
  NVTX3_FUNC_RANGE();
  nvtx3::scoped_range range{"fill"};
  fill<<<1, 1>>>(a);
}

int main() {
  checkCudaErrors(cuInit(0));
  cublasHandle_t blas;
  checkCudaErrors(cublasCreate(&blas));
  curandGenerator_t numbers;
  checkCudaErrors(curandCreateGenerator(&numbers, CURAND_RNG_PSEUDO_DEFAULT));
  cufftHandle plan;
  checkCudaErrors(cufftPlan1d(&plan, 8, CUFFT_C2C, 1));
  int *a;
  checkCudaErrors(cudaMallocManaged(&a, sizeof(int)));
  auto all = nvtx3::start_range("all");
  filled(a);
  checkCudaErrors(cudaDeviceSynchronize());
  nvtx3::end_range(all);
  printf("%d ok\n", *a);
  checkCudaErrors(cublasDestroy(blas));
  checkCudaErrors(curandDestroyGenerator(numbers));
  checkCudaErrors(cufftDestroy(plan));
  checkCudaErrors(cudaFree(a));
}
