// Managed memory: variables, classes that are allocated there, lists and structs with pointers.
// prints: 9 compared, wrong: 0
#include <cuda_runtime.h>
#include <new>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
__managed__ int counter = 5;
__managed__ float values[16];
struct Managed {
  void *operator new(size_t n) { void *p; cudaMallocManaged(&p, n); cudaDeviceSynchronize(); return p; }
  void operator delete(void *p) { cudaDeviceSynchronize(), cudaFree(p); }
};
struct Table : public Managed {
  int size, *data;
  explicit Table(int n) : size(n) { cudaMallocManaged(&data, n * sizeof(int)); for (int i = 0; i < n; ++i) data[i] = i; }
  ~Table() { cudaFree(data); }
  __host__ __device__ int &operator[](int i) { return data[i]; }
  __host__ __device__ int total() const { int s = 0; for (int i = 0; i < size; ++i) s += data[i]; return s; }
};
struct Node : public Managed { int value; Node *next; Node(int v, Node *n) : value(v), next(n) {} };
__global__ void count(int by) { atomicAdd(&counter, by); values[threadIdx.x % 16] = threadIdx.x * 0.5f; }
__global__ void change(Table *t, Table &r) { int i = threadIdx.x; if (i < t->size) (*t)[i] *= 2; if (i == 0) r[0] = 77; }
__global__ void walk(Node *list, int *out) { int n = 0; for (Node *p = list; p; p = p->next) { n += p->value; if (p->value % 2) p->value = -p->value; } *out = n; }
int main() {
  count<<<2, 16>>>(3);
  cudaDeviceSynchronize();
  same("counter", counter, 5 + 96), same("values", (long long)(2 * values[15]), 15);
  counter = 1;
  count<<<1, 1>>>(1);
  cudaDeviceSynchronize();
  same("again", counter, 2);
  Table *t = new Table(20), *u = new Table(3);
  change<<<1, 32>>>(t, *u);
  cudaDeviceSynchronize();
  same("table", t->total(), 380), same("reference", u->total(), 80), same("element", (*t)[19], 38);
  Node *list = nullptr;
  for (int i = 0; i < 10; ++i) list = new Node(i, list);
  int *out;
  cudaMallocManaged(&out, 4);
  walk<<<1, 1>>>(list, out);
  cudaDeviceSynchronize();
  int s = 0, n = 0;
  for (Node *p = list; p; ++n) { s += p->value; Node *q = p->next; delete p; p = q; }
  same("list", *out, 45), same("changed", s, -5), same("nodes", n, 10);
  delete t;
  delete u;
  cudaFree(out);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
