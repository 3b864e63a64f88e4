// Functions that return a reference: what stands there is not converted, or it would be gone.
// prints: 2 10 21 45
// prints: 2 4 6 12
// prints: 30 300 7 70
#include <cstdio>
#include <cstdint>

template <typename T> struct View {
  T *cells;
  int width;
  __host__ __device__ T &at(int r, int c) { return cells[r * width + c]; }
  __host__ __device__ const T &at(int r, int c) const { return cells[r * width + c]; }
  __host__ __device__ const T &operator[](int i) const { return *(cells + i); }
  __host__ __device__ auto first() const -> const T & { return cells[0]; }
  __host__ __device__ T const &last(int n) const { return cells[n - 1]; }
};
struct Numbers {
  const int *p;
  __device__ const int &operator[](unsigned i) const { return p[i]; }
  __device__ int const &back() const { return p[3]; }
};
struct Bytes {
  uint8_t b[4];
  __host__ __device__ const uint8_t &operator()(int i) const { return b[i]; }
};
template <typename T> __device__ const T &smaller(const T &a, const T &b) { return b < a ? b : a; }
__device__ const short &chosen_of(const short *p, int i) { return p[i]; }

template <typename T> __global__ void turned(const View<T> in, View<T> out) {
  int c = threadIdx.x, r = threadIdx.y;
  out.at(c, r) = in.at(r, c) + in[0] * 0 + in.first() * 0 + smaller(in.at(r, c), in.last(12)) * (r == 0);
}
__global__ void taken(Numbers n, Bytes b, const short *s, int *out) {
  auto of = [=](int i) -> const int & { return n[i]; };
  const int *where = &n[1];
  out[threadIdx.x] = threadIdx.x == 0 ? *where : threadIdx.x == 1 ? of(2) * 10 + n.back() * 0 : threadIdx.x == 2 ? b(1) : chosen_of(s, 1) * 10;
}
template <typename T> void show(T by) {
  T h[12], *a, *o;
  for (int i = 0; i < 12; ++i) h[i] = i * by + 1;
  cudaMalloc(&a, sizeof h), cudaMalloc(&o, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  turned<T><<<1, dim3(4, 3)>>>(View<T>{a, 4}, View<T>{o, 3});
  cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
  for (int i : {0, 3, 4, 11}) printf("%g%s", (double)h[i] + h[1] * 0, i < 11 ? " " : "\n");
}
int main() {
  show<int>(4);
  show<unsigned char>(1);
  const int h[4] = {3, 30, 30, 9};
  const short s[2] = {1, 7};
  int *n, *out, found[4];
  short *d;
  cudaMalloc(&n, sizeof h), cudaMalloc(&d, sizeof s), cudaMalloc(&out, sizeof found);
  cudaMemcpy(n, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(d, s, sizeof s, cudaMemcpyHostToDevice);
  taken<<<1, 4>>>(Numbers{n}, Bytes{{5, 7, 9, 11}}, d, out);
  cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", found[0], found[1], found[2], found[3]);
}
