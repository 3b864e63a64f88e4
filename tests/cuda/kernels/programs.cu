// Shapes that whole programs have: dynamic programming with halos, graphs, trees, reductions with odd sizes, matrices of structs.
#include <cuda_runtime.h>
#define BLOCK 64
#define HALO 1
#define IN_RANGE(x, low, high) ((x) >= (low) && (x) <= (high))
#define CLAMP(x, low, high) x = (x < (low)) ? low : ((x > (high)) ? high : x)
#define MIN(a, b) ((a) <= (b) ? (a) : (b))
typedef struct { int start; int count; } Vertex;
struct Box { float x, y, z; int first, neighbours[4]; };

__global__ void path(int iteration, const int *wall, const int *source, int *results, int columns, int border) {
  __shared__ int previous[BLOCK];
  __shared__ int result[BLOCK];
  int bx = blockIdx.x;
  int tx = threadIdx.x;
  iteration = iteration % 4 + 1;
  border = iteration * HALO;
  int own_columns = BLOCK - iteration * HALO * 2;
  int first = own_columns * bx - border;
  int last = first + BLOCK - 1;
  int x = first + tx;
  int valid_first = (first < 0) ? -first : 0;
  int valid_last = (last > columns - 1) ? BLOCK - 1 - (last - columns + 1) : BLOCK - 1;
  int W = tx - 1;
  int E = tx + 1;
  W = (W < valid_first) ? valid_first : W;
  E = (E > valid_last) ? valid_last : E;
  bool is_valid = IN_RANGE(tx, valid_first, valid_last);
  previous[tx] = 0;
  result[tx] = 0;
  if (IN_RANGE(x, 0, columns - 1)) previous[tx] = source[x];
  __syncthreads();
  bool computed = false;
  for (int i = 0; i < iteration; i++) {
    computed = false;
    if (IN_RANGE(tx, i + 1, BLOCK - i - 2) && is_valid) {
      computed = true;
      int shortest = MIN(previous[W], previous[tx]);
      shortest = MIN(shortest, previous[E]);
      result[tx] = shortest + wall[columns * i + x];
    }
    __syncthreads();
    if (i == iteration - 1) break;
    if (computed) previous[tx] = result[tx];
    __syncthreads();
  }
  if (computed) results[x] = result[tx];
}
__global__ void breadth_first(const Vertex *vertices, const int *edges, const bool *frontier, const bool *visited, const int *cost, int *least, int n) {
  int tid = blockIdx.x * BLOCK + threadIdx.x;
  if (tid < n && frontier[tid]) {
    for (int i = vertices[tid].start; i < (vertices[tid].count % 8 + vertices[tid].start); i++) {
      int id = edges[i];
      if (!visited[id]) atomicMin(&least[id], cost[tid] + 1);
    }
  }
}
__global__ void odd_reduction(const float *a, float *sums, int n) {
  __shared__ float s[BLOCK];
  int bx = blockIdx.x, tx = threadIdx.x, i;
  int ei = bx * BLOCK + tx;
  int full = gridDim.x - (gridDim.x * BLOCK - n) / BLOCK - 1;
  int rest = n - full * BLOCK;
  int df = 0;
  s[tx] = 0;
  if (ei < n) s[tx] = a[ei];
  __syncthreads();
  if (bx < full) {
    for (i = 2; i <= BLOCK; i = 2 * i) {
      if ((tx + 1) % i == 0) s[tx] = s[tx] + s[tx - i / 2];
      __syncthreads();
    }
    if (tx == BLOCK - 1) sums[bx] = s[tx];
  } else if (bx == full && rest > 0) {
    for (i = 2; i <= BLOCK; i = 2 * i) {
      if (rest >= i) df = i;
    }
    for (i = 2; i <= df; i = 2 * i) {
      if ((tx + 1) % i == 0 && tx < df) s[tx] = s[tx] + s[tx - i / 2];
      __syncthreads();
    }
    if (tx == df - 1) {
      for (i = bx * BLOCK + df; i < bx * BLOCK + rest; i++) s[tx] = s[tx] + a[i];
      sums[bx] = s[tx];
    }
  }
}
__global__ void tree_search(int height, const int *keys, const int *children, const int *wanted, int *found) {
  __shared__ int node, next;
  int t = threadIdx.x, b = blockIdx.x;
  if (t == 0) { node = 0; next = 0; }
  __syncthreads();
  for (int i = 0; i < (height & 3) + 1; i++) {
    if (keys[node * 64 + t] <= wanted[b] && keys[node * 64 + t] + 8 > wanted[b]) atomicMax(&next, children[node * 64 + t] & 15);
    __syncthreads();
    if (t == 0) node = next;
    __syncthreads();
  }
  if (keys[node * 64 + t] == wanted[b]) atomicMax(&found[b], t);
}
__global__ void eliminate(const float *m, float *a, float *b, int size, int step) {
  if (threadIdx.x + blockIdx.x * blockDim.x >= size - 1 - step) return;
  if (threadIdx.y + blockIdx.y * blockDim.y >= size - step) return;
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int column = blockIdx.y * blockDim.y + threadIdx.y;
  a[size * (row + 1 + step) + (column + step)] -= m[size * (row + 1 + step) + step] * 0.5f;
  if (column == 0) b[row + 1 + step] -= m[size * (row + 1 + step) + (column + step)] * 0.25f;
}
__global__ void diffusion(const float *image, float *north, float *south, float *coefficient, int rows, int columns, float lambda) {
  int ei = blockIdx.x * BLOCK + threadIdx.x;
  int row = (ei + 1) % rows - 1;
  int column = (ei + 1) / rows + 1 - 1;
  if ((ei + 1) % rows == 0) { row = rows - 1; column = column - 1; }
  if (ei < rows * columns) {
    float center = image[ei] + 2.0f;
    float n = image[(row > 0 ? row - 1 : 0) + rows * column] + 2.0f - center;
    float s = image[(row < rows - 1 ? row + 1 : row) + rows * column] + 2.0f - center;
    float g2 = (n * n + s * s) / (center * center), l = (n + s) / center;
    float num = (0.5f * g2) - ((1.0f / 16.0f) * (l * l)), den = 1 + (0.25f * l);
    float q = num / (den * den);
    float c = 1.0f / (1.0f + (q - lambda) / (lambda * (1 + lambda) + 1.0f));
    CLAMP(c, 0, 1);
    north[ei] = n;
    south[ei] = s;
    coefficient[ei] = c;
  }
}
__device__ inline float3 flux(float density, float3 momentum, float energy) {
  float3 f;
  f.x = momentum.x * energy / (density + 1.5f);
  f.y = momentum.y * density;
  f.z = momentum.z + density * energy;
  return f;
}
__device__ __host__ inline void velocity(float &density, float3 &momentum, float3 &v) {
  v.x = momentum.x / (density + 2.0f);
  v.y = momentum.y / (density + 2.0f);
  v.z = momentum.z / (density + 2.0f);
}
__global__ void euler(int cells, const int *surrounding, const float *variables, float *fluxes) {
  const int i = (blockDim.x * blockIdx.x + threadIdx.x);
  if (i >= cells) return;
  float density = variables[i];
  float3 momentum;
  momentum.x = variables[i + cells];
  momentum.y = variables[i + 2 * cells];
  momentum.z = variables[i + 3 * cells];
  float3 v;
  velocity(density, momentum, v);
  float total = 0.0f;
  #pragma unroll
  for (int j = 0; j < 4; j++) {
    int nb = surrounding[i + j * cells];
    if (nb >= 0 && nb < cells) {
      float3 f = flux(variables[nb], momentum, density);
      total += f.x + f.y - f.z + v.x;
    } else {
      total -= v.y;
    }
  }
  fluxes[i] = total;
}
__global__ void boxes(const Box *box, const float4 *position, float4 *force, float alpha) {
  __shared__ float4 home[32], other[32];
  int b = blockIdx.x, t = threadIdx.x;
  int first = b * 32;
  int w = t;
  while (w < 32) { home[w] = position[first + w]; w = w + BLOCK; }
  __syncthreads();
  for (int k = 0; k < (1 + (box[b].first & 3)); k++) {
    int pointer = k == 0 ? b : box[b].neighbours[k - 1] & 7;
    w = t;
    while (w < 32) { other[w] = position[pointer * 32 + w]; w = w + BLOCK; }
    __syncthreads();
    w = t;
    while (w < 32) {
      float4 f = force[first + w];
      for (int j = 0; j < 32; j++) {
        float r2 = home[w].x * other[j].x + home[w].y * other[j].y;
        float u = expf(-alpha * alpha * r2 * 0.01f);
        f.x += u * other[j].w;
        f.y += u * (home[w].z - other[j].z);
      }
      force[first + w] = f;
      w = w + BLOCK;
    }
    __syncthreads();
  }
}
__global__ void nearest(const float2 *places, float *distances, int n, float latitude, float longitude) {
  int id = blockDim.x * (gridDim.x * blockIdx.y + blockIdx.x) + threadIdx.x;
  if (id < n) distances[id] = (float)sqrt((latitude - places[id].x) * (latitude - places[id].x) + (longitude - places[id].y) * (longitude - places[id].y));
}
__global__ void centers(const float *features, const float *clusters, int *membership, int points, int k, int dimensions) {
  unsigned int id = threadIdx.x + blockDim.x * blockIdx.x;
  k = k % 5 + 1;
  dimensions = dimensions % 4 + 1;
  if (id < points) {
    int index = -1;
    float least = 3.402823466e+38F;
    for (int i = 0; i < k; i++) {
      float ans = 0;
      for (int l = 0; l < dimensions; l++) ans += (features[l * points + id] - clusters[i * dimensions + l]) * (features[l * points + id] - clusters[i * dimensions + l]);
      if (ans < least) { least = ans; index = i; }
    }
    membership[id] = index;
  }
}
__global__ void find_first(const double *cdf, const double *u, int *place, int n) {
  int i = BLOCK * blockIdx.x + threadIdx.x;
  if (i < n) {
    int index = -1;
    for (int x = 0; x < n; x++) {
      if (cdf[x] >= u[i]) { index = x; break; }
    }
    if (index == -1) index = n - 1;
    place[i] = index;
  }
  __syncthreads();
}
__global__ void scan_blocks(int *out, const int *in, int *totals) {
  __shared__ int s[2 * BLOCK];
  int t = threadIdx.x, base = blockIdx.x * BLOCK * 2;
  s[2 * t] = in[base + 2 * t];
  s[2 * t + 1] = in[base + 2 * t + 1];
  int stride = 1;
  for (int d = BLOCK; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) { int i = 2 * stride * t + stride - 1; s[i + stride] += s[i]; }
    stride <<= 1;
  }
  __syncthreads();
  if (t == 0) { totals[blockIdx.x] = s[2 * BLOCK - 1]; s[2 * BLOCK - 1] = 0; }
  for (int d = 1; d <= BLOCK; d *= 2) {
    stride >>= 1;
    __syncthreads();
    if (t < d) { int i = 2 * stride * t + stride - 1, v = s[i]; s[i] = s[i + stride]; s[i + stride] += v; }
  }
  __syncthreads();
  out[base + 2 * t] = s[2 * t];
  out[base + 2 * t + 1] = s[2 * t + 1];
}
void run(int *i, float *f, double *d, bool *b, float4 *v, Box *box) {
  path<<<4, BLOCK>>>(1, i, i, i, 1, 1);
  breadth_first<<<4, BLOCK, 0>>>((Vertex *)i, i, b, b, i, i, 1);
  odd_reduction<<<4, BLOCK>>>(f, f, 1);
  tree_search<<<4, BLOCK>>>(1, i, i, i, i);
  dim3 block(16, 16);
  dim3 grid(2, 2);
  eliminate<<<grid, block>>>(f, f, f, 1, 1);
  diffusion<<<4, BLOCK>>>(f, f, f, f, 1, 1, 1.0f);
  euler<<<4, 192>>>(1, i, f, f);
  boxes<<<4, BLOCK>>>(box, v, v, 1.0f);
  nearest<<<dim3(2, 2), 256>>>((float2 *)f, f, 1, 1.0f, 1.0f);
  centers<<<4, 256>>>(f, f, i, 1, 1, 1);
  find_first<<<4, BLOCK>>>(d, d, i, 1);
  scan_blocks<<<4, BLOCK>>>(i, i, i);
}
