// The last warp sums up without a barrier, over volatile pointers to memory of the grid: made inside the branch, handed in, moved on.
// prints: 24 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, int block, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s of block %d: %lld, not %lld\n", what, block, got, wanted);
}
// A pointer of the block into memory of the grid; the volatile one is made where it is needed.
__global__ void inside(int *data, int *out, unsigned n) {
  unsigned tid = threadIdx.x;
  int *own = data + blockIdx.x * blockDim.x;
  if (blockIdx.x * blockDim.x + tid >= n) return;
  if (tid < 64) own[tid] += own[tid + 64];
  __syncthreads();
  if (tid < 32) {
    volatile int *v = own;
    v[tid] += v[tid + 32];
    v[tid] += v[tid + 16];
    v[tid] += v[tid + 8];
    v[tid] += v[tid + 4];
    v[tid] += v[tid + 2];
    v[tid] += v[tid + 1];
  }
  if (tid == 0) out[blockIdx.x] = own[0];
}
// A parameter that is volatile itself, with the sum kept beside it.
__global__ void handed_in(volatile long long *data, long long *out) {
  unsigned tid = threadIdx.x, first = blockIdx.x * 64;
  if (tid < 32) {
    long long sum = data[first + tid];
    data[first + tid] = sum = sum + data[first + tid + 32];
    data[first + tid] = sum = sum + data[first + tid + 16];
    data[first + tid] = sum = sum + data[first + tid + 8];
    data[first + tid] = sum = sum + data[first + tid + 4];
    data[first + tid] = sum = sum + data[first + tid + 2];
    data[first + tid] = sum = sum + data[first + tid + 1];
    if (tid == 0) out[blockIdx.x] = sum;
  }
}
// A running sum: the other direction, and a loop that halves.
__global__ void halving(int *data, int *out) {
  volatile int *v = data;
  v += blockIdx.x * 64;
  unsigned lane = threadIdx.x;
  for (int d = 32; d > 0; d >>= 1) v[lane] = v[lane] + v[lane + d];
  if (lane == 0) out[blockIdx.x] = v[0];
}
int main() {
  const int blocks = 8, size = 128;
  int *d, *o;
  long long *wide, *sums;
  cudaMallocManaged(&d, blocks * size * 4), cudaMallocManaged(&o, blocks * 4);
  cudaMallocManaged(&wide, blocks * size * 8), cudaMallocManaged(&sums, blocks * 8);
  int expected[blocks] = {}, half[blocks] = {};
  for (int i = 0; i < blocks * size; ++i) {
    d[i] = i * 37 % 101 - 20;
    wide[i] = d[i];
    expected[i / size] += d[i];
    if (i < blocks * 64) half[i / 64] += d[i];
  }
  handed_in<<<blocks, 32>>>(wide, sums);
  cudaDeviceSynchronize();
  for (int b = 0; b < blocks; ++b) same("handed in", b, sums[b], half[b]);
  inside<<<blocks, size>>>(d, o, blocks * size);
  cudaDeviceSynchronize();
  for (int b = 0; b < blocks; ++b) same("inside", b, o[b], expected[b]);
  for (int i = 0; i < blocks * size; ++i) d[i] = i * 37 % 101 - 20;
  halving<<<blocks, 32>>>(d, o);
  cudaDeviceSynchronize();
  for (int b = 0; b < blocks; ++b) same("halving", b, o[b], half[b]);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
