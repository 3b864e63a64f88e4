// Arguments of templates become numbers of the type that the call states, or of a parameter that says its own: what is out of range by way
// of 32 bits, as a GPU makes them.
#include <cstdio>
template <typename T> __device__ T keep(T v) { return v; }
template <typename T> __device__ T again(float f) { return keep<T>(f); }
template <typename U, typename T> __device__ unsigned long long second(U, T v) { return v; }
template <typename T> __device__ unsigned own(T *, unsigned char n) { return n; }
template <typename T> __device__ T deduced(T v) { return v * 2; }
template <int N> __device__ unsigned short sized(unsigned short v) { return v + N; }
__global__ void k(const float *f, long long *o) {
  int i = threadIdx.x;
  float x = f[i];
  long long *r = o + i * 9;
  r[0] = keep<unsigned char>(x); r[1] = keep<unsigned>(x); r[2] = again<signed char>(x); r[3] = again<unsigned short>(x);
  r[4] = second<int, unsigned>(1, x); r[5] = own<int>(nullptr, x); r[6] = (long long)(deduced(x) * 10); r[7] = sized<1>(x); r[8] = (long long)(keep<float>(x) * 10);
}
int main() {
  const float v[] = {0.4f, -1.9f, 300.5f, -300.5f, 70000.f, 5e9f};
  float *f; long long *o; cudaMallocManaged(&f, sizeof v); cudaMallocManaged(&o, 6 * 9 * 8);
  for (int i = 0; i < 6; ++i) f[i] = v[i];
  k<<<1, 6>>>(f, o); cudaDeviceSynchronize();
  for (int i = 0; i < 6; ++i, puts("")) for (int n = 0; n < 9; ++n) printf("%lld ", o[i * 9 + n]);
}
// prints: 0 0 0 0 0 0 8 1 4
// prints: 0 0 -1 0 0 0 -38 1 -19
// prints: 44 300 44 300 300 44 6010 301 3005
// prints: 0 0 -44 0 0 0 -6010 1 -3005
// prints: 112 70000 112 4464 70000 112 1400000 4465 700000
// prints: 255 4294967295 -1 65535 4294967295 255 99999997952 0 49999998976
