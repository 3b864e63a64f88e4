// Copies to shared memory that go on beside the threads: of groups and threads, with pipelines and barriers of libcu++, in stages.
// prints: 1104 compared, wrong: 0
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <utility>
#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr int N = 64, ROUNDS = 5;

__global__ void of_the_block(const int *in, int *out) {
    __shared__ int s[N];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, s, in + blockIdx.x * N, sizeof(int) * N);
    cg::wait(block);
    out[blockIdx.x * N + threadIdx.x] = s[N - 1 - threadIdx.x];
}

__global__ void of_tiles(const int *in, int *out) {
    __shared__ int s[N];
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    const int first = tile.meta_group_rank() * 16;
    cg::memcpy_async(tile, &s[first], &in[first], cuda::aligned_size_t<16>(16 * sizeof(int)));
    cg::wait_prior<0>(tile);
    out[threadIdx.x] = s[first + 15 - tile.thread_rank()];
}

// Two buffers: the next is filled while one is used.
__global__ void two_buffers(const int *in, int *out) {
    __shared__ int s[2][N];
    auto block = cg::this_thread_block();
    int sum = 0;
    cg::memcpy_async(block, s[0], in, sizeof(int) * N);
    for (int i = 0; i < ROUNDS; ++i) {
        if (i + 1 < ROUNDS) {
            cg::memcpy_async(block, s[(i + 1) % 2], in + (i + 1) * N, sizeof(int) * N);
            cg::wait_prior<1>(block);
        } else
            cg::wait(block);
        sum += s[i % 2][(threadIdx.x + 7) % N];
        block.sync();
    }
    out[threadIdx.x] = sum;
}

__global__ void of_threads(const int *in, int *out) {
    __shared__ int4 s[N / 4];
    if (threadIdx.x < N / 4) __pipeline_memcpy_async(&s[threadIdx.x], (const int4 *)in + threadIdx.x, sizeof(int4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = ((int *)s)[(threadIdx.x * 5) % N];
}

__device__ void fill(cuda::pipeline<cuda::thread_scope_thread> &pipe, int *to, const int *from) {
    pipe.producer_acquire();
    cuda::memcpy_async(to, from, cuda::aligned_size_t<4>(sizeof(int)), pipe);
    pipe.producer_commit();
}

__global__ void pipeline_of_a_thread(const int *in, int *out) {
    constexpr int STAGES = 3;
    __shared__ int s[STAGES][N];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    int sum = 0;
    for (int i = 0, ahead = 0; i < ROUNDS; ++i) {
        for (; ahead < ROUNDS && ahead < i + STAGES; ++ahead) fill(pipe, &s[ahead % STAGES][threadIdx.x], in + ahead * N + threadIdx.x);
        cuda::pipeline_consumer_wait_prior<STAGES - 1>(pipe);
        __syncthreads();
        sum += s[i % STAGES][N - 1 - threadIdx.x];
        __syncthreads();
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

__global__ void pipeline_of_the_block(const int *in, int *out) {
    constexpr size_t stages = 2;
    __shared__ int s[stages][N];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    pipe.producer_acquire();
    cuda::memcpy_async(block, s[0], in, sizeof(int) * N, pipe);
    pipe.producer_commit();
    for (int i = 1; i < ROUNDS; ++i) {
        pipe.producer_acquire();
        cuda::memcpy_async(block, s[i % 2], in + i * N, sizeof(int) * N, pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        sum += s[(i - 1) % 2][N - 1 - threadIdx.x];
        pipe.consumer_release();
    }
    pipe.consumer_wait();
    sum += s[(ROUNDS - 1) % 2][N - 1 - threadIdx.x];
    pipe.consumer_release();
    out[threadIdx.x] = sum;
}

__global__ void barrier_of_the_block(const int *in, int *out) {
    __shared__ int s[N];
    __shared__ block_barrier bar;
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    cuda::memcpy_async(block, s, in, sizeof(int) * N, bar);
    bar.arrive_and_wait();
    const int mine = s[N - 1 - threadIdx.x];
    bar.arrive_and_wait();
    s[threadIdx.x] = mine;
    block_barrier::arrival_token token = bar.arrive();
    const int twice = 2 * mine;
    bar.wait(std::move(token));
    out[threadIdx.x] = s[(threadIdx.x + 1) % N] + twice;
}

__device__ int rotated(block_barrier &bar, int *s, int value) {
    s[threadIdx.x] = value;
    bar.arrive_and_wait();
    const int other = s[(threadIdx.x + 1) % blockDim.x];
    bar.wait(bar.arrive());
    return other;
}

__global__ void barriers_in_rounds(const int *in, int *out, int threads) {
    __shared__ int s[N];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) {
        init(&bar, threads);
    }
    __syncthreads();
    int value = in[threadIdx.x];
    for (int i = 0; i < ROUNDS; ++i) value = rotated(bar, s, value);
    out[threadIdx.x] = value;
}

static int wrong = 0, compared = 0;
static void same(const char *what, int at, int got, int wanted) {
    ++compared;
    if (got != wanted && wrong++ < 5) printf("%s: %d: %d, not %d\n", what, at, got, wanted);
}

int main() {
    int *in, *out;
    cudaMallocManaged(&in, sizeof(int) * N * 10), cudaMallocManaged(&out, sizeof(int) * N * 10);
    for (int i = 0; i < N * 10; ++i) in[i] = i * i % 1009;
    auto summed = [&](int at) {
        int sum = 0;
        for (int i = 0; i < ROUNDS; ++i) sum += in[i * N + at];
        return sum;
    };
    of_the_block<<<10, N>>>(in, out), cudaDeviceSynchronize();
    for (int b = 0; b < 10; ++b)
        for (int t = 0; t < N; ++t) same("block", t, out[b * N + t], in[b * N + N - 1 - t]);
    of_tiles<<<1, N>>>(in, out), cudaDeviceSynchronize();
    for (int t = 0; t < N; ++t) same("tiles", t, out[t], in[t / 16 * 16 + 15 - t % 16]);
    two_buffers<<<1, N>>>(in, out), cudaDeviceSynchronize();
    for (int t = 0; t < N; ++t) same("two buffers", t, out[t], summed((t + 7) % N));
    of_threads<<<1, N>>>(in, out), cudaDeviceSynchronize();
    for (int t = 0; t < N; ++t) same("threads", t, out[t], in[t * 5 % N]);
    pipeline_of_a_thread<<<1, N>>>(in, out), cudaDeviceSynchronize();
    for (int t = 0; t < N; ++t) same("pipeline of a thread", t, out[t], summed(N - 1 - t));
    pipeline_of_the_block<<<1, N>>>(in, out), cudaDeviceSynchronize();
    for (int t = 0; t < N; ++t) same("pipeline of the block", t, out[t], summed(N - 1 - t));
    barrier_of_the_block<<<1, N>>>(in, out), cudaDeviceSynchronize();
    for (int t = 0; t < N; ++t) same("barrier", t, out[t], in[N - 1 - (t + 1) % N] + 2 * in[N - 1 - t]);
    barriers_in_rounds<<<1, N>>>(in, out, N), cudaDeviceSynchronize();
    for (int t = 0; t < N; ++t) same("rounds", t, out[t], in[(t + ROUNDS) % N]);
    barriers_in_rounds<<<1, 16>>>(in, out, 16), cudaDeviceSynchronize();
    for (int t = 0; t < 16; ++t) same("rounds of 16", t, out[t], in[(t + ROUNDS) % 16]);
    printf("%d compared, wrong: %d\n", compared, wrong);
}
