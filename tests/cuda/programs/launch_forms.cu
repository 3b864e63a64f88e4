// Launches in every place: macros, conditions, loops, lambdas, methods, returns; sizes made of expressions, evaluated once.
// prints: 12 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__global__ void add(int *a, int v) { atomicAdd(a + blockIdx.x, v); }
__global__ void shape(int *a) { if (threadIdx.x + threadIdx.y + threadIdx.z == 0 && blockIdx.x + blockIdx.y + blockIdx.z == 0) a[0] = gridDim.x + 10 * gridDim.y + 100 * gridDim.z + 1000 * blockDim.x + 10000 * blockDim.y + 100000 * blockDim.z; }
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("error\n"); return 1; } } while (0)
#define LAUNCH(kernel, grid, block, ...) kernel<<<(grid), (block)>>>(__VA_ARGS__)
#define THREADS 32
static int calls = 0;
static int counted(int n) { ++calls; return n; }
struct Runner {
  int *a;
  int blocks = 2;
  void run(int v) const { add<<<blocks, THREADS, 0, stream>>>(a, v); }
  template <typename T> void all(T first) { run(first); }
  template <typename T, typename... R> void all(T first, R... rest) { run(first), all(rest...); }
  cudaStream_t stream = 0;
};
static cudaError_t started(int *a) { return add<<<1, 1>>>(a, 1), cudaGetLastError(); }
static inline int blocks_for(int n, int b = 32) { return (n + b - 1) / b; }
int main() {
  int *a, zero[8] = {};
  CHECK(cudaMalloc(&a, sizeof zero));
  auto got = [&](int i) { int h[8]; cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost); cudaMemcpy(a, zero, sizeof h, cudaMemcpyHostToDevice); return h[i]; };
  got(0);
  LAUNCH(add, 2, THREADS, a, 3);
  same("macro", got(1), 96);
  if (calls == 0) add<<<counted(3), counted(4)>>>(a, counted(5)); else add<<<1, 1>>>(a, 1000);
  same("once", calls, 3), same("if", got(2), 20);
  for (int i = 0; i < 4; ++i) add<<<1, i + 1>>>(a, 1);
  same("loop", got(0), 10);
  auto launch = [a](int n, int v) { add<<<blocks_for(n), THREADS>>>(a, v); };
  launch(64, 2), launch(33, 1);
  same("lambda", got(1), 96);
  Runner r{a};
  r.run(1), r.all(1, 2, 3);
  same("method", got(1), 7 * 32);
  same("returned", started(a), 0), same("after it", got(0), 1);
  dim3 grid(blocks_for(100), 2), block;
  block.x = 4, block.z = 2;
  shape<<<grid, block>>>(a);
  same("dim3", got(0), 4 + 20 + 100 + 4000 + 10000 + 200000);
  shape<<<dim3{2, 3}, dim3{5, 6, 1}>>>(a);
  same("braces", got(0), 2 + 30 + 100 + 5000 + 60000 + 100000);
  bool big = calls > 2;
  big ? add<<<2, 2>>>(a, 1) : add<<<1, 1>>>(a, 1);
  same("choice", got(1), 2);
  void *arguments[] = {&a, &calls};
  CHECK(cudaLaunchKernel((const void *)add, dim3(2), dim3(8), arguments, 0, 0));
  same("by pointer", got(1), 24);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
