// Lambdas that CUB is given as operators, with what they hold, and lambdas of kernels that are said to be for a side.
// prints: 100 0 30 100
// prints: 100 99 98 97
// prints: 0 84 100 118
// prints: 3 7 5 -4
#include <cstdio>
#include <cub/cub.cuh>
struct Pair { float value; int at; };
__device__ float lesser_of(float x, float y) { return x < y ? x : y; }
__global__ void reduced(const float *a, float *r, int *where, float limit) {
  typedef cub::BlockReduce<float, 128> Reduce;
  __shared__ typename Reduce::TempStorage room;
  float v = a[threadIdx.x];
  float most = Reduce(room).Reduce(v, [](float x, float y) { return x > y ? x : y; });
  __syncthreads();
  auto lesser = [] __device__ (const float &x, const float &y) { return lesser_of(x, y); };
  float least = Reduce(room).Reduce(v, lesser);
  __syncthreads();
  auto under = [=] __host__ __device__ (float x, float y) { float m = x > y ? x : y; return m > limit ? limit : m; };
  float bound = Reduce(room).Reduce(v + 7, under);
  typedef cub::BlockReduce<Pair, 128> Pairs;
  __shared__ typename Pairs::TempStorage rooms;
  Pair p = Pairs(rooms).Reduce(Pair{v, (int)threadIdx.x}, [](const Pair &x, const Pair &y) { return x.value >= y.value ? x : y; });
  if (threadIdx.x == 0) r[0] = most, r[1] = least, r[2] = bound, where[0] = p.at;
}
__global__ void by_warps(const float *a, float *r) {
  using Reduce = cub::WarpReduce<float>;
  __shared__ Reduce::TempStorage room[4];
  float most = Reduce(room[threadIdx.x / 32]).Reduce(a[threadIdx.x], [=](float x, float y) { return fmaxf(x, y); });
  if (threadIdx.x % 32 == 0) r[threadIdx.x / 32] = most;
}
__global__ void scanned(const int *a, int *r, int step) {
  using Scan = cub::BlockScan<int, 128>;
  __shared__ Scan::TempStorage room;
  int out, more, all;
  Scan(room).InclusiveScan(a[threadIdx.x], out, [](int x, int y) { return x > y ? x : y; });
  __syncthreads();
  Scan(room).ExclusiveScan(a[threadIdx.x], more, step, [](int x, int y) { return x > y ? x : y; }, all);
  r[threadIdx.x] = threadIdx.x == 127 ? out + more + all - 182 : out;
}
template <typename F> __device__ float of_two(F f) { return f(3.f, 4.f); }
__global__ void said_for_a_side(float *r) {
  __shared__ float s[4];
  auto sum = [] __device__ (float x, float y) -> float { return x + y; };
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) r[0] = sum(s[1], s[2]);
  if (threadIdx.x == 1) r[1] = of_two([] __device__ (float x, float y) { return x + y; });
  if (threadIdx.x == 2) r[2] = of_two([=] __host__ __device__ (float x, float y) mutable { return x + s[2]; });
  if (threadIdx.x == 3) r[3] = of_two([&] __device__(float x, float y) { return s[3] - x - y; });
}
int main() {
  float *a, *r;
  int *where, *b;
  cudaMallocManaged(&a, 512); cudaMallocManaged(&r, 512); cudaMallocManaged(&where, 512); cudaMallocManaged(&b, 512);
  for (int i = 0; i < 128; i++) a[i] = b[i] = (i * 37) % 101;
  reduced<<<1, 128>>>(a, r, where, 100);
  cudaDeviceSynchronize();
  printf("%g %g %d %g\n", r[0], r[1], where[0], r[2]);
  by_warps<<<1, 128>>>(a, r);
  cudaDeviceSynchronize();
  printf("%g %g %g %g\n", r[0], r[1], r[2], r[3]);
  scanned<<<1, 128>>>(b, where, 50);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", where[0], where[5], where[126], where[127]);
  said_for_a_side<<<1, 4>>>(r);
  cudaDeviceSynchronize();
  printf("%g %g %g %g\n", r[0], r[1], r[2], r[3]);
}
