// Grids and blocks of one to three dimensions, guards, strides.
__global__ void add_1d(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
__global__ void add_1d_return(const double *a, double *c, unsigned n) {
  unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  c[i] = 2.0 * a[i] + 1.0;
}
__global__ void add_1d_long(const float *a, float *c, size_t n) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { c[i] = a[i] - 0.5f; }
}
__global__ void copy_2d(const int *in, int *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = in[y * w + x] * 3 + x - y;
}
__global__ void copy_2d_either(const int *in, int *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int at = y * w + x;
  out[at] = in[at] ^ at;
}
__global__ void copy_3d(const int *in, int *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz) out[(z * ny + y) * nx + x] = in[(z * ny + y) * nx + x] + z;
}
__global__ void one_sided(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0f;
}
__global__ void up_to_and_with(int *a, int last) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i <= last) a[i] = a[i] * 2 + 1;
}
__global__ void grid_stride(const float *a, float *b, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) b[i] = a[i] * a[i];
}
__global__ void grid_stride_names(const float *a, float *b, int n) {
  int start = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = gridDim.x * blockDim.x;
  for (int i = start; i < n; i += stride) { if (a[i] < 0) continue; b[i] = sqrtf(a[i]); }
}
__global__ void grid_stride_sum(const int *a, int *partial, int n) {
  int sum = 0, me = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = me; i < n; i += blockDim.x * gridDim.x) sum += a[i];
  partial[me] = sum;
}
__global__ void block_per_row(const float *a, float *sums, int columns) {
  float sum = 0;
  for (int j = threadIdx.x; j < columns; j += blockDim.x) sum += a[blockIdx.x * columns + j];
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void reversed(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) { int t = a[i]; a[i] = a[n - 1 - i]; a[n - 1 - i] = t; }
}
__global__ void flat_from_2d(int *out) {
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  out[block * (blockDim.x * blockDim.y) + thread] = block * 1000 + thread;
}
__global__ void below_zero(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = threadIdx.x - 1 < 5 ? 1 : 2;  // unsigned: the first thread is far above
}
__global__ void wraps(unsigned *out) {
  unsigned v = threadIdx.x - blockDim.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v / 3;
}
__global__ void signed_modulo(int *out, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (i - k) % 7 + (int)threadIdx.x / 2 - (int)(threadIdx.x % 5);
}
__global__ void writes_parameter(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a += i;
  b += i;
  n -= i;
  if (n > 0) *b = *a + 1.0f;
}
__global__ void while_stride(const float *a, float *b, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  while (i < n) { b[i] = -a[i]; i += blockDim.x * gridDim.x; }
}
// Names of one kind in neighbouring scopes, made of indices and of what only their scope has.
__global__ void neighbours(const float *x, float *out, int w, int h, int kind) {
    int ox = blockIdx.x * blockDim.x + threadIdx.x, oy = blockIdx.y * blockDim.y + threadIdx.y;
    if (ox >= w || oy >= h) return;
    float most = x[oy * w + ox];
    if (kind == 3) {
        int base = (int)x[0] * 0;
        int at = base + oy * w + (ox > 0 ? ox - 1 : ox);
        most = fmaxf(most, x[at]);
    }
    if (ox + 1 < w) {
        int at = oy * w + ox + 1;
        most = fmaxf(most, x[at]);
    }
    if (oy + 1 < h) {
        int at = (oy + 1) * w + ox;
        most = fmaxf(most, x[at]);
    }
    out[oy * w + ox] = most;
}
