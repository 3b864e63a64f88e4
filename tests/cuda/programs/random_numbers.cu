// cuRAND's generators by their definitions, its seeds, jumps, distributions and orders: the numbers are those of cuRAND 10.4.5
// (device functions compiled for a host, generators of curandCreateGeneratorHost).
// prints: xorwow 1954919316 3681184389 2988894868 0.517743 0.5640 0.780807
// prints: mrg32k3a 1604391373 2253011095 1035914143 0.206245 -0.1246 0.861746
// prints: philox 3419031310 2666454581 843890362 0.674717 0.2548 0.929118
// prints: -11.945 16.073
// prints: 1217524717 2149465878 3.3014 -0.5563 0.254393766274
// prints: 3637059007 2898972905
// prints: 2947977507 3600374629 1.6768 4.6392 0.313276313821
// prints: 2841216425 3290801109
// prints: 1207298927 4231697306 3.9248 -0.5629 0.355842635978
// prints: 1790512164 4092473421
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>

template <typename S> __global__ void draw(unsigned *bits, float *numbers, unsigned long long seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    S state;
    curand_init(seed, i, 3, &state);
    for (int k = 0; k < 2; ++k) bits[2 * i + k] = curand(&state);
    __syncthreads();
    numbers[3 * i] = curand_uniform(&state);
    numbers[3 * i + 1] = curand_normal(&state);
    numbers[3 * i + 2] = (float)curand_uniform_double(&state);
}

__global__ void setup(curandState *states) { curand_init(42, threadIdx.x, 0, &states[threadIdx.x]); }

__global__ void kept(curandState *states, float *sums) {
    curandState local = states[threadIdx.x];
    float sum = 0;
    for (int k = 0; k < 1000; ++k) sum += curand_normal(&local);
    states[threadIdx.x] = local;
    sums[threadIdx.x] = sum + curand_log_normal(&local, 0.5f, 0.25f);
}

template <typename S> void shown(const char *name) {
    unsigned bits[16];
    float numbers[24];
    unsigned *b;
    float *n;
    cudaMalloc(&b, sizeof bits), cudaMalloc(&n, sizeof numbers);
    draw<S><<<2, 4>>>(b, n, 1234);
    cudaMemcpy(bits, b, sizeof bits, cudaMemcpyDeviceToHost), cudaMemcpy(numbers, n, sizeof numbers, cudaMemcpyDeviceToHost);
    printf("%s %u %u %u %.6f %.4f %.6f\n", name, bits[0], bits[1], bits[15], numbers[21], numbers[22], numbers[23]);
}

void host(curandRngType_t type) {
    curandGenerator_t generator;
    curandCreateGenerator(&generator, type);
    curandSetPseudoRandomGeneratorSeed(generator, 77);
    unsigned *bits;
    float *normal;
    double *uniform;
    cudaMallocManaged(&bits, 10000 * sizeof(unsigned)), cudaMallocManaged(&normal, 10000 * sizeof(float)), cudaMallocManaged(&uniform, 10000 * sizeof(double));
    curandGenerate(generator, bits, 8192);
    curandGenerateNormal(generator, normal, 8192, 1.5f, 2.0f);
    curandGenerateUniformDouble(generator, uniform, 8192);
    cudaDeviceSynchronize();
    printf("%u %u %.4f %.4f %.12f\n", bits[1], bits[4097], normal[0], normal[8191], uniform[8191]);
    curandSetGeneratorOffset(generator, 1000);
    curandGenerate(generator, bits, 4096);
    cudaDeviceSynchronize();
    printf("%u %u\n", bits[0], bits[4095]);
    curandDestroyGenerator(generator);
}

int main() {
    shown<curandState>("xorwow");
    shown<curandStateMRG32k3a>("mrg32k3a");
    shown<curandStatePhilox4_32_10_t>("philox");
    curandState *states;
    float *sums;
    cudaMallocManaged(&states, 8 * sizeof(curandState)), cudaMallocManaged(&sums, 8 * sizeof(float));
    setup<<<1, 8>>>(states);
    kept<<<1, 8>>>(states, sums);
    cudaDeviceSynchronize();
    printf("%.3f %.3f\n", sums[0], sums[7]);
    host(CURAND_RNG_PSEUDO_DEFAULT);
    host(CURAND_RNG_PSEUDO_MRG32K3A);
    host(CURAND_RNG_PSEUDO_PHILOX4_32_10);
}
