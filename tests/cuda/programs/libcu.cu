// What libcu++ calls by its own names; names of the standard library that CUDA's headers bring with them.
// prints: 10 45 9 1
// prints: 3 7
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
}
