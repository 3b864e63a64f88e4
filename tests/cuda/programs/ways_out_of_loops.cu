// Threads that leave loops each in its own way: returns, breaks of inner loops, continues, goto, do-while, comma steps.
// prints: 1000013 1001213 1002713 1001313 1000513 1001313 1001613 1002713 -13 1000118 1001313 1001613 1000019 1001613 1002713
// prints: 1000113 1001713 1000017 1001613 1000613 1001613 1002713 1001313 1001113 1001313 1001613 1000020 1000113 1002713 1001313
// prints: 1000513 1001313 1001613 1002713 1001113 1002713 1000016 1001613 1000013 1001613 1002713 1000113 1001713 1001313 1001613
// prints: 1000613 1001613 1002713 1001313 1001113 1001313 1001613 1002713 1000113 1002713 1001313 1000113 1001313 1001613 1002713
// prints: 1000513 1002713 1001313 1001613 1000613 1001613 1000115 1001313 1000113 1001313 1001613 1000013 1001213 1002713 1001313
// prints: 1000513 1001313 1001613 1002713 -13 1000118 1001313 1001613 1000019 1001613 1002713 1000113 1001713 1000017 1001613
#include <cstdio>
__global__ void k(const int *a, int *out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int v = a[t], s = 0, i, j;
    if (v == 13) {
        out[t] = -13;
        return;
    }
    for (i = 0, j = 20; i < j; ++i, j -= 2) {
        if (i * j == v) break;
        if ((i + v) % 3 == 0) continue;
        int k = 0;
        do {
            if (k * 5 > v) break;
            s += k;
            if (s > 200) goto done;
        } while (++k < i);
        for (;;) {
            if (k <= 0) break;
            if (k % 4 == 3) {
                --k;
                continue;
            }
            s ^= k;
            k -= 2;
        }
        if (s % 50 == 7) {
            out[t] = s * 1000 + i;
            return;
        }
    }
    while (s > 30) {
        s = s / 2 - 1;
        if (s % 5 == 0) goto done;
    }
    s += 10000;
done:
    out[t] = s * 100 + i + j;
}
int main() {
    const int n = 90;
    int *a, *out;
    cudaMallocManaged(&a, n * 4), cudaMallocManaged(&out, n * 4);
    for (int i = 0; i < n; ++i) a[i] = (i * 19 + 3) % 71, out[i] = 0;
    k<<<3, 32>>>(a, out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) printf("%d%s", out[i], i % 15 == 14 ? "\n" : " ");
}
