// A graph in rows: levels from a source with a queue, components by smallest labels, a flag that says when to stop.
// prints: 1 2 4 7 10 12 13 3 | e9204748 3c799930 1
#include <cstdio>
__global__ void step(const int *rows, const int *to, int *level, const int *queue, int many, int *next, int *count, int at) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= many) return;
    int v = queue[t];
    for (int e = rows[v]; e < rows[v + 1]; ++e) {
        int u = to[e];
        if (atomicCAS(&level[u], -1, at + 1) == -1) next[atomicAdd(count, 1)] = u;
    }
}
__global__ void hook(const int *rows, const int *to, int *label, bool *moved, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    for (int e = rows[v]; e < rows[v + 1]; ++e) {
        int mine = atomicAdd(&label[v], 0);
        if (atomicMin(&label[to[e]], mine) > mine) *moved = true;
    }
}
int main() {
    const int n = 120;
    int *rows, *to, *level, *queue[2], *count, *label;
    bool *moved;
    cudaMallocManaged(&rows, (n + 1) * 4), cudaMallocManaged(&to, n * 6 * 4), cudaMallocManaged(&level, n * 4), cudaMallocManaged(&label, n * 4);
    cudaMallocManaged(&queue[0], n * 4), cudaMallocManaged(&queue[1], n * 4), cudaMallocManaged(&count, 4), cudaMallocManaged(&moved, 1);
    int edges = 0;
    for (int v = 0; v < n; ++v) {
        rows[v] = edges;
        if (v % 3 == 0) to[edges++] = v * 2 % n / 3 * 3, to[edges++] = (v + 9) % n / 3 * 3;
        else to[edges++] = (v * 5 + 3) % n, to[edges++] = v - 1;
        level[v] = -1, label[v] = v;
    }
    rows[n] = edges;
    int many = 1, at = 0;
    level[7] = 0, queue[0][0] = 7;
    while (many) {
        *count = 0;
        step<<<(many + 31) / 32, 32>>>(rows, to, level, queue[at % 2], many, queue[(at + 1) % 2], count, at);
        cudaDeviceSynchronize();
        printf("%d ", many), many = *count, ++at;
    }
    int rounds = 0;
    do {
        *moved = false;
        hook<<<3, 40>>>(rows, to, label, moved, n);
        cudaDeviceSynchronize();
    } while (*moved && ++rounds < 1000);
    unsigned a = 0, b = 0;
    for (int v = 0; v < n; ++v) a = a * 31 + level[v], b = b * 31 + label[v];
    printf("| %08x %08x %d\n", a, b, rounds < 1000);
}
