// The four shuffles with every width, on types of four and eight bytes.
// prints: int: 33216 32448 34032 33216 33120 32040 34752 33024 32928 31836 36048 32256 32544 31734 38064 29184 31776 31683 39792 16896
// prints: unsigned: 33216 32448 34032 33216 33120 32040 34752 33024 32928 31836 36048 32256 32544 31734 38064 29184 31776 31683 39792 16896
// prints: float: 33216 32448 34032 33216 33120 32040 34752 33024 32928 31836 36048 32256 32544 31734 38064 29184 31776 31683 39792 16896
// prints: long long: 33216 32448 34032 33216 33120 32040 34752 33024 32928 31836 36048 32256 32544 31734 38064 29184 31776 31683 39792 16896
// prints: double: 33216 32448 34032 33216 33120 32040 34752 33024 32928 31836 36048 32256 32544 31734 38064 29184 31776 31683 39792 16896
// prints: unsigned long: 33216 32448 34032 33216 33120 32040 34752 33024 32928 31836 36048 32256 32544 31734 38064 29184 31776 31683 39792 16896
#include <cstdio>
template <typename T> __global__ void widths(T *out) {
    int lane = threadIdx.x;
    T v = (T)(lane * 3 + 1);
    int at = 0;
#pragma unroll
    for (int width = 2; width <= 32; width *= 2) {
        out[at++ * 32 + lane] = __shfl_sync(0xffffffffu, v, lane + 1, width);
        out[at++ * 32 + lane] = __shfl_up_sync(0xffffffffu, v, 1, width);
        out[at++ * 32 + lane] = __shfl_down_sync(0xffffffffu, v, width / 2, width);
        out[at++ * 32 + lane] = __shfl_xor_sync(0xffffffffu, v, width - 1, width);
    }
}
template <typename T> void told(const char *name) {
    T *out;
    cudaMallocManaged(&out, 20 * 32 * sizeof(T));
    widths<T><<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("%s:", name);
    for (int row = 0; row < 20; ++row) {
        long long sum = 0;
        for (int lane = 0; lane < 32; ++lane) sum += (long long)out[row * 32 + lane] * (lane + 1);
        printf(" %lld", sum);
    }
    printf("\n");
    cudaFree(out);
}
int main() {
    told<int>("int");
    told<unsigned>("unsigned");
    told<float>("float");
    told<long long>("long long");
    told<double>("double");
    told<unsigned long>("unsigned long");
}
