// Objects of classes without a default constructor that live across barriers, one for the block or each thread its own.
// prints: 256 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
struct Storage { int *keys, *values; __device__ Storage(unsigned char *p, int n) : keys((int *)p), values((int *)p + n) {} };
template <typename T> class Running {
  T sum, step;
 public:
  __host__ __device__ Running(T start, T by) : sum(start), step(by) {}
  __host__ __device__ void add(T v) { sum += v * step, step += 1; }
  __host__ __device__ T get() const { return sum; }
};
struct Only { int v; __host__ __device__ explicit Only(int v) : v(v) {} };
__global__ void by_struct(const int *in, int *out, int n) {
  extern __shared__ unsigned char bytes[];
  Storage s(bytes, n);
  int t = threadIdx.x;
  s.keys[t] = in[t] % 7, s.values[t] = in[t];
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < n; ++k)
    if (s.keys[k] == s.keys[t]) sum += s.values[k];
  out[t] = sum;
}
__global__ void running(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  Running<int> r(in[t], t);
  Running<long long> wide(1, 2);
  for (int k = 0; k < 3; ++k) {
    s[t] = r.get();
    __syncthreads();
    r.add(s[(t + 1) % 64] % 10);
    wide.add(k);
    __syncthreads();
  }
  Only last(r.get());
  out[t] = last.v * 10 + (int)wide.get();
}
__global__ void in_branches(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, a = in[t];
  s[t] = 0;
  if (a % 2) {
    Only own(a + t);
    atomicAdd(&s[t], own.v);
    __syncwarp(__activemask());
    own.v += 1;
    __syncwarp(__activemask());
    atomicAdd(&s[t], own.v);
  }
  __syncthreads();
  Only n(s[63 - t]), m(t);
  __syncthreads();
  out[t] = n.v - m.v;
}
int main() {
  const int n = 64;
  int *d, *o;
  cudaMallocManaged(&d, n * 4), cudaMallocManaged(&o, n * 4);
  for (int i = 0; i < n; ++i) d[i] = i * 29 % 83;
  by_struct<<<1, n, 2 * n * sizeof(int)>>>(d, o, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int k = 0; k < n; ++k) sum += d[k] % 7 == d[i] % 7 ? d[k] : 0;
    same("struct", o[i], sum), same("rest", o[i] % 7, sum % 7);
  }
  running<<<1, n>>>(d, o);
  cudaDeviceSynchronize();
  int sum[n], step[n], seen[n];
  for (int i = 0; i < n; ++i) sum[i] = d[i], step[i] = i;
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < n; ++i) seen[i] = sum[i];
    for (int i = 0; i < n; ++i) sum[i] += seen[(i + 1) % n] % 10 * step[i]++;
  }
  for (int i = 0; i < n; ++i) same("running", o[i], sum[i] * 10 + 1 + 0 + 3 + 8);
  in_branches<<<1, n>>>(d, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int j = 63 - i;
    same("branches", o[i], (d[j] % 2 ? 2 * (d[j] + j) + 1 : 0) - i);
  }
  printf("%d compared, wrong: %d\n", compared, wrong);
}
