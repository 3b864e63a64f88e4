// What a kernel is told of registers and of the blocks that run together: it computes the same.
// prints: 7 9 8
#include <cstdio>

#define WISHES __launch_bounds__(128) __cluster_dims__(1, 1, 1)

__global__ void __maxnreg__(64) one(int *out) { out[threadIdx.x] = 7; }
__global__ void __launch_bounds__(32) __cluster_dims__(1, 1, 1) two(int *out) { out[threadIdx.x] += 2; }
template <typename T>
__global__ WISHES void three(T *out) {
  out[threadIdx.x] -= 1;
}

int main() {
  int *a;
  cudaMallocManaged(&a, 32 * sizeof(int));
  one<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  printf("%d ", a[31]);
  two<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  printf("%d ", a[31]);
  three<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  printf("%d\n", a[31]);
  cudaFree(a);
}
