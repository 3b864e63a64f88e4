// Classes that befriend functions and kernels of other namespaces, hidden friends, operators as friends, friends of templates. As on an H200.
// prints: 126473236
// prints: 2 -68
// prints: 276034400 cudaSuccess
// prints: 41 27.5 30 32.5 43 29.5 32 34.5 cudaSuccess
#include <cstdio>
namespace math { class Matrix; __host__ __device__ int trace(const Matrix &m); }
namespace gpu { __global__ void filled(math::Matrix *m, int by); template <class T> __global__ void doubled(T *t); }
namespace math {
class Matrix {
    int v[9];
    friend __host__ __device__ int trace(const Matrix &m);
    friend __global__ void ::gpu::filled(Matrix *m, int by);
    template <class T> friend __global__ void gpu::doubled(T *t);
    friend __host__ __device__ Matrix operator*(const Matrix &a, const Matrix &b) { Matrix r; for (int i = 0; i < 9; ++i) { r.v[i] = 0; for (int k = 0; k < 3; ++k) r.v[i] += a.v[i / 3 * 3 + k] * b.v[k * 3 + i % 3]; } return r; }
    friend __device__ bool operator==(const Matrix &a, const Matrix &b) { for (int i = 0; i < 9; ++i) if (a.v[i] != b.v[i]) return false; return true; }
    friend __host__ __device__ void scale(Matrix &m, int by) { for (int &x : m.v) x *= by; }
};
int trace(const Matrix &m) { return m.v[0] + m.v[4] + m.v[8]; }
}
namespace gpu {
__global__ void filled(math::Matrix *m, int by) { math::Matrix &a = m[threadIdx.x]; for (int i = 0; i < 9; ++i) a.v[i] = (i * by + (int)threadIdx.x) % 11 - 5; }
template <class T> __global__ void doubled(T *t) { for (int i = threadIdx.x; i < 9; i += blockDim.x) t[blockIdx.x].v[i] *= 2; }
__global__ void traced(const math::Matrix *m, int *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { math::Matrix a = m[i] * m[(i + 1) % n]; scale(a, 3); out[i] = trace(a) + (a == m[i] ? 1000 : 0) + (m[i] == m[i] ? 7 : 0); } }
}
template <class T> class Cell;
template <class T> __global__ void opened(const Cell<T> *c, T *out, int n);
template <class T> class Cell { T secret; public: __host__ __device__ explicit Cell(T s = T()) : secret(s) {} friend __global__ void opened<T>(const Cell<T> *c, T *out, int n); };
template <class T> __global__ void opened(const Cell<T> *c, T *out, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = c[i].secret + c[(i + 1) % n].secret; }
namespace outer { namespace deep { class Box; template <class T> class Cell; }
namespace tools { __device__ int peek(const deep::Box &b, int i); template <class T> __device__ T open(const deep::Cell<T> &c); __device__ void wait_in(deep::Box *b); __global__ void set(deep::Box *b, int v); template <class T> __global__ void fill(deep::Cell<T> *c, T v); }
namespace deep {
class Box { int v[4]; friend __device__ int tools::peek(const Box &b, int i); friend __device__ void outer::tools::wait_in(Box *b); friend __global__ void tools::set(Box *b, int v);
  class Inner { int w; friend __global__ void ::outer::tools::set(Box *b, int v); public: __device__ int get() const { return w; } }; Inner in; public: __device__ int inner() const { return in.get(); } };
template <class T> class Cell { T s; friend __device__ T tools::open<T>(const Cell<T> &c); template <class U> friend __global__ void tools::fill(Cell<U> *c, U v); };
}
namespace tools {
__device__ int peek(const deep::Box &b, int i) { return b.v[i & 3]; }
template <class T> __device__ T open(const deep::Cell<T> &c) { return c.s; }
__device__ void wait_in(deep::Box *b) { if (threadIdx.x < 4) b->v[threadIdx.x] *= 2; __syncthreads(); if (threadIdx.x == 0) b->v[0] += b->v[3]; __syncthreads(); }
__global__ void set(deep::Box *b, int v) { if (threadIdx.x < 4) b->v[threadIdx.x] = v + threadIdx.x; if (threadIdx.x == 5) b->in.w = v * 3; wait_in(b); }
template <class T> __global__ void fill(deep::Cell<T> *c, T v) { c[threadIdx.x].s = v * T(threadIdx.x); }
__global__ void read(const deep::Box *b, const deep::Cell<float> *c, float *o) { o[threadIdx.x] = peek(*b, threadIdx.x) + open(c[threadIdx.x]) + b->inner(); }
} }
static void of_outer() { outer::deep::Box *b; outer::deep::Cell<float> *c; float *o, h[8]; cudaMalloc(&b, sizeof *b), cudaMalloc(&c, 8 * sizeof *c), cudaMalloc(&o, sizeof h);
 outer::tools::set<<<1, 8>>>(b, 5); outer::tools::fill<<<1, 8>>>(c, 0.5f); outer::tools::read<<<1, 8>>>(b, c, o); cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost); for (float v : h) printf("%g ", v); puts(cudaGetErrorName(cudaGetLastError())); }
int main() {
    const int n = 40; math::Matrix *m; int *o, h[n]; cudaMalloc(&m, n * sizeof *m), cudaMalloc(&o, sizeof h);
    gpu::filled<<<1, n>>>(m, 7); gpu::doubled<<<n / 2, 4>>>(m); gpu::traced<<<2, 32>>>(m, o, n);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost); int s = 0; for (int v : h) s = s * 7 + v; printf("%d\n", s);
    math::Matrix one; cudaMemcpy(&one, m + 3, sizeof one, cudaMemcpyDeviceToHost); printf("%d %d\n", trace(one), trace(one * one));
    Cell<int> hc[n]; for (int i = 0; i < n; ++i) hc[i] = Cell<int>(i * i); Cell<int> *c; cudaMalloc(&c, sizeof hc), cudaMemcpy(c, hc, sizeof hc, cudaMemcpyHostToDevice);
    opened<<<1, 32>>>(c, o, n); cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost); s = 0; for (int v : h) s = s * 7 + v; printf("%d %s\n", s, cudaGetErrorName(cudaGetLastError()));
    of_outer();
}
