// Forms of everyday programs: lambdas by value, unions of shared memory, functors, carved memory, packed votes, bit-fields.
struct Grid { int nx, ny; float h; __device__ int at(int x, int y) const { return y * nx + x; } };
union Phase { int counts[64]; float values[64]; struct { short low[64], high[64]; } parts; };
struct Flags { unsigned kind : 3, used : 1, size : 12; };
template <typename Op> struct Folded {
  Op op;
  __device__ int operator()(const int *v, int n, int start) const { int r = start; for (int i = 0; i < n; ++i) r = op(r, v[i]); return r; }
};
struct Larger { __device__ int operator()(int a, int b) const { return a > b ? a : b; } };
template <typename F> __device__ void each(int n, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) f(i);
}

__global__ void lambda_by_value(float *out, const float *in, float a, int n) {
  each(n, [=](int i) { out[i] = a * in[i] + i; });
}
__global__ void lambda_of_struct(const float *in, float *out, int n) {
  Grid g{16, n / 16, 0.5f};
  auto slope = [g, in](int x, int y) { return x > 0 && x < g.nx - 1 ? (in[g.at(x + 1, y)] - in[g.at(x - 1, y)]) * g.h : 0.0f; };
  each(g.nx * g.ny, [=](int i) { out[i] = slope(i % g.nx, i / g.nx); });
}
__global__ void lambda_at_barrier(const int *in, int *out, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  auto load = [&](int j) { return j < n ? in[j] : 0; };
  tile[t] = load(i);
  __syncthreads();
  auto window = [=](int at) { int m = tile[at]; for (int d = 1; d < 4 && at + d < 64; ++d) m = max(m, tile[at + d]); return m; };
  if (i < n) out[i] = window(t);
}
__global__ void phases(const int *in, float *out, int *sums, int n) {
  __shared__ Phase p;
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  p.counts[t] = i < n ? in[i] & 15 : 0;
  __syncthreads();
  for (int s = 32; s > 0; s >>= 1) { if (t < s) p.counts[t] += p.counts[t + s]; __syncthreads(); }
  int total = p.counts[0];
  __syncthreads();
  p.values[63 - t] = total * 0.25f + t;
  __syncthreads();
  if (i < n) out[i] = p.values[t];
  __syncthreads();
  p.parts.low[t] = t * 3; p.parts.high[63 - t] = total;
  __syncthreads();
  if (i < n) sums[i] = p.parts.low[63 - t] + p.parts.high[t];
}
__global__ void carved(const int *in, double *out, int n) {
  extern __shared__ __align__(8) unsigned char pool[];
  double *d = reinterpret_cast<double *>(pool);
  int *k = reinterpret_cast<int *>(d + blockDim.x);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  k[threadIdx.x] = i < n ? in[i] % 100 : 0;
  __syncthreads();
  d[threadIdx.x] = 0.5 * k[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  if (i < n) out[i] = d[threadIdx.x] + k[threadIdx.x];
}
__global__ void functor(const int *in, int *out, int n, int width) {
  Folded<Larger> fold;
  int rows = width > 0 ? n / width : 0;
  each(rows, [&](int r) { out[r] = fold(in + r * width, width, -5); });
}
__global__ void flags(const unsigned *in, unsigned *out, int n) {
  each(n, [=](int i) {
    Flags f;
    f.kind = in[i]; f.used = in[i] >> 3; f.size = in[i] >> 4;
    if (f.used) f.size += f.kind;
    out[i] = f.kind | f.used << 3 | f.size << 4;
  });
}
__global__ void packed(const int *in, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  bool odd = i < n && in[i] & 1;
  unsigned mask = __ballot_sync(0xffffffffu, odd);
  if (i < n) out[i] = odd ? __popc(mask & ((1u << lane) - 1)) : mask;
}
__global__ void heads(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  int x = i < n ? in[i] & 3 : 0, left = __shfl_up_sync(0xffffffffu, x, 1);
  unsigned first = __ballot_sync(0xffffffffu, lane == 0 || left != x);
  if (i < n) out[i] = 31 - __clz(first & (0xffffffffu >> (31 - lane)));
}
__global__ void agreed(const int *in, int *out, int n) {
  int i = blockIdx.x * 64 + threadIdx.x, x = i < n ? in[i] & 1 : 1;
  int all = __syncthreads_and(x), any = __syncthreads_or(x), count = __syncthreads_count(!x);
  if (i < n) out[i] = all * 1000 + any * 500 + count;
}
__global__ void two_buffers(const int *in, int *out, int n) {
  __shared__ int first[64], second[64];
  int *from = first, *to = second;
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  from[t] = i < n ? in[i] & 255 : 0;
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    to[t] = from[t] + (t >= d ? from[t - d] : 0);
    __syncthreads();
    int *swap = from; from = to; to = swap;
  }
  if (i < n) out[i] = from[t];
}
__global__ void insertion(const int *in, int *out, int n) {
  int best[4] = {1 << 30, 1 << 30, 1 << 30, 1 << 30};
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int j = 0; j < 16 && i + j < n; ++j) {
    int v = in[i + j], q = 3;
    if (v >= best[3]) continue;
    for (; q > 0 && best[q - 1] > v; --q) best[q] = best[q - 1];
    best[q] = v;
  }
  out[i] = best[0] ^ best[1] ^ best[2] ^ best[3];
}
__global__ void packed_pairs(const uchar4 *in, short2 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { uchar4 p = in[i]; out[i] = make_short2(p.x * 2 - p.y, (short)(p.z << 4 | p.w >> 4)); }
}
