#include <cstdio>
__global__ void warpQueue(int *a, int *head, int n) { int lane = threadIdx.x & 31; while (true) { int base = 0; if (lane == 0) base = atomicAdd(head, 32); base = __shfl_sync(0xffffffff, base, 0); if (base >= n) break; if (base + lane < n) a[base + lane] += 1; } }
__global__ void any(int *a, int n) { int v = threadIdx.x % 7; while (__any_sync(0xffffffff, v > 0)) { if (v > 0) { a[threadIdx.x] += v; --v; } } }
__global__ void until(int *a, int n) { __shared__ int s[64]; int t = threadIdx.x; s[t] = t; __syncthreads(); int changed; do { changed = 0; int m = t > 0 ? s[t - 1] : s[t]; __syncthreads(); if (m < s[t]) { s[t] = m; changed = 1; } } while (__syncthreads_or(changed)); a[t] = s[t] + 1; }
__global__ void lock(int *a, int *m, int n) { bool done = false; while (!done) { if (atomicCAS(m, 0, 1) == 0) { a[0] += 1; __threadfence(); atomicExch(m, 0); done = true; } } }
__global__ void lock2(int *a, int *m, int n) { while (atomicCAS(m, 0, 1) != 0); a[1] = a[1] + 2; __threadfence(); atomicExch(m, 0); }
__global__ void leave(int *a, int n) { __shared__ int s[64]; int t = threadIdx.x; for (int i = 0; ; ++i) { s[t] = i; __syncthreads(); if (i >= n) return; a[t] += s[(t + 1) % 64]; __syncthreads(); } }
__global__ void cont(int *a, int n) { __shared__ int s[64]; int t = threadIdx.x; for (int i = 0; i < 5; ++i) { s[t] = t + i; __syncthreads(); int v = s[63 - t]; __syncthreads(); if ((t + i) % 3 == 0) continue; a[t] += v; } }
int main() { int *a; cudaMallocManaged(&a, 1024*4); int *h = a + 800; int n = 100;
 auto show=[&]{ cudaDeviceSynchronize(); long s=0; for(int i=0;i<256;i++){s+=a[i]*(i+1);a[i]=0;} printf("%ld\n",s);};
 warpQueue<<<2,64>>>(a,h,n); show(); any<<<1,64>>>(a,n); show(); until<<<1,64>>>(a,n); show(); lock<<<3,40>>>(a,h+1,n); show(); lock2<<<3,1>>>(a,h+2,n); show(); leave<<<1,64>>>(a,4); show(); cont<<<1,64>>>(a,4); show(); }
// prints: 5050
// prints: 17010
// prints: 2080
// prints: 120
// prints: 12
// prints: 12480
// prints: 159460
