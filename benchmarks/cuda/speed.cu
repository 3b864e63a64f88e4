// Kernels as they are written for a GPU, each beside the same thing written by hand for a CPU with OpenMP.
// Translated, compiled and run by benchmarks/cuda_speed.py; prints: name, milliseconds, milliseconds by hand, bytes moved.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <functional>
#include <vector>
#define TILE 16
#define BM 64
#define BK 8
#define TM 8

__global__ void triad(const float *a, const float *b, float *c, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + s * b[i];
}
__global__ void scale_stride(const float *a, float *b, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) b[i] = 2.0f * a[i];
}
__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void matmul(const float *A, const float *B, float *C, int n) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int m = 0; m < n / TILE; ++m) {
    As[ty][tx] = A[row * n + m * TILE + tx];
    Bs[ty][tx] = B[(m * TILE + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
}
// Each thread works out a column of the tile, and a tile of its own.
__global__ void matmul_columns(const float *A, const float *B, float *C, int n) {
  __shared__ float As[BM * BK], Bs[BK * BM];
  const int column = threadIdx.x % BM, row = threadIdx.x / BM;
  const int rowA = threadIdx.x / BK, columnA = threadIdx.x % BK;
  A += blockIdx.y * BM * n;
  B += blockIdx.x * BM;
  C += blockIdx.y * BM * n + blockIdx.x * BM;
  float sums[TM] = {0};
  for (int m = 0; m < n; m += BK) {
    As[rowA * BK + columnA] = A[rowA * n + columnA];
    Bs[row * BM + column] = B[row * n + column];
    __syncthreads();
    A += BK;
    B += BK * n;
    for (int k = 0; k < BK; ++k) {
      float value = Bs[k * BM + column];
      for (int i = 0; i < TM; ++i) sums[i] += As[(row * TM + i) * BK + k] * value;
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i) C[(row * TM + i) * n + column] = sums[i];
}
__global__ void matmul_own_tiles(const float *A, const float *B, float *C, int n) {
  __shared__ float As[BM * BK], Bs[BK * BM];
  const int column = threadIdx.x % (BM / TM), row = threadIdx.x / (BM / TM);
  float sums[TM * TM] = {0}, left[TM], right[TM];
  for (int m = 0; m < n; m += BK) {
    for (int i = threadIdx.x; i < BM * BK; i += BM * BM / TM / TM) {
      As[i] = A[(blockIdx.y * BM + i / BK) * n + m + i % BK];
      Bs[i] = B[(m + i / BM) * n + blockIdx.x * BM + i % BM];
    }
    __syncthreads();
    for (int k = 0; k < BK; ++k) {
      for (int i = 0; i < TM; ++i) left[i] = As[(row * TM + i) * BK + k];
      for (int i = 0; i < TM; ++i) right[i] = Bs[k * BM + column * TM + i];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TM; ++j) sums[i * TM + j] += left[i] * right[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TM; ++j)
      C[(blockIdx.y * BM + row * TM + i) * n + blockIdx.x * BM + column * TM + j] = sums[i * TM + j];
}
__global__ void stencil(const float *a, float *b, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
    b[y * n + x] = 0.25f * (a[y * n + x - 1] + a[y * n + x + 1] + a[(y - 1) * n + x] + a[(y + 1) * n + x]);
}
__inline__ __device__ float warp_sum(float v) {
  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o);
  return v;
}
__global__ void reduce(const float *a, float *out, int n) {
  __shared__ float part[32];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += a[i];
  sum = warp_sum(sum);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    sum = warp_sum(sum);
    if (threadIdx.x == 0) atomicAdd(out, sum);
  }
}
__global__ void softmax(const float *in, float *out, int columns) {
  __shared__ float s[256];
  const float *row = in + blockIdx.x * columns;
  float m = -1e30f, sum = 0;
  for (int j = threadIdx.x; j < columns; j += blockDim.x) m = fmaxf(m, row[j]);
  s[threadIdx.x] = m;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + k]);
    __syncthreads();
  }
  m = s[0];
  __syncthreads();
  for (int j = threadIdx.x; j < columns; j += blockDim.x) sum += __expf(row[j] - m);
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  for (int j = threadIdx.x; j < columns; j += blockDim.x) out[blockIdx.x * columns + j] = __expf(row[j] - m) / s[0];
}
__global__ void histogram(const unsigned char *a, int *h, int n) {
  __shared__ int s[256];
  s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&s[a[i]], 1);
  __syncthreads();
  atomicAdd(&h[threadIdx.x], s[threadIdx.x]);
}
__global__ void nbody(const float4 *p, float4 *v, int n) {
  __shared__ float4 tile[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  float4 me = p[i];
  float fx = 0, fy = 0, fz = 0;
  for (int j0 = 0; j0 < n; j0 += 256) {
    tile[threadIdx.x] = p[j0 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 256; ++k) {
      float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
      float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = tile[k].w * inv * inv * inv;
      fx += dx * s; fy += dy * s; fz += dz * s;
    }
    __syncthreads();
  }
  v[i] = make_float4(fx, fy, fz, 0);
}
__global__ void gelu(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = 0.5f * a[i] * (1.0f + tanhf(0.79788456f * (a[i] + 0.044715f * a[i] * a[i] * a[i])));
}

static double best(const std::function<void()> &run) {
  std::vector<double> times;
  for (int k = 0; k < 9; ++k) {
    auto start = std::chrono::steady_clock::now();
    run();
    cudaDeviceSynchronize();
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}
static void tell(const char *name, double kernel, double hand, double bytes, bool same) {
  printf("%s %.4f %.4f %.0f %d\n", name, kernel, hand, bytes, same);
}
static bool close(const float *a, const float *b, int n, float tolerance) {
  for (int i = 0; i < n; ++i)
    if (std::fabs(a[i] - b[i]) > tolerance * (1 + std::fabs(a[i]))) return false;
  return true;
}

int main() {
  const int n = 1 << 24, side = 4096, m = 512, rows = 1024, bodies = 8192;
  float *a, *b, *c, *d;
  cudaMalloc(&a, n * sizeof(float)); cudaMalloc(&b, n * sizeof(float)); cudaMalloc(&c, n * sizeof(float)); cudaMalloc(&d, n * sizeof(float));
#pragma omp parallel for
  for (int i = 0; i < n; ++i) { a[i] = (i * 7 % 1001) / 1001.0f - 0.5f; b[i] = (i * 13 % 997) / 997.0f; c[i] = d[i] = 0; }
  double copy = best([&] {
#pragma omp parallel for
    for (int k = 0; k < 64; ++k) memcpy(d + (size_t)k * (n / 64), a + (size_t)k * (n / 64), n / 64 * sizeof(float));
  });
  tell("copy", copy, copy, 8.0 * n, true);
  double kernel = best([&] { triad<<<(n + 255) / 256, 256>>>(a, b, c, 3.0f, n); });
  double hand = best([&] {
#pragma omp parallel for simd
    for (int i = 0; i < n; ++i) d[i] = a[i] + 3.0f * b[i];
  });
  tell("triad", kernel, hand, 12.0 * n, close(c, d, n, 1e-5f));
  kernel = best([&] { scale_stride<<<1024, 256>>>(a, c, n); });
  hand = best([&] {
#pragma omp parallel for simd
    for (int i = 0; i < n; ++i) d[i] = 2.0f * a[i];
  });
  tell("scale, grid stride", kernel, hand, 8.0 * n, close(c, d, n, 1e-5f));
  dim3 block(TILE, TILE), tiles(side / TILE, side / TILE);
  kernel = best([&] { transpose<<<tiles, block>>>(a, c, side); });
  hand = best([&] {
#pragma omp parallel for collapse(2)
    for (int y0 = 0; y0 < side; y0 += 32)
      for (int x0 = 0; x0 < side; x0 += 32)
        for (int y = y0; y < y0 + 32; ++y)
          for (int x = x0; x < x0 + 32; ++x) d[x * side + y] = a[y * side + x];
  });
  tell("transpose, tiles", kernel, hand, 8.0 * n, close(c, d, n, 0));
  kernel = best([&] { stencil<<<dim3(side / 16, side / 16), dim3(16, 16)>>>(a, c, side); });
  hand = best([&] {
#pragma omp parallel for
    for (int y = 1; y < side - 1; ++y)
      for (int x = 1; x < side - 1; ++x)
        d[y * side + x] = 0.25f * (a[y * side + x - 1] + a[y * side + x + 1] + a[(y - 1) * side + x] + a[(y + 1) * side + x]);
  });
  tell("stencil, five points", kernel, hand, 8.0 * n, close(c + side + 1, d + side + 1, side - 2, 1e-5f));
  dim3 small(m / TILE, m / TILE);
  kernel = best([&] { matmul<<<small, block>>>(a, b, c, m); });
  hand = best([&] {
#pragma omp parallel for
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < m; ++j) d[i * m + j] = 0;
      for (int k = 0; k < m; ++k)
        for (int j = 0; j < m; ++j) d[i * m + j] += a[i * m + k] * b[k * m + j];
    }
  });
  tell("matrix product, tiles", kernel, hand, 0, close(c, d, m * m, 1e-3f));
  kernel = best([&] { matmul_columns<<<dim3(m / BM, m / BM), BM * BM / TM>>>(a, b, c, m); });
  tell("matrix product, columns of threads", kernel, hand, 0, close(c, d, m * m, 1e-3f));
  kernel = best([&] { matmul_own_tiles<<<dim3(m / BM, m / BM), BM * BM / TM / TM>>>(a, b, c, m); });
  tell("matrix product, tiles of threads", kernel, hand, 0, close(c, d, m * m, 1e-3f));
  float sum = 0;
  kernel = best([&] { cudaMemset(c, 0, 4); reduce<<<256, 256>>>(b, c, n); });
  hand = best([&] {
    sum = 0;
#pragma omp parallel for simd reduction(+:sum)
    for (int i = 0; i < n; ++i) sum += b[i];
  });
  tell("sum, shuffles", kernel, hand, 4.0 * n, std::fabs(c[0] - sum) < 1e-3f * sum);
  const int columns = n / rows / 4;
  kernel = best([&] { softmax<<<rows, 256>>>(a, c, columns); });
  hand = best([&] {
#pragma omp parallel for
    for (int r = 0; r < rows; ++r) {
      const float *in = a + (size_t)r * columns;
      float *out = d + (size_t)r * columns, most = -1e30f, total = 0;
      for (int j = 0; j < columns; ++j) most = std::max(most, in[j]);
      for (int j = 0; j < columns; ++j) total += out[j] = expf(in[j] - most);
      for (int j = 0; j < columns; ++j) out[j] /= total;
    }
  });
  tell("softmax of rows", kernel, hand, 0, close(c, d, rows * columns, 1e-4f));
  const unsigned char *bytes = (const unsigned char *)a;
  int *h = (int *)c;
  kernel = best([&] { cudaMemset(h, 0, 1024); histogram<<<64, 256>>>(bytes, h, n); });
  std::vector<int> counts(256);
  hand = best([&] {
    std::fill(counts.begin(), counts.end(), 0);
    int *k = counts.data();
#pragma omp parallel for reduction(+:k[:256])
    for (int i = 0; i < n; ++i) k[bytes[i]]++;
  });
  tell("histogram", kernel, hand, 0, !memcmp(h, counts.data(), 1024));
  kernel = best([&] { nbody<<<bodies / 256, 256>>>((const float4 *)b, (float4 *)c, bodies); });
  hand = best([&] {
#pragma omp parallel for
    for (int i = 0; i < bodies; ++i) {
      float fx = 0, fy = 0, fz = 0;
#pragma omp simd reduction(+:fx, fy, fz)
      for (int j = 0; j < bodies; ++j) {
        float dx = b[4 * j] - b[4 * i], dy = b[4 * j + 1] - b[4 * i + 1], dz = b[4 * j + 2] - b[4 * i + 2];
        float inv = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = b[4 * j + 3] * inv * inv * inv;
        fx += dx * s; fy += dy * s; fz += dz * s;
      }
      d[4 * i] = fx; d[4 * i + 1] = fy; d[4 * i + 2] = fz; d[4 * i + 3] = 0;
    }
  });
  tell("n-body, tiles", kernel, hand, 0, close(c, d, 4 * bodies, 1e-2f));
  kernel = best([&] { gelu<<<n / 256, 256>>>(a, c, n); });
  hand = best([&] {
#pragma omp parallel for simd
    for (int i = 0; i < n; ++i) d[i] = 0.5f * a[i] * (1.0f + tanhf(0.79788456f * (a[i] + 0.044715f * a[i] * a[i] * a[i])));
  });
  tell("gelu", kernel, hand, 0, close(c, d, n, 1e-4f));
}
