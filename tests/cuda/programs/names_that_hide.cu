// Names of a function's own that hide those of the file: what a kernel begins with, and what a region works out again, is told apart.
// prints: constant 9 behind 8 value 4118 loop 18 array 23 own 2121 blocks 300 sizes 14
#include <cstdio>

const int A = 1;
__constant__ int n = 4;
__device__ int g[8] = {1, 1, 1, 1, 1, 1, 1, 1};
typedef int T;
struct L {
  int a;
  __device__ int get() const { return a; }
};

__global__ void constant(int *o) {
  int i = threadIdx.x;
  o[i] = A;
  __syncthreads();
  {
    const int A = 7;
    __shared__ int s[A + 1];
    s[i] = A;
    __syncthreads();
    o[i] += s[7 - i];
  }
  __syncthreads();
  o[i] += A;
}

__global__ void behind(int *o) {
  int i = threadIdx.x;
  __shared__ int s[8];
  o[i] = A;
  __syncthreads();
  constexpr int A = 7;
  s[i] = A;
  __syncthreads();
  o[i] += s[7 - i];
}

__global__ void value(int *o) {
  int i = threadIdx.x;
  __shared__ int s[8];
  if (i < n) o[i] = n;
  s[i] = i;
  __syncthreads();
  {
    int n = i + 50;
    s[i] += n;
    __syncthreads();
    o[i] += s[7 - i] + n;
  }
  __syncthreads();
  if (i < n) o[i] += 1000 * n;
}

__global__ void loop(int *o) {
  int i = threadIdx.x;
  __shared__ int s[8];
  o[i] = n;
  s[i] = i;
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    int n = s[(i + k) % 8];
    __syncthreads();
    s[i] = n + 1;
    __syncthreads();
  }
  o[i] += s[i] + n;
}

__global__ void array(int *o) {
  int i = threadIdx.x;
  __shared__ int s[8];
  s[i] = g[i];
  __syncthreads();
  o[i] = s[7 - i] + g[i];
  {
    float g = 0.5f + 2 * i;
    __syncthreads();
    s[i] = (int)(g * 4);
    __syncthreads();
    o[i] += s[i] + (int)(s[4] * g);
  }
  o[i] += g[7 - i] + s[4] / 34;
}

__global__ void own(int *o) {
  int i = threadIdx.x;
  __shared__ int s[8];
  o[i] = A + (int)sizeof(T) + L{7}.get();
  __syncthreads();
  {
    enum { A = 100 };
    typedef double T;
    struct L {
      int b;
      __device__ int get() const { return 1000 * b; }
    };
    s[i] = A + sizeof(T) + L{2}.get();
    __syncthreads();
    o[i] += s[7 - i];
  }
  __syncthreads();
  o[i] += A;
}

__global__ void blocks(int *o) {
  int i = threadIdx.x;
  __shared__ int s[8];
  {
    enum { A = 100 };
    s[i] = A;
    __syncthreads();
    o[i] = s[7 - i];
  }
  __syncthreads();
  {
    enum { A = 200 };
    s[i] = A;
    __syncthreads();
    o[i] += s[7 - i];
  }
}

__global__ void sizes(int *o) {
  int i = threadIdx.x;
  if (blockDim.x > 4) {
    const int width = 8;
    constexpr int all = width * 2;
    __shared__ int s[all];
    s[i] = i;
    s[i + width] = 2 * i;
    __syncthreads();
    o[i] = s[all - 1 - i];
  }
}

#define SHOW(name)         \
  name<<<1, 8>>>(p);       \
  cudaDeviceSynchronize(); \
  printf(#name " %d ", p[0]);

int main() {
  int *p;
  cudaMallocManaged(&p, 8 * sizeof(int));
  for (int i = 0; i < 8; ++i) p[i] = 0;
  SHOW(constant) SHOW(behind) SHOW(value) SHOW(loop) SHOW(array) SHOW(own) SHOW(blocks) SHOW(sizes)
  printf("\n");
  cudaFree(p);
}
