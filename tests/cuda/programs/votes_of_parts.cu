// Votes of whole warps, of the lanes of a branch, and of the lanes that are left.
// prints: 82045511 264d167f 02045511 02045511 264d167f 264d167f 02045511 02045511
// prints: 264d167f 264ccd7f 02040c11 264ccd7f 264ccd7f 02040c11 02040c11 264ccd7f
// prints: 264ccd7f 02040c11 264ccd7f 264ccd7f 02040c11 02040c11 264ccd7f 264ccd7f
// prints: 02040c11 264ccd7f 264ccd7f 02040c11 02040c11 264ccd7f 264ccd7f 02040c11
// prints: f2e79933 72e79933 850bd020 850bd020 72e79933 72e79933 850bd020 72e79933
// prints: 72e79933 850b8720 850b8720 72e75033 72e75033 850b8720 850b8720 72e75033
// prints: 850b8720 850b8720 72e75033 72e75033 850b8720 850b8720 72e75033 850b8720
// prints: 850b8720 72e75033 72e75033 850b8720 850b8720 72e75033 850b8720 850b8720
// prints: 00000000 00000002 00000002 00000004 00000006 00000006 00000006 00000008
// prints: 0000000a 0000000a 0000000a 0000000c 0000000c 0000000c 0000000e 00000010
// prints: 00000010 00000010 00000012 00000012 00000012 00000014 00000016 00000016
// prints: 00000016 00000018 00000018 00000018 0000001a 0000001c 0000001c 0000001c
// prints: 00000001 00000001 00000001 00000003 00000005 00000005 00000005 00000007
// prints: 00000007 00000007 00000009 0000000b 0000000b 0000000b 0000000d 0000000f
// prints: 0000000f 00000011 00000013 00000013 00000013 00000015 00000017 00000017
// prints: 00000019 0000001b 0000001b 0000001b 0000001d 0000001f 0000001f 00000021
#include <cstdio>
__global__ void votes(const int *in, unsigned *out) {
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int v = in[t];
    unsigned odd = __ballot_sync(0xffffffffu, v & 1);
    unsigned told = odd;
    if (v & 1) told ^= __ballot_sync(odd, v > 20) * 3;
    else told ^= __ballot_sync(~odd, v > 20) * 5;
    int any = __any_sync(0xffffffffu, v == 13), all = __all_sync(0xffffffffu, v < 60 + warp * 10);
    out[t] = told + (any ? 1000 : 0) + (all ? 100000 : 0);
    if (lane < 9) {
        unsigned few = __ballot_sync(0x1ffu, lane % 3 == 0);
        out[t] += few << 8;
        if (lane == __ffs(few) - 1) out[t] |= 1u << 31;
    }
    __syncwarp();
    int rank = __popc(odd & ((1u << lane) - 1));
    out[64 + t] = rank * 2 + !__all_sync(0xffffffffu, rank < 16);
}
int main() {
    int *in;
    unsigned *out;
    cudaMallocManaged(&in, 64 * 4), cudaMallocManaged(&out, 128 * 4);
    for (int i = 0; i < 64; ++i) in[i] = (i * 29 + 7) % 67;
    votes<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 128; ++i) printf("%08x%s", out[i], i % 8 == 7 ? "\n" : " ");
}
