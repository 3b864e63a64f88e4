// What a program is told of blocks of a kernel that are together, and of limits of a device, as an H200 says it.
// prints: plain e 0 block 1024 limited 0 128 20000 0 1024 60000 0 0 var 0 512 32:0/32 100:0/16 192:0/10 256:0/8 1024:0/2 1025:0/0 0:1/-7 avail 0 49152
// prints: bounded e 0 block 128 limited 0 128 20000 0 192 60000 0 0 var 0 128 32:0/32 100:0/16 192:0/10 256:0/8 1024:0/2 1025:0/0 0:1/-7 avail 0 49152
// prints: by 64 e 0 block 64 limited 0 64 20000 0 64 60000 0 0 var 0 64 32:0/32 100:0/16 192:0/10 256:0/8 1024:0/2 1025:0/0 0:1/-7 avail 0 48896
// prints: by 512 e 0 block 512 limited 0 128 20000 0 512 60000 0 0 var 0 512 32:0/32 100:0/16 192:0/10 256:0/8 1024:0/2 1025:0/0 0:1/-7 avail 0 47104
// prints: shares e 0 block 1024 limited 0 128 20000 0 1024 60000 0 0 var 0 512 32:0/13 100:0/13 192:0/10 256:0/8 1024:0/2 1025:0/0 0:1/-7 avail 0 32768
// prints: dynamic e 0 block 1024 limited 0 128 20000 0 1024 60000 0 0 var 0 512 32:0/32 100:0/16 192:0/10 256:0/8 1024:0/2 1025:0/0 0:1/-7 avail 0 49152
// prints: last 1
// prints: stack get 0 1024 0:0/0 1:0/16 1000:0/1008 4096:0/4096 100000:0/100000 600000:1/100000 16777216:1/100000 8589934592:1/100000 1099511627776:1/100000
// prints: depth get 215 1024 0:215/0 1:215/0 1000:215/0 4096:215/0 100000:215/0 600000:215/0 16777216:215/0 8589934592:215/0 1099511627776:215/0
// prints: pending get 0 2048 0:0/32 1:0/32 1000:0/1000 4096:0/4096 100000:0/100000 600000:0/599186 16777216:0/599186 8589934592:0/599186 1099511627776:0/599186
// prints: fetch get 0 64 0:0/0 1:0/1 1000:1/1 4096:1/1 100000:1/1 600000:1/1 16777216:1/1 8589934592:1/1 1099511627776:1/1
// prints: wrong 1 1 last 1
#include <cstdio>
__global__ void plain(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ __launch_bounds__(192) void bounded(int *a) { a[threadIdx.x] += 1; }
template <int B> __global__ __launch_bounds__(B) void by_template(int *a) { __shared__ int s[B]; s[threadIdx.x] = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = s[B - 1 - threadIdx.x]; }
__global__ void shares(int *a) { __shared__ double s[2048]; s[threadIdx.x] = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = s[threadIdx.x ^ 1]; }
__global__ void dynamic(int *a) { extern __shared__ int d[]; d[threadIdx.x] = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = d[threadIdx.x ^ 1]; }
struct Needs { int each; __host__ __device__ size_t operator()(int block) const { return (size_t)block * each; } };
template <typename F> void ask(const char *name, F f) {
  int grid = 0, block = 0, blocks = 0; cudaError_t e;
  e = cudaOccupancyMaxPotentialBlockSize(&grid, &block, f, 0, 0); printf("%s e %d block %d", name, (int)e, block);
  e = cudaOccupancyMaxPotentialBlockSize(&grid, &block, f, 0, 128); printf(" limited %d %d", (int)e, block);
  e = cudaOccupancyMaxPotentialBlockSize(&grid, &block, f, 20000, 0); printf(" 20000 %d %d", (int)e, block);
  e = cudaOccupancyMaxPotentialBlockSize(&grid, &block, f, 60000, 0); printf(" 60000 %d %d", (int)e, block);
  e = cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, f, Needs{64}); printf(" var %d %d", (int)e, block);
  for (int t : {32, 100, 192, 256, 1024, 1025, 0}) { blocks = -7; e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, t, 0); printf(" %d:%d/%d", t, (int)e, blocks); }
  size_t bytes = 0; e = cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, f, 2, 128); printf(" avail %d %zu\n", (int)e, bytes);
}
int main() {
  ask("plain", plain); ask("bounded", bounded); ask("by 64", by_template<64>); ask("by 512", by_template<512>); ask("shares", shares); ask("dynamic", dynamic);
  printf("last %d\n", (int)cudaGetLastError());
  size_t v = 0;
  struct { cudaLimit which; const char *name; } all[] = {{cudaLimitStackSize, "stack"}, {cudaLimitDevRuntimeSyncDepth, "depth"}, {cudaLimitDevRuntimePendingLaunchCount, "pending"}, {cudaLimitMaxL2FetchGranularity, "fetch"}};
  for (auto &l : all) {
    cudaError_t e = cudaDeviceGetLimit(&v, l.which); printf("%s get %d %zu", l.name, (int)e, v);
    for (size_t want : {(size_t)0, (size_t)1, (size_t)1000, (size_t)4096, (size_t)100000, (size_t)600000, (size_t)16 << 20, (size_t)1 << 33, (size_t)1 << 40}) { e = cudaDeviceSetLimit(l.which, want); size_t got = 0; cudaDeviceGetLimit(&got, l.which); printf(" %zu:%d/%zu", want, (int)e, got); }
    printf("\n");
    cudaDeviceSetLimit(l.which, v);
  }
  printf("wrong %d %d last %d\n", (int)cudaDeviceSetLimit((cudaLimit)77, 5), (int)cudaDeviceGetLimit(&v, (cudaLimit)77), (int)cudaGetLastError());
}
