// Programs copy functions of the samples' helper_cuda.h: their own ones are taken.
// prints: 75 3 7 3
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
inline int _ConvertSMVer2Cores(int major, int minor) { return major * 10 + minor; }
int ftoi(float value) { return (int)(value * 2); }
static int findCudaDevice(int, const char **) { return 7; }
#define checkCudaErrors(x) do { if ((x) != cudaSuccess) exit(3); } while (0)
__global__ void k(int *o) { o[threadIdx.x] = threadIdx.x; }
int main(int argc, char **argv) {
  int *o, g[4];
  checkCudaErrors(cudaMalloc(&o, sizeof g));
  k<<<1, 4>>>(o);
  checkCudaErrors(cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost));
  printf("%d %d %d %d\n", _ConvertSMVer2Cores(7, 5), ftoi(1.5f), findCudaDevice(argc, (const char **)argv), g[3]);
}
