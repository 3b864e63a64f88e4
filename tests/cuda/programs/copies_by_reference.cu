#include <cstdio>
#include <vector>
__global__ void twice(const float *x, float *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = 2 * x[i]; }
int main() {
  const int n = 8; std::vector<float> h(n), o(n);
  for (int i = 0; i < n; ++i) h[i] = i;
  auto &r = h; auto it = o.begin(); float *p = h.data();
  float *d, *e;
  cudaMalloc(&d, n * sizeof(float)); cudaMalloc(&e, n * sizeof(float));
  cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  r[0] = 100; p[1] = 200;
  twice<<<1, 32>>>(d, e, n);
  *it = 5;
  printf("%g\n", *it);
  cudaMemcpy(o.data(), e, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", o[0], o[1], h[0]);
}
// prints: 5
// prints: 0 2 100
