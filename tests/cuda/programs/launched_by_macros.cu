// Kernels that a macro names where they are launched.
// prints: 3 5 7 57 5
#include <cstdio>

template <int N>
__global__ void of_size(int *out) {
  out[threadIdx.x] = N;
}
__global__ void plain(int *out) { out[threadIdx.x] = 5; }
__global__ void add_int(int *out) { out[threadIdx.x] += 50; }

#define THREE of_size<3>
#define PLAIN plain
#define SIZED(n) of_size<n>
#define OF(type) add_##type
#define AGAIN PLAIN

static int told(int *a) {
  cudaDeviceSynchronize();
  return a[1];
}

int main() {
  int *a;
  cudaMallocManaged(&a, 8 * sizeof(int));
  THREE<<<1, 8>>>(a);
  printf("%d ", told(a));
  PLAIN<<<1, 8>>>(a);
  printf("%d ", told(a));
  SIZED(7)<<<1, 8>>>(a);
  printf("%d ", told(a));
  OF(int)<<<1, 8>>>(a);
  printf("%d ", told(a));
  AGAIN /* once more */ <<<1, 8>>>(a);
  printf("%d\n", told(a));
  cudaFree(a);
}
