// printf from kernels: formats, order of launches, what it gives back, in functions and in one thread of a block that waits.
// prints: block 0 says 7, 3.50, x, name, 100%, -9000000000, 1f
// prints: sum 496 of 32
// prints: 5 arguments given
// prints: value 0 = 0
// prints: value 1 = 10
// prints: value 2 = 20
// prints: [    3] [3    ] [00003] [+3] [3.000e+00]
// prints: in a method: 4
// prints: pointer is there: yes, u 4000000000, lu 18446744073709551615
// prints: done
#include <cstdio>
#include <cuda_runtime.h>
__device__ void tell(int i, int v) { printf("value %d = %d\n", i, v); }
struct Talker { int v; __device__ void say() const { printf("in a method: %d\n", v); } };
__global__ void formats(int v, float f) { if (threadIdx.x == 0) printf("block %d says %d, %.2f, %c, %s, 100%%, %lld, %x\n", blockIdx.x, v, f, 'x', "name", -9000000000LL, 31); }
__global__ void summed() {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < blockDim.x; ++i) sum += s[i];
    printf("sum %d of %d\n", sum, blockDim.x);
  }
}
__global__ void counted() { int n = printf("%s", ""); if (n >= 0) printf("%d arguments given\n", 5); }
__global__ void loop() { for (int i = 0; i < 3; ++i) tell(i, 10 * i); }
__global__ void wide(const void *p) {
  printf("[%5d] [%-5d] [%05d] [%+d] [%.3e]\n", 3, 3, 3, 3, 3.0);
  Talker{4}.say();
  printf("pointer is there: %s, u %u, lu %lu\n", p ? "yes" : "no", 4000000000u, ~0ul);
}
int main() {
  int *p;
  cudaMalloc(&p, 4);
  formats<<<1, 64>>>(7, 3.5f);
  summed<<<1, 32>>>();
  counted<<<1, 1>>>();
  loop<<<1, 1>>>();
  wide<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  printf("done\n");
}
