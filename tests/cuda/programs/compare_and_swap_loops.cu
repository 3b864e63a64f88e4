// Atomics that are written with a compare-and-swap: of floats, products, bytes, two numbers in one word, a list.
// prints: 112 8 | 112 at 51 | 96 121 146 171 196 221 246 15 | 200 in the list, 19900
#include <cstdio>
__device__ float atomicMaxFloat(float *address, float value) {
    int *as_int = (int *)address;
    int old = *as_int, assumed;
    do {
        assumed = old;
        old = atomicCAS(as_int, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}
__device__ double atomicMultiply(double *address, double by) {
    unsigned long long *place = (unsigned long long *)address, old = *place, seen;
    do {
        seen = old;
        old = atomicCAS(place, seen, __double_as_longlong(__longlong_as_double(seen) * by));
    } while (seen != old);
    return __longlong_as_double(old);
}
__device__ void addByte(unsigned char *address, unsigned char by) {
    unsigned *word = (unsigned *)((size_t)address & ~(size_t)3);
    int shift = ((size_t)address & 3) * 8;
    unsigned old = *word, next;
    while (true) {
        unsigned byte = ((old >> shift) + by) & 0xff;
        next = (old & ~(0xffu << shift)) | (byte << shift);
        unsigned found = atomicCAS(word, old, next);
        if (found == old) break;
        old = found;
    }
}
struct Best { float value; int at; };
__device__ void best(unsigned long long *cell, float value, int at) {
    unsigned long long mine = ((unsigned long long)__float_as_uint(value) << 32) | (unsigned)(1000 - at);
    unsigned long long old = *cell;
    while (mine > old) {
        unsigned long long found = atomicCAS(cell, old, mine);
        if (found == old) return;
        old = found;
    }
}
__global__ void k(float *top, double *product, unsigned char *bytes, unsigned long long *cell, int *head, int *next) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float v = (float)((t * 31) % 113);
    atomicMaxFloat(top, v);
    if (t % 10 == 0) atomicMultiply(product, t % 20 ? 2.0 : 0.5);
    if (t < 3) atomicMultiply(product, 2.0);
    addByte(bytes + t % 8, (unsigned char)t);
    best(cell, v, t);
    int old = *head;
    do {
        next[t] = old;
        old = atomicCAS(head, next[t], t);
    } while (old != next[t]);
}
int main() {
    float *top;
    double *product;
    unsigned char *bytes;
    unsigned long long *cell;
    int *head, *next;
    cudaMallocManaged(&top, 4), cudaMallocManaged(&product, 8), cudaMallocManaged(&bytes, 8), cudaMallocManaged(&cell, 8);
    cudaMallocManaged(&head, 4), cudaMallocManaged(&next, 200 * 4);
    *top = -1, *product = 1, *cell = 0, *head = -1, memset(bytes, 0, 8);
    k<<<4, 50>>>(top, product, bytes, cell, head, next);
    cudaDeviceSynchronize();
    printf("%g %g | %g at %d |", *top, *product, *(float *)((char *)cell + 4), 1000 - (int)(unsigned)*cell);
    for (int i = 0; i < 8; ++i) printf(" %d", bytes[i]);
    int many = 0, sum = 0;
    for (int at = *head; at >= 0 && many < 1000; at = next[at]) ++many, sum += at;
    printf(" | %d in the list, %d\n", many, sum);
}
