// Kernels in which one thread does everything are its statements; a launch without blocks, or of which CUDA thinks nothing, does nothing.
// prints: one
// prints: 4953 3 3 5
// prints: 4 5
// prints: 9 8
// prints: two 20 21
#include <cstdio>
#include <cuda_runtime.h>
__global__ void a(int *x, int n) {
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    // the sum
    int s = 0;
    for (int i = 0; i < n; ++i) s += x[i];
    x[0] = s;
}
__global__ void b(int *x, int n) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx == 0) {
    while (n > 0) {
      x[n--] += idx + 1;
    }
  }
}
__global__ void c(int *x) { x[0] += 3; }
__global__ void d(int *x) { if (threadIdx.x == 0) { x[1] += gridDim.x; printf("one\n"); } }
__global__ void e(int *x, int n) { int t = threadIdx.x; if (!(t)) for (int i = 0; i < n; ++i) x[i] = i; }
__global__ void two(int *x) { if (threadIdx.x == 0) { x[blockIdx.x] = 20 + blockIdx.x; } }
__global__ void planes(int *x) { if (threadIdx.x || threadIdx.y > 0 || blockIdx.x + blockIdx.y != 0) return; x[0] = 9 - threadIdx.y, x[1] = x[0] - 1; }
int main() {
  int *x; cudaMallocManaged(&x, 400); for (int i = 0; i < 100; ++i) x[i] = i;
  a<<<2, 64>>>(x, 100); b<<<dim3(2), 64>>>(x, 4); c<<<1, 1>>>(x); d<<<1, 32>>>(x); int g = 0; a<<<g, 64>>>(x, 50); cudaGetLastError();
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", x[0], x[1], x[2], x[4]);
  e<<<1, 32>>>(x, 5);
  cudaDeviceSynchronize();
  printf("%d %d\n", x[4], x[5]);
  planes<<<dim3(1, 1), dim3(4, 4)>>>(x);
  cudaDeviceSynchronize();
  printf("%d %d\n", x[0], x[1]);
  two<<<2, 32>>>(x);
  cudaDeviceSynchronize();
  printf("two %d %d\n", x[0], x[1]);
}
