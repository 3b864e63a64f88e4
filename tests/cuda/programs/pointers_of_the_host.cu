// prints: 1 -4
// prints: 1 0
// prints: 11 1
// prints: 70
// prints: lambda 1 0
// prints: types without a name 3
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <functional>
#include <cuda_runtime.h>
// pointers of the host with the parameters of a kernel that is kept, none of which ever leads to a kernel
__global__ void k(int *p, int n) { p[threadIdx.x] += n; }
int cmp(int *p, int n) { return p[0] - n; }
void show(int *p, int n) { printf("%d %d\n", p[0], n); }
struct Host { int (*compare)(int *, int); void (*print)(int *, int); };
void each(int *p, int n, void (*f)(int *, int)) { for (int i = 0; i < n; ++i) f(p + i, i); }
int main() {
    int *p; cudaMallocManaged(&p, 32);
    for (int i = 0; i < 8; ++i) p[i] = 10 * i;
    void (*kernel)(int *, int) = k;
    kernel<<<1, 8>>>(p, 1); cudaDeviceSynchronize();
    Host h = {cmp, show};
    h.print(p, h.compare(p, 5));
    each(p, 2, show);
    int (*c)(int *, int) = cmp;
    printf("%d\n", c(p + 7, 1));
    each(p, 1, [](int *q, int v) { printf("lambda %d %d\n", q[0], v); });
    std::function<void(int)> said = [](int v) { printf("types without a name %d\n", v); };
    std::function<void()> run = [&] { said(3); };
    run();
}
