#include <cstdio>
struct uint3_ { int x; };
__device__ int truncated(int x) { return x + 1; }
__device__ float shuffle(float v) { return v * 2; }
int slots = 3, max_threads = 4;
static int lw_check = 4;
__global__ void k(int *a, int dynamic_shared, int t, int tx, int i) {
  __shared__ int s[32];
  int alive = a[threadIdx.x], going = 2, shown_1 = 1;
  s[threadIdx.x] = truncated(alive) + dynamic_shared + t + tx + i + going + shown_1;
  __syncthreads();
  float f = __shfl_sync(~0u, (float)s[threadIdx.x], 3);
  a[threadIdx.x] = s[31 - threadIdx.x] + (int)shuffle(f) + (int)(a[0] * 1.5f);
}
int index_in(int x) { return x; }
float clamp(float x, float lo, float hi) { return x < lo ? lo : x > hi ? hi : x; }

int main() { int *a; cudaMallocManaged(&a, 128); for (int j = 0; j < 32; j++) a[j] = j; k<<<1, 32>>>(a, 1, 2, 3, 4); cudaDeviceSynchronize(); printf("%d %d %d %g\n", a[0], index_in(slots), max_threads + lw_check, clamp(3, 0, 2)); }
// prints: 79 3 8 2
