/* Linked with a program: it maps what the parent shares before the program's first line, and leaves there what files hold in the end. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "record.h"

struct lw_record *lw_record;
static uint64_t used;
static struct timespec begin;

/* The same day in every run: many programs begin their random numbers with it. */
time_t time(time_t *to) {
  const time_t now = 1700000000;
  return to ? *to = now : now;
}

__attribute__((constructor(101))) static void map(void) {
  const off_t size = lseek(3, 0, SEEK_END);
  if (size < (off_t)sizeof(struct lw_record)) return;
  void *memory = mmap(0, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, 3, 0);
  close(3);
  if (memory == MAP_FAILED || ((struct lw_record *)memory)->size != (uint64_t)size) return;
  lw_record = (struct lw_record *)memory;
  lw_record->started = 1, used = lw_record->files_at;
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &begin);  /* a reference has clocks of its own */
  if (*lw_record->folder && chdir(lw_record->folder)) _exit(126);
}

/* What was brought before, by its digest: what a loop brings again and again has its room once. */
static struct { uint64_t bytes, digest, at; } known[4096];
static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;
static uint64_t copied;

static uint64_t digest_of(const unsigned char *p, uint64_t bytes) {
  const uint64_t prime = 0x9e3779b97f4a7c15u;
  uint64_t lane[4] = {1, 2, 3, 4}, word, all = bytes;
  for (; bytes >= 32; p += 32, bytes -= 32)
    for (int i = 0; i < 4; ++i) memcpy(&word, p + 8 * i, 8), lane[i] = (lane[i] ^ word) * prime, lane[i] ^= lane[i] >> 29;
  for (; bytes; ++p, --bytes) lane[0] = (lane[0] ^ *p) * prime, lane[0] ^= lane[0] >> 29;
  for (int i = 0; i < 4; ++i) all = (all ^ lane[i]) * prime, all ^= all >> 32;
  return all;
}

uint32_t lw_copy_number(void) { return __atomic_fetch_add(&lw_record->copies, 1, __ATOMIC_RELAXED); }

void lw_brought(uint32_t number, const void *p, uint64_t bytes, uint32_t element) {
  if (number >= LW_COPIES) return;
  struct lw_brought *to = (struct lw_brought *)((char *)lw_record + lw_record->copies_at) + number;
  pthread_mutex_lock(&alone);
  to->bytes = bytes, to->element = element, to->digest = digest_of(p, bytes);
  const uint64_t place = to->digest % (sizeof known / sizeof *known);
  if (known[place].at && known[place].digest == to->digest && known[place].bytes == bytes) to->at = known[place].at;
  else if (bytes <= lw_record->copied_until - lw_record->copied_at - copied) {
    to->at = lw_record->copied_at + copied, copied += (bytes + 7) / 8 * 8;
    memcpy((char *)lw_record + to->at, p, bytes);
    known[place].bytes = bytes, known[place].digest = to->digest, known[place].at = to->at;
  }
  to->there = 1;
  pthread_mutex_unlock(&alone);
}

static int keep(const char *path, const struct stat *is, int kind, struct FTW *where) {
  (void)where;
  if (kind != FTW_F || is->st_mtim.tv_sec + 2 < begin.tv_sec || lw_record->files == LW_FILES || strlen(path) >= LW_PATH) return 0;
  struct lw_written *to = &lw_record->file[lw_record->files];
  const int file = open(path, O_RDONLY | O_NONBLOCK);
  if (file < 0) return 0;
  strcpy(to->path, path), to->bytes = (uint64_t)is->st_size, to->at = 0;
  if (to->bytes <= lw_record->copies_at - used) {
    uint64_t got = 0;
    ssize_t part;
    while (got < to->bytes && (part = read(file, (char *)lw_record + used + got, to->bytes - got)) > 0) got += (uint64_t)part;
    to->bytes = got, to->at = used, used += got;
  }
  close(file);
  lw_record->files++;
  return 0;
}

__attribute__((destructor(101))) static void leave(void) {
  if (!lw_record) return;
  fflush(0);
  nftw(".", keep, 16, FTW_PHYS);
}
