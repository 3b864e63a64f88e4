#include <cstdio>
struct P { float x, y; };
namespace n { struct Q { int v; }; }
template <class T> struct V { T v; };
struct kernel_of { int v; __device__ int operator()(int t) const { return v + t; } };  // ours once had this name, too
__device__ int *at(int *p) { return p; }
__global__ void own(int *out) { int a[2] = {1, 2}; int (&r)[2] = a; r[0] += threadIdx.x; out[threadIdx.x] = a[0] + r[1]; }
__global__ void of_block(int *out) { __shared__ int s[32]; int (&r)[32] = s; r[threadIdx.x] = threadIdx.x; __syncthreads(); out[threadIdx.x] = r[31 - threadIdx.x]; }
__global__ void rows(int *out) {
  __shared__ int s[2][16];
  int (*p)[16] = s, k = 3;
  p[threadIdx.x / 16][threadIdx.x % 16] = threadIdx.x;
  __syncthreads();
  int (&row)[16] = s[1 - threadIdx.x / 16];
  out[threadIdx.x] = row[threadIdx.x % 16] + k;
}
__global__ void across(int *out) { int a[2] = {1, 2}; int (&r)[2] = a; r[0] += threadIdx.x; __syncthreads(); r[1] += r[0]; __syncthreads(); out[threadIdx.x] = a[0] + r[1]; }
__global__ void structs(int *out) { P a[2] = {{1, 2}, {3, 4}}; P (&r)[2] = a; r[0].x += threadIdx.x; P (*p)[2] = &a; (*p)[1].y += 1; out[threadIdx.x] = a[0].x + r[1].y; }
__global__ void vectors(int *out) { float4 a[2] = {make_float4(1, 2, 3, 4)}; float4 (&r)[2] = a; r[1].w = threadIdx.x; out[threadIdx.x] = a[0].x + a[1].w; }
__global__ void qualified(int *out) { n::Q a[2][3] = {}; n::Q (&r)[3] = a[1]; r[2].v = threadIdx.x; out[threadIdx.x] = a[1][2].v; }
__global__ void given(int *out) { V<int> a[2] = {}; V<int> (&r)[2] = a; r[1].v = threadIdx.x * 2; out[threadIdx.x] = a[1].v; }
template <class T, int n> __device__ T sum(T (&v)[n]) { T (&r)[n] = v; T (*p)[n] = &v; T t = 0; for (T x : r) t += x; return t + (*p)[0]; }
__global__ void passed(int *out) { int a[4] = {1, 2, 3, (int)threadIdx.x}; out[threadIdx.x] = sum(a); }
__global__ void two(int *out) { int a[4]; int (&r)[4] = a, (&q)[4] = a; r[1] = threadIdx.x; out[threadIdx.x] = q[1]; }
__global__ void a_call(int *out) { int a = 3; at(&a)[0] = threadIdx.x; out[threadIdx.x] = a; }
__global__ void viewed(int *out) { __shared__ float f[32]; float (&r)[8] = *reinterpret_cast<float (*)[8]>(&f[threadIdx.x / 8 * 8]); r[threadIdx.x % 8] = threadIdx.x; __syncthreads(); out[threadIdx.x] = f[31 - threadIdx.x] * 2.5f; }
template <class F> __global__ void run(F f, int *out) { out[threadIdx.x] = f(threadIdx.x); }
int *d;
void show(const char *name) {
  cudaDeviceSynchronize();
  int s = 0;
  for (int i = 0; i < 32; ++i) s = (s * 3 + d[i]) % 10007;
  printf("%s %d\n", name, s);
}
int main() {
  cudaMallocManaged(&d, 32 * sizeof(int));
  int h[3] = {1, 2, 3}; int (&r)[3] = h; r[1] = 9; printf("host %d %d\n", h[1], (int)(sizeof(r) / sizeof(int)));
  own<<<1, 32>>>(d); show("own");
  of_block<<<1, 32>>>(d); show("of_block");
  rows<<<1, 32>>>(d); show("rows");
  across<<<1, 32>>>(d); show("across");
  structs<<<1, 32>>>(d); show("structs");
  vectors<<<1, 32>>>(d); show("vectors");
  qualified<<<1, 32>>>(d); show("qualified");
  given<<<1, 32>>>(d); show("given");
  passed<<<1, 32>>>(d); show("passed");
  two<<<1, 32>>>(d); show("two");
  a_call<<<1, 32>>>(d); show("a_call");
  viewed<<<1, 32>>>(d); show("viewed");
  run<<<1, 32>>>(kernel_of{3}, d); show("run");
}
// prints: host 9 3
// prints: own 2677
// prints: of_block 2040
// prints: rows 2102
// prints: across 956
// prints: structs 9274
// prints: vectors 8286
// prints: qualified 6087
// prints: given 2167
// prints: passed 1466
// prints: two 6087
// prints: a_call 6087
// prints: viewed 8028
// prints: run 2677
