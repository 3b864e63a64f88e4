// Reductions of no elements, of a device and of segments, give what they begin with.
// prints: 2147483647 -2147483648 0
// prints: 3 2147483647 1 | 5 -2147483648 4
// prints: 1 1
#include <cfloat>
#include <climits>
#include <cstdio>
#include <cub/cub.cuh>

template <typename F> void twice(F call) {
    void *room = nullptr;
    size_t bytes = 0;
    call(room, bytes);
    cudaMalloc(&room, bytes + 1);
    call(room, bytes);
    cudaFree(room);
}

int main() {
    int values[] = {3, 5, 1, 4}, ends[] = {0, 2, 2, 4}, h[6], *in, *at, *out;
    cudaMalloc(&in, sizeof values), cudaMalloc(&at, sizeof ends), cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemcpy(at, ends, sizeof ends, cudaMemcpyHostToDevice);
    twice([&](void *r, size_t &b) { cub::DeviceReduce::Min(r, b, in, out, 0); });
    twice([&](void *r, size_t &b) { cub::DeviceReduce::Max(r, b, in, out + 1, 0); });
    twice([&](void *r, size_t &b) { cub::DeviceReduce::Sum(r, b, in, out + 2, 0); });
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    std::printf("%d %d %d\n", h[0], h[1], h[2]);
    twice([&](void *r, size_t &b) { cub::DeviceSegmentedReduce::Min(r, b, in, out, 3, at, at + 1); });
    twice([&](void *r, size_t &b) { cub::DeviceSegmentedReduce::Max(r, b, in, out + 3, 3, at, at + 1); });
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    std::printf("%d %d %d | %d %d %d\n", h[0], h[1], h[2], h[3], h[4], h[5]);
    float *some, x[2];
    cudaMalloc(&some, sizeof x);
    twice([&](void *r, size_t &b) { cub::DeviceReduce::Min(r, b, some, some, 0); });
    twice([&](void *r, size_t &b) { cub::DeviceReduce::Max(r, b, some, some + 1, 0); });
    cudaMemcpy(x, some, sizeof x, cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", x[0] == FLT_MAX, x[1] == -FLT_MAX);
}
