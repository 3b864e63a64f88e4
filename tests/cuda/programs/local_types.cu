// Types that a kernel declares for itself are there in all its regions.
// prints: 2 3f800000
#include <cstdio>
__global__ void k(int *a) {
    union Both { int i; float f; };
    struct Pair { int x, y; };
    enum { SIZE = 32 };
    __shared__ Pair pairs[SIZE];
    __shared__ Both both;
    pairs[threadIdx.x].x = threadIdx.x, pairs[threadIdx.x].y = 2;
    if (threadIdx.x == 0) both.f = 1.0f;
    __syncthreads();
    Pair p = pairs[31 - threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = p.x * p.y + both.i;
}
int main() { int *a; cudaMallocManaged(&a, 256); k<<<1, 32>>>(a); cudaDeviceSynchronize(); printf("%d %x\n", a[3] - a[4], a[31]); }
