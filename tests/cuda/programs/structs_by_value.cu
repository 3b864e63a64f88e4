// Structs handed over by value: nested, with arrays, bit fields, operators, references, returned, kept in shared memory.
// prints: 13 -34 21 -19 5 4 1 xyz 4120
// prints: 7 -10 14 3 5 4 1 xyc 4103
// prints: 3 0 9 11 5 4 1 xbz 4090
// prints: 1 2 6 11 5 4 1 ayz 4081
#include <cstdio>
struct Vec { int x, y; };
__host__ __device__ Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
__host__ __device__ Vec operator*(Vec a, int s) { return {a.x * s, a.y * s}; }
struct Flags { unsigned kind : 3, size : 5; int : 0; signed low : 4; };
struct Box {
    Vec corner[2];
    Flags flags;
    char name[4];
    __device__ int area() const { return (corner[1].x - corner[0].x) * (corner[1].y - corner[0].y); }
    __device__ Box &grow(int by) {
        corner[1] = corner[1] + Vec{by, by * 2};
        return *this;
    }
};
struct Range {
    int first, last;
    struct Iterator {
        int at;
        __device__ bool operator!=(Iterator o) const { return at != o.at; }
        __device__ Iterator &operator++() { ++at; return *this; }
        __device__ int operator*() const { return at; }
    };
    __device__ Iterator begin() const { return {first}; }
    __device__ Iterator end() const { return {last}; }
};
__device__ Box shifted(Box b, Vec by) {
    for (Vec &c : b.corner) c = c + by;
    b.flags.size += 7, b.flags.low -= 5;
    return b;
}
__global__ void k(Box box, const Vec *by, Box *out, int *areas, Range r) {
    __shared__ Box kept[4];
    int t = threadIdx.x;
    Box b = shifted(box, by[t] * (t + 1));
    b.name[t % 4] = 'a' + t;
    kept[t] = b.grow(t).grow(1);
    __syncthreads();
    out[t] = kept[3 - t];
    areas[t] = out[t].area() + kept[t].flags.size * 1000;
    for (int i : r) areas[t] += i * t;
}
int main() {
    Vec *by;
    Box *out, box = {{{1, 2}, {5, 9}}, {5, 29, 6}, "xyz"};
    int *areas;
    cudaMallocManaged(&by, 4 * sizeof(Vec)), cudaMallocManaged(&out, 4 * sizeof(Box)), cudaMallocManaged(&areas, 16);
    for (int i = 0; i < 4; ++i) by[i] = {i, -i * i};
    k<<<1, 4>>>(box, by, out, areas, Range{3, 6});
    cudaDeviceSynchronize();
    for (int i = 0; i < 4; ++i)
        printf("%d %d %d %d %u %u %d %.3s %d\n", out[i].corner[0].x, out[i].corner[0].y, out[i].corner[1].x, out[i].corner[1].y,
               out[i].flags.kind, out[i].flags.size, out[i].flags.low, out[i].name, areas[i]);
}
