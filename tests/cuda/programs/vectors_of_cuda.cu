// CUDA's vector types: made, loaded through casts, in shared memory, with operators of the program, as members and returned.
// prints: 320 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__host__ __device__ inline float3 operator+(float3 a, const float3 &b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__host__ __device__ inline float3 operator*(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }
__host__ __device__ inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__host__ __device__ inline void operator+=(int4 &a, int4 b) { a.x += b.x, a.y += b.y, a.z += b.z, a.w += b.w; }
struct Body { float4 position; float3 velocity; uchar4 colour; };
__global__ void moved(Body *b, float dt) {
  int i = threadIdx.x;
  Body me = b[i];
  me.position.x += dt * me.velocity.x;
  float3 v = 2.0f * me.velocity + make_float3(1, 2, 3);
  me.velocity = v;
  me.colour = make_uchar4(me.colour.w, me.colour.z, me.colour.y, 255);
  me.position.w = dot(v, v);
  b[i] = me;
}
__global__ void wide(const int *in, int *out) {
  __shared__ int4 s[16];
  int t = threadIdx.x;
  int4 v = reinterpret_cast<const int4 *>(in)[t];
  s[t] = v;
  __syncthreads();
  v += s[15 - t];
  int2 *two = reinterpret_cast<int2 *>(out) + 2 * t;
  two[0] = make_int2(v.x, v.y), two[1] = {v.z, v.w};
}
__global__ void others(longlong2 *l, short2 *s, double3 *d, dim3 given, uint3 *u) {
  int i = threadIdx.x;
  l[i].x = (long long)i << 40, l[i].y = l[i].x - 1;
  s[i] = make_short2(i, -i);
  d[i] = make_double3(i * 0.5, i, 0);
  d[i].z = d[i].x + d[i].y;
  u[i] = make_uint3(given.x, given.y, threadIdx.x + blockDim.z);
}
int main() {
  const int n = 64;
  Body *b;
  int *in, *out;
  longlong2 *l;
  short2 *s;
  double3 *d;
  uint3 *u;
  cudaMallocManaged(&b, n * sizeof(Body)), cudaMallocManaged(&in, n * 4), cudaMallocManaged(&out, n * 4), cudaMallocManaged(&l, n * 16), cudaMallocManaged(&s, n * 4), cudaMallocManaged(&d, n * 24), cudaMallocManaged(&u, n * 12);
  for (int i = 0; i < n; ++i) b[i] = {make_float4(i, 0, 0, 0), make_float3(i, -i, 1), make_uchar4(1, 2, 3, i)}, in[i] = i * 29 % 83;
  moved<<<1, n>>>(b, 0.5f);
  wide<<<1, 16>>>(in, out);
  others<<<1, n>>>(l, s, d, dim3(5, 6), u);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    float vx = 2 * i + 1, vy = 2 - 2 * i, vz = 5;
    same("position", (long long)(2 * b[i].position.x), 3 * i), same("dot", (long long)b[i].position.w, (long long)(vx * vx + vy * vy + vz * vz));
    same("colour", b[i].colour.x * 1000 + b[i].colour.y + b[i].colour.w, i * 1000 + 3 + 255);
    same("wide", out[i], in[i] + in[(15 - i / 4) * 4 + i % 4]);
    same("others", (l[i].x >> 40) + (l[i].x - l[i].y) * 1000 + s[i].y + (long long)(2 * d[i].z) * 10000 + u[i].x * 1000000 + u[i].z, i + 1000 - i + 3 * i * 10000 + 5000000 + i + 1);
  }
  printf("%d compared, wrong: %d\n", compared, wrong);
}
