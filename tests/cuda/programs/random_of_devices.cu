// cuRAND on the device: states with a seed, a sequence and an offset, integers and uniform numbers, states that are kept.
// prints: 3173397379 0.186259195 0.26803434972773849
// prints: 3516287187 0.201233596 0.021229056860214313
// prints: 2804395082 0.338981807 0.79112498959485356
// prints: 861865560 0.532126904 0.3835356968101154
// prints: 854237597 0.559667587 0.24257932673243982
// prints: 514044282 0.477032602 0.12427681585208622
// prints: 4009
#include <cstdio>
#include <curand_kernel.h>
__global__ void begin(curandState *s, unsigned long long seed) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, t, t % 3, &s[t]);
}
__global__ void draw(curandState *s, unsigned *u, float *f, double *d) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    curandState mine = s[t];
    u[t] = curand(&mine) ^ curand(&mine);
    f[t] = curand_uniform(&mine);
    d[t] = curand_uniform_double(&mine);
    skipahead(5, &mine);
    u[t] += curand(&mine);
    s[t] = mine;
}
__global__ void inside(int *hits, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, in = 0;
    curandStatePhilox4_32_10_t p;
    curand_init(1234, t, 0, &p);
    for (int i = 0; i < n; ++i) {
        uint4 r = curand4(&p);
        long long x = r.x >> 17, y = r.y >> 17;
        in += x * x + y * y < (1ll << 30);
    }
    atomicAdd(hits, in);
}
int main() {
    curandState *s;
    unsigned *u;
    float *f;
    double *d;
    int *hits;
    cudaMalloc(&s, 12 * sizeof(curandState)), cudaMallocManaged(&u, 48), cudaMallocManaged(&f, 48), cudaMallocManaged(&d, 96), cudaMallocManaged(&hits, 4);
    begin<<<3, 4>>>(s, 42);
    for (int round = 0; round < 2; ++round) {
        draw<<<3, 4>>>(s, u, f, d);
        cudaDeviceSynchronize();
        for (int i = 0; i < 12; i += 5) printf("%u %.9g %.17g\n", u[i], f[i], d[i]);
    }
    *hits = 0;
    inside<<<4, 64>>>(hits, 20);
    cudaDeviceSynchronize();
    printf("%d\n", *hits);
}
