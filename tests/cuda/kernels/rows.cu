// Indices that are divided, rows that one thread folds, launches too small to share.

__global__ void pad_plane(const float *a, float *out, int N, int H, int W) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < N * H * W) {
        int w = idx % W;
        int h = (idx / W) % H;
        int n = idx / (W * H);
        out[idx] = h > 0 && w > 0 ? a[n * H * W + (h - 1) * W + w - 1] : 0.0f;
    }
}

__global__ void channel_bias(const float *a, const float *bias, float *out, int channels, int area, int total) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    out[i] = a[i] + bias[(i / area) % channels];
}

__global__ void turned(const int *a, int *out, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i / 24 % 10 * 24 + i % 24 + i / 240 * 240] = a[i] - (int)(i / 24);
}

__global__ void row_totals(const float *a, float *sum, float *most, int n, int m) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    const float *p = a + row * m;
    float total = 0.0f, top = -1e30f, low = 1e30f;
    for (int k = 0; k < m; k++) {
        float v = p[k];
        total += v * v;
        top = fmaxf(top, v);
        low = fminf(low, v);
    }
    sum[row] = total;
    most[row] = top - low;
}

__global__ void dense_product(const double *A, const double *x, double *y, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double s = x[0];
        for (int k = 0; k < m; ++k) s = s + A[i * m + k] * x[k];
        y[i] = s;
    }
}

__global__ void distances(const float *a, const float *b, float *out, int n, int m, int width) {
    int r = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < n && c < m) {
        float d = 0.0f;
        for (int k = 0; k < width; ++k) {
            float t = __ldg(&a[r * width + k]) - b[c * width + k];
            d += t * t;
        }
        out[r * m + c] = sqrtf(d);
    }
}

__global__ void shared_row(const float *a, float *out, int n) {
    __shared__ float row[128];
    row[threadIdx.x] = blockIdx.x * 128 + threadIdx.x < n ? a[blockIdx.x * 128 + threadIdx.x] : 0.0f;
    __syncthreads();
    float s = 0.0f;
    for (int k = 0; k < 128; ++k) s += row[k];
    if (blockIdx.x * 128 + threadIdx.x < n) out[blockIdx.x * 128 + threadIdx.x] = row[threadIdx.x] / (s + 1.0f);
}

void go(float *a, float *b, float *c) { shared_row<<<2, 128>>>(a, b, 200); }
