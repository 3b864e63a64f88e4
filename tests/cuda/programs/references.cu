#include <cstdio>
struct Q { int x, y; };
__global__ void k(Q *q, int *a) {
  __shared__ Q s[32];
  Q &mine = s[threadIdx.x];
  const Q &from = q[threadIdx.x];
  int &out = a[threadIdx.x];
  mine.x = from.x; mine.y = from.y;
  __syncthreads();
  out = s[31 - threadIdx.x].x + mine.y;
  int loc[4] = {1, 2, 3, 4};
  __syncthreads();
  out += loc[threadIdx.x % 4];
}
int main() { Q *q; int *a; cudaMallocManaged(&a, 128); cudaMallocManaged(&q, 256); for (int i = 0; i < 32; i++) q[i] = {i, 10 * i}; k<<<1, 32>>>(q, a); cudaDeviceSynchronize(); printf("%d %d\n", a[0], a[31]); }
// prints: 32 314
