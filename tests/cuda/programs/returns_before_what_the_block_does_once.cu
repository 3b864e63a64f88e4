// Threads that return stay away from what comes behind, although nobody waits there: behind an assignment that the block does once,
// behind a loop with the grid's stride, behind the last barrier. Each kernel is compared with the same loop over its threads.
#include <cstdio>
#include <cstring>
__global__ void once(const int *a, int *out, int n) {
  int t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  int k = n * 2;
  if (a[id] % 3 == 0) return;
  k = k + 1;
  out[id] = a[id] * k;
}
__global__ void strided(const int *a, int *out, int *whole, int n) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  int held = a[id] * 2 + (int)threadIdx.x;
  if (a[id] % 5 == 1) return;
  for (int i = id; i < n; i += blockDim.x * gridDim.x) whole[i] = a[i % 64] + 1;
  out[id] = held;
}
__global__ void behind(const int *a, int *out, int n) {
  __shared__ int s[32];
  int t = threadIdx.x, id = blockIdx.x * 32 + t, k = n;
  s[t] = a[id];
  __syncthreads();
  int v = s[31 - t];
  for (int i = 0; i < 4; ++i) {
    if (v % 7 == i) return;
    v = v / 2 + 3;
  }
  k += 5;
  out[id] = v * k;
}
static int a[64], out[64], whole[150], expected[64], every[150];
static bool same() { return !memcmp(out, expected, sizeof out) && !memcmp(whole, every, sizeof whole); }
static void begin() {
  for (int i = 0; i < 64; ++i) a[i] = i * 37 % 101, out[i] = expected[i] = -i;
  for (int i = 0; i < 150; ++i) whole[i] = every[i] = i;
}
int main() {
  int *d, *o, *e;
  cudaMalloc(&d, sizeof a), cudaMalloc(&o, sizeof out), cudaMalloc(&e, sizeof whole);
  for (int kernel = 0; kernel < 3; ++kernel) {
    begin();
    cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(o, out, sizeof out, cudaMemcpyHostToDevice);
    cudaMemcpy(e, whole, sizeof whole, cudaMemcpyHostToDevice);
    if (kernel == 0) once<<<2, 32>>>(d, o, 9);
    if (kernel == 1) strided<<<2, 32>>>(d, o, e, 150);
    if (kernel == 2) behind<<<2, 32>>>(d, o, 9);
    cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpy(whole, e, sizeof whole, cudaMemcpyDeviceToHost);
    for (int id = 0; id < 64; ++id) {
      if (kernel == 0 && a[id] % 3 != 0) expected[id] = a[id] * 19;
      if (kernel == 1 && a[id] % 5 != 1) {
        for (int i = id; i < 150; i += 64) every[i] = a[i % 64] + 1;
        expected[id] = a[id] * 2 + id % 32;
      }
      if (kernel == 2) {
        int v = a[id / 32 * 32 + 31 - id % 32];
        bool left = false;
        for (int i = 0; i < 4 && !left; ++i) {
          left = v % 7 == i;
          v = v / 2 + 3;
        }
        if (!left) expected[id] = v * 14;
      }
    }
    printf("%s\n", same() ? "same" : "different");
  }
}
// prints: same
// prints: same
// prints: same
