// Pointers: to pointers, to rows, to members, compared and subtracted, cast to other types, chosen by a condition.
// prints: 100130 1001027 100180 121330 50341 41273 50551 1020327
#include <cstdio>
struct Point { int x, y; Point *next; };
__device__ int value(const Point &p, int Point::*m) { return p.*m; }
__global__ void k(int **rows, int (*plane)[5], Point *points, int *out, const void *raw) {
    int t = threadIdx.x;
    int *row = rows[t % 3], *end = row + 5, sum = 0;
    for (int *p = row; p != end; ++p) sum += *p * (int)(p - row + 1);
    int(*mine)[5] = plane + t % 4;
    sum += (*mine)[t % 5] * 100 + plane[1][2] - *(*(plane + 2) + 1);
    Point *p = t % 2 ? points + t : points;
    for (int i = 0; i < 3; ++i) p = p->next;
    sum += value(*p, t & 4 ? &Point::x : &Point::y) * 10000;
    const unsigned char *bytes = static_cast<const unsigned char *>(raw);
    sum += *reinterpret_cast<const unsigned short *>(bytes + 2 * t);
    int **second = &row;
    (*second)++;
    sum += *row - (*second)[-1];
    out[t] = sum + (row > rows[t % 3]) + (p < points + 4 ? 1000000 : 0);
}
int main() {
    int **rows, (*plane)[5], *out, *cells;
    Point *points;
    cudaMallocManaged(&rows, 24), cudaMallocManaged(&plane, 80), cudaMallocManaged(&out, 200), cudaMallocManaged(&points, 8 * sizeof(Point));
    cudaMallocManaged(&cells, 100);
    for (int i = 0; i < 20; ++i) plane[i / 5][i % 5] = i * i % 13, cells[i] = i * 7;
    for (int i = 0; i < 3; ++i) rows[i] = plane[(i + 1) % 3];
    for (int i = 0; i < 8; ++i) points[i] = {i, i * 2, points + (i * 3 + 1) % 8};
    k<<<1, 8>>>(rows, plane, points, out, cells);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; ++i) printf("%d ", out[i]);
    printf("\n");
}
