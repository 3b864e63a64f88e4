// Types that are said to be for a side: it says nothing of them.
// prints: 6 9
// prints: 2 7
// prints: 5 1.5
// prints: 11 12 13
// prints: 4
#include <cstdio>

__host__ __device__
struct Pair {
    int a, b;
    __host__ __device__ Pair() : a(0), b(0) {}
    __host__ __device__ Pair(int a, int b) : a(a), b(b) {}
    __host__ __device__ int sum() const { return a + b; }
};

__device__ class Scaled {
public:
    __device__ explicit Scaled(int by) : by_(by) {}
    __device__ int of(int x) const { return by_ * x; }

private:
    int by_;
};

__device__ enum Kind { ONE = 1, TWO };

__host__ __device__ union Word {
    int i;
    float f;
};

__host__ __device__ struct Later;

struct __host__ __device__ Later {
    int x;
};

template <typename T>
__host__ __device__ struct Three {
    T of[3];
};

__device__ struct Held {
    int value;
} held;

__global__ void all(int *out, float *real) {
    Pair pair(2, 4);
    out[0] = pair.sum();
    out[1] = Scaled(3).of(3);
    out[2] = TWO;
    Later later = {7};
    out[3] = later.x;
    Word word;
    word.i = 5;
    out[4] = word.i;
    word.f = 1.5f;
    real[0] = word.f;
    Three<int> three = {{11, 12, 13}};
    for (int i = 0; i < 3; ++i) out[5 + i] = three.of[i];
    held.value = 4;
}

__global__ void read(int *out) { out[8] = held.value; }

int main() {
    int *out, host[9];
    float *real, one;
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&real, sizeof one);
    all<<<1, 1>>>(out, real);
    read<<<1, 1>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(&one, real, sizeof one, cudaMemcpyDeviceToHost);
    printf("%d %d\n%d %d\n%d %g\n%d %d %d\n%d\n", host[0], host[1], host[2], host[3], host[4], one, host[5], host[6], host[7], host[8]);
    cudaFree(out);
    cudaFree(real);
    return 0;
}
