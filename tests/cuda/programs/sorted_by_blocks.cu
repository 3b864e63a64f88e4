// CUB's sorts of a block and its ways to put items in another order, beside std::stable_sort and the definition of each order.
// prints: 4 sizes: wrong: 0
// prints: halves: -2.5 -1 -0.5 0.25 1.5 3
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <cuda_fp16.h>
#include <vector>

struct Last { __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; } };

template <int T, int I> __global__ void sorts(const int *in, int *out, const float *real, float *down, int *along, int *merged, int *with) {
    typedef cub::BlockRadixSort<int, T, I> Keys;
    typedef cub::BlockRadixSort<float, T, I, int> Pairs;
    typedef cub::BlockMergeSort<int, T, I, int> Merge;
    typedef cub::BlockLoad<int, T, I, cub::BLOCK_LOAD_WARP_TRANSPOSE> Load;
    __shared__ union { typename Keys::TempStorage keys; typename Pairs::TempStorage pairs; typename Merge::TempStorage merge; typename Load::TempStorage load; } s;
    const int base = blockIdx.x * T * I;
    int k[I], low[I], place[I], again[I];
    float f[I];
    Load(s.load).Load(in + base, k);
    __syncthreads();
    for (int i = 0; i < I; ++i) low[i] = again[i] = k[i], f[i] = real[base + threadIdx.x * I + i], place[i] = threadIdx.x * I + i;
    Keys(s.keys).Sort(k);
    __syncthreads();
    Keys(s.keys).SortBlockedToStriped(low, 2, 5);
    __syncthreads();
    Pairs(s.pairs).SortDescending(f, place);
    __syncthreads();
    for (int i = 0; i < I; ++i) out[2 * base + threadIdx.x * I + i] = k[i], out[2 * base + T * I + i * T + threadIdx.x] = low[i];
    for (int i = 0; i < I; ++i) down[base + threadIdx.x * I + i] = f[i], along[base + threadIdx.x * I + i] = place[i], place[i] = threadIdx.x * I + i;
    Merge(s.merge).Sort(again, place, Last());
    for (int i = 0; i < I; ++i) merged[base + threadIdx.x * I + i] = again[i], with[base + threadIdx.x * I + i] = place[i];
}

template <int T, int I> __global__ void moves(const int *in, int *out) {
    typedef cub::BlockExchange<int, T, I> Move;
    __shared__ typename Move::TempStorage s;
    const int t = threadIdx.x, all = T * I;
    int a[I], b[I], rank[I];
    for (int i = 0; i < I; ++i) a[i] = in[t * I + i], rank[i] = (t * I + i) * 7 % all;
    Move(s).BlockedToStriped(a, b);
    for (int i = 0; i < I; ++i) out[t * I + i] = b[i];
    __syncthreads();
    Move(s).StripedToBlocked(b);
    for (int i = 0; i < I; ++i) out[all + t * I + i] = b[i];
    __syncthreads();
    Move(s).ScatterToBlocked(b, rank);
    for (int i = 0; i < I; ++i) out[2 * all + t * I + i] = b[i];
    __syncthreads();
    Move(s).ScatterToStriped(a, b, rank);
    for (int i = 0; i < I; ++i) out[3 * all + t * I + i] = b[i];
    __syncthreads();
    Move(s).BlockedToWarpStriped(a, b);
    for (int i = 0; i < I; ++i) out[4 * all + t * I + i] = b[i];
    __syncthreads();
    Move(s).WarpStripedToBlocked(b);
    for (int i = 0; i < I; ++i) out[5 * all + t * I + i] = b[i];
}

static int wrong = 0;
static void same(double a, double b) { wrong += a != b; }
template <typename T> T *memory(int n) {
    T *p;
    cudaMallocManaged(&p, n * sizeof(T));
    return p;
}

template <int T, int I> void told() {
    const int blocks = 3, all = T * I, n = blocks * all;
    int *in = memory<int>(n), *out = memory<int>(6 * n), *along = memory<int>(n), *merged = memory<int>(n), *with = memory<int>(n);
    float *real = memory<float>(n), *down = memory<float>(n);
    for (int i = 0; i < n; ++i) in[i] = (i * 7919 + 13) % 613 - 300, real[i] = in[i] / 4 * 0.5f;
    sorts<T, I><<<blocks, T>>>(in, out, real, down, along, merged, with);
    cudaDeviceSynchronize();
    for (int b = 0; b < blocks; ++b) {
        const int at = b * all;
        std::vector<int> up(in + at, in + at + all), low = up, order(all), last(all);
        std::sort(up.begin(), up.end());
        std::stable_sort(low.begin(), low.end(), [](int a, int b) { return ((unsigned)a >> 2 & 7) < ((unsigned)b >> 2 & 7); });
        for (int i = 0; i < all; ++i) order[i] = last[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return real[at + a] > real[at + b]; });
        std::stable_sort(last.begin(), last.end(), [&](int a, int b) { return in[at + a] % 10 < in[at + b] % 10; });
        for (int i = 0; i < all; ++i) {
            same(out[2 * at + i], up[i]), same(out[2 * at + all + i], low[i]);
            same(down[at + i], real[at + order[i]]), same(along[at + i], order[i]);
            same(merged[at + i], in[at + last[i]]), same(with[at + i], last[i]);
        }
    }
    if (all % 7 == 0) return;
    moves<T, I><<<1, T>>>(in, out);
    cudaDeviceSynchronize();
    std::vector<int> scattered(all);
    for (int i = 0; i < all; ++i) scattered[i * 7 % all] = in[i];
    for (int t = 0; t < T; ++t)
        for (int i = 0; i < I; ++i) {
            const int p = t * I + i;
            same(out[p], in[i * T + t]), same(out[all + p], in[p]), same(out[2 * all + p], scattered[p]), same(out[3 * all + p], scattered[i * T + t]);
            same(out[4 * all + p], in[t / 32 * 32 * I + i * 32 + t % 32]), same(out[5 * all + p], in[p]);
        }
}

int main() {
    told<64, 4>(), told<128, 1>(), told<32, 3>(), told<256, 7>();
    printf("4 sizes: wrong: %d\n", wrong);
    __half *h = memory<__half>(6), *to = memory<__half>(6);
    const float values[6] = {1.5f, -2.5f, 0.25f, -0.5f, 3, -1};
    for (int i = 0; i < 6; ++i) h[i] = __float2half(values[i]);
    size_t bytes = 0;
    void *storage = nullptr;
    cub::DeviceRadixSort::SortKeys(storage, bytes, h, to, 6);
    cudaMalloc(&storage, bytes);
    cub::DeviceRadixSort::SortKeys(storage, bytes, h, to, 6);
    cudaDeviceSynchronize();
    printf("halves:");
    for (int i = 0; i < 6; ++i) printf(" %g", __half2float(to[i]));
    printf("\n");
}
