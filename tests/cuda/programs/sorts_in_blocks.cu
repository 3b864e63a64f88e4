// Sorts of a block: bitonic with keys and values, by rank, radix by bits with a scan of votes.
// prints: -20 44 fd7e078c 0 30 0 854, 0 unsorted
#include <cstdio>
template <typename K> __global__ void bitonic(K *keys, int *values) {
    __shared__ K k[64];
    __shared__ int v[64];
    int t = threadIdx.x, base = blockIdx.x * 64;
    k[t] = keys[base + t], v[t] = values[base + t];
    for (int size = 2; size <= 64; size <<= 1)
        for (int step = size >> 1; step > 0; step >>= 1) {
            __syncthreads();
            int other = t ^ step;
            if (other > t) {
                bool up = (t & size) == 0;
                if (up == (k[t] > k[other])) {
                    K a = k[t];
                    int b = v[t];
                    k[t] = k[other], k[other] = a, v[t] = v[other], v[other] = b;
                }
            }
        }
    __syncthreads();
    keys[base + t] = k[t], values[base + t] = v[t];
}
__global__ void ranked(const int *in, int *out, int n) {
    __shared__ int s[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, mine = i < n ? in[i] : 0, rank = 0;
    for (int base = 0; base < n; base += 32) {
        if (threadIdx.x < 32) s[threadIdx.x] = base + threadIdx.x < n ? in[base + threadIdx.x] : 0x7fffffff;
        __syncthreads();
        for (int j = 0; j < 32 && base + j < n; ++j) rank += s[j] < mine || (s[j] == mine && base + j < i);
        __syncthreads();
    }
    if (i < n) out[rank] = mine;
}
__global__ void radix(unsigned *a) {
    __shared__ unsigned s[96];
    __shared__ int zeros[3];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    unsigned mine = a[t];
    for (int bit = 0; bit < 10; ++bit) {
        bool one = mine >> bit & 1;
        unsigned votes = __ballot_sync(0xffffffffu, !one);
        if (lane == 0) zeros[warp] = __popc(votes);
        __syncthreads();
        int before = 0, all = 0;
        for (int w = 0; w < 3; ++w) before += w < warp ? zeros[w] : 0, all += zeros[w];
        before += __popc(votes & ((1u << lane) - 1));
        s[one ? all + t - before : before] = mine;
        __syncthreads();
        mine = s[t];
        __syncthreads();
    }
    a[t] = mine;
}
int main() {
    float *f;
    int *v, *in, *out;
    unsigned *u;
    cudaMallocManaged(&f, 512), cudaMallocManaged(&v, 512), cudaMallocManaged(&in, 400), cudaMallocManaged(&out, 400), cudaMallocManaged(&u, 384);
    for (int i = 0; i < 128; ++i) f[i] = (i * 77 % 129) * 0.5f - 20, v[i] = i;
    for (int i = 0; i < 100; ++i) in[i] = i * 43 % 31;
    for (int i = 0; i < 96; ++i) u[i] = (i * 613) % 1021;
    bitonic<<<2, 64>>>(f, v), ranked<<<3, 48>>>(in, out, 100), radix<<<1, 96>>>(u);
    cudaDeviceSynchronize();
    unsigned h = 0;
    int unsorted = 0;
    for (int i = 0; i < 128; ++i) h = h * 31 + v[i], unsorted += i % 64 && f[i - 1] > f[i];
    for (int i = 1; i < 100; ++i) unsorted += out[i - 1] > out[i];
    for (int i = 1; i < 96; ++i) unsorted += u[i - 1] > u[i];
    printf("%g %g %08x %d %d %u %u, %d unsorted\n", f[0], f[127], h, out[3], out[99], u[0], u[95], unsorted);
}
