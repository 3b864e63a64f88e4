// Kernels as programs have them.
#define BLOCK_SIZE 16
#define INDEX(i, j, n) ((i) * (n) + (j))
#define GLOBAL_ID (blockIdx.x * blockDim.x + threadIdx.x)
#define FOR_ALL(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)
__global__ void from_macro(const int *a, int *b, int n) { int i = GLOBAL_ID; if (i < n) b[i] = a[i] * 5; }
__global__ void loop_macro(const float *a, float *b, int n) { FOR_ALL(i, n) { b[i] = a[i] > 0 ? a[i] : 0.01f * a[i]; } }
__global__ void spmv(const int *rows, const int *columns, const float *values, const float *x, float *y, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n) { float sum = 0; for (int k = rows[r]; k < rows[r + 1]; ++k) sum += values[k] * x[columns[k]]; y[r] = sum; }
}
__global__ void nbody(const float4 *p, float4 *v, int n) {
  __shared__ float4 tile[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  float4 me = i < n ? p[i] : make_float4(0, 0, 0, 0);
  float fx = 0, fy = 0, fz = 0;
  for (int j0 = 0; j0 < n; j0 += 64) {
    int j = j0 + threadIdx.x;
    tile[threadIdx.x] = j < n ? p[j] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (int k = 0; k < 64; ++k) {
      float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
      float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      float s = tile[k].w * inv * inv * inv;
      fx += dx * s; fy += dy * s; fz += dz * s;
    }
    __syncthreads();
  }
  if (i < n) v[i] = make_float4(fx, fy, fz, 0);
}
__global__ void softmax(const float *in, float *out, int columns) {
  __shared__ float s[64];
  const float *row = in + blockIdx.x * columns;
  float m = -1e30f;
  for (int j = threadIdx.x; j < columns; j += blockDim.x) m = fmaxf(m, row[j]);
  s[threadIdx.x] = m;
  __syncthreads();
  for (int k = 32; k > 0; k >>= 1) { if (threadIdx.x < k) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + k]); __syncthreads(); }
  m = s[0];
  __syncthreads();
  float sum = 0;
  for (int j = threadIdx.x; j < columns; j += blockDim.x) sum += expf(row[j] - m);
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int k = 32; k > 0; k >>= 1) { if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k]; __syncthreads(); }
  sum = s[0];
  for (int j = threadIdx.x; j < columns; j += blockDim.x) out[blockIdx.x * columns + j] = expf(row[j] - m) / sum;
}
__global__ void convolution(const float *in, const float *k, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j) {
      int xx = min(max(x + j, 0), w - 1), yy = min(max(y + i, 0), h - 1);
      sum += in[INDEX(yy, xx, w)] * k[INDEX(i + 1, j + 1, 3)];
    }
  out[INDEX(y, x, w)] = sum;
}
__global__ void hotspot(const float *t, const float *p, float *out, int n) {
  __shared__ float s[BLOCK_SIZE][BLOCK_SIZE];
  int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y;
  int x = bx * (BLOCK_SIZE - 2) + tx - 1, y = by * (BLOCK_SIZE - 2) + ty - 1;
  bool in = x >= 0 && x < n && y >= 0 && y < n;
  s[ty][tx] = in ? t[y * n + x] : 0.0f;
  __syncthreads();
  if (tx > 0 && tx < BLOCK_SIZE - 1 && ty > 0 && ty < BLOCK_SIZE - 1 && in)
    out[y * n + x] = s[ty][tx] + 0.1f * (s[ty - 1][tx] + s[ty + 1][tx] + s[ty][tx - 1] + s[ty][tx + 1] - 4 * s[ty][tx]) + p[y * n + x];
}
__global__ void wavefront(int *m, int n) {
  __shared__ int s[BLOCK_SIZE + 1][BLOCK_SIZE + 1];
  int t = threadIdx.x;
  s[t + 1][0] = m[(blockIdx.x * 16 + t) % n];
  s[0][t + 1] = m[(blockIdx.x * 16 + t + 3) % n];
  if (t == 0) s[0][0] = 0;
  __syncthreads();
  for (int d = 0; d < BLOCK_SIZE; ++d) {
    if (t <= d) { int x = t + 1, y = d - t + 1; s[y][x] = max(s[y - 1][x - 1] + 1, max(s[y][x - 1], s[y - 1][x])); }
    __syncthreads();
  }
  for (int d = BLOCK_SIZE - 2; d >= 0; --d) {
    if (t <= d) { int x = t + BLOCK_SIZE - d, y = BLOCK_SIZE - t; s[y][x] = max(s[y - 1][x - 1] + 1, max(s[y][x - 1], s[y - 1][x])); }
    __syncthreads();
  }
  for (int k = 0; k < BLOCK_SIZE; ++k) m[n + (blockIdx.x * 16 + k) * 16 + t] = s[k + 1][t + 1];
}
__global__ void lu_diagonal(float *m, int n, int offset) {
  __shared__ float s[BLOCK_SIZE][BLOCK_SIZE];
  int t = threadIdx.x;
  for (int i = 0; i < BLOCK_SIZE; i++) s[i][t] = m[(offset + i) * n + offset + t] + (i == t ? 20.0f : 0.0f);
  __syncthreads();
  for (int i = 0; i < BLOCK_SIZE - 1; i++) {
    if (t > i) { for (int j = 0; j < i; j++) s[t][i] -= s[t][j] * s[j][i]; s[t][i] /= s[i][i]; }
    __syncthreads();
    if (t > i) for (int j = 0; j < i + 1; j++) s[i + 1][t] -= s[i + 1][j] * s[j][t];
    __syncthreads();
  }
  for (int i = 0; i < BLOCK_SIZE; i++) m[(offset + i) * n + offset + t] = s[i][t];
}
__global__ void backward(const float *hidden, const float *weights, float *partial, int n) {
  int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  __shared__ float node[BLOCK_SIZE], product[BLOCK_SIZE][BLOCK_SIZE];
  if (tx == 0) node[ty] = hidden[BLOCK_SIZE * by + ty];
  __syncthreads();
  product[ty][tx] = weights[(by * BLOCK_SIZE + ty) * n + tx] * node[ty];
  __syncthreads();
  for (int i = 1; i <= 4; i++) {
    int power = 1 << i;
    if (ty % power == 0) product[ty][tx] += product[ty + power / 2][tx];
    __syncthreads();
  }
  if (tx == 0) partial[by * BLOCK_SIZE + ty] = product[tx][ty];
}
__global__ void mandelbrot(int *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float cr = -2.0f + 3.0f * x / w, ci = -1.0f + 2.0f * y / h, zr = 0, zi = 0;
  int k = 0;
  while (k < 50 && zr * zr + zi * zi < 4.0f) { float t = zr * zr - zi * zi + cr; zi = 2 * zr * zi + ci; zr = t; ++k; }
  out[y * w + x] = k < 50;
}
__global__ void option(const float *s, const float *x, float *call, int n) {
  FOR_ALL(i, n) {
    float spot = 20 + 5 * s[i], strike = 18 + 4 * x[i], root = sqrtf(0.5f);
    float d1 = (logf(spot / strike) + 0.06f * 0.5f) / (0.3f * root), d2 = d1 - 0.3f * root;
    call[i] = spot * normcdff(d1) - strike * expf(-0.01f) * normcdff(d2);
  }
}
__global__ void lcg(unsigned *state, int steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { unsigned s = state[i] + i; for (int k = 0; k < steps; ++k) s = s * 1664525u + 1013904223u; state[i] = s; }
}
__global__ void gather_scatter(const int *index, const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[index[i]] + (i % 2 ? a[index[n - 1 - i]] : 0);
}
__global__ void layer_norm(const float *x, float *y, int d) {
  __shared__ float s1[128], s2[128];
  int t = threadIdx.x;
  float a = 0, b = 0;
  for (int i = t; i < d; i += blockDim.x) { float v = x[blockIdx.x * d + i]; a += v; b += v * v; }
  s1[t] = a; s2[t] = b;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) { if (t < k) { s1[t] += s1[t + k]; s2[t] += s2[t + k]; } __syncthreads(); }
  float mean = s1[0] / d, variance = s2[0] / d - mean * mean;
  for (int i = t; i < d; i += blockDim.x) y[blockIdx.x * d + i] = (x[blockIdx.x * d + i] - mean) * rsqrtf(variance + 1e-3f);
}
__global__ void register_tile(const float *A, const float *B, float *C, int n) {
  __shared__ float As[8][32], Bs[8][32];
  int tx = threadIdx.x, ty = threadIdx.y, id = ty * 8 + tx;
  float acc[4][4];
  for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) acc[i][j] = 0;
  for (int k0 = 0; k0 < 32; k0 += 8) {
    for (int l = id; l < 256; l += 64) { As[l / 32][l % 32] = A[(blockIdx.y * 32 + l % 32) * 32 + k0 + l / 32]; Bs[l / 32][l % 32] = B[(k0 + l / 32) * 32 + l % 32]; }
    __syncthreads();
    for (int k = 0; k < 8; ++k)
      for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) acc[i][j] += As[k][ty * 4 + i] * Bs[k][tx * 4 + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) C[(blockIdx.y * 32 + ty * 4 + i) * 32 + tx * 4 + j] = acc[i][j] + n;
}
__global__ void radix_flags(const unsigned *a, unsigned *out, int bit) {
  __shared__ unsigned s[64];
  unsigned t = threadIdx.x, v = a[blockIdx.x * 64 + t], flag = (v >> (bit & 3)) & 1;
  s[t] = flag;
  __syncthreads();
  for (unsigned o = 1; o < 64; o <<= 1) {
    unsigned u = t >= o ? s[t - o] : 0;
    __syncthreads();
    s[t] += u;
    __syncthreads();
  }
  unsigned ones = s[63], before = s[t] - flag, place = flag ? 64 - ones + before : t - before;
  __syncthreads();
  s[place] = v;
  __syncthreads();
  out[blockIdx.x * 64 + t] = s[t];
}
__global__ void cumulative(const float *a, float *b, int columns) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < columns; ++j) { sum += a[r * columns + j]; b[r * columns + j] = sum; }
}
__global__ void max_pool(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w / 2 && y < h / 2) {
    float m = -1e30f;
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) m = fmaxf(m, in[(2 * y + i) * w + 2 * x + j]);
    out[y * (w / 2) + x] = m;
  }
}
void launches() {
  nbody<<<1, 64>>>(0, 0, 1); softmax<<<1, 64>>>(0, 0, 1); hotspot<<<dim3(1, 1), dim3(BLOCK_SIZE, BLOCK_SIZE)>>>(0, 0, 0, 1);
  wavefront<<<1, BLOCK_SIZE>>>(0, 1); lu_diagonal<<<1, BLOCK_SIZE>>>(0, 1, 1); backward<<<dim3(1, 2), dim3(BLOCK_SIZE, BLOCK_SIZE)>>>(0, 0, 0, 1);
  layer_norm<<<1, 128>>>(0, 0, 1); register_tile<<<dim3(1, 2), dim3(8, 8)>>>(0, 0, 0, 1); radix_flags<<<1, 64>>>(0, 0, 1);
}
__global__ void wide_sum(const float *a, float *b, long k, int n) {
  __shared__ float s[64];
  float sum = 0;
  for (long j = threadIdx.x; j < n; j += 64) { float v = a[blockIdx.x * n + j]; if (v < 0) continue; sum += v * k; }
  s[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x < 32) s[threadIdx.x] += s[threadIdx.x + 32];
  __syncthreads();
  if (threadIdx.x == 0) { float t = 0; for (int i = 0; i < 32; ++i) t += s[i]; b[blockIdx.x] = t; }
}
#define WIDE 32
__global__ void named_size(const int *a, int *b) {
  __shared__ int s[WIDE];
  s[threadIdx.x] = a[blockIdx.x * WIDE + threadIdx.x];
  __syncthreads();
  b[blockIdx.x * WIDE + threadIdx.x] = s[WIDE - 1 - threadIdx.x];
}
__global__ void named_sizes(const int *a, int *b) {
  __shared__ int s[16][16];
  s[threadIdx.y][threadIdx.x] = a[blockIdx.x * 256 + threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  b[blockIdx.x * 256 + threadIdx.y * 16 + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
void launches_of_named_sizes() {
  const int half = WIDE / 2;
  dim3 block(WIDE), tiles(half, half);
  wide_sum<<<1, 64>>>(0, 0, 1, 1);
  named_size<<<1, block>>>(0, 0);
  named_sizes<<<1, tiles>>>(0, 0);
}
