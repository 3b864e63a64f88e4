// cuComplex and thrust::complex: made, multiplied, divided, conjugated, summed in shared memory, a small transform.
// prints: 97 compared, wrong: 0
#include <cuComplex.h>
#include <cuda_runtime.h>
#include <thrust/complex.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__global__ void k(const int *in, float2 *out) {
  __shared__ cuFloatComplex s[32];
  int i = threadIdx.x;
  s[i] = make_cuFloatComplex(in[i], i);
  __syncthreads();
  cuFloatComplex a = s[i], b = s[31 - i], c = cuCmulf(a, b);
  c = cuCaddf(c, cuConjf(a));
  c = cuCsubf(c, make_cuComplex(1, 2));
  c = cuCfmaf(a, make_cuFloatComplex(0, 1), c);
  out[i] = make_float2(cuCrealf(c), cuCimagf(c));
}
__global__ void powers(double2 *out) {
  int i = threadIdx.x;
  thrust::complex<double> z(0, 1), w = 1.0;
  for (int k = 0; k < i; ++k) w *= z;
  w += thrust::complex<double>(i, -i);
  thrust::complex<double> c = thrust::conj(w) * 2.0;
  out[i].x = c.real(), out[i].y = c.imag() + thrust::norm(w) * 1000;
}
__global__ void butterfly(const int *in, cuDoubleComplex *out) {
  __shared__ cuDoubleComplex s[8];
  int t = threadIdx.x;
  s[t] = make_cuDoubleComplex(in[(t & 1) << 1 | t >> 1], 0);
  __syncthreads();
  for (int half = 1; half < 4; half *= 2) {
    cuDoubleComplex a = s[t & ~half], b = s[t | half];
    if (half == 2 && t & 1) b = cuCmul(b, make_cuDoubleComplex(0, -1));
    __syncthreads();
    s[t] = t & half ? cuCsub(a, b) : cuCadd(a, b);
    __syncthreads();
  }
  out[t] = s[t];
}
int main() {
  int *in;
  float2 *o;
  double2 *p;
  cudaMallocManaged(&in, 128), cudaMallocManaged(&o, 256), cudaMallocManaged(&p, 512);
  for (int i = 0; i < 32; ++i) in[i] = i * 29 % 23;
  k<<<1, 32>>>(in, o);
  powers<<<1, 16>>>(p);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) {
    int x = in[i], y = i, u = in[31 - i], v = 31 - i;
    same("real", (long long)o[i].x, x * u - y * v + x - 1 - y), same("imaginary", (long long)o[i].y, x * v + y * u - y - 2 + x);
  }
  for (int i = 0; i < 16; ++i) {
    int re[] = {1, 0, -1, 0}, im[] = {0, 1, 0, -1}, a = re[i % 4] + i, b = im[i % 4] - i;
    same("power", (long long)p[i].x, 2 * a), same("norm", (long long)p[i].y, -2 * b + 1000 * (a * a + b * b));
  }
  butterfly<<<1, 4>>>(in, p);
  cudaDeviceSynchronize();
  same("transform", (long long)(p[0].x + 100 * p[1].x + 10000 * p[1].y + 1000000 * p[2].x), in[0] + in[1] + in[2] + in[3] + 100 * (in[0] - in[2]) + 10000 * (in[3] - in[1]) + 1000000 * (in[0] + in[2] - in[1] - in[3]));
  printf("%d compared, wrong: %d\n", compared, wrong);
}
