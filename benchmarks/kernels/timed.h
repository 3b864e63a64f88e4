/* Wall-clock seconds of the part that counts, and a check sum that tells whether results agree. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>
/* Starting the device takes a fifth of a second, once a program: it is not what is compared. */
static void wake_device(void) {
  int one = 0;
#pragma acc parallel copy(one)
  one = 1;
  if (!one) exit(1);
}
static double seconds(void) {
  wake_device();
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
static void report(const char *name, double took, double sum) { printf("%s %.6f %.9g\n", name, took, sum); }
