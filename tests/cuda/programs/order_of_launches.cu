// What sizes and arguments of a launch change for each other: sizes come first, arguments in the order of the host's compiler. As an H200 has it.
// prints: size before: 11 12 13
// prints: n 11
// prints: one counter: 1 7 13
// prints: grown: 5021 7 13
// prints: later argument: 31031 7 13
// prints: n 31
// prints: earlier argument: 31041 7 13
// prints: n 41
// prints: two counters: 3 2 13
// prints: counted: 41 41 13
// prints: n 42
// prints: counted later: 43 42 13
// prints: n 43
// prints: global later: 4 4 13
// prints: global earlier: 5 4 13
// prints: method: 5 4 0
// prints: made 2
// prints: method later: 3 3 0
// prints: made 3
// prints: sizes: 7 2 0
// prints: c 7
// prints: through a pointer: 8 8 0
// prints: by its name: 9 8 0
// prints: 0
#include <cstdio>
static int counter = 0;
static int next() { return ++counter; }
static int grown(int *n) { *n += 10; return *n; }
__global__ void two(int *a, int x, int y) { a[0] = x; a[1] = y; }
__global__ void one(int *a, int x) { a[threadIdx.x] = x + threadIdx.x; }
__global__ void refd(int *a, int x, int n) { a[0] = x + 1000 * n; }
struct Maker { int made = 0; int *room; int *operator()(int k) { made += k; return room + k; } };
int main() {
  int *a, h[64]; cudaMalloc(&a, sizeof h); cudaMemset(a, 0, sizeof h);
  auto show = [&](const char *what) { cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost); printf("%s: %d %d %d\n", what, h[0], h[1], h[2]); };
  int n = 1;
  one<<<1, n + 2>>>(a, grown(&n)); show("size before"); printf("n %d\n", n);
  two<<<1, 1>>>(a, next(), 7); show("one counter");
  refd<<<1, 1>>>(a, grown(&n), 5); show("grown");
  refd<<<n, 1>>>(a, n, grown(&n)); show("later argument"); printf("n %d\n", n);
  refd<<<1, 1>>>(a, grown(&n), n); show("earlier argument"); printf("n %d\n", n);
  two<<<1, 1>>>(a, next(), next()); show("two counters");
  two<<<1, 1>>>(a, n++, n); show("counted"); printf("n %d\n", n);
  two<<<1, 1>>>(a, n, n++); show("counted later"); printf("n %d\n", n);
  two<<<1, 1>>>(a, counter, next()); show("global later");
  two<<<1, 1>>>(a, next(), counter); show("global earlier");
  Maker m; m.room = a;
  two<<<1, 1>>>(m(2), m.made, 4); show("method"); printf("made %d\n", m.made);
  two<<<1, 1>>>(a, m.made, (m(1), 3)); show("method later"); printf("made %d\n", m.made);
  two<<<next() - counter + 1, dim3(counter - next() + 2 > 0 ? 1 : 1)>>>(a, counter, 2); show("sizes"); printf("c %d\n", counter);
  int k = 3; int *p = &k;
  two<<<1, 1>>>(a, *p, (*p = 8)); show("through a pointer"); 
  two<<<1, 1>>>(a, (*p = 9), k); show("by its name");
  cudaDeviceSynchronize(); printf("%d\n", (int)cudaGetLastError());
}
