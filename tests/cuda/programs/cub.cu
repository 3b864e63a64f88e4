// CUB's primitives of blocks and warps, by typedef, alias and as they stand, in templates and loops; those of the device.
// prints: reduce 8128 127 9900
// prints: items 0 6 28 66
// prints: scan 1 3 10 | 100 101 103 | 36
// prints: warp 496 1520 | 0 3 7 | 28
// prints: load 1 5 9 13 | 3 4
// prints: arg 77 99
// prints: loop 28 36
// prints: device 136 15 -1 | 0 1 3 | 5 7 2
// prints: sort -1.5 0.0 2.5 | 2 0 1 | 9 7 | 4 2 0
// prints: runs 3: 1x2 4x1 7x3 | 2 1 0 3
#include <cstdio>
#include <cub/cub.cuh>
#if CUDART_VERSION >= 13000  // they have other names there
#include <cuda/functional>
#include <cuda/std/functional>
namespace cub {
using Max = cuda::maximum<>;
using Sum = cuda::std::plus<>;
}
#endif

template <int N> __global__ void reduce(const int *in, int *out, int n) {
    typedef cub::BlockReduce<int, N> BlockReduce;
    __shared__ typename BlockReduce::TempStorage storage;
    int v = in[threadIdx.x];
    int sum = BlockReduce(storage).Sum(v);
    __syncthreads();
    int most = BlockReduce(storage).Reduce(v, cub::Max());
    __syncthreads();
    int some = BlockReduce(storage).Sum(v * 2, n);
    if (threadIdx.x == 0) out[0] = sum, out[1] = most, out[2] = some;
}

using Block64 = cub::BlockScan<int, 4>;
__global__ void items(const int *in, int *out) {
    __shared__ Block64::TempStorage storage;
    int mine[4];
    for (int i = 0; i < 4; ++i) mine[i] = in[threadIdx.x * 4 + i];
    Block64(storage).ExclusiveSum(mine, mine);
    out[threadIdx.x] = mine[0];
}

__global__ void scan(const int *in, int *out) {
    using Scan = cub::BlockScan<int, 8, cub::BLOCK_SCAN_WARP_SCANS>;
    __shared__ union { Scan::TempStorage scan; int other; } storage;
    int v = in[threadIdx.x] + 1, w, total;
    Scan(storage.scan).InclusiveSum(v, v);
    __syncthreads();
    Scan(storage.scan).ExclusiveScan((int)threadIdx.x + 1, w, 100, cub::Sum(), total);
    out[threadIdx.x] = v, out[8 + threadIdx.x] = w;
    if (threadIdx.x == 7) out[16] = total;
}

__global__ void warps(int *out) {
    __shared__ cub::WarpReduce<int>::TempStorage storage[2];
    __shared__ cub::WarpScan<int, 8>::TempStorage scans[8];
    int sum = cub::WarpReduce<int>(storage[threadIdx.x / 32]).Sum(threadIdx.x);
    int before, all;
    cub::WarpScan<int, 8>(scans[threadIdx.x / 8]).ExclusiveScan(threadIdx.x % 8, before, 0, cub::Max(), all);
    if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = sum;
    int running;
    cub::WarpScan<int, 8>(scans[threadIdx.x / 8]).InclusiveSum(threadIdx.x % 8, running);
    out[2 + threadIdx.x] = before;
    if (threadIdx.x == 63) out[66] = running, out[67] = all;
}

__global__ void load(const int *in, int *firsts, int *out) {
    typedef cub::BlockLoad<int, 4, 4, cub::BLOCK_LOAD_VECTORIZE> Load;
    typedef cub::BlockStore<int, 4, 4, cub::BLOCK_STORE_VECTORIZE> Store;
    __shared__ union { typename Load::TempStorage load; typename Store::TempStorage store; } storage;
    int mine[4];
    Load(storage.load).Load(in, mine);
    __syncthreads();
    firsts[threadIdx.x] = mine[0] + 1;
    for (int i = 0; i < 4; ++i) mine[i] += 1;
    Store(storage.store).Store(out, mine);
}

struct Larger {
    __device__ cub::KeyValuePair<int, float> operator()(const cub::KeyValuePair<int, float> &a, const cub::KeyValuePair<int, float> &b) const {
        return a.value > b.value ? a : b;
    }
};
__global__ void largest(const float *in, float *out) {
    typedef cub::BlockReduce<cub::KeyValuePair<int, float>, 128> Reduce;
    __shared__ Reduce::TempStorage storage;
    cub::KeyValuePair<int, float> mine;
    mine.key = threadIdx.x, mine.value = in[threadIdx.x];
    cub::KeyValuePair<int, float> best = Reduce(storage).Reduce(mine, Larger());
    if (threadIdx.x == 0) out[0] = best.key, out[1] = best.value;
}

// A sum in every round of a loop of the block.
__global__ void rounds(const int *in, int *out, int n) {
    typedef cub::BlockReduce<int, 4> Reduce;
    __shared__ Reduce::TempStorage storage;
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        int sum = 0;
        for (int j = threadIdx.x; j < 8; j += 4) sum += in[j] + i;
        sum = Reduce(storage).Sum(sum);
        __syncthreads();
        if (threadIdx.x == 0) out[i] = sum;
    }
}

struct Odd { __host__ __device__ bool operator()(int x) const { return x % 2 != 0; } };

int main() {
    int *in, *out;
    float *values;
    cudaMallocManaged(&in, 4096), cudaMallocManaged(&out, 4096), cudaMallocManaged(&values, 4096);
    for (int i = 0; i < 128; ++i) in[i] = i, values[i] = i == 77 ? 99 : i % 50;
    reduce<128><<<1, 128>>>(in, out, 100);
    cudaDeviceSynchronize();
    printf("reduce %d %d %d\n", out[0], out[1], out[2]);
    items<<<1, 4>>>(in, out);
    cudaDeviceSynchronize();
    printf("items %d %d %d %d\n", out[0], out[1], out[2], out[3]);
    scan<<<1, 8>>>(in, out);
    cudaDeviceSynchronize();
    printf("scan %d %d %d | %d %d %d | %d\n", out[0], out[1], out[3], out[8], out[9], out[10], out[16]);
    warps<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    printf("warp %d %d | %d %d %d | %d\n", out[0], out[1], out[2], out[2 + 4], out[67], out[66]);
    load<<<1, 4>>>(in, out, out + 16);
    cudaDeviceSynchronize();
    printf("load %d %d %d %d | %d %d\n", out[0], out[1], out[2], out[3], out[18], out[19]);
    largest<<<1, 128>>>(values, values + 256);
    cudaDeviceSynchronize();
    printf("arg %.0f %.0f\n", values[256], values[257]);
    rounds<<<2, 4>>>(in, out, 2);
    cudaDeviceSynchronize();
    printf("loop %d %d\n", out[0], out[1]);

    void *storage = nullptr;
    size_t bytes = 0;
    int *result = out + 64;
    cub::DeviceReduce::Sum(storage, bytes, in + 1, result, 16);
    cudaMalloc(&storage, bytes);
    cub::DeviceReduce::Sum(storage, bytes, in + 1, result, 16);
    cudaFree(storage);
    bytes = 1 << 20;  // enough for every one that follows
    cudaMalloc(&storage, bytes);
    cub::DeviceReduce::Max(storage, bytes, in, result + 1, 16);
    for (int i = 0; i < 16; ++i) out[i] = i == 9 ? -1 : i;
    cub::DeviceReduce::Min(storage, bytes, out, result + 2, 16);
    cudaDeviceSynchronize();
    printf("device %d %d %d | ", result[0], result[1], result[2]);
    cub::DeviceScan::ExclusiveSum(storage, bytes, in, result, 8);
    cudaDeviceSynchronize();
    printf("%d %d %d | ", result[1], result[2], result[3]);
    cub::DeviceSelect::If(storage, bytes, in + 4, result, result + 32, 4, Odd());
    cudaDeviceSynchronize();
    printf("%d %d %d\n", result[0], result[1], result[32]);

    float keys[] = {0.0f, 2.5f, -1.5f};
    int numbers[] = {0, 1, 2};
    float *k = values, *k2 = values + 8;
    int *v = in + 200, *v2 = in + 208;
    cudaMemcpy(k, keys, sizeof keys, cudaMemcpyHostToDevice), cudaMemcpy(v, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cub::DeviceRadixSort::SortPairs(storage, bytes, k, k2, v, v2, 3);
    cudaDeviceSynchronize();
    printf("sort %.1f %.1f %.1f | %d %d %d | ", k2[0], k2[1], k2[2], v2[0], v2[1], v2[2]);
    out[0] = 7, out[1] = 9;
    cub::DoubleBuffer<int> both(out, out + 8);
    cub::DeviceRadixSort::SortKeysDescending(storage, bytes, out, out + 16, 2);
    cudaDeviceSynchronize();
    printf("%d %d | ", out[16], out[17]);
    out[0] = 2, out[1] = 0, out[2] = 4;
    cub::DeviceRadixSort::SortKeys(storage, bytes, both, 3);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", both.Current()[2], both.Current()[1], both.Current()[0]);

    int runs[] = {1, 1, 4, 7, 7, 7};
    cudaMemcpy(out, runs, sizeof runs, cudaMemcpyHostToDevice);
    cub::DeviceRunLengthEncode::Encode(storage, bytes, out, out + 16, out + 32, out + 48, 6);
    cub::DeviceHistogram::HistogramEven(storage, bytes, out, out + 64, 5, 0, 8, 6);
    cudaDeviceSynchronize();
    printf("runs %d: %dx%d %dx%d %dx%d | %d %d %d %d\n", out[48], out[16], out[32], out[17], out[33], out[18], out[34], out[64], out[66], out[65], out[67]);
}
