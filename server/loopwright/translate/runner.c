/* Loads a library and runs what is in it: a kernel with its judge (the oracle or a GPU), or its translation on states that the parent made.

   The library is loaded when the shared memory is mapped, closed and out of reach: symbols, constructors and macros of the file
   come after this program. What the kernel prints goes into memory that nobody reads. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <fenv.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "shared.h"

typedef void (*launch)(const unsigned *, size_t, void **);
typedef void *(*global)(const char *);
static struct lw_shared shared;
static unsigned char secret[16];
static void reach(int open) {
  if (mprotect(shared.header, shared.plan.bytes, open ? PROT_READ | PROT_WRITE : PROT_NONE)) _exit(5);
}
static void stamp(struct lw_trial *trial, int number) {
  memcpy(trial->stamp, secret, sizeof secret);
  trial->stamp[0] ^= (unsigned char)(number + 1);
}
static double milliseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}
/* Seconds of work of all threads; the parent watches the clock. */
static void work_at_most(int seconds) {
  const struct itimerval limit = {{0, 0}, {seconds, 0}};
  setitimer(ITIMER_PROF, &limit, 0);
}
static size_t up(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

/* A buffer with a zone around it that nothing may touch. */
static void *guarded(size_t bytes) {
  const size_t margin = (size_t)1 << 24, room = (bytes + 4095) & ~(size_t)4095;
  char *zone = mmap(0, room + 2 * margin, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (zone == MAP_FAILED || mprotect(zone + margin, room, PROT_READ | PROT_WRITE)) _exit(5);
  return zone + margin;
}

static char *data[2][LW_ITEMS];
static void *addresses[LW_ITEMS], *given[LW_ITEMS];
static void put(const char *state, global of, int large) {
  for (uint32_t i = 0; i < shared.plan.items; i++) {
    const struct lw_item *item = &shared.plan.item[i];
    void *there = item->flags & LW_GLOBAL ? (of ? of(item->name) : 0) : data[large][i];
    if (there) memcpy(there, state, item->bytes[large]);
    state += up(item->bytes[large]);
  }
}
static void take(char *state, global of, int large) {
  for (uint32_t i = 0; i < shared.plan.items; i++) {
    const struct lw_item *item = &shared.plan.item[i];
    const void *there = item->flags & LW_GLOBAL ? (of ? of(item->name) : 0) : data[large][i];
    if (there) memcpy(state, there, item->bytes[large]);
    state += up(item->bytes[large]);
  }
}
struct side { void *library; launch run; global of; };
static struct side side_of(const char *path) {
  char name[64];
  struct side side = {dlopen(path, RTLD_LAZY | RTLD_LOCAL), 0, 0};
  snprintf(name, sizeof name, "lw_translated_%d", shared.plan.number);
  if (side.library) side.run = (launch)dlsym(side.library, name), side.of = (global)dlsym(side.library, "lw_global");
  if (!side.run) _exit(3);
  return side;
}
static double timed(struct side side, const struct lw_trial *trial) {
  const double start = milliseconds();
  side.run(trial->shape, trial->shared_bytes, given);
  return milliseconds() - start;
}
static void translations(const char *path, const char *rival_path) {
  const struct side own = side_of(path), rival = rival_path ? side_of(rival_path) : own;
  reach(1);
  shared.header->state = LW_LOADED;
  reach(0);
  int *taken = own.of ? (int *)own.of("lw_taken") : 0;
  fenv_t environment;
  fegetenv(&environment);
  for (int number = shared.plan.first; number < shared.plan.trials; number++) {
    reach(1);
    struct lw_trial *const there = &shared.header->trial[number], trial = *there;
    if (!trial.outcome) continue;
    const int large = trial.large != 0;
    size_t at = 0;
    for (uint32_t i = 0; i < shared.plan.items; i++) {
      const struct lw_item *item = &shared.plan.item[i];
      if (item->flags & LW_GLOBAL) continue;
      if (!data[large][i]) data[large][i] = item->flags & LW_POINTER ? guarded(item->bytes[large]) : calloc(1, item->bytes[large] + 64);
      addresses[i] = data[large][i];
      given[i] = item->flags & LW_POINTER ? (void *)&addresses[i] : data[large][i];
      at += up(item->bytes[large]);
    }
    char *const state = (char *)shared.header + trial.state_at;
    double other_ms = 0;
    if (rival_path) {
      put(state, rival.of, large);
      reach(0);
      work_at_most(20);
      other_ms = timed(rival, &trial);
      work_at_most(0);
      reach(1);
      memcpy(state + trial.state_bytes, state, trial.state_bytes);
      take(state + trial.state_bytes, rival.of, large);
    }
    put(state, own.of, large);
    reach(0);
    fesetenv(&environment);
    const int before = taken ? *taken : 0;
    work_at_most(20);
    double own_ms = timed(own, &trial);
    work_at_most(0);
    const int after = taken ? *taken : 0;
    reach(1);
    take(state, own.of, large);
    there->taken = after - before;
    if (rival_path) {
      /* The best of nine runs each, taken in turns: other work on the machine only ever adds. */
      const double begin = milliseconds();
      reach(0);
      work_at_most(60);
      other_ms = own_ms = 1e30;
      for (int round = 0; round < 9 && (round < 3 || milliseconds() - begin < 10000); round++) {
        const double first = timed(rival, &trial), second = timed(own, &trial);
        other_ms = first < other_ms ? first : other_ms, own_ms = second < own_ms ? second : own_ms;
      }
      work_at_most(0);
      reach(1);
      there->original_ms = other_ms;
    }
    there->translated_ms = own_ms;
    stamp(there, number);
  }
  reach(1);
}

/* descriptor 3: shared memory, 4: what is printed; arguments: "judge" library, or "translation" library [rival] */
int main(int argc, char **argv) {
  const off_t size = lseek(3, 0, SEEK_END);
  if (argc < 3 || size < (off_t)sizeof(struct lw_header) || dup2(4, 1) < 0 || dup2(4, 2) < 0) return 2;
  shared.header = mmap(0, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, 3, 0);
  if (shared.header == MAP_FAILED || shared.header->bytes != (uint64_t)size) return 2;
  close(3), close(4);
  signal(SIGXFSZ, SIG_IGN);
  shared.plan = *shared.header;
  memcpy(secret, shared.plan.secret, sizeof secret);
  memset(shared.plan.secret, 0, sizeof secret), memset(shared.header->secret, 0, sizeof secret);
  memset(shared.header->entry, 0, sizeof shared.header->entry);
  shared.reach = reach, shared.stamp = stamp;
  shared.header->state = LW_BEGUN;
  reach(0);
  if (strcmp(argv[1], "judge")) translations(argv[2], argc > 3 ? argv[3] : 0);
  else {
    void *library = dlopen(argv[2], RTLD_LAZY | RTLD_LOCAL);
    void (*judge)(struct lw_shared *) = library ? (void (*)(struct lw_shared *))dlsym(library, shared.plan.entry) : 0;
    if (!judge) _exit(3);
    judge(&shared);
    reach(1);
  }
  shared.header->state = LW_ENDED;
  _exit(0);
}
