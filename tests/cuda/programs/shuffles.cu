#include <cstdio>
__global__ void k(int *a) { int t = threadIdx.x; int v = t; a[t] = __shfl_xor_sync(~0u, v, 9, 8); a[t+32] = __shfl_up_sync(~0u, v, 33); a[t+64] = __shfl_down_sync(~0u, v, 3, 16); a[t+96] = __shfl_sync(~0u, v, 37); a[t+128]=__shfl_xor_sync(~0u, v, 40);}
int main() { int *a; cudaMallocManaged(&a, 256*4); k<<<1,32>>>(a); cudaDeviceSynchronize(); for (int i=0;i<160;i++) printf("%d%s", a[i], i%32==31?"\n":" "); }
// prints: 0 1 2 3 4 5 6 7 1 0 3 2 5 4 7 6 16 17 18 19 20 21 22 23 17 16 19 18 21 20 23 22
// prints: 0 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30
// prints: 3 4 5 6 7 8 9 10 11 12 13 14 15 13 14 15 19 20 21 22 23 24 25 26 27 28 29 30 31 29 30 31
// prints: 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5
// prints: 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 24 25 26 27 28 29 30 31 16 17 18 19 20 21 22 23
