// Checks that keep something of calls that went well without printing it at once: each call that they are given stays.
// prints: a pointer to one: 4 calls
// prints: an object: 4 calls
// prints: a sum: 4 calls
// prints: the last text: cudaFree(d)
// prints: a word of its own: 4 calls
// prints: ends: 4 calls
// prints: the second overload: 4 calls
// prints: another name: 4 calls
// prints: 6 6 6 6 6 6 6 6
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void twice(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] *= 2; }
static int times, loud = 2;
static const char *text = "none";
static void count(cudaError_t e) { ++times; if (e) exit(1); }
static void (*pointed)(cudaError_t) = count;
static struct { void operator()(cudaError_t e) { times = times + 1; if (e) exit(1); } } object;
static void sum(cudaError_t e) { times += 1; if (e != cudaSuccess) exit(1); }
#define LAST(x) do { text = #x; if ((x) != cudaSuccess) exit(1); } while (0)
static void asked(cudaError_t e) { bool tell = loud > 1; if (tell) times = times + 1; if (e) exit(1); }
struct Scope { ~Scope() { times = times + 1; } };
static void ended(cudaError_t e) { Scope scope; if (e) exit(1); }
static void chosen(cudaError_t e) { times += e == cudaSuccess; }
static void chosen(float) {}
#define ALIAS count
static int run0() {
    int h[8] = {1, 2, 3}, *d;
    pointed(cudaMalloc(&d, sizeof h));
    pointed(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    twice<<<1, 8>>>(d, 8);
    pointed(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    pointed(cudaFree(d));
    printf("a pointer to one: %d calls\n", times);
    times = 0;
    return h[2];
}
static int run1() {
    int h[8] = {1, 2, 3}, *d;
    object(cudaMalloc(&d, sizeof h));
    object(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    twice<<<1, 8>>>(d, 8);
    object(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    object(cudaFree(d));
    printf("an object: %d calls\n", times);
    times = 0;
    return h[2];
}
static int run2() {
    int h[8] = {1, 2, 3}, *d;
    sum(cudaMalloc(&d, sizeof h));
    sum(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    twice<<<1, 8>>>(d, 8);
    sum(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    sum(cudaFree(d));
    printf("a sum: %d calls\n", times);
    times = 0;
    return h[2];
}
static int run3() {
    int h[8] = {1, 2, 3}, *d;
    LAST(cudaMalloc(&d, sizeof h));
    LAST(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    twice<<<1, 8>>>(d, 8);
    LAST(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    LAST(cudaFree(d));
    printf("the last text: %s\n", text);
    times = 0;
    return h[2];
}
static int run4() {
    int h[8] = {1, 2, 3}, *d;
    asked(cudaMalloc(&d, sizeof h));
    asked(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    twice<<<1, 8>>>(d, 8);
    asked(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    asked(cudaFree(d));
    printf("a word of its own: %d calls\n", times);
    times = 0;
    return h[2];
}
static int run5() {
    int h[8] = {1, 2, 3}, *d;
    ended(cudaMalloc(&d, sizeof h));
    ended(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    twice<<<1, 8>>>(d, 8);
    ended(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    ended(cudaFree(d));
    printf("ends: %d calls\n", times);
    times = 0;
    return h[2];
}
static int run6() {
    int h[8] = {1, 2, 3}, *d;
    chosen(cudaMalloc(&d, sizeof h));
    chosen(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    twice<<<1, 8>>>(d, 8);
    chosen(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    chosen(cudaFree(d));
    printf("the second overload: %d calls\n", times);
    times = 0;
    return h[2];
}
static int run7() {
    int h[8] = {1, 2, 3}, *d;
    ALIAS(cudaMalloc(&d, sizeof h));
    ALIAS(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    twice<<<1, 8>>>(d, 8);
    ALIAS(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    ALIAS(cudaFree(d));
    printf("another name: %d calls\n", times);
    times = 0;
    return h[2];
}
int main() {
    int got[8];
    got[0] = run0();
    got[1] = run1();
    got[2] = run2();
    got[3] = run3();
    got[4] = run4();
    got[5] = run5();
    got[6] = run6();
    got[7] = run7();
    for (int i = 0; i < 8; ++i) printf(i < 7 ? "%d " : "%d\n", got[i]);
}
