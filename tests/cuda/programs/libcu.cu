// What libcu++ calls by its own names; names of the standard library that CUDA's headers bring with them.
// prints: 10 45 9 1
// prints: 3 7
// prints: 45 -45 0 1023 682 8 1 22.5 -22.5 9 10 45 512
#include <cuda/atomic>
#include <cuda/functional>
#include <cuda/std/atomic>
#include <cuda_runtime.h>
#if CUDART_VERSION >= 13000
#include <iostream>
#include <string>
#endif

__global__ void count(cuda::atomic<int, cuda::thread_scope_device> *n, int *sum, int *most) {
    int i = threadIdx.x;
    n->fetch_add(1, cuda::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_device> total(*sum);
    total.fetch_add(i);
    cuda::atomic_ref<int>(*most).fetch_max(i);
}

// Every operation of an atomic and of one that refers, in ten threads.
__global__ void operated(int *w, cuda::atomic<float> *f) {
    const int i = threadIdx.x;
    using ref = cuda::atomic_ref<int, cuda::thread_scope_block>;
    ref(w[0]) += i, ref(w[1]) -= i, ref(w[2]).fetch_and(i, cuda::memory_order_relaxed), ref(w[3]).fetch_or(1 << i), ref(w[4]).fetch_xor(i % 2 ? 1 << i : 0);
    ref(w[5]).fetch_max(i - 1, cuda::memory_order_acquire), ref(w[6]).fetch_min(i + 1, cuda::memory_order_release);
    f[0].fetch_add(i * 0.5f, cuda::memory_order_relaxed), f[1] -= 0.5 * i, f[2].fetch_max(i, cuda::memory_order_relaxed);
    ref count(w[7]), all(w[8]), bits(w[9]);
    ++count, all += i;
    int seen = bits.load();
    while (!bits.compare_exchange_weak(seen, seen * 2, cuda::memory_order_acq_rel, cuda::memory_order_relaxed)) {}
    if (i) bits ^= 0, bits |= 0, bits &= -1, count--, count++, --count, ++count;
}

__global__ void larger(int a, int b, int *out) {
    out[0] = cuda::minimum<>{}(a, b), out[1] = cuda::maximum<int>{}(a, b);
}

int main() {
    cuda::atomic<int, cuda::thread_scope_device> *n;
    cuda::std::atomic<bool> done{false};
    int *numbers;
    cudaMallocManaged(&n, sizeof *n), cudaMallocManaged(&numbers, 16);
    n->store(0);
    numbers[0] = numbers[1] = 0;
    count<<<1, 10>>>(n, numbers, numbers + 1);
    cudaDeviceSynchronize();
    done = true;
    std::cout << n->load() << " " << numbers[0] << " " << numbers[1] << " " << done.load() << std::endl;
    larger<<<1, 1>>>(7, 3, numbers);
    cudaDeviceSynchronize();
    std::string text = std::to_string(numbers[0]) + " " + std::to_string(numbers[1]);
    std::cout << text << std::endl;
    int *w;
    cuda::atomic<float> *f;
    cudaMallocManaged(&w, 64), cudaMallocManaged(&f, 3 * sizeof *f);
    for (int i = 0; i < 10; ++i) w[i] = i == 6 ? 9 : 0;
    w[2] = 255, w[9] = 1, w[5] = -5;
    for (int i = 0; i < 3; ++i) f[i].store(0);
    operated<<<1, 10>>>(w, f);
    cudaDeviceSynchronize();
    for (int i = 0; i < 7; ++i) std::cout << w[i] << " ";
    for (int i = 0; i < 3; ++i) std::cout << f[i].load() << " ";
    std::cout << w[7] << " " << w[8] << " " << (w[9] >> 1) << std::endl;
}
