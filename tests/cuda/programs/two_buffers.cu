// Tiles that do not divide the matrices, two buffers in turn, pointers to shared memory that change places, tiles in registers.
// prints: 5 compared, wrong: 0
#include <cuda_runtime.h>
#include <utility>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
const int M = 37, N = 29, K = 45, T = 8;
__global__ void product(const int *a, const int *b, int *c) {
  __shared__ int as[2][T][T + 1], bs[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, column = blockIdx.x * T + tx, sum = 0, now = 0;
  auto load = [&](int buffer, int k) {
    as[buffer][ty][tx] = row < M && k + tx < K ? a[row * K + k + tx] : 0;
    bs[buffer][ty][tx] = column < N && k + ty < K ? b[(k + ty) * N + column] : 0;
  };
  load(0, 0);
  __syncthreads();
  for (int k = 0; k < K; k += T) {
    if (k + T < K) load(now ^ 1, k + T);
    for (int i = 0; i < T; ++i) sum += as[now][ty][i] * bs[now][i][tx];
    __syncthreads();
    now ^= 1;
  }
  if (row < M && column < N) c[row * N + column] = sum;
}
__global__ void in_registers(const int *a, const int *b, int *c) {
  __shared__ int as[16][T], bs[T][16];
  int tx = threadIdx.x, ty = threadIdx.y, t = ty * 8 + tx, acc[2][2] = {{0, 0}, {0, 0}};
  for (int k = 0; k < K; k += T) {
    for (int i = t; i < 16 * T; i += 64) {
      int r = blockIdx.y * 16 + i / T, q = k + i % T;
      as[i / T][i % T] = r < M && q < K ? a[r * K + q] : 0;
      int p = k + i / 16, s = blockIdx.x * 16 + i % 16;
      bs[i / 16][i % 16] = p < K && s < N ? b[p * N + s] : 0;
    }
    __syncthreads();
    for (int i = 0; i < T; ++i) {
      int x[2] = {as[2 * ty][i], as[2 * ty + 1][i]}, y[2] = {bs[i][tx], bs[i][tx + 8]};
      for (int p = 0; p < 2; ++p)
        for (int q = 0; q < 2; ++q) acc[p][q] += x[p] * y[q];
    }
    __syncthreads();
  }
  for (int p = 0; p < 2; ++p)
    for (int q = 0; q < 2; ++q) {
      int r = blockIdx.y * 16 + 2 * ty + p, s = blockIdx.x * 16 + tx + 8 * q;
      if (r < M && s < N) c[r * N + s] = acc[p][q];
    }
}
__global__ void scan(const int *in, int *out, int n) {
  __shared__ int one[128], two[128];
  int *from = one, *to = two, t = threadIdx.x;
  from[t] = t < n ? in[t] : 0;
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    to[t] = from[t] + (t >= d ? from[t - d] : 0);
    __syncthreads();
    int *keep = from;
    from = to, to = keep;
  }
  if (t < n) out[t] = from[t];
}
__global__ void rolling(const int *in, int *out, int n) {
  extern __shared__ int ring[];
  int t = threadIdx.x, w = blockDim.x;
  for (int step = 0; step < n; ++step) {
    int *slot = ring + step % 3 * w;
    slot[t] = in[step * w + t];
    __syncthreads();
    int s = 0;
    for (int back = 0; back < 3 && back <= step; ++back) s += ring[(step - back) % 3 * w + (t + back) % w];
    out[step * w + t] = s;
    __syncthreads();
  }
}
int main() {
  int *a, *b, *c;
  cudaMallocManaged(&a, M * K * 4), cudaMallocManaged(&b, K * N * 4), cudaMallocManaged(&c, M * K * 4);
  for (int i = 0; i < M * K; ++i) a[i] = i * 7 % 13 - 6;
  for (int i = 0; i < K * N; ++i) b[i] = i * 5 % 11 - 5;
  auto right = [&] {
    int bad = 0;
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j) {
        int s = 0;
        for (int k = 0; k < K; ++k) s += a[i * K + k] * b[k * N + j];
        bad += s != c[i * N + j];
      }
    return bad;
  };
  product<<<dim3((N + T - 1) / T, (M + T - 1) / T), dim3(T, T)>>>(a, b, c);
  cudaDeviceSynchronize();
  same("product", right(), 0);
  cudaMemset(c, 0, M * N * 4);
  in_registers<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(8, 8)>>>(a, b, c);
  cudaDeviceSynchronize();
  same("registers", right(), 0);
  scan<<<1, 128>>>(a, c, 100);
  cudaDeviceSynchronize();
  int s = 0, bad = 0;
  for (int i = 0; i < 100; ++i) s += a[i], bad += c[i] != s;
  same("scan", bad, 0);
  scan<<<1, 64>>>(a, c, 64);
  cudaDeviceSynchronize();
  same("half a scan", c[63] - c[62], a[63]);
  rolling<<<1, 32, 3 * 32 * sizeof(int)>>>(a, c, 20);
  cudaDeviceSynchronize();
  bad = 0;
  for (int p = 0; p < 20; ++p)
    for (int t = 0; t < 32; ++t) {
      int w = 0;
      for (int k = 0; k < 3 && k <= p; ++k) w += a[(p - k) * 32 + (t + k) % 32];
      bad += w != c[p * 32 + t];
    }
  same("rolling", bad, 0);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
