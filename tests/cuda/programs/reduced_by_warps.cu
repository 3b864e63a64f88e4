// Reductions of warps in one instruction, of all lanes and of some.
// prints: 40540 5351
// prints: 40540 5351
// prints: 55540 5351
// prints: 55540 5351
// prints: 34677 5291
// prints: 57677 5291
// prints: 57677 5291
#include <cstdio>
__global__ void reduced(const int *in, int *out, unsigned *uout) {
    int t = threadIdx.x, lane = t & 31, v = in[t];
    unsigned u = (unsigned)v;
    const unsigned every = 0xffffffffu;
    out[t] = __reduce_add_sync(every, v) + __reduce_min_sync(every, v) * 3 + __reduce_max_sync(every, v) * 7;
    uout[t] = __reduce_add_sync(every, u) ^ __reduce_min_sync(every, u) ^ __reduce_max_sync(every, u);
    uout[t] += __reduce_and_sync(every, u | 0x700u) + __reduce_or_sync(every, u & 0xf0fu) + __reduce_xor_sync(every, u);
    if (lane & 4) out[t] += __reduce_max_sync(0xf0f0f0f0u, v) * 1000;
    else out[t] -= __reduce_min_sync(0x0f0f0f0fu, v) * 1000;
}
int main() {
    int *in, *out;
    unsigned *uout;
    cudaMallocManaged(&in, 64 * 4), cudaMallocManaged(&out, 64 * 4), cudaMallocManaged(&uout, 64 * 4);
    for (int i = 0; i < 64; ++i) in[i] = (i * 37 + 11) % 101 - 40;
    reduced<<<1, 64>>>(in, out, uout);
    cudaDeviceSynchronize();
    for (int i : {0, 3, 4, 31, 32, 36, 63}) printf("%d %u\n", out[i], uout[i]);
}
