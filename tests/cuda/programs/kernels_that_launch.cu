// Kernels that launch kernels: from one thread and from all, in the order of a block, in streams, with what a variable held at the launch, over
// and over, with shared memory, of templates, of two dimensions, kernels that launch themselves, and what runs behind all others.
// prints: sorted 0 3 5 9 14 21 21 30 33 38 40 47 52 55 60 68
// prints: counted 8 8 8 8
// prints: in order 3 13 23 33
// prints: as it was 0 1 2 3 4
// prints: chain 3000
// prints: shared 120 136
// prints: template 7 14 21 28
// prints: plane 0 1 2 10 11 12 20 21 22
// prints: last 5 6
// prints: tree 31
// prints: from shared 40 41 42 43 44 45 46 47
// prints: none 0
// prints: chosen 42 7 9 11
// prints: child 0, child 1,
#include <cstdio>
__global__ void sort(int *a, int left, int right) {
    int i = left, j = right, pivot = a[(left + right) / 2];
    while (i <= j) {
        while (a[i] < pivot) ++i;
        while (a[j] > pivot) --j;
        if (i <= j) { int v = a[i]; a[i++] = a[j]; a[j--] = v; }
    }
    cudaStream_t s, t;
    if (left < j) {
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        sort<<<1, 1, 0, s>>>(a, left, j);
        cudaStreamDestroy(s);
    }
    if (i < right) {
        cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
        sort<<<1, 1, 0, t>>>(a, i, right);
        cudaStreamDestroy(t);
    }
}
__global__ void count(int *a) { atomicAdd(&a[threadIdx.x], 1); }
__global__ void all_count(int *a) { count<<<1, 4>>>(a); }
__global__ void put(int *a, int at, int v) { a[at] = v; }
__global__ void scale(int *a, int at, int by, int more) { a[at] = a[at] * by + more; }
__global__ void in_order(int *a) {
    put<<<1, 1>>>(a, blockIdx.x, blockIdx.x);
    scale<<<1, 1>>>(a, blockIdx.x, 2, 0);
    scale<<<1, 1>>>(a, blockIdx.x, 5, 3);
}
__global__ void as_it_was(int *a) {
    if (threadIdx.x) return;
    int v = 0;
    for (int i = 0; i < 5; ++i) { put<<<1, 1>>>(a, i, v); ++v; }
    v = 100;
}
__global__ void chain(int *a, int left) {
    if (threadIdx.x == 0) a[0] += 1;
    if (threadIdx.x == 0 && left > 1) chain<<<1, 32, 0, cudaStreamTailLaunch>>>(a, left - 1);
}
__global__ void summed(int *a, int at) {
    extern __shared__ int s[];
    s[threadIdx.x] = threadIdx.x + at;
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < blockDim.x; ++i) sum += s[i];
        a[at] = sum;
    }
}
__global__ void with_shared(int *a) {
    if (threadIdx.x < 2) summed<<<1, 16, 16 * sizeof(int)>>>(a, threadIdx.x);
}
template <typename T, int N> __global__ void times(T *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = T(i + 1) * N; }
template <typename T> __global__ void with_template(T *a, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) times<T, 7><<<(n + 1) / 2, 2>>>(a, n);
}
__global__ void fill(int *a, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < width) a[y * width + x] = 10 * y + x;
}
__global__ void plane(int *a, int width) {
    dim3 block(2, 2), grid((width + block.x - 1) / block.x, (width + block.y - 1) / block.y);
    fill<<<grid, block>>>(a, width);
}
__global__ void last(int *a) {
    put<<<1, 1, 0, cudaStreamTailLaunch>>>(a, threadIdx.x, 5 + threadIdx.x);
    put<<<1, 1, 0, cudaStreamFireAndForget>>>(a, threadIdx.x, 1);
}
__global__ void tree(int *a, int depth) {
    atomicAdd(a, 1);
    if (depth) {
        tree<<<2, 1>>>(a, depth - 1);
        if (cudaGetLastError() != cudaSuccess) printf("no launch\n");
    }
}
__global__ void from_shared(int *a) {
    __shared__ int s[8];
    s[7 - threadIdx.x] = 40 + threadIdx.x;
    __syncthreads();
    put<<<1, 1>>>(a, threadIdx.x, s[7 - threadIdx.x]);
    __syncthreads();
    s[threadIdx.x] = -1;
}
__global__ void none(int *a, int n) { if (n > 0) put<<<n, 1>>>(a, 0, 9); }
template <typename T> __global__ void set(T *a, T v) { *a = v; }
__global__ void set(int *a, int n, int v) { a[n] = v; }
__global__ void with_default(int *a, int v = 9) { a[2] = v; }
__global__ void chosen(int *a) {
    set<<<1, 1>>>(a, 42);
    set<<<1, 1>>>(a, 1, 7);
    with_default<<<1, 1>>>(a);
    auto go = [&](int v) { set<<<1, 1>>>(a, 3, v); };
    go(10), go(11);
}
__global__ void says(int number) { printf("child %d, ", number); }
__global__ void says_parent() {
    for (int i = 0; i < 2; ++i) says<<<1, 1>>>(i);
}
static void show(const char *what, const int *a, int n) {
    cudaDeviceSynchronize();
    printf("%s", what);
    for (int i = 0; i < n; ++i) printf(" %d", a[i]);
    printf("\n");
}
int main() {
    int *a;
    cudaMallocManaged(&a, 64 * sizeof(int));
    const int given[] = {38, 3, 21, 60, 9, 47, 0, 55, 33, 14, 68, 21, 5, 40, 52, 30};
    for (int i = 0; i < 16; ++i) a[i] = given[i];
    sort<<<1, 1>>>(a, 0, 15);
    show("sorted", a, 16);
    cudaMemset(a, 0, 256);
    all_count<<<2, 4>>>(a);
    show("counted", a, 4);
    in_order<<<4, 1>>>(a);
    show("in order", a, 4);
    as_it_was<<<1, 32>>>(a);
    show("as it was", a, 5);
    cudaMemset(a, 0, 256);
    chain<<<1, 32>>>(a, 3000);
    show("chain", a, 1);
    with_shared<<<1, 32>>>(a);
    show("shared", a, 2);
    with_template<<<2, 32>>>(a, 4);
    show("template", a, 4);
    plane<<<1, 1>>>(a, 3);
    show("plane", a, 9);
    last<<<1, 2>>>(a);
    show("last", a, 2);
    cudaMemset(a, 0, 256);
    tree<<<1, 1>>>(a, 4);
    show("tree", a, 1);
    from_shared<<<1, 8>>>(a);
    show("from shared", a, 8);
    cudaMemset(a, 0, 256);
    none<<<1, 1>>>(a, 0);
    show("none", a, 1);
    chosen<<<1, 1>>>(a);
    show("chosen", a, 4);
    says_parent<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("\n");
}
