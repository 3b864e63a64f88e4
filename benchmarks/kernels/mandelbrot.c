#include "timed.h"
#define W 2048
#define H 2048
static int image[H][W];
static void draw(int limit) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      double cr = -2.0 + 3.0 * x / W, ci = -1.5 + 3.0 * y / H, r = 0, i = 0;
      int count = 0;
      while (count < limit && r * r + i * i < 4) {
        double next = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = next;
        count++;
      }
      image[y][x] = count;
    }
}
int main(void) {
  double start = seconds();
  draw(400);
  double took = seconds() - start, sum = 0;
  for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) sum += image[y][x];
  report("mandelbrot", took, sum);
}
