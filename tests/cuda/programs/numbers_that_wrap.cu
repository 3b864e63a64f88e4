// Products, sums and shifts of a thread's number that do not fit an int: they wrap, and are no negative number.
// prints: 34 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
#define MUL 1103515245
#define SHIFTED (1 << 20)
#define PRODUCT 1024 * 1024
constexpr int MULT = 1664525;
enum { BY = 7000000 };
static int of_0(unsigned t) { return t * 100000000 % 1000; }
__global__ void k_0(int *a) { a[threadIdx.x] = threadIdx.x * 100000000 % 1000; }
__global__ void w_0(int *a) { __shared__ int s[64]; unsigned t = threadIdx.x; s[63 - t] = t * 100000000 % 1000; __syncthreads(); a[t] = s[63 - t]; }
static int of_1(unsigned t) { return (t * 1103515245 + 12345) >> 16 & 1023; }
__global__ void k_1(int *a) { a[threadIdx.x] = (threadIdx.x * 1103515245 + 12345) >> 16 & 1023; }
__global__ void w_1(int *a) { __shared__ int s[64]; unsigned t = threadIdx.x; s[63 - t] = (t * 1103515245 + 12345) >> 16 & 1023; __syncthreads(); a[t] = s[63 - t]; }
static int of_2(unsigned t) { return t * 100000000 > 2000000000 ? 3 : 4; }
__global__ void k_2(int *a) { a[threadIdx.x] = threadIdx.x * 100000000 > 2000000000 ? 3 : 4; }
__global__ void w_2(int *a) { __shared__ int s[64]; unsigned t = threadIdx.x; s[63 - t] = t * 100000000 > 2000000000 ? 3 : 4; __syncthreads(); a[t] = s[63 - t]; }
static int of_3(unsigned t) { return t * 1000 * 1000 * 100 / 7 % 99; }
__global__ void k_3(int *a) { a[threadIdx.x] = threadIdx.x * 1000 * 1000 * 100 / 7 % 99; }
__global__ void w_3(int *a) { __shared__ int s[64]; unsigned t = threadIdx.x; s[63 - t] = t * 1000 * 1000 * 100 / 7 % 99; __syncthreads(); a[t] = s[63 - t]; }
static int of_4(unsigned t) { return t << 28 >> 25; }
__global__ void k_4(int *a) { a[threadIdx.x] = threadIdx.x << 28 >> 25; }
__global__ void w_4(int *a) { __shared__ int s[64]; unsigned t = threadIdx.x; s[63 - t] = t << 28 >> 25; __syncthreads(); a[t] = s[63 - t]; }
static int of_5(unsigned t) { return t + 2147483640 > 2147483643 ? 1 : 2; }
__global__ void k_5(int *a) { a[threadIdx.x] = threadIdx.x + 2147483640 > 2147483643 ? 1 : 2; }
__global__ void w_5(int *a) { __shared__ int s[64]; unsigned t = threadIdx.x; s[63 - t] = t + 2147483640 > 2147483643 ? 1 : 2; __syncthreads(); a[t] = s[63 - t]; }
static int of_6(unsigned t) { return (t * MUL) % 100; }
__global__ void k_6(int *a) { a[threadIdx.x] = (threadIdx.x * MUL) % 100; }
__global__ void w_6(int *a) { __shared__ int s[64]; unsigned t = threadIdx.x; s[63 - t] = (t * MUL) % 100; __syncthreads(); a[t] = s[63 - t]; }
static int of_7(unsigned t) { return (t * MULT * 100) / 7 & 255; }
__global__ void k_7(int *a) { a[threadIdx.x] = (threadIdx.x * MULT * 100) / 7 & 255; }
__global__ void w_7(int *a) { __shared__ int s[64]; unsigned t = threadIdx.x; s[63 - t] = (t * MULT * 100) / 7 & 255; __syncthreads(); a[t] = s[63 - t]; }
static int of_8(unsigned t) { return (t * SHIFTED * 999) / 7 & 255; }
__global__ void k_8(int *a) { a[threadIdx.x] = (threadIdx.x * SHIFTED * 999) / 7 & 255; }
__global__ void w_8(int *a) { __shared__ int s[64]; unsigned t = threadIdx.x; s[63 - t] = (t * SHIFTED * 999) / 7 & 255; __syncthreads(); a[t] = s[63 - t]; }
static int of_9(unsigned t) { return t * PRODUCT * 999 / 7 & 255; }
__global__ void k_9(int *a) { a[threadIdx.x] = threadIdx.x * PRODUCT * 999 / 7 & 255; }
__global__ void w_9(int *a) { __shared__ int s[64]; unsigned t = threadIdx.x; s[63 - t] = t * PRODUCT * 999 / 7 & 255; __syncthreads(); a[t] = s[63 - t]; }
static int of_10(unsigned t) { return (t * BY * 30) >> 20; }
__global__ void k_10(int *a) { a[threadIdx.x] = (threadIdx.x * BY * 30) >> 20; }
__global__ void w_10(int *a) { __shared__ int s[64]; unsigned t = threadIdx.x; s[63 - t] = (t * BY * 30) >> 20; __syncthreads(); a[t] = s[63 - t]; }
static int of_11(unsigned thread) { unsigned t = thread; return t * 3000000 >> 20 & 1023; }
__device__ int f_11(int *s, unsigned t) { s[t] = t * 3000000 >> 20 & 1023; __syncthreads(); return s[t]; }
__global__ void k_11(int *a) { __shared__ int s[64]; a[threadIdx.x] = f_11(s, threadIdx.x); }
static int of_12(unsigned thread) { unsigned t = thread; return t * 100000000 / 3 % 1000; }
__device__ int f_12(int *s, unsigned t) { s[t] = t * 100000000 / 3 % 1000; __syncthreads(); return s[t]; }
__global__ void k_12(int *a) { __shared__ int s[64]; a[threadIdx.x] = f_12(s, threadIdx.x); }
static int of_13(unsigned thread) { unsigned t = thread; return t << 31 >> 9 & 1023; }
__device__ int f_13(int *s, unsigned t) { s[t] = t << 31 >> 9 & 1023; __syncthreads(); return s[t]; }
__global__ void k_13(int *a) { __shared__ int s[64]; a[threadIdx.x] = f_13(s, threadIdx.x); }
static int of_14(unsigned thread) { unsigned t = thread; return t * MUL >> 7 & 511; }
__device__ int f_14(int *s, unsigned t) { s[t] = t * MUL >> 7 & 511; __syncthreads(); return s[t]; }
__global__ void k_14(int *a) { __shared__ int s[64]; a[threadIdx.x] = f_14(s, threadIdx.x); }
static int of_15(unsigned thread) { size_t t = thread; return t * 3000000 >> 20 & 1023; }
__device__ int f_15(int *s, size_t t) { s[t] = t * 3000000 >> 20 & 1023; __syncthreads(); return s[t]; }
__global__ void k_15(int *a) { __shared__ int s[64]; a[threadIdx.x] = f_15(s, threadIdx.x); }
static int of_16(unsigned thread) { size_t t = thread; return t * 100000000 / 3 % 1000; }
__device__ int f_16(int *s, size_t t) { s[t] = t * 100000000 / 3 % 1000; __syncthreads(); return s[t]; }
__global__ void k_16(int *a) { __shared__ int s[64]; a[threadIdx.x] = f_16(s, threadIdx.x); }
static int of_17(unsigned thread) { size_t t = thread; return t << 31 >> 9 & 1023; }
__device__ int f_17(int *s, size_t t) { s[t] = t << 31 >> 9 & 1023; __syncthreads(); return s[t]; }
__global__ void k_17(int *a) { __shared__ int s[64]; a[threadIdx.x] = f_17(s, threadIdx.x); }
static int of_18(unsigned thread) { size_t t = thread; return t * MUL >> 7 & 511; }
__device__ int f_18(int *s, size_t t) { s[t] = t * MUL >> 7 & 511; __syncthreads(); return s[t]; }
__global__ void k_18(int *a) { __shared__ int s[64]; a[threadIdx.x] = f_18(s, threadIdx.x); }
static int of_19(unsigned thread) { long long t = thread; return t * 3000000 >> 20 & 1023; }
__device__ int f_19(int *s, long long t) { s[t] = t * 3000000 >> 20 & 1023; __syncthreads(); return s[t]; }
__global__ void k_19(int *a) { __shared__ int s[64]; a[threadIdx.x] = f_19(s, threadIdx.x); }
static int of_20(unsigned thread) { long long t = thread; return t * 100000000 / 3 % 1000; }
__device__ int f_20(int *s, long long t) { s[t] = t * 100000000 / 3 % 1000; __syncthreads(); return s[t]; }
__global__ void k_20(int *a) { __shared__ int s[64]; a[threadIdx.x] = f_20(s, threadIdx.x); }
static int of_21(unsigned thread) { long long t = thread; return t << 31 >> 9 & 1023; }
__device__ int f_21(int *s, long long t) { s[t] = t << 31 >> 9 & 1023; __syncthreads(); return s[t]; }
__global__ void k_21(int *a) { __shared__ int s[64]; a[threadIdx.x] = f_21(s, threadIdx.x); }
static int of_22(unsigned thread) { long long t = thread; return t * MUL >> 7 & 511; }
__device__ int f_22(int *s, long long t) { s[t] = t * MUL >> 7 & 511; __syncthreads(); return s[t]; }
__global__ void k_22(int *a) { __shared__ int s[64]; a[threadIdx.x] = f_22(s, threadIdx.x); }
static int wrong = 0, compared = 0;
static void compare(void (*kernel)(int *), int (*wanted)(unsigned)) {
  int *a, h[64];
  cudaMalloc(&a, sizeof h);
  kernel<<<1, 64>>>(a);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(a);
  bool bad = false;
  for (int t = 0; t < 64; ++t) bad |= h[t] != wanted(t);
  wrong += bad;
  ++compared;
}
int main() {
  compare(k_0, of_0);
  compare(w_0, of_0);
  compare(k_1, of_1);
  compare(w_1, of_1);
  compare(k_2, of_2);
  compare(w_2, of_2);
  compare(k_3, of_3);
  compare(w_3, of_3);
  compare(k_4, of_4);
  compare(w_4, of_4);
  compare(k_5, of_5);
  compare(w_5, of_5);
  compare(k_6, of_6);
  compare(w_6, of_6);
  compare(k_7, of_7);
  compare(w_7, of_7);
  compare(k_8, of_8);
  compare(w_8, of_8);
  compare(k_9, of_9);
  compare(w_9, of_9);
  compare(k_10, of_10);
  compare(w_10, of_10);
  compare(k_11, of_11);
  compare(k_12, of_12);
  compare(k_13, of_13);
  compare(k_14, of_14);
  compare(k_15, of_15);
  compare(k_16, of_16);
  compare(k_17, of_17);
  compare(k_18, of_18);
  compare(k_19, of_19);
  compare(k_20, of_20);
  compare(k_21, of_21);
  compare(k_22, of_22);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
