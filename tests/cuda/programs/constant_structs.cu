// Constant memory of structs and tables: written whole, in pieces at an offset, read back, through an address.
// prints: 105 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstddef>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
struct Material { float density; int kind; short flags[2]; };
struct Scene { Material materials[4]; int count; struct { int x, y; } origin; };
__constant__ Scene scene;
__constant__ int table[3][5];
__constant__ double weights[] = {0.5, 0.25, 2.0};
__device__ int kept[8] = {1, 2, 3};
__device__ float scalar = 1.5f;
__device__ int of(const Material &m) { return (int)(m.density * 4) + m.kind * 100 + m.flags[1]; }
__global__ void k(int *out) {
  __shared__ int s[32];
  int i = threadIdx.x;
  s[i] = of(scene.materials[i % scene.count]);
  __syncthreads();
  const Scene *p = &scene;
  out[i] = s[31 - i] + table[i % 3][i % 5] * 1000 + p->origin.y + (int)(weights[i % 3] * 4);
  if (i < 8) kept[i] += p->origin.x;
}
__global__ void bump(float *where) { *where += scalar; scalar = 10 * scalar; }
int main() {
  Scene host = {};
  host.count = 3, host.origin = {7, 9};
  for (int i = 0; i < 4; ++i) host.materials[i] = {i * 0.25f, i, {short(i), short(-i)}};
  int rows[3][5], g[32], *o, back[8];
  for (int i = 0; i < 15; ++i) rows[i / 5][i % 5] = i;
  cudaMalloc(&o, sizeof g);
  cudaMemcpyToSymbol(scene, &host, sizeof host);
  cudaMemcpyToSymbol(table, rows, sizeof rows);
  k<<<1, 32>>>(o);
  cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost);
  auto wanted = [&](int i) {
    const Material &m = host.materials[(31 - i) % host.count];
    double w[] = {0.5, 0.25, 2.0};
    return (int)(m.density * 4) + m.kind * 100 + m.flags[1] + rows[i % 3][i % 5] * 1000 + host.origin.y + (int)(w[i % 3] * 4);
  };
  for (int i = 0; i < 32; ++i) same("first", g[i], wanted(i));
  int two[2] = {-5, -6}, count = 4;
  cudaMemcpyToSymbol(table, two, sizeof two, 6 * sizeof(int));
  cudaMemcpyToSymbol(scene, &count, sizeof count, offsetof(Scene, count));
  rows[1][1] = -5, rows[1][2] = -6, host.count = 4;
  k<<<1, 32>>>(o);
  cudaMemcpy(g, o, sizeof g, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i) same("second", g[i], wanted(i));
  cudaMemcpyFromSymbol(back, kept, sizeof back);
  for (int i = 0; i < 8; ++i) same("kept", back[i], (i < 3 ? i + 1 : 0) + 14);
  int from_table[15];
  cudaMemcpyFromSymbol(from_table, table, sizeof from_table, 0, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 15; ++i) same("table", from_table[i], rows[i / 5][i % 5]);
  float *where, f;
  size_t size;
  cudaGetSymbolAddress((void **)&where, scalar), cudaGetSymbolSize(&size, scene);
  same("size", size, sizeof(Scene));
  bump<<<1, 1>>>(where);
  cudaMemcpyFromSymbol(&f, scalar, sizeof f);
  same("scalar", (long long)f, 30);
  int *address;
  cudaGetSymbolAddress((void **)&address, kept);
  cudaMemcpy(back, address, sizeof back, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) same("address", back[i], (i < 3 ? i + 1 : 0) + 14);
  cudaMemcpy(address + 2, two, sizeof two, cudaMemcpyHostToDevice);
  cudaMemcpyFromSymbol(back, kept, 32);
  for (int i = 0; i < 8; ++i) same("written", back[i], i == 2 ? -5 : i == 3 ? -6 : (i < 3 ? i + 1 : 0) + 14);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
