// Kernels handed on as arguments of templates: by a named type, written out, deduced, with arguments of their own.
// prints: 7 8 9 10 28
#include <cuda_runtime.h>
#include <cstdio>
using Filling = void (*)(int *out, int n, const int value);
__global__ void plain(int *out, int n, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value;
}
template <int more> __global__ void added(int *out, int n, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value + more;
}
__global__ void summed(int *out, int n, int value) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t < n ? value : 0;
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}
template <Filling kernel> int by_name(int *out, int value) {
  kernel<<<2, 32>>>(out, 4, value);
  cudaDeviceSynchronize();
  return out[3];
}
template <void (*kernel)(int *, int, int)> int written(int *out, int value) {
  kernel<<<dim3(1), dim3(64), 0>>>(out, 4, value);
  cudaDeviceSynchronize();
  return out[0];
}
template <auto kernel> int deduced(int *out, int value) {
  kernel<<<1, 64>>>(out, 4, value);
  cudaDeviceSynchronize();
  return out[2];
}
int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  printf("%d ", by_name<plain>(out, 7));
  printf("%d ", written<plain>(out, 8));
  printf("%d ", by_name<added<4>>(out, 5));
  printf("%d ", deduced<added<3>>(out, 7));
  printf("%d\n", written<summed>(out, 7));
}
