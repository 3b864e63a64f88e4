// malloc, free, new, memset and memcpy in kernels; pinned and mapped host memory; copies whose kind is found out.
// prints: 197 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstring>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__global__ void allocated(int **places, int *out, int n) {
  int i = threadIdx.x;
  int *p = (int *)malloc((i % 5 + 1) * sizeof(int));
  memset(p, 0, (i % 5 + 1) * sizeof(int));
  for (int k = 0; k <= i % 5; ++k) p[k] += k * i;
  int copy[5] = {};
  memcpy(copy, p, (i % 5 + 1) * sizeof(int));
  out[i] = copy[0] + copy[1] + copy[2] + copy[3] + copy[4];
  places[i] = p;
}
__global__ void freed(int **places, int *out) {
  int i = threadIdx.x, s = 0;
  for (int k = 0; k <= i % 5; ++k) s += places[i][k];
  free(places[i]);
  int *q = new int[3]{i, i + 1, i + 2};
  out[i] = s * 1000 + q[0] + q[1] + q[2];
  delete[] q;
}
__global__ void shared_place(int *out) {
  __shared__ int *data;
  if (threadIdx.x == 0) data = new int[blockDim.x];
  __syncthreads();
  data[threadIdx.x] = threadIdx.x * 3;
  __syncthreads();
  out[threadIdx.x] = data[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) delete[] data;
}
__global__ void bumped(int *a) { a[threadIdx.x] += 1; }
int main() {
  const int n = 64;
  int **places, *o, g[n];
  cudaMalloc(&places, n * sizeof(int *)), cudaMalloc(&o, n * 4);
  allocated<<<1, n>>>(places, o, n);
  cudaMemcpy(g, o, sizeof g, cudaMemcpyDefault);
  for (int i = 0; i < n; ++i) same("allocated", g[i], i * (i % 5) * (i % 5 + 1) / 2);
  freed<<<1, n>>>(places, o);
  cudaMemcpy(g, o, sizeof g, cudaMemcpyDefault);
  for (int i = 0; i < n; ++i) same("freed", g[i], i * (i % 5) * (i % 5 + 1) / 2 * 1000 + 3 * i + 3);
  shared_place<<<1, n>>>(o);
  cudaMemcpy(g, o, sizeof g, cudaMemcpyDefault);
  for (int i = 0; i < n; ++i) same("shared", g[i], (63 - i) * 3);
  int *pinned, *mapped, *seen, plain[n];
  cudaHostAlloc(&pinned, n * 4, cudaHostAllocDefault), cudaHostAlloc(&mapped, n * 4, cudaHostAllocMapped);
  for (int i = 0; i < n; ++i) pinned[i] = mapped[i] = plain[i] = i;
  cudaHostGetDevicePointer(&seen, mapped, 0);
  bumped<<<1, n>>>(seen);
  cudaDeviceSynchronize();
  same("mapped", mapped[63], 64);
  cudaMemcpy(o, pinned, n * 4, cudaMemcpyDefault);
  bumped<<<1, n>>>(o);
  cudaMemcpyAsync(pinned, o, n * 4, cudaMemcpyDefault);
  cudaDeviceSynchronize();
  same("pinned", pinned[5], 6);
  same("registered", cudaHostRegister(plain, sizeof plain, cudaHostRegisterDefault) + cudaHostUnregister(plain), 0);
  cudaMemset(o, 1, 8);
  cudaMemcpy(g, o, 12, cudaMemcpyDeviceToHost);
  same("bytes", g[1], 0x01010101), same("after", g[2], 3);
  cudaFreeHost(pinned), cudaFreeHost(mapped);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
