// What libcu++ has for C++17, and the standard library only for later ones.
// prints: 10 3 4 8 31 4 1065353216 16
#include <cuda/std/bit>
#include <cuda/std/cstdint>
#include <cuda/std/span>
#include <cstdio>

__device__ int total(cuda::std::span<const int> all) {
  int sum = 0;
  for (int value : all) sum += value;
  return sum;
}

__global__ void numbers(int *out, cuda::std::span<int> rest) {
  using cuda::std::popcount;
  int own[4] = {1, 2, 3, 4};
  out[0] = total(cuda::std::span<const int>(own, 4));
  out[1] = cuda::std::span<int>(own, 4).subspan(1, 2)[1];
  out[2] = (int)cuda::std::span<int, 4>(own).size();
  rest[0] = popcount(255u);
  rest[1] = cuda::std::countl_zero(1u);
  rest[2] = (int)::cuda::std::bit_width(9u);
  rest[3] = (int)cuda::std::bit_cast<cuda::std::uint32_t>(1.0f);
  rest[4] = (int)cuda::std::bit_ceil(9u);
}

int main() {
  int *a;
  cudaMallocManaged(&a, 16 * sizeof(int));
  numbers<<<1, 1>>>(a, cuda::std::span<int>(a + 3, 5));
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) printf("%d ", a[i]);
  printf("\n");
  cudaFree(a);
}
