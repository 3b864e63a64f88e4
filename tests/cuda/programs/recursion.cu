// Functions that call themselves and one another on the device: numbers, permutations, sorting, trees of a template.
// prints: 103 1301005 4803107 12707009 29415103 5 1301107 4803009 1 7 21 35 35 21 7 1
// prints: 0 2 7 12 14 17 19 24 26 29 31 36 4 6 9 11 16 21 23 28 33 35 38 40 20c4744e
#include <cstdio>
__device__ int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
__device__ bool odd(unsigned n);
__device__ bool even(unsigned n) { return n == 0 || odd(n - 1); }
__device__ bool odd(unsigned n) { return n != 0 && even(n - 1); }
__device__ int moves(int n, int from, int to, int &sum) {
    if (n == 0) return 0;
    int by = 6 - from - to, many = moves(n - 1, from, by, sum);
    sum += from * 10 + to;
    return many + 1 + moves(n - 1, by, to, sum);
}
__device__ void quicksort(int *a, int first, int last) {
    if (first >= last) return;
    int pivot = a[(first + last) / 2], i = first, j = last;
    while (i <= j) {
        while (a[i] < pivot) ++i;
        while (a[j] > pivot) --j;
        if (i <= j) {
            int v = a[i];
            a[i++] = a[j], a[j--] = v;
        }
    }
    quicksort(a, first, j), quicksort(a, i, last);
}
template <int N> __device__ int binomial(int k) { return k == 0 || k == N ? 1 : binomial<N - 1>(k) + binomial<N - 1>(k - 1); }
template <> __device__ int binomial<0>(int k) { return k == 0; }
__global__ void k(int *out, int *rows) {
    int t = threadIdx.x, sum = 0;
    int many = moves(t % 5, 1, 3, sum);
    out[t] = ackermann(2, t % 4) + even(t) * 100 + many * 1000 + sum * 100000;
    out[8 + t] = binomial<7>(t);
    quicksort(rows + t * 12, 0, 11);
}
int main() {
    int *out, *rows;
    cudaMallocManaged(&out, 64), cudaMallocManaged(&rows, 8 * 48);
    for (int i = 0; i < 96; ++i) rows[i] = (i * 53 + 17) % 41;
    k<<<1, 8>>>(out, rows);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; ++i) printf("%d ", out[i]);
    printf("\n");
    for (int i = 0; i < 24; ++i) printf("%d ", rows[i]);
    unsigned h = 0;
    for (int i = 0; i < 96; ++i) h = h * 31 + rows[i];
    printf("%08x\n", h);
}
