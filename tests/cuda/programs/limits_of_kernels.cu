// What a kernel may be launched with is its own: its threads, its shared memory, and what it was allowed beside that. As an H200 says it.
// prints: small 0 shared 0 threads 1024 dynamic 49152
// prints: tile 0 shared 4224 threads 1024 dynamic 44928
// prints: bounded 0 shared 0 threads 128 dynamic 49152
// prints: pad 0 shared 800 threads 1024 dynamic 48352
// prints: bound 0 shared 0 threads 64 dynamic 49152
// prints: set 0 1
// prints: small 0 shared 0 threads 1024 dynamic 49152
// prints: large 0 shared 0 threads 1024 dynamic 65536
// prints: 1 0 1 0 1 0 1
// prints: set 1 0
// prints: tile 0 shared 4224 threads 1024 dynamic 44928
// prints: pad 0 shared 800 threads 1024 dynamic 102400
// prints: pad 0 shared 400 threads 1024 dynamic 48752
// prints: 1092 1024 48060
// prints: 8452 1024 40700
// prints: 60 1024 49092
// prints: 0 96 49152
// prints: 0 1000 49152
// prints: 1 1 0 0 1 1
// prints: 80
#include <cstdio>
__global__ void small(float *a) { extern __shared__ float s[]; s[threadIdx.x] = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; }
__global__ void large(float *a) { extern __shared__ float s[]; s[threadIdx.x] = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = 2 * s[threadIdx.x]; }
__global__ void tile(float *a) { __shared__ float t[32][33]; t[threadIdx.x][0] = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = t[31 - threadIdx.x % 32][0]; }
__global__ __launch_bounds__(128) void bounded(float *a) { a[threadIdx.x] += 1; }
template <int B> __launch_bounds__(B) __global__ void bound(float *a) { a[0] = B; }
template <int N> __global__ void pad(float *a) { __shared__ double p[N]; p[threadIdx.x % N] = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = p[0]; }
template <typename K> void tell(const char *name, K k) {
    cudaFuncAttributes f;
    const int e = cudaFuncGetAttributes(&f, k);
    printf("%s %d shared %zu threads %d dynamic %d\n", name, e, f.sharedSizeBytes, f.maxThreadsPerBlock, f.maxDynamicSharedSizeBytes);
}
template <typename T, int N> __global__ void tab(T *a) { __shared__ T s[N][N + 1]; __shared__ int flag; if (threadIdx.x == 0) flag = 1; s[threadIdx.x % N][0] = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = s[0][0] + flag; }
__global__ void __launch_bounds__(96, 2) b96(int *a) { a[0] = 1; }
template <int B> __launch_bounds__(B) __global__ void bb(int *a) { a[0] = B; }
__global__ void dyn(int *a) { extern __shared__ double d[]; d[threadIdx.x] = 1; a[threadIdx.x] = d[threadIdx.x]; }
using Kernel = void (*)(int *);
int main(int argc, char **) {
    float *f;
    cudaMalloc(&f, 4096), cudaMemset(f, 0, 4096);
    tell("small", small), tell("tile", tile), tell("bounded", bounded), tell("pad", pad<100>), tell("bound", bound<64>);
    const int set = cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10);
    printf("set %d %d\n", set, (int)cudaFuncSetAttribute(small, cudaFuncAttributeMaxDynamicSharedMemorySize, -5));
    cudaGetLastError();
    tell("small", small), tell("large", large);
    small<<<1, 32, 60 << 10>>>(f), printf("%d ", (int)cudaGetLastError());
    large<<<1, 32, 60 << 10>>>(f), printf("%d ", (int)cudaGetLastError());
    large<<<1, 32, 70 << 10>>>(f), printf("%d ", (int)cudaGetLastError());
    small<<<1, 32, 40 << 10>>>(f), printf("%d ", (int)cudaGetLastError());
    bounded<<<1, 256 * argc>>>(f), printf("%d ", (int)cudaGetLastError());
    bounded<<<1, 128>>>(f), printf("%d ", (int)cudaGetLastError());
    tile<<<1, 32, 45 << 10>>>(f), printf("%d\n", (int)cudaGetLastError());
    const int much = cudaFuncSetAttribute(tile, cudaFuncAttributeMaxDynamicSharedMemorySize, 225 << 10);
    printf("set %d %d\n", much, (int)cudaFuncSetAttribute(pad<100>, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10));
    cudaGetLastError();
    tell("tile", tile), tell("pad", pad<100>), tell("pad", pad<50>);
    int *a, h[80], sum = 0;
    cudaMalloc(&a, 4096), cudaMemset(a, 0, 4096);
    cudaFuncAttributes told;
    for (const void *k : {(const void *)tab<int, 16>, (const void *)tab<double, 32>, (const void *)tab<char, 7>, (const void *)b96, (const void *)bb<1000>})
        cudaFuncGetAttributes(&told, k), printf("%zu %d %d\n", told.sharedSizeBytes, told.maxThreadsPerBlock, told.maxDynamicSharedSizeBytes);
    Kernel list[] = {dyn, b96};
    for (Kernel k : list) k<<<1, 80, 50000>>>(a), printf("%d ", (int)cudaGetLastError());
    printf("%d ", (int)cudaFuncSetAttribute(list[0], cudaFuncAttributeMaxDynamicSharedMemorySize, 90000));
    for (Kernel k : list) k<<<1, 80, 50000>>>(a), printf("%d ", (int)cudaGetLastError());
    printf("%d\n", (int)cudaFuncSetAttribute((const void *)b96, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h) sum += v;
    printf("%d\n", sum);
}
