/* Wall-clock seconds of the part that counts, and a check sum that tells whether results agree. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>
static double seconds(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
static void report(const char *name, double took, double sum) { printf("%s %.6f %.9g\n", name, took, sum); }
