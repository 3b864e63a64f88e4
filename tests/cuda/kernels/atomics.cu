// Atomic operations of all types.
__global__ void add_int(const int *a, int *sum, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(sum, a[i]); }
__global__ void add_unsigned(const unsigned *a, unsigned *bins, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(&bins[a[i] % 16], 1u); }
__global__ void add_long(const int *a, unsigned long long *sum, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(sum, (unsigned long long)a[i]); }
__global__ void add_float(const float *a, float *sum, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(sum, a[i]); }
__global__ void add_double(const double *a, double *sums, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(&sums[i % 4], a[i]); }
__global__ void sub_int(const int *a, int *left, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicSub(left, a[i] & 3); }
__global__ void extremes(const int *a, int *low, int *high, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicMin(low, a[i]);
  atomicMax(high, a[i]);
}
__global__ void bits(const unsigned *a, unsigned *all, unsigned *some, unsigned *odd, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { atomicAnd(all, a[i] | 0xfff0u); atomicOr(some, a[i]); atomicXor(odd, a[i]); }
}
__global__ void exchange(const int *a, int *place, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicExch(&place[i], a[i] + 1); }
__global__ void wrapping(unsigned *counter, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicInc(counter, 16u); }
__global__ void wrapping_down(unsigned *counter, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicDec(counter, 16u); }
__device__ float atomic_max_float(float *address, float v) {
  int *as_int = (int *)address;
  int old = *as_int, assumed;
  do {
    assumed = old;
    old = atomicCAS(as_int, assumed, __float_as_int(fmaxf(v, __int_as_float(assumed))));
  } while (assumed != old);
  return __int_as_float(old);
}
__global__ void cas_loop(const float *a, float *most, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomic_max_float(most, a[i]); }
__global__ void cas_double(const double *a, unsigned long long *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long old = *sum, assumed;
  do {
    assumed = old;
    old = atomicCAS(sum, assumed, assumed + (unsigned long long)(a[i] > 0));
  } while (assumed != old);
}
__global__ void append(const int *a, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] % 2 == 0) out[1 + atomicAdd(count, 1)] = a[i];
}
__global__ void shared_float(const float *a, float *sum) {
  __shared__ float s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  atomicAdd(&s, a[blockIdx.x * 64 + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(sum, s);
}
__global__ void shared_extreme(const int *a, int *out) {
  __shared__ int low, high;
  if (threadIdx.x == 0) { low = 1 << 30; high = -low; }
  __syncthreads();
  atomicMin(&low, a[blockIdx.x * 64 + threadIdx.x]);
  atomicMax(&high, a[blockIdx.x * 64 + threadIdx.x]);
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = high - low;
}
__device__ unsigned finished = 0;
__global__ void last_block(const int *a, volatile int *part, int *total) {
  __shared__ bool last;
  __shared__ int s[32];
  s[threadIdx.x] = a[blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < 32; i++) sum += s[i];
    part[blockIdx.x] = sum;
    __threadfence();
    last = (atomicAdd(&finished, 1u) % gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; b++) sum += part[b];
    *total = sum;
    finished = 0;
  }
}
void launches() { shared_float<<<1, 64>>>(0, 0); shared_extreme<<<1, 64>>>(0, 0); last_block<<<1, 32>>>(0, 0, 0); }
