/* Linked with a program: it maps what the parent shares before the program's first line, and leaves there what files hold in the end. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <ftw.h>
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

static int keep(const char *path, const struct stat *is, int kind, struct FTW *where) {
  (void)where;
  if (kind != FTW_F || is->st_mtim.tv_sec + 2 < begin.tv_sec || lw_record->files == LW_FILES || strlen(path) >= LW_PATH) return 0;
  struct lw_written *to = &lw_record->file[lw_record->files];
  const int file = open(path, O_RDONLY | O_NONBLOCK);
  if (file < 0) return 0;
  strcpy(to->path, path), to->bytes = (uint64_t)is->st_size, to->at = 0;
  if (to->bytes <= lw_record->size - used) {
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
