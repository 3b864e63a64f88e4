// Barriers that count, and that ask whether all or some threads say yes: in rounds, in functions, in conditions.
// prints: 23414141 23414141 23414141
// prints: 19 0 24
// prints: 0 1 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 19 20 22 23 25 26 28
// prints: 29 31 32 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 50 51 53 54 56 57
// prints: 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71
// prints: 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95
// prints: -143 -142 -141 -140 -139 -138 -137 -136 -135 -134 -133 -132 -131 -130 -129 -128 -127 -126 -125 -124 -123 -122 -121 -120
// prints: -119 -118 -117 -116 -115 -114 -113 -112 -111 -110 -109 -108 -107 -106 -105 -104 -103 -102 -101 -100 -99 -98 -97 -96
#include <cstdio>
__device__ bool settled(int *s, int t, int n) {
    bool moved = false;
    if (t % 2 == 0 && t + 1 < n && s[t] > s[t + 1]) {
        int v = s[t];
        s[t] = s[t + 1], s[t + 1] = v, moved = true;
    }
    __syncthreads();
    if (t % 2 == 1 && t + 1 < n && s[t] > s[t + 1]) {
        int v = s[t];
        s[t] = s[t + 1], s[t + 1] = v, moved = true;
    }
    return !__syncthreads_or(moved);
}
__global__ void sorted(int *a, int *rounds, int n) {
    __shared__ int s[48];
    int t = threadIdx.x, many = 0;
    s[t] = a[blockIdx.x * n + t];
    __syncthreads();
    while (!settled(s, t, n)) ++many;
    a[blockIdx.x * n + t] = s[t];
    if (t == 0) rounds[blockIdx.x] = many;
}
__global__ void counted(const int *a, int *out, int n) {
    int t = threadIdx.x, v = a[t];
    int above = __syncthreads_count(v > 40), even = __syncthreads_count(v % 2 == 0 && t < 30);
    if (__syncthreads_and(v >= 0)) out[t] = above * 1000 + even * 10;
    else out[t] = -1;
    for (int limit = 1; ; limit *= 2) {
        if (__syncthreads_and(v < limit)) break;
        out[t] += __syncthreads_count(v >= limit) * 100000;
    }
    int any = __syncthreads_or(t == 47 && v == a[n - 1] ? 6 : 0);
    out[t] += any != 0;
}
int main() {
    const int n = 48;
    int *a, *out, *rounds;
    cudaMallocManaged(&a, 3 * n * 4), cudaMallocManaged(&out, n * 4), cudaMallocManaged(&rounds, 12);
    for (int i = 0; i < 3 * n; ++i) a[i] = i < n ? (i * 31 + 5) % 59 : i < 2 * n ? i : -i;
    counted<<<1, n>>>(a, out, n);
    sorted<<<3, n>>>(a, rounds, n);
    cudaDeviceSynchronize();
    printf("%d %d %d\n%d %d %d\n", out[0], out[20], out[47], rounds[0], rounds[1], rounds[2]);
    for (int i = 0; i < 3 * n; ++i) printf("%d%s", a[i], i % 24 == 23 ? "\n" : " ");
}
