// Lanes with the same value: of any, of all, with a predicate, in integers of both sizes and in floats.
// prints: int by 1: 00040001 a222a223 00000000 edbf90a8
// prints: int by 2: 80042001 a226a222 00000000 b43d3628
// prints: int by 9: a52d694b 27afeb62 00000000 f39a0668
// prints: int by 100: ffffffff 77777776 00000000 8398e9b8
// prints: unsigned long long by 1: 00040001 a222a223 00000000 edbf90a8
// prints: unsigned long long by 2: 80042001 a226a222 00000000 b43d3628
// prints: unsigned long long by 9: a52d694b 27afeb62 00000000 f39a0668
// prints: unsigned long long by 100: ffffffff 77777776 00000000 8398e9b8
// prints: float by 1: 00040001 a222a223 00000000 edbf90a8
// prints: float by 2: 80042001 a226a222 00000000 b43d3628
// prints: float by 9: a52d694b 27afeb62 00000000 f39a0668
// prints: float by 100: ffffffff 77777776 00000000 8398e9b8
// prints: double by 1: 00040001 a222a223 00000000 edbf90a8
// prints: double by 2: 80042001 a226a222 00000000 b43d3628
// prints: double by 9: a52d694b 27afeb62 00000000 f39a0668
// prints: double by 100: ffffffff 77777776 00000000 8398e9b8
#include <cstdio>
template <typename T> __global__ void same(const int *in, unsigned *out, int by) {
    int lane = threadIdx.x;
    T v = (T)(in[lane] / by);
    out[lane] = __match_any_sync(0xffffffffu, v);
    int whole = 7;
    unsigned all = __match_all_sync(0xffffffffu, v, &whole);
    out[32 + lane] = all + whole;
    if (lane % 4 == 1) {
        int part;
        unsigned some = __match_any_sync(0x22222222u, v);
        unsigned every = __match_all_sync(0x22222222u, (T)(v - v + (T)by), &part);
        out[lane] ^= some * 3 + every + part;
    }
}
template <typename T> void told(const char *name, const int *in, unsigned *out) {
    for (int by : {1, 2, 9, 100}) {
        same<T><<<1, 32>>>(in, out, by);
        cudaDeviceSynchronize();
        unsigned mixed = 0;
        for (int i = 0; i < 64; ++i) mixed = mixed * 31 + out[i];
        printf("%s by %d: %08x %08x %08x %08x\n", name, by, out[0], out[13], out[40], mixed);
    }
}
int main() {
    int *in;
    unsigned *out;
    cudaMallocManaged(&in, 32 * 4), cudaMallocManaged(&out, 64 * 4);
    for (int i = 0; i < 32; ++i) in[i] = (i * 7) % 18;
    told<int>("int", in, out);
    told<unsigned long long>("unsigned long long", in, out);
    told<float>("float", in, out);
    told<double>("double", in, out);
}
