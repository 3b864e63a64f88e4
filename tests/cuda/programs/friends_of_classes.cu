// Kernels that are friends of a class, static methods of a class template that ask which thread runs, and conversions of device classes.
// prints: accounts 2727884164
// prints: walk 1974020808
// prints: firsts 37168.00
// prints: paid 73
#include <cstdio>
class Account {
    int money;
    friend __global__ void pay(Account *, int, int);
    friend __global__ void show(const Account *a, int *out, int n);
public:
    __host__ __device__ Account(int m = 0) : money(m) {}
};
__global__ void pay(Account *a, int n, int each) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i].money += each * i; }
__global__ void show(const Account *a, int *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = a[i].money; }
template <int Dim> struct Index {
    __device__ static int global() { return blockIdx.x * blockDim.x + threadIdx.x; }
    __device__ static int stride() { return gridDim.x * blockDim.x; }
    __device__ static int lane() { return threadIdx.x % 32 + Dim * 100; }
};
template <typename T> struct Walk {
    template <typename F> __device__ static void each(int n, F f) { for (int i = Index<1>::global(); i < n; i += Index<1>::stride()) f(i); }
    __device__ static T first() { return T(threadIdx.x) / 2; }
};
__global__ void walk(int *out, int n) {
    Walk<float>::each(n, [=](int i) { out[i] = i * 3 + Index<2>::lane(); });
}
template <typename T> __global__ void firsts(T *out) { out[Index<0>::global()] = Walk<T>::first() + Walk<int>::first(); }
// Of kernels of one name a class befriends one, or a template and a plain one; a class template those for each of its types.
class Purse {
    int money = 4;
    friend __global__ void pour(Purse, int *);
    template <int N> friend __global__ void pour(Purse, int *);
public:
    __host__ __device__ Purse() {}
};
struct Cup { int held; };
__global__ void pour(Purse p, int *out) { out[0] += p.money; }
template <int N> __global__ void pour(Purse p, int *out) { out[0] += p.money * N; }
__global__ void pour(Cup c, int *out) { out[0] += c.held; }
template <typename T> class Chest {
    T kept = 10;
    template <typename U> friend __global__ void empty(Chest<U>, int *);
public:
    __host__ __device__ Chest() {}
};
template <typename T> __global__ void empty(Chest<T> c, int *out) { out[0] += c.kept * 5; }
int main() {
    Account *a;
    int *d, h[100];
    cudaMalloc(&a, sizeof(Account) * 100), cudaMalloc(&d, sizeof h), cudaMemset(a, 0, sizeof(Account) * 100), cudaMemset(d, 0, sizeof h);
    auto tell = [&](const char *what) {
        cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
        unsigned s = 0;
        for (int v : h) s = s * 31 + v;
        printf("%s %u\n", what, s);
    };
    pay<<<4, 32>>>(a, 100, 7), pay<<<4, 32>>>(a, 90, -2);
    show<<<4, 32>>>(a, d, 100), tell("accounts");
    walk<<<2, 16>>>(d, 100), tell("walk");
    float *f;
    cudaMalloc(&f, 400), cudaMemset(f, 0, 400);
    firsts<<<2, 32>>>(f);
    float g[100];
    cudaMemcpy(g, f, 400, cudaMemcpyDeviceToHost);
    double s = 0;
    for (int i = 0; i < 100; ++i) s += g[i] * (i + 1);
    printf("firsts %.2f\n", s);
    cudaMemset(d, 0, sizeof h);
    pour<<<1, 1>>>(Purse(), d), pour<3><<<1, 1>>>(Purse(), d), pour<<<1, 1>>>(Cup{7}, d), empty<<<1, 1>>>(Chest<int>(), d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("paid %d\n", h[0]);
}
