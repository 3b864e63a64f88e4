// Shuffles, votes, reductions of a warp, code in step.
#define FULL 0xffffffffu
__device__ __forceinline__ float warp_sum(float v) {
  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(FULL, v, o);
  return v;
}
template <typename T> __device__ T warp_max(T v) {
#pragma unroll
  for (int o = 16; o > 0; o /= 2) { T other = __shfl_xor_sync(FULL, v, o); v = other > v ? other : v; }
  return v;
}
__device__ float block_sum(float v) {
  __shared__ float part[32];
  int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  v = warp_sum(v);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / warpSize ? part[lane] : 0.0f;
  if (warp == 0) v = warp_sum(v);
  return v;
}
__global__ void down(const float *a, float *out) {
  float v = warp_sum(a[blockIdx.x * 64 + threadIdx.x]);
  if (threadIdx.x % 32 == 0) out[blockIdx.x * 2 + threadIdx.x / 32] = v;
}
__global__ void all_max(const int *a, int *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = warp_max(a[i]);
}
__global__ void max_of_sum(const float *a, const float *b, float *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float m = warp_max(a[i] * b[i] + 1.0f);
  out[i] = m;
}
__global__ void whole_block(const float *a, float *out) {
  float total = block_sum(a[blockIdx.x * 128 + threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}
__global__ void twice(const float *a, float *out, int n) {
  __shared__ float mean;
  float s = 0;
  for (int j = threadIdx.x; j < n; j += blockDim.x) s += a[blockIdx.x * n + j];
  s = block_sum(s);
  if (threadIdx.x == 0) mean = s / n;
  __syncthreads();
  float q = 0;
  for (int j = threadIdx.x; j < n; j += blockDim.x) { float d = a[blockIdx.x * n + j] - mean; q += d * d; }
  __syncthreads();
  q = block_sum(q);
  if (threadIdx.x == 0) out[blockIdx.x] = q / n;
}
__global__ void inclusive(const int *a, int *out) {
  int i = blockIdx.x * 64 + threadIdx.x, lane = threadIdx.x & 31, v = a[i];
  for (int o = 1; o < 32; o *= 2) { int u = __shfl_up_sync(FULL, v, o); if (lane >= o) v += u; }
  out[i] = v;
}
__global__ void broadcast(const int *a, int *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = __shfl_sync(FULL, a[i], 5) + __shfl_sync(FULL, a[i], threadIdx.x & 3, 8);
}
__global__ void narrow(const int *a, int *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = __shfl_down_sync(FULL, a[i], 2, 8) * 1000 + __shfl_up_sync(FULL, a[i], 3, 16) + __shfl_xor_sync(FULL, a[i], 1, 4);
}
__global__ void votes(const int *a, unsigned *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned b = __ballot_sync(FULL, a[i] & 1);
  out[i] = b ^ (__any_sync(FULL, a[i] > 60) ? 7u : 0u) ^ (__all_sync(FULL, a[i] >= 0) ? 64u : 0u);
}
__global__ void compact(const int *a, int *out, int *counts) {
  int lane = threadIdx.x & 31, warp = (blockIdx.x * 64 + threadIdx.x) / 32, v = a[blockIdx.x * 64 + threadIdx.x];
  unsigned keep = __ballot_sync(FULL, v % 3 == 0);
  if (v % 3 == 0) out[warp * 32 + __popc(keep & ((1u << lane) - 1))] = v;
  if (lane == 0) counts[warp] = __popc(keep);
}
__global__ void matching(const int *a, unsigned *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = __match_any_sync(FULL, a[i] & 3);
}
__global__ void reducing(const int *a, int *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = __reduce_add_sync(FULL, a[i]) + __reduce_max_sync(FULL, a[i]) - __reduce_min_sync(FULL, a[i]);
}
__global__ void reducing_bits(const unsigned *a, unsigned *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = __reduce_and_sync(FULL, a[i] | 5u) ^ __reduce_or_sync(FULL, a[i]) ^ __reduce_xor_sync(FULL, a[i]);
}
__global__ void counting(const int *a, int *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int c = __syncthreads_count(a[i] > 20);
  int o = __syncthreads_or(a[i] == 7), n = __syncthreads_and(a[i] >= 0);
  out[i] = c * 4 + (o ? 2 : 0) + (n ? 1 : 0);
}
__global__ void half_warp_only(const float *a, float *out) {
  int i = blockIdx.x * 64 + threadIdx.x, lane = threadIdx.x & 31;
  float v = a[i];
  if (lane < 16) {
    v += __shfl_xor_sync(0xffffu, v, 8);
    v += __shfl_xor_sync(0xffffu, v, 1);
  }
  out[i] = v;
}
__global__ void one_warp(const float *a, float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    float v = s[threadIdx.x] + s[threadIdx.x + 32];
    v = warp_sum(v);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
  }
}
__global__ void loop_until_all(const int *a, int *out) {
  int i = blockIdx.x * 64 + threadIdx.x, v = a[i] & 31, rounds = 0;
  while (__any_sync(FULL, v > 0)) { v -= 3; rounds++; }
  out[i] = rounds * 100 + v;
}
__global__ void in_step(const int *a, int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = a[blockIdx.x * 64 + t];
  __syncthreads();
  if (t < 32) { s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1]; }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void syncwarp(const int *a, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, w = t & ~31, lane = t & 31;
  s[t] = a[blockIdx.x * 64 + t];
  __syncwarp();
  for (int o = 16; o > 0; o >>= 1) {
    int v = lane < o ? s[w + lane + o] : 0;
    __syncwarp();
    s[t] += v;
    __syncwarp();
  }
  out[blockIdx.x * 64 + t] = s[w];
}
__global__ void doubles(const double *a, double *out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  double v = a[i];
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(FULL, v, o);
  out[i] = v;
}
__global__ void first_of(const int *a, int *out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  unsigned b = __ballot_sync(FULL, a[i] % 5 == 2);
  int leader = b ? __ffs(b) - 1 : 0;
  out[i] = __shfl_sync(FULL, a[i], leader) + leader * 1000;
}
void launches() {
  down<<<1, 64>>>(0, 0); all_max<<<1, 64>>>(0, 0); max_of_sum<<<1, 64>>>(0, 0, 0); whole_block<<<1, 128>>>(0, 0);
  twice<<<1, 128>>>(0, 0, 1); inclusive<<<1, 64>>>(0, 0); broadcast<<<1, 64>>>(0, 0); narrow<<<1, 64>>>(0, 0);
  votes<<<1, 64>>>(0, 0); compact<<<1, 64>>>(0, 0, 0); matching<<<1, 64>>>(0, 0); reducing<<<1, 64>>>(0, 0);
  reducing_bits<<<1, 64>>>(0, 0); counting<<<1, 64>>>(0, 0); half_warp_only<<<1, 64>>>(0, 0); one_warp<<<1, 64>>>(0, 0);
  loop_until_all<<<1, 64>>>(0, 0); in_step<<<1, 64>>>(0, 0); syncwarp<<<1, 64>>>(0, 0); doubles<<<1, 32>>>(0, 0);
  first_of<<<1, 32>>>(0, 0);
}
