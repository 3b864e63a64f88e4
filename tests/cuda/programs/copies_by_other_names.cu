#include <cstdio>
#include <vector>
#include <functional>
__global__ void inc(int *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] += 1; }
static int *kept; void keep(int *p) { kept = p; } 
struct View { int *p; };
static int first(const std::vector<int> &v) { return v[0]; }
void a() { int n = 4; std::vector<int> h(n, 1); View v{h.data()}; int *d; cudaMalloc(&d, n * sizeof(int)); cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice); inc<<<1,32>>>(d, n); printf("%d ", v.p[0]); cudaMemcpy(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost); printf("%d\n", h[0]); cudaFree(d); }
void b() { int n = 4; int h[4] = {1,1,1,1}; int *q = h + 1; int *d; cudaMalloc(&d, n * sizeof(int)); cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice); inc<<<1,32>>>(d, n); q[0] = 40; cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost); printf("%d %d\n", h[0], *q); cudaFree(d); }
void c() { int n = 4; std::vector<int> h(n, 1); auto look = [&] { return h[0]; }; int *d; cudaMalloc(&d, n * sizeof(int)); cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice); inc<<<1,32>>>(d, n); cudaDeviceSynchronize(); printf("%d\n", look()); cudaFree(d); }
void e() { int n = 4; std::vector<int> h(n, 1); const std::vector<int> &r = h; int *d; cudaMalloc(&d, n * sizeof(int)); cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice); inc<<<1,32>>>(d, n); cudaFree(d); printf("%d %d\n", r[0], first(r)); }
void f() { int n = 4; int *h = (int *)malloc(n * sizeof(int)); for (int i = 0; i < n; ++i) h[i] = 1; keep(h); int *d; cudaMalloc(&d, n * sizeof(int)); cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice); inc<<<1,32>>>(d, n); cudaFree(d); printf("%d\n", kept[0]); free(h); }
void g() { int n = 4; std::vector<int> h(n, 1); int *d; cudaMalloc(&d, n * sizeof(int)); cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice); inc<<<1,32>>>(d, n); cudaFree(d); int s = 0; for (int x : h) s += x; printf("%d\n", s); }
void h2() { int n = 4; std::vector<int> h(n, 1), o; int *d; cudaMalloc(&d, n * sizeof(int)); cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice); inc<<<1,32>>>(d, n); o = h; printf("%d\n", o[0]); cudaMemcpy(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost); cudaFree(d); printf("%d\n", h[0]); }
void j() { int n = 4; std::vector<int> h(n, 1); int *d; cudaMalloc(&d, n * sizeof(int)); cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice); inc<<<1,32>>>(d, n); int *e; cudaMalloc(&e, n * sizeof(int)); cudaMemcpy(e, h.data(), n * sizeof(int), cudaMemcpyHostToDevice); inc<<<1,32>>>(e, n); inc<<<1,32>>>(e, n); cudaMemcpy(h.data(), e, n * sizeof(int), cudaMemcpyDeviceToHost); cudaFree(d); cudaFree(e); printf("%d\n", h[0]); }
int main() { a(); b(); c(); e(); f(); g(); h2(); j(); }
// prints: 1 2
// prints: 2 2
// prints: 1
// prints: 1 1
// prints: 1
// prints: 4
// prints: 1
// prints: 2
// prints: 3
