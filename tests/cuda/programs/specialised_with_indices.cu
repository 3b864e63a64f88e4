#include <cstdio>
struct Params { int a, b; };
template <class T> __device__ T made(uint3 at);
template <> __device__ Params made<Params>(uint3 at) { return {(int)at.x, (int)(threadIdx.x * 2)}; }
template <> __device__ int made<int>(uint3 at) { return at.x + blockIdx.x; }
template <class T> __device__ T moved(T x) { return x; }
template <> __device__ int moved(int x) { return x + threadIdx.x; }
template <> __device__ float moved<float>(float x) { return x + blockDim.x; }
__global__ void k(int *o, float *f, char *c) {
  Params p = made<Params>(threadIdx);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = moved(p.a + p.b) + made<int>(blockIdx);
  f[i] = moved(0.5f), c[i] = moved('c');
}
int main() {
  int *o;
  float *f;
  char *c;
  cudaMallocManaged(&o, 256), cudaMallocManaged(&f, 256), cudaMallocManaged(&c, 64);
  k<<<2, 32>>>(o, f, c);
  cudaDeviceSynchronize();
  printf("%d %d %g %c\n", o[3], o[63], f[40], c[1]);
}
// prints: 12 126 32.5 c
