// CUB in blocks that are no multiple of a warp, with several items a thread, with operators of one's own, and in warps.
// prints: 32 1: 1701 157 7eb76dde 60 1701
// prints: 64 4: 13986 159 e0db1040 123 13986
// prints: 100 3: 16509 160 b12d3bb5 196 16509
// prints: 7 2: 711 120 97f1dd45 10 711
// prints: 5249 96
// prints: 1648 1849 1701 1820
#include <cstdio>
#include <cub/cub.cuh>
struct Longest { __device__ int operator()(int a, int b) const { return a > b ? a : b; } };
struct Pair { int sum, many; };
struct Add { __device__ Pair operator()(Pair a, Pair b) const { return {a.sum + b.sum, a.many + b.many}; } };
template <int T, int I> __global__ void k(const int *in, int *out) {
    using Reduce = cub::BlockReduce<int, T>;
    using Scan = cub::BlockScan<int, T>;
    __shared__ union { typename Reduce::TempStorage reduce; typename Scan::TempStorage scan; } s;
    int items[I], most[I], t = threadIdx.x;
    for (int i = 0; i < I; ++i) most[i] = items[i] = in[t * I + i];
    int sum = Reduce(s.reduce).Sum(items);
    __syncthreads();
    int top = Reduce(s.reduce).Reduce(items[0], Longest());
    __syncthreads();
    if (t == 0) out[0] = sum, out[1] = top;
    int whole;
    Scan(s.scan).InclusiveSum(items, items, whole);
    __syncthreads();
    Scan(s.scan).InclusiveScan(most, most, Longest());
    for (int i = 0; i < I; ++i) out[2 + t * I + i] = items[i] + most[i] * 100000;
    __syncthreads();
    int before;
    Scan(s.scan).ExclusiveSum(t % 5, before);
    if (t == T - 1) out[2 + T * I] = before, out[3 + T * I] = whole;
}
__global__ void pairs(const int *in, int *out) {
    using Reduce = cub::BlockReduce<Pair, 96>;
    __shared__ Reduce::TempStorage s;
    Pair p = Reduce(s).Reduce(Pair{in[threadIdx.x], 1}, Add());
    if (threadIdx.x == 0) out[0] = p.sum, out[1] = p.many;
}
__global__ void warps(const int *in, int *out) {
    using Reduce = cub::WarpReduce<int>;
    using Scan = cub::WarpScan<int>;
    __shared__ Reduce::TempStorage r[2];
    __shared__ Scan::TempStorage s[2];
    int w = threadIdx.x / 32, v = in[threadIdx.x], scanned, sum = Reduce(r[w]).Sum(v);
    Scan(s[w]).ExclusiveSum(v, scanned);
    out[threadIdx.x] = scanned;
    if (threadIdx.x % 32 == 0) out[64 + w] = sum;
}
template <int T, int I> void told(const int *in, int *out) {
    k<T, I><<<1, T>>>(in, out);
    cudaDeviceSynchronize();
    unsigned h = 0;
    for (int i = 0; i < T * I; ++i) h = h * 31 + out[2 + i];
    printf("%d %d: %d %d %08x %d %d\n", T, I, out[0], out[1], h, out[2 + T * I], out[3 + T * I]);
}
int main() {
    int *in, *out;
    cudaMallocManaged(&in, 4096), cudaMallocManaged(&out, 8192);
    for (int i = 0; i < 1024; ++i) in[i] = (i * 37 + 11) % 211 - 50;
    told<32, 1>(in, out), told<64, 4>(in, out), told<100, 3>(in, out), told<7, 2>(in, out);
    pairs<<<1, 96>>>(in, out);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[1]);
    warps<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", out[31], out[63], out[64], out[65]);
}
