/* Runs a function of somebody else on inputs that our parent made, and hands back all that it left. It decides nothing.

   The function comes in a library that is loaded when everything here is set up: nothing of it stands before us in the order of
   symbols, no constructor of it runs before. The memory shared with the parent is out of its reach while it runs, as far as one
   address space allows: closed, at a random place, without access. A record is written only where the call has returned. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <fenv.h>
#include <link.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "hooks.h"

/* ---- what is shared with the parent: layout.py has the same */

enum { LOADING = 1, LOADED = 2, ENDED = 3 };
struct header {
  unsigned char secret[16];
  char entry[64];
  uint64_t slots_at, records_at, blocks_at, block_bytes, bytes, arena_bytes;
  uint32_t slots, first, last, state;
};
enum { BUFFER = 1, GIVEN = 2, ADDRESS = 4, GLOBAL = 8, MIXED = 16 };
struct slot {
  uint64_t block_at, bytes, arena_at;
  uint32_t flags, unused;
};
enum { NOTHING = 0, CONFLICT = 1, OUTSIDE = 2, UNSET = 3, UNWRITTEN = 4, BROKEN = 5 };
struct finding {
  int32_t kind, site, section, does;
  int64_t first, second, slot, element;
  int32_t first_does, second_does;
};
struct record {
  unsigned char stamp[16];
  int64_t printed;
  uint64_t files;
  struct finding finding;
};

/* ---- what the loop does, as long as it runs */

static struct finding found;
static void **at;
static const struct slot *slots;
static uint32_t slot_count;
static void name_of(const void *address, struct finding *f) {
  f->slot = -1;
  for (uint32_t i = 0; i < slot_count; i++) {
    const char *base = (const char *)at[i];
    if (!(slots[i].flags & (BUFFER | GLOBAL)) || (slots[i].flags & ADDRESS) || !base) continue;
    if ((const char *)address >= base && (const char *)address < base + slots[i].bytes) {
      f->slot = i;
      f->element = (const char *)address - base;
      return;
    }
  }
}

/* Stamps: the last iteration that wrote and the last that read each byte. */
typedef struct { const char *address; long long writer, reader, write_value, read_value; } stamp;
#define STAMPS (1 << 20)
static stamp *stamps;
static int *used, used_count, depth;
static long long iteration, value_now;
static struct { const char *base; size_t bytes; int kind; } exempts[64];
static int exempt_count;
static void begin(void) {
  if (depth++) return;
  if (!stamps) stamps = calloc(STAMPS, sizeof *stamps), used = malloc(sizeof *used * (STAMPS / 2));
  if (!stamps || !used) abort();
  for (int i = 0; i < used_count; i++) memset(&stamps[used[i]], 0, sizeof *stamps);
  used_count = exempt_count = 0, iteration = 0;
}
static void except(const void *base, unsigned long bytes, int kind) {
  if (depth == 1 && exempt_count < 64) exempts[exempt_count].base = base, exempts[exempt_count].bytes = bytes, exempts[exempt_count++].kind = kind;
}
static void next_iteration(long long value) {
  if (depth == 1) ++iteration, value_now = value;
}
static void end(void) { --depth; }
/* The input does not keep to what the verdict assumes: whatever was or will be found says nothing. */
static void assume(int holds) {
  if (!holds) found.kind = BROKEN;
}
static stamp *stamp_of(const char *address) {
  size_t i = ((uintptr_t)address * 11400714819323198485ull) >> 44;
  for (;; i = (i + 1) & (STAMPS - 1)) {
    if (stamps[i].address == address) return &stamps[i];
    if (!stamps[i].address) {
      if (used_count >= STAMPS / 2) return 0;
      used[used_count++] = (int)i;
      stamps[i].address = address;
      return &stamps[i];
    }
  }
}
static void conflict(const void *address, long long first, int first_does, int second_does, int site) {
  if (found.kind) return;
  found.kind = CONFLICT, found.site = site;
  found.first = first, found.second = value_now, found.first_does = first_does, found.second_does = second_does;
  name_of(address, &found);
}
static void *touch(const void *pointer, unsigned long bytes, int site, int does) {
  const char *address = pointer;
  if (!depth || !iteration || found.kind) return (void *)pointer;
  int private_copy = 0;
  for (int i = 0; i < exempt_count; i++)
    if (address >= exempts[i].base && address < exempts[i].base + exempts[i].bytes) {
      if (exempts[i].kind == 0) return (void *)pointer;
      private_copy = 1;
    }
  for (unsigned long i = 0; i < bytes; i++) {
    stamp *s = stamp_of(address + i);
    if (!s) return (void *)pointer;
    if (does & 1) {
      if (s->writer && s->writer != iteration) conflict(address, s->write_value, 2, 1, site);
      s->reader = iteration, s->read_value = value_now;
    }
    if (does & 2) {
      if (!private_copy && s->writer && s->writer != iteration) conflict(address, s->write_value, 2, 2, site);
      if (!private_copy && s->reader && s->reader != iteration) conflict(address, s->read_value, 1, 2, site);
      s->writer = iteration, s->write_value = value_now;
    }
  }
  return (void *)pointer;
}

/* Device memory: copies of sections, each byte known or not. Loops may run inside each other: what one opened it closes. */
enum { UNTOUCHED = 0x7b };
typedef struct { char *host, *copy, *known; size_t low, bytes, size; int back, supposed, number; } section;
static section *sections;
static long section_count, section_room, values_count, values_room;
static long long *values;
static struct { long sections, values; } frames[256];
static int frame_count;
static uint64_t seed;
static void *grown(void *memory, long count, long *room, size_t size) {
  if (count < *room) return memory;
  *room = *room ? 2 * *room : 64;
  memory = realloc(memory, (size_t)*room * size);
  if (!memory) abort();
  return memory;
}
static long open_loop(void) {
  if (frame_count == 256) abort();
  frames[frame_count].sections = section_count, frames[frame_count++].values = values_count;
  return section_count;
}
/* clause: 1 copied in, 2 copied out, 4 that the loop stays in it is assumed; the pointer returned has its element 0 where the host's is. */
static void *map(int number, void *host, unsigned long size, long long low, long long length, int clause) {
  if (length < 0) length = 0;
  sections = grown(sections, section_count, &section_room, sizeof *sections);
  section *s = &sections[section_count++];
  s->number = number, s->host = host, s->low = (size_t)(low * (long long)size), s->bytes = (size_t)length * size, s->size = size, s->back = clause & 2, s->supposed = clause & 4;
  s->copy = malloc(s->bytes + 1), s->known = malloc(s->bytes + 1);
  if (!s->copy || !s->known) abort();
  if (clause & 1) memcpy(s->copy, s->host + s->low, s->bytes);
  else memset(s->copy, UNTOUCHED, s->bytes);
  memset(s->known, clause & 1, s->bytes);
  return s->copy - s->low;
}
/* A function that is called writes without a word: what is no longer as it was before the loop was written, by so many bytes at once. */
static int is_known(const section *s, size_t at) {
  if (s->known[at]) return 1;
  const size_t unit = s->size < 4 ? s->size : 4, first = at - at % unit;
  for (size_t i = first; i < first + unit && i < s->bytes; i++)
    if (s->copy[i] != UNTOUCHED) return 1;
  return 0;
}
static void say(int kind, const section *s, int64_t element, int does, int site) {
  if (found.kind) return;
  found.kind = kind, found.section = s->number, found.element = element, found.does = does, found.site = site;
}
static void *check(const void *pointer, unsigned long bytes, long which, int site, int does) {
  section *s = &sections[which];
  const ptrdiff_t in = (const char *)pointer - s->copy;
  const int64_t element = (in + (ptrdiff_t)s->low) / (ptrdiff_t)s->size;
  if (in < 0 || in + (ptrdiff_t)bytes > (ptrdiff_t)s->bytes) {
    static char nowhere[1 << 16];
    if (s->supposed) assume(0);
    say(OUTSIDE, s, element, does, site);
    return bytes <= sizeof nowhere ? nowhere : (void *)pointer;
  }
  for (unsigned long i = 0; i < bytes; i++) {
    if ((does & 1) && !is_known(s, (size_t)in + i)) say(UNSET, s, element, does, site);
    if (does & 2) s->known[in + (ptrdiff_t)i] = 1;
  }
  return (void *)pointer;
}
static void keep(long long value) {
  values = grown(values, values_count, &values_room, sizeof *values);
  values[values_count++] = value;
}
static uint64_t next_random(void) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return seed;
}
static long shuffle(void) {
  const long base = frames[frame_count - 1].values, count = values_count - base;
  for (long i = count - 1; i > 0; i--) {
    const long j = (long)(next_random() % ((uint64_t)i + 1));
    const long long kept = values[base + i];
    values[base + i] = values[base + j], values[base + j] = kept;
  }
  return count;
}
static long long value(long i) { return values[frames[frame_count - 1].values + i]; }
static void close_loop(void) {
  const long base = frames[--frame_count].sections;
  values_count = frames[frame_count].values;
  for (long i = base; i < section_count; i++) {
    section *s = &sections[i];
    for (size_t b = 0; s->back && b < s->bytes; b++)
      if (!is_known(s, b)) {
        say(UNWRITTEN, s, (int64_t)((b + s->low) / s->size), 0, -1);
        break;
      }
    if (s->back) memcpy(s->host + s->low, s->copy, s->bytes);
    free(s->copy), free(s->known);
  }
  section_count = base;
}
static const struct lw_hooks hooks = {touch, begin, except, next_iteration, end, open_loop, map, check, keep, shuffle, value, close_loop, assume};

/* ---- the runs */

static char *arena, *module_start, *module_end;
static size_t arena_bytes;
/* An address as the parent can compare it between processes: what it leads to and how far into it. */
static uint64_t place_of(uint64_t address, int is_address) {
  const char *p = (const char *)(uintptr_t)address;
  if (!address) return 0;
  if (p >= arena && p < arena + arena_bytes) return (2ull << 60) | (uint64_t)(p - arena);
  if (p >= module_start && p < module_end) return (3ull << 60) | (uint64_t)(p - module_start);
  return is_address ? 1ull << 60 : address;
}
static int find_module(struct dl_phdr_info *info, size_t size, void *inside) {
  (void)size;
  char *const start = (char *)(uintptr_t)info->dlpi_addr, *end = start;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    char *const last = start + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    if (info->dlpi_phdr[i].p_type == PT_LOAD && last > end) end = last;
  }
  if ((char *)inside < start || (char *)inside >= end) return 0;
  module_start = start, module_end = end;
  return 1;
}
static void copy_out(char *block, const struct slot *s, const void *from) {
  memcpy(block + s->block_at, from, s->bytes);
  if (!(s->flags & (ADDRESS | MIXED))) return;
  for (size_t i = 0; i + 8 <= s->bytes; i += 8) {
    uint64_t word;
    memcpy(&word, (const char *)from + i, 8);
    word = place_of(word, s->flags & ADDRESS);
    memcpy(block + s->block_at + i, &word, 8);
  }
}
/* One number for the names and contents of all files below a folder, whatever order they are found in; 0 for none. */
static uint64_t files_below(const char *folder, int depth_left) {
  uint64_t sum = 0;
  DIR *listing = opendir(folder);
  for (struct dirent *entry; listing && (entry = readdir(listing));) {
    char path[4096];
    struct stat about;
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path || lstat(path, &about)) continue;
    uint64_t hash = 14695981039346656037ull;
    for (const char *c = path; *c; c++) hash = (hash ^ (unsigned char)*c) * 1099511628211ull;
    if (S_ISDIR(about.st_mode) && depth_left) hash += files_below(path, depth_left - 1);
    const int file = S_ISREG(about.st_mode) ? open(path, O_RDONLY) : -1;
    unsigned char part[4096];
    for (ssize_t got; file >= 0 && (got = read(file, part, sizeof part)) > 0;)
      for (ssize_t i = 0; i < got; i++) hash = (hash ^ part[i]) * 1099511628211ull;
    if (file >= 0) close(file);
    sum += hash * hash;
  }
  if (listing) closedir(listing);
  return sum;
}

/* descriptor 3: shared memory, 4: memory for what is printed; argument: the library */
int main(int argc, char **argv) {
  if (argc != 2) return 2;
  const int state = 3, printed = 4;
  char folder[2048];
  if (!getcwd(folder, sizeof folder)) return 2;
  if (!strcmp(folder, "/")) folder[0] = 0;  /* nothing can be written here */
  const off_t size = lseek(state, 0, SEEK_END);
  if (size < (off_t)sizeof(struct header) || dup2(printed, 1) < 0 || dup2(printed, 2) < 0) return 2;
  char *shared = mmap(0, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, state, 0);
  if (shared == MAP_FAILED) return 2;
  close(state);
  close(printed);
  struct header *const header = (struct header *)shared;
  struct header plan = *header;
  memset(header->secret, 0, sizeof header->secret), memset(header->entry, 0, sizeof header->entry);
  if (plan.bytes > (uint64_t)size || plan.blocks_at + (uint64_t)(plan.last - plan.first) * plan.block_bytes > plan.bytes) return 2;

  /* What is the user's to reach: the slots' own memory, apart from what is shared. */
  arena_bytes = plan.arena_bytes, slot_count = plan.slots;
  arena = mmap(0, arena_bytes + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  char *kept = mmap(0, plan.block_bytes + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  struct slot *own = malloc((slot_count + 1) * sizeof *own);
  at = calloc(slot_count + 1, sizeof *at);
  if (arena == MAP_FAILED || kept == MAP_FAILED || !own || !at) return 2;
  memcpy(own, shared + plan.slots_at, slot_count * sizeof *own);
  slots = own;
  signal(SIGXFSZ, SIG_IGN);  /* who prints too much hears it from write */
  header->state = LOADING;
  mprotect(shared, (size_t)size, PROT_NONE);

  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  const struct lw_program *program = library ? (const struct lw_program *)dlsym(library, plan.entry) : 0;
  memset(plan.entry, 0, sizeof plan.entry);
  if (!program) _exit(3);
  dl_iterate_phdr(find_module, (void *)program);
  *program->lw_hooks = &hooks;
  program->lw_globals(at);
  for (uint32_t i = 0; i < slot_count; i++)
    if (!(slots[i].flags & GLOBAL)) at[i] = arena + slots[i].arena_at;
  for (uint32_t i = 0; i < slot_count; i++)
    if (slots[i].flags & GLOBAL) memcpy(kept + slots[i].block_at, at[i], slots[i].bytes);
  fenv_t environment;
  fegetenv(&environment);
  sigset_t all, theirs;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &theirs);
  mprotect(shared, (size_t)size, PROT_READ | PROT_WRITE);
  header->state = LOADED;
  const uint64_t others = files_below(folder, 8);  /* what lies there is not the function's */

  for (uint32_t trial = plan.first; trial < plan.last; trial++) {
    char *const block = shared + plan.blocks_at + (uint64_t)(trial - plan.first) * plan.block_bytes;
    struct record *const record = (struct record *)(shared + plan.records_at) + (trial - plan.first);
    memset(arena, 0, arena_bytes);
    for (uint32_t i = 0; i < slot_count; i++) {
      const char *from = (slots[i].flags & GIVEN ? block : kept) + slots[i].block_at;
      if (slots[i].flags & (GIVEN | GLOBAL)) memcpy(at[i], from, slots[i].bytes);
    }
    memset(&found, 0, sizeof found);
    depth = frame_count = 0, section_count = values_count = 0;
    seed = 88172645463325252ull + (uint64_t)trial * 7919;
    mprotect(shared, (size_t)size, PROT_NONE);
    fesetenv(&environment);
    sigprocmask(SIG_SETMASK, &theirs, 0);
    program->lw_call(at);
    fflush(0);
    sigprocmask(SIG_BLOCK, &all, &theirs);
    fesetenv(FE_DFL_ENV);
    const uint64_t files = files_below(folder, 8) - others;
    mprotect(shared, (size_t)size, PROT_READ | PROT_WRITE);
    record->files = files;
    for (uint32_t i = 0; i < slot_count; i++) copy_out(block, &slots[i], at[i]);
    record->finding = found;
    record->printed = lseek(1, 0, SEEK_CUR);
    memcpy(record->stamp, plan.secret, sizeof record->stamp);
    uint64_t word;
    memcpy(&word, record->stamp, sizeof word);
    word ^= (uint64_t)trial + 1;
    memcpy(record->stamp, &word, sizeof word);
  }
  header->state = ENDED;
  _exit(0);
}
