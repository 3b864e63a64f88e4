// Device functions, templates, lambdas, constants, globals, restrict, launch bounds, structs.
#include <assert.h>
#include <cuda_runtime.h>
#include <stdio.h>
struct Point { float x, y; int id; };
struct Matrix { int rows, columns; };
__constant__ float weights[8];
__constant__ int offset_of;
__device__ int device_counter;
__device__ float device_table[16];
__device__ float square(float x) { return x * x; }
__host__ __device__ inline int clamp_to(int v, int low, int high) { return v < low ? low : v > high ? high : v; }
__device__ int global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int global_size() { return gridDim.x * blockDim.x; }
__device__ void add_to(float &sum, float v) { sum += v; }
__device__ void order(int *a, int *b) { if (*a > *b) { int t = *a; *a = *b; *b = t; } }
template <typename T> __device__ T larger(T a, T b) { return a > b ? a : b; }
template <typename T> __global__ void scaled(const T *a, T *b, T s, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] = a[i] * s; }
template <int BLOCK> __global__ void block_total(const int *a, int *out) {
  __shared__ int s[BLOCK];
  s[threadIdx.x] = a[blockIdx.x * BLOCK + threadIdx.x];
  __syncthreads();
  if (BLOCK >= 64) { if (threadIdx.x < 32) s[threadIdx.x] += s[threadIdx.x + 32]; __syncthreads(); }
  for (int k = 16; k > 0; k /= 2) { if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k]; __syncthreads(); }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
template <typename T, int N> __global__ void small_sums(const T *a, T *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T sum = 0;
  for (int k = 0; k < N; ++k) sum += a[i * N + k];
  b[i] = sum;
}
__global__ void calls(const float *a, float *b, int n) { int i = global_index(); if (i < n) b[i] = square(a[i]) + larger(a[i], 0.25f); }
__global__ void calls_stride(const float *a, float *b, int n) { for (int i = global_index(); i < n; i += global_size()) b[i] = square(a[i]); }
__global__ void references(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 1;
  for (int k = 0; k < 3; ++k) add_to(sum, a[i + k]);
  b[i] = sum;
}
__global__ void pointers(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (2 * i + 1 < n) order(&a[2 * i], &a[2 * i + 1]); }
__global__ void constants(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { float sum = 0; for (int k = 0; k < 8; ++k) sum += weights[k] * a[i + k]; b[i] = sum + offset_of; }
}
__global__ void globals(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&device_counter, i);
  if (i < 16 && i < n) device_table[i] = i * 0.5f;
}
__global__ void __launch_bounds__(128) bounded(const float *__restrict__ a, float *__restrict__ b) {
  b[blockIdx.x * 128 + threadIdx.x] = __ldg(&a[blockIdx.x * 128 + threadIdx.x]) + __ldg(a + threadIdx.x);
}
extern "C" __global__ void linked(const int *a, int *b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] = clamp_to(a[i], 3, 20); }
__global__ void struct_array(const Point *p, float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = sqrtf(p[i].x * p[i].x + p[i].y * p[i].y) + p[i].id;
}
__global__ void struct_out(Point *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { Point q = p[i]; q.x += q.y; q.id = i; p[i] = q; } }
__global__ void struct_value(Matrix m, const int *a, int *b) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < m.rows && c < m.columns) b[r * m.columns + c] = a[r * m.columns + c] + r * c;
}
__global__ void with_lambda(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto twice = [](float x) { return 2 * x; };
  if (i < n) b[i] = twice(a[i]);
}
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void recursive(const int *a, int *b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] = fibonacci(a[i] & 7); }
__global__ void switching(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  switch (a[i] % 4) {
    case 0: b[i] = 10; break;
    case 1: b[i] = a[i]; return;
    default: b[i] = -1;
  }
  b[i] += 1;
}
__global__ void checked(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(n >= 0);
  if (i < n) { b[i] = a[i]; if (a[i] < -1000) printf("odd value %d\n", a[i]); }
}
void launches() {
  scaled<float><<<1, 64>>>(nullptr, nullptr, 1.0f, 1);
  block_total<64><<<1, 64>>>(nullptr, nullptr);
  small_sums<int, 3><<<1, 64>>>(nullptr, nullptr, 1);
}
// A reference to the block's memory goes through a function that waits.
__device__ void scan_tile(const int *x, int *out, int &carry, int tile, int n) {
    __shared__ int data[64];
    int i = tile * 64 + threadIdx.x;
    data[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    for (int o = 1; o < 64; o *= 2) {
        int t = threadIdx.x >= o ? data[threadIdx.x - o] : 0;
        __syncthreads();
        data[threadIdx.x] += t;
        __syncthreads();
    }
    if (i < n) out[i] = data[threadIdx.x] + carry;
    __syncthreads();
    if (threadIdx.x == 63) carry += data[63];
    __syncthreads();
}
__global__ void __launch_bounds__(64) cumulate(const int *x, int *out, int n) {
    __shared__ int carry;
    if (threadIdx.x == 0) carry = 0;
    __syncthreads();
    for (int t = 0; t < (n + 63) / 64; ++t) scan_tile(x, out, carry, t, n);
}
// A parameter called as one of CUDA's, a function called as one of cooperative groups'.
__device__ float reduce(volatile float *s, int tid, int blockDim) {
    for (int o = blockDim / 2; o > 0; o >>= 1) {
        if (tid < o) s[tid] += s[tid + o];
        __syncthreads();
    }
    return s[0];
}
__global__ void __launch_bounds__(128) named_alike(const float *x, float *out, int n) {
    __shared__ float s[128];
    float acc = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) acc += x[i];
    s[threadIdx.x] = acc;
    __syncthreads();
    float total = reduce(s, threadIdx.x, blockDim.x);
    if (threadIdx.x == 0) out[blockIdx.x] = total;
}
