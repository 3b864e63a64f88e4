// The sizes of a launch are worked out before its arguments: one changes what the other asks, or both do something.
#include <cstdio>
__global__ void put(int *a, int v) { a[threadIdx.x] += v; }
template <typename T> __global__ void all(T *a, T v, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += v; }
static int count = 0;
static int next() { return ++count; }
int main() {
  int *a, h[8], v = 1, n = 2;
  cudaMalloc(&a, sizeof h);
  cudaMemset(a, 0, sizeof h);
  put<<<1, (v += 2, 4)>>>(a, v);
  put<<<1, v>>>(a, v++);
  put<<<1, next()>>>(a, next());
  all<int><<<n, 2>>>(a + n++, 10, 8);
  all<<<(n = 4, 2), 4>>>(a, 100 * n, n);
  put<<<1, 8>>>(a, v);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  for (int x : h) std::printf("%d ", x);
  std::printf("%d %d\n", v, n);
}
// prints: 412 410 420 417 14 14 4 4 4 4
