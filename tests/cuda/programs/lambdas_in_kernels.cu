// Lambdas inside of kernels: by reference, by value, mutable, generic, kept in a struct, handed to a template.
// prints: 602075 702089 802128 902194 1002297 1102502 1202516 1302673 1402855 1503064 1603311 1703660 1803818 1904119 -1 -1
#include <cstdio>
template <typename F> __device__ int twice(F f, int x) { return f(f(x)); }
template <typename F> struct Held {
    F f;
    __device__ int operator()(int a) const { return f(a) + 1; }
};
template <typename F> __device__ Held<F> held(F f) { return {f}; }
__global__ void k(int *out, const int *in, int n) {
    int t = threadIdx.x, calls = 0;
    if (t >= n) return;
    auto add = [=](int x) { return x + in[t]; };
    auto count = [&](int x) { ++calls; return x * 3; };
    auto step = [s = t]() mutable { return s += 2; };
    auto any = [](auto a, auto b) { return a < b ? a : b; };
    step(), step();
    int v = twice(add, t) + twice(count, 1);
    v += held(add)(5) * 10 + calls * 1000 + step() * 100000;
    v += (int)(any(2.5, 4.0) * 2) + any(t, 3);
    auto each = [&](auto &&self, int depth) -> int { return depth == 0 ? 1 : depth * self(self, depth - 1); };
    out[t] = v + each(each, t % 6);
}
int main() {
    int *in, *out;
    cudaMallocManaged(&in, 64), cudaMallocManaged(&out, 64);
    for (int i = 0; i < 16; ++i) in[i] = i * i, out[i] = -1;
    k<<<1, 16>>>(out, in, 14);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; ++i) printf("%d ", out[i]);
    printf("\n");
}
