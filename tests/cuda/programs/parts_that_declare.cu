// Parts of a conditional that declare what lives across a barrier; shared memory in a part that is not taken.
// prints: 31 62 3 7
#include <cstdio>
#define WIDE
__global__ void k(int *a, int *b) {
    __shared__ int s[32];
#ifdef WIDE
    const int scale = 2, shift = (int)threadIdx.x;
#else
    typedef Missing Other;
    __shared__ Other s2[7];
    const int scale = s2[0];
#endif
#ifdef NARROW
    int first = 5;
#elif defined(WIDE) && 1
    int first = threadIdx.x;
#else
    int first = 9;
#endif
    s[threadIdx.x] = first;
    __syncthreads();
    first = s[31 - threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = first;
    b[threadIdx.x] = shift * scale;
}
template <int N> __global__ void plain(int *a) {
#if defined(NARROW)
    int more = 1;
#else
    int more = N;
#endif
    if (threadIdx.x < 2) a[threadIdx.x] = more + 4 * (int)threadIdx.x;
}
int main() {
    int *a, *b;
    cudaMallocManaged(&a, 256), cudaMallocManaged(&b, 256);
    k<<<1, 32>>>(a, b);
    cudaDeviceSynchronize();
    printf("%d %d ", a[0], b[31]);
    plain<3><<<1, 32>>>(a);
    cudaDeviceSynchronize();
    printf("%d %d\n", a[0], a[1]);
}
