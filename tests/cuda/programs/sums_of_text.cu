// Text: checksums by a table in constant memory, occurrences of a word, edit distances by diagonals, case and digits.
// prints: 50ae42f3 7be27c27 50fe4b81 3d2e6bc5 | 4 from 4 | 10 | 13
// prints: THE_LOOP_THAT_THE_LOOP_OF_##_LOOPS_LOOPS;_THE_#_OTHERS_DO_NOT,_AND_THEN_SOME_MORE_OF_THEM.
#include <cstdio>
#include <cstring>
__constant__ unsigned table[256];
__global__ void crc(const char *text, const int *starts, unsigned *out, int many) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= many) return;
    unsigned c = ~0u;
    for (const char *p = text + starts[t]; p < text + starts[t + 1]; ++p) c = table[(c ^ (unsigned char)*p) & 0xff] ^ (c >> 8);
    out[t] = ~c;
}
__global__ void find(const char *text, int n, const char *word, int m, int *count, int *first) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + m > n) return;
    int j = 0;
    while (j < m && (text[i + j] | 32) == word[j]) j++;
    if (j == m) atomicAdd(count, 1), atomicMin(first, i);
}
__global__ void distance(const char *a, int n, const char *b, int m, int *out) {
    __shared__ int rows[3][64];
    int t = threadIdx.x;
    for (int d = 0; d <= n + m; ++d) {
        int *now = rows[d % 3], *before = rows[(d + 2) % 3], *two = rows[(d + 1) % 3];
        int i = t, j = d - t;
        if (i <= n && j >= 0 && j <= m) {
            if (i == 0 || j == 0) now[i] = i + j;
            else now[i] = min(min(before[i], before[i - 1]) + 1, two[i - 1] + (a[i - 1] != b[j - 1]));
            if (i == n && j == m) *out = now[i];
        }
        __syncthreads();
    }
}
__global__ void changed(char *text, int n, int *digits) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    char c = text[i];
    if (c >= 'a' && c <= 'z') text[i] -= 'a' - 'A';
    else if (c >= '0' && c <= '9') atomicAdd(digits, c - '0'), text[i] = '#';
    else if (c == ' ') text[i] = '_';
}
int main() {
    const char *said = "The loop that the Loop of 42 loops loOPs; the 7 others do not, and then some more of them.";
    int n = (int)strlen(said), *numbers;
    char *text;
    unsigned host[256], *sums;
    for (unsigned i = 0; i < 256; ++i) {
        host[i] = i;
        for (int b = 0; b < 8; ++b) host[i] = host[i] & 1 ? 0xedb88320u ^ host[i] >> 1 : host[i] >> 1;
    }
    cudaMemcpyToSymbol(table, host, sizeof host);
    cudaMallocManaged(&text, 256), cudaMallocManaged(&numbers, 128), cudaMallocManaged(&sums, 32);
    strcpy(text, said), strcpy(text + 128, "loop"), strcpy(text + 160, "sitting on a kitten"), strcpy(text + 200, "kitten in the sitting");
    for (int i = 0; i <= 4; ++i) numbers[i] = i * n / 4;
    numbers[8] = 0, numbers[9] = 1000, numbers[11] = 0;
    crc<<<1, 32>>>(text, numbers, sums, 4), find<<<2, 64>>>(text, n, text + 128, 4, numbers + 8, numbers + 9);
    distance<<<1, 32>>>(text + 160, 19, text + 200, 21, numbers + 10), changed<<<3, 32>>>(text, n, numbers + 11);
    cudaDeviceSynchronize();
    printf("%08x %08x %08x %08x | %d from %d | %d | %d\n%s\n", sums[0], sums[1], sums[2], sums[3], numbers[8], numbers[9], numbers[10], numbers[11], text);
}
