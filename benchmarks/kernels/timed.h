/* Wall-clock seconds of the part that counts, and a check sum that tells whether results agree. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>
#ifdef _OPENACC
#include <openacc.h>
#endif
static double seconds(void) {
#ifdef _OPENACC
  acc_init(acc_device_nvidia); /* starting the device takes a fifth of a second, once a program */
#endif
  struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
static void report(const char *name, double took, double sum) { printf("%s %.6f %.9g\n", name, took, sum); }
