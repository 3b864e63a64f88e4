// Kernels as templates: sizes, types, packs, specialised parts, unrolled steps chosen by a switch of the host.
// prints: int 64: 499 549
// prints: double 64: 514.5 564.5
// prints: ? 64: 514.5 564.5
// prints: int 32: 2485 2888
// prints: double 32: 2609 3002.75
// prints: ? 32: 2609 3002.75
// prints: int 8: 15 47
// prints: double 8: 17 49
// prints: ? 8: 17 49
// prints: 103 110 117 124 0 3
#include <cstdio>
template <int N> struct Log { static constexpr int value = 1 + Log<N / 2>::value; };
template <> struct Log<1> { static constexpr int value = 0; };
template <typename T, int N> __device__ __forceinline__ T tree(T *s, int t) {
    if constexpr (N > 1) {
        if (t < N / 2) s[t] += s[t + N / 2];
        __syncthreads();
        return tree<T, N / 2>(s, t);
    }
    return s[0];
}
template <typename T, int N, bool square = false> __global__ void reduce(const T *in, T *out) {
    __shared__ T s[N];
    int t = threadIdx.x;
    T v = in[blockIdx.x * N + t];
    if (square) v *= v;
    s[t] = v;
    __syncthreads();
    T sum = tree<T, N>(s, t);
    if (t == 0) out[blockIdx.x] = sum + (T)Log<N>::value;
}
template <typename... Ts> __device__ int sum_of(Ts... xs) { return (0 + ... + (int)xs); }
template <class Op, typename... Args> __global__ void apply(int *out, Op op, Args... args) {
    out[threadIdx.x] = op(threadIdx.x, sum_of(args...)) + (int)sizeof...(args);
}
struct Times { int by; __device__ int operator()(int a, int b) const { return a * by + b; } };
template <typename T> struct Name { static const char *get() { return "?"; } };
template <> struct Name<int> { static const char *get() { return "int"; } };
template <> struct Name<double> { static const char *get() { return "double"; } };
template <typename T> void run(int threads) {
    T *in, *out;
    cudaMallocManaged(&in, 256 * sizeof(T)), cudaMallocManaged(&out, 4 * sizeof(T));
    for (int i = 0; i < 256; ++i) in[i] = (T)(i % 37) / 2;
    switch (threads) {
    case 64: reduce<T, 64><<<2, threads>>>(in, out); break;
    case 32: reduce<T, 32, true><<<2, threads>>>(in, out); break;
    case 8: reduce<T, 8><<<2, threads>>>(in, out); break;
    }
    cudaDeviceSynchronize();
    printf("%s %d: %g %g\n", Name<T>::get(), threads, (double)out[0], (double)out[1]);
}
int main() {
    for (int n : {64, 32, 8}) run<int>(n), run<double>(n), run<float>(n);
    int *out;
    cudaMallocManaged(&out, 32);
    apply<<<1, 4>>>(out, Times{7}, 1, 2.5, 'a');
    apply<Times><<<1, 2>>>(out + 4, {3});
    cudaDeviceSynchronize();
    for (int i = 0; i < 6; ++i) printf("%d ", out[i]);
    printf("\n");
}
