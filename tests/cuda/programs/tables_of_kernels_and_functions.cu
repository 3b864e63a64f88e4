// Kernels and functions of the host in one table: launched from members, by functions that are given them, and behind `void *`.
// prints: add 4 5 6 7
// prints: mul 12 15 18 21
// prints: host 9 12 15 18
// prints: addn 24 27 30 33
// prints: choose 48 54 60 66
// prints: runner 49 55 61 67
// prints: with 98 110 122 134
// prints: apply 197 221 245 269
// prints: by name 207 231 255 279
// prints: ks 507 531 555 579
// prints: pk 509 533 557 581
// prints: cond 510 534 558 582
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>
__global__ void add(int *a, int k) { a[threadIdx.x] += k; }
__global__ void mul(int *a, int k) { a[threadIdx.x] *= k; }
void host(int *a, int k) { for (int i = 0; i < 4; i++) a[i] -= k; }
template <int N> __global__ void addn(int *a, int k) { a[threadIdx.x] += N * k; }
__device__ int inc(int x) { return x + 1; } __device__ int dbl(int x) { return x * 2; }
typedef int (*Op)(int); __device__ Op ops[2] = {inc, dbl};
__global__ void apply(int *a, int which) { a[threadIdx.x] = ops[which](a[threadIdx.x]); }
typedef void (*Kernel)(int *, int);
struct Entry { const char *name; Kernel k; bool device; };
static Entry table[] = {{"add", add, true}, {"mul", mul, true}, {"host", host, false}, {"addn", addn<5>, true}};
struct Runner { Kernel k; void operator()(int *a, int v) const { k<<<1, 4>>>(a, v); } };
void launch(Kernel k, int *a, int v) { k<<<1, 4>>>(a, v); }
Kernel choose(int i) { return i ? mul : add; }
template <class F> void with(F f, int *a) { f<<<1, 4>>>(a, 2); }
int main() {
  int *a; cudaMallocManaged(&a, 16); for (int i = 0; i < 4; i++) a[i] = i + 1;
  auto show = [&](const char *n) { cudaDeviceSynchronize(); printf("%s %d %d %d %d\n", n, a[0], a[1], a[2], a[3]); };
  for (auto &e : table) { if (e.device) e.k<<<1, 4>>>(a, 3); else { cudaDeviceSynchronize(); e.k(a, 3); } show(e.name); }
  launch(choose(1), a, 2); show("choose"); Runner{add}(a, 1); show("runner"); with(mul, a); show("with");
  apply<<<1, 4>>>(a, 1); apply<<<1, 4>>>(a, 0); show("apply");
  void *args[2]; int v = 10; args[0] = &a; args[1] = &v; cudaLaunchKernel((const void *)table[0].k, 1, 4, args, 0, 0); show("by name");
  Kernel ks[2] = {addn<1>, addn<2>}; for (int i = 0; i < 2; i++) (*ks[i])<<<1, 4>>>(a, 100); show("ks");
  Kernel *pk = ks; pk[1]<<<1, 4>>>(a, 1); show("pk"); (true ? add : mul)<<<1, 4>>>(a, 1); show("cond");
  printf("%d\n", choose(0) == add);
}
