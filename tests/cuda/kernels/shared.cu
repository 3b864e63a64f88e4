// Shared memory and barriers.
#define TILE 16
__global__ void transpose(const float *in, float *out, int w, int h) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  if (x < w && y < h) tile[threadIdx.y][threadIdx.x] = in[y * w + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  if (x < h && y < w) out[y * h + x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void matmul(const float *A, const float *B, float *C, int n) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int m = 0; m < (n + TILE - 1) / TILE; ++m) {
    As[threadIdx.y][threadIdx.x] = row < n && m * TILE + threadIdx.x < n ? A[row * n + m * TILE + threadIdx.x] : 0.0f;
    Bs[threadIdx.y][threadIdx.x] = col < n && m * TILE + threadIdx.y < n ? B[(m * TILE + threadIdx.y) * n + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n) C[row * n + col] = sum;
}
__global__ void tree(const float *a, float *out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? a[i] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void interleaved(const int *a, int *out) {
  __shared__ int s[128];
  unsigned int t = threadIdx.x;
  s[t] = a[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned int k = 1; k < blockDim.x; k *= 2) {
    if (t % (2 * k) == 0) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void scan(int *out, const int *in) {
  __shared__ int temp[2][64];
  int t = threadIdx.x, pout = 0, pin = 1;
  temp[pout][t] = t > 0 ? in[blockIdx.x * 64 + t - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < 64; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (t >= offset) temp[pout][t] = temp[pin][t] + temp[pin][t - offset];
    else temp[pout][t] = temp[pin][t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = temp[pout][t];
}
__global__ void blelloch(int *data) {
  __shared__ int s[128];
  int t = threadIdx.x, offset = 1;
  s[2 * t] = data[blockIdx.x * 128 + 2 * t];
  s[2 * t + 1] = data[blockIdx.x * 128 + 2 * t + 1];
  for (int d = 64; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) { int ai = offset * (2 * t + 1) - 1, bi = offset * (2 * t + 2) - 1; s[bi] += s[ai]; }
    offset *= 2;
  }
  if (t == 0) s[127] = 0;
  for (int d = 1; d < 128; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) { int ai = offset * (2 * t + 1) - 1, bi = offset * (2 * t + 2) - 1; int v = s[ai]; s[ai] = s[bi]; s[bi] += v; }
  }
  __syncthreads();
  data[blockIdx.x * 128 + 2 * t] = s[2 * t];
  data[blockIdx.x * 128 + 2 * t + 1] = s[2 * t + 1];
}
__global__ void dynamic_reverse(float *d, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  if (t < n) s[t] = d[blockIdx.x * blockDim.x + t];
  __syncthreads();
  int m = n < (int)blockDim.x ? n : blockDim.x;
  if (t < m) d[blockIdx.x * blockDim.x + t] = s[m - t - 1];
}
__global__ void dynamic_two(const float *a, int *counts) {
  extern __shared__ int both[];
  int *count = both;
  float *value = (float *)&both[64];
  count[threadIdx.x] = threadIdx.x;
  value[threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  counts[blockIdx.x * 64 + threadIdx.x] = value[63 - threadIdx.x] > 0 ? count[63 - threadIdx.x] : -1;
}
__global__ void stencil(const int *in, int *out) {
  __shared__ int s[64 + 6];
  int g = blockIdx.x * 64 + threadIdx.x + 3, l = threadIdx.x + 3;
  s[l] = in[g];
  if (threadIdx.x < 3) { s[l - 3] = in[g - 3]; s[l + 64] = in[g + 64]; }
  __syncthreads();
  int result = 0;
  for (int o = -3; o <= 3; o++) result += s[l + o];
  out[g] = result;
}
__global__ void relax(float *a, int steps) {
  __shared__ float s[66];
  int t = threadIdx.x + 1;
  s[t] = a[blockIdx.x * 64 + threadIdx.x];
  if (threadIdx.x == 0) s[0] = s[65] = 0;
  __syncthreads();
  for (int k = 0; k < steps; k++) {
    float v = 0.25f * (s[t - 1] + 2 * s[t] + s[t + 1]);
    __syncthreads();
    s[t] = v;
    __syncthreads();
  }
  a[blockIdx.x * 64 + threadIdx.x] = s[t];
}
__global__ void barrier_in_if(const int *a, int *b, int doubled) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[blockIdx.x * 64 + t];
  __syncthreads();
  if (doubled > 2) {
    int v = s[63 - t];
    __syncthreads();
    s[t] = v * 2;
    __syncthreads();
  } else {
    s[t] += 1;
    __syncthreads();
  }
  b[blockIdx.x * 64 + t] = s[t ^ 1];
}
__global__ void barrier_in_while(const int *a, int *b) {
  __shared__ int s[64], most;
  int t = threadIdx.x, rounds = 0;
  s[t] = a[blockIdx.x * 64 + t] & 15;
  if (t == 0) most = 1;
  __syncthreads();
  while (most > 0) {
    __syncthreads();
    if (t == 0) most = 0;
    __syncthreads();
    if (s[t] > 0) { s[t]--; rounds++; atomicMax(&most, s[t]); }
    __syncthreads();
  }
  b[blockIdx.x * 64 + t] = rounds;
}
__global__ void do_while(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x, k = 32;
  s[t] = a[blockIdx.x * 64 + t];
  do {
    __syncthreads();
    int v = t < k ? s[t + k] : 0;
    __syncthreads();
    s[t] += v;
    k /= 2;
  } while (k > 0);
  __syncthreads();
  a[blockIdx.x * 64 + t] = s[0];
}
__global__ void early_return(const float *a, float *b, int n) {
  __shared__ float s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = a[i];
  __syncthreads();
  float x = (i ^ 1) < n ? s[threadIdx.x ^ 1] : 2;
  if (x < 0) return;
  __syncthreads();
  b[i] = x + 1;
}
__global__ void return_in_loop(const int *a, int *b) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = a[blockIdx.x * 32 + t] & 7;
  __syncthreads();
  for (int k = 0; k < 5; ++k) {
    if (k > 3) return;
    int v = s[(t + 1) & 31];
    __syncthreads();
    s[t] = v + k;
    __syncthreads();
    b[blockIdx.x * 32 + t] = s[t];
  }
}
__global__ void break_in_loop(const int *a, int *b, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int k = 0;; ++k) {
    if (k >= n) break;
    if (k == 3) continue;
    int v = s[(t + k) & 31];
    __syncthreads();
    s[t] = v + a[k];
    __syncthreads();
  }
  b[blockIdx.x * 32 + t] = s[t];
}
__global__ void private_array(const float *a, float *b) {
  __shared__ float s[32];
  float own[4] = {0};
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    s[t] = a[(blockIdx.x * 4 + k) * 32 + t];
    __syncthreads();
    own[k] = s[31 - t] + (k > 0 ? own[k - 1] : 0);
    __syncthreads();
  }
  for (int k = 0; k < 4; ++k) b[(blockIdx.x * 4 + k) * 32 + t] = own[k];
}
__global__ void block_histogram(const int *a, int *h, int n) {
  __shared__ int s[64];
  for (int i = threadIdx.x; i < 64; i += blockDim.x) s[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[a[i] & 63], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 64; i += blockDim.x) atomicAdd(&h[i], s[i]);
}
__global__ void nested_scopes(const int *a, int *b) {
  __shared__ int s[32];
  int t = threadIdx.x;
  {
    int v = a[blockIdx.x * 32 + t];
    s[t] = v;
    __syncthreads();
    b[blockIdx.x * 32 + t] = s[31 - t] + v;
  }
  __syncthreads();
  {
    int v = t * 2;
    s[t] = v;
    __syncthreads();
    b[blockIdx.x * 32 + t] += s[(t + 5) & 31] - v;
  }
}
__global__ void bitonic(int *a) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  s[t] = a[blockIdx.x * 64 + t];
  __syncthreads();
  for (unsigned k = 2; k <= 64; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned other = t ^ j;
      if (other > t) {
        bool up = (t & k) == 0;
        if ((s[t] > s[other]) == up) { int v = s[t]; s[t] = s[other]; s[other] = v; }
      }
      __syncthreads();
    }
  a[blockIdx.x * 64 + t] = s[t];
}
void launches() {
  transpose<<<dim3(2, 2), dim3(TILE, TILE)>>>(0, 0, 1, 1);
  matmul<<<dim3(2, 2), dim3(TILE, TILE)>>>(0, 0, 0, 1);
  tree<<<4, 128>>>(0, 0, 1);
  interleaved<<<4, 128>>>(0, 0);
  scan<<<2, 64>>>(0, 0);
  blelloch<<<2, 64>>>(0);
  dynamic_reverse<<<1, 64, 64 * sizeof(float)>>>(0, 64);
  dynamic_two<<<1, 64, 512>>>(0, 0);
  stencil<<<1, 64>>>(0, 0);
  relax<<<1, 64>>>(0, 3);
  barrier_in_if<<<1, 64>>>(0, 0, 0);
  barrier_in_while<<<1, 64>>>(0, 0);
  do_while<<<1, 64>>>(0);
  early_return<<<1, 64>>>(0, 0, 1);
  return_in_loop<<<1, 32>>>(0, 0);
  break_in_loop<<<1, 32>>>(0, 0, 1);
  private_array<<<1, 32>>>(0, 0);
  block_histogram<<<2, 128>>>(0, 0, 1);
  nested_scopes<<<1, 32>>>(0, 0);
  bitonic<<<1, 64>>>(0);
}
