/* What a trial program is built on. No threads: everything is deterministic. */
#ifndef LOOPWRIGHT_TRIAL
#define LOOPWRIGHT_TRIAL
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include "confine.h"

/* Random numbers of our own, the same everywhere. */
static uint64_t lw_seed = 1;
static uint64_t lw_random(uint64_t below) {
  lw_seed ^= lw_seed << 13; lw_seed ^= lw_seed >> 7; lw_seed ^= lw_seed << 17;
  return below ? lw_seed % below : lw_seed;
}

/* What the trial says, first come first told. */
static char lw_said[4000];
static void lw_say(const char *kind, const char *text) {
  if (!lw_said[0]) snprintf(lw_said, sizeof lw_said, "%s\t%s", kind, text);
}

/* Objects by address, so that an access can be named. */
typedef struct { const char *name; const char *base; size_t bytes, size; } lw_object;
static lw_object lw_objects[256];
static int lw_object_count;
static void lw_register(const char *name, const void *base, size_t bytes, size_t size) {
  if (lw_object_count < 256) lw_objects[lw_object_count++] = (lw_object){name, (const char *)base, bytes, size};
}
static const lw_object *lw_find(const void *address) {
  for (int i = 0; i < lw_object_count; i++)
    if ((const char *)address >= lw_objects[i].base && (const char *)address < lw_objects[i].base + lw_objects[i].bytes) return &lw_objects[i];
  return 0;
}
static const char *lw_name(const void *address, const char *site) {
  static char names[4][200];
  static int turn;
  char *name = names[turn++ & 3];
  const lw_object *object = lw_find(address);
  if (object && object->bytes > object->size)
    snprintf(name, 200, "%s[%ld]", object->name, (long)(((const char *)address - object->base) / object->size));
  else
    snprintf(name, 200, "%s", object ? object->name : site);
  return name;
}

/* (a) Stamps: the last iteration that wrote and the last that read each byte. */
typedef struct { const char *address; long long writer, reader; const char *write_site, *read_site; char written, read; } lw_stamp;
#define LW_STAMPS (1 << 20)
static lw_stamp *lw_stamps;
static int lw_used[LW_STAMPS / 2];
static int lw_used_count;
static long long lw_now, lw_value_now;
static long long *lw_values;
static long lw_value_count;
static int lw_watching;
typedef struct { const char *base; size_t bytes; int kind; } lw_exempt;
static lw_exempt lw_exempts[64];
static int lw_exempt_count;
static void lw_except(const void *base, size_t bytes, int kind) {
  if (lw_exempt_count < 64) lw_exempts[lw_exempt_count++] = (lw_exempt){(const char *)base, bytes, kind};
}
static void lw_begin(void) {
  if (!lw_stamps) lw_stamps = (lw_stamp *)calloc(LW_STAMPS, sizeof *lw_stamps);
  for (int i = 0; i < lw_used_count; i++) lw_stamps[lw_used[i]].address = 0;
  lw_used_count = 0; lw_now = 0; lw_value_count = 0; lw_watching = 1;
}
static void lw_iteration(long long value) {
  lw_now++;
  lw_value_now = value;
  if (!lw_values) lw_values = (long long *)malloc(sizeof *lw_values << 20);
  if (lw_value_count < 1 << 20) lw_values[lw_value_count++] = value;
}
static void lw_end(void) { lw_watching = 0; lw_exempt_count = 0; }
static const char *lw_variable = "iteration";
static void lw_conflict(const void *address, long long first, const char *first_does, const char *second_does, const char *site) {
  char text[600];
  const char *name = lw_name(address, site);
  snprintf(text, sizeof text, "%s=%lld %s %s, %s=%lld %s %s", lw_variable, lw_values[first - 1], first_does, name, lw_variable, lw_value_now, second_does, name);
  lw_say("conflict", text);
}
static lw_stamp *lw_slot(const char *address) {
  size_t slot = ((uintptr_t)address * 11400714819323198485ull) >> 44;
  for (;; slot = (slot + 1) & (LW_STAMPS - 1)) {
    if (lw_stamps[slot].address == address) return &lw_stamps[slot];
    if (!lw_stamps[slot].address) {
      if (lw_used_count >= LW_STAMPS / 2) return 0;
      lw_used[lw_used_count++] = (int)slot;
      memset(&lw_stamps[slot], 0, sizeof(lw_stamp));
      lw_stamps[slot].address = address;
      return &lw_stamps[slot];
    }
  }
}
static void *lw_touch(const void *pointer, size_t bytes, const char *site, int does) {
  const char *address = (const char *)pointer;
  if (!lw_watching || lw_said[0]) return (void *)pointer;
  int private_copy = 0;
  for (int i = 0; i < lw_exempt_count; i++)
    if (address >= lw_exempts[i].base && address < lw_exempts[i].base + lw_exempts[i].bytes) {
      if (lw_exempts[i].kind == 0) return (void *)pointer; /* a reduction */
      private_copy = 1;
    }
  for (size_t i = 0; i < bytes; i++) {
    lw_stamp *stamp = lw_slot(address + i);
    if (!stamp) return (void *)pointer;
    if (does & 1) {
      if (stamp->written && stamp->writer != lw_now) lw_conflict(address, stamp->writer, "writes", "reads", site);
      stamp->read = 1; stamp->reader = lw_now; stamp->read_site = site;
    }
    if (does & 2) {
      if (!private_copy && stamp->written && stamp->writer != lw_now) lw_conflict(address, stamp->writer, "writes", "writes", site);
      if (!private_copy && stamp->read && stamp->reader != lw_now) lw_conflict(address, stamp->reader, "reads", "writes", site);
      stamp->written = 1; stamp->writer = lw_now; stamp->write_site = site;
    }
  }
  return (void *)pointer;
}
#define LW_T(e, does) (*(__typeof__(&(e)))lw_touch((const void *)&(e), sizeof(e), #e, does))

/* (b) Device memory: copies of sections, each byte known or not. */
typedef struct { const char *name; char *host, *copy; char *known; size_t low, bytes, size; int back; } lw_section;
static lw_section lw_sections[64];
static int lw_section_count;
/* clause: 1 copied in, 2 copied out; the pointer returned has its element 0 where the host's is. */
static void *lw_map(const char *name, void *host, size_t size, long long low, long long length, int clause) {
  if (length < 0) length = 0;
  lw_section *s = &lw_sections[lw_section_count++ & 63];
  s->name = name; s->host = (char *)host; s->low = (size_t)(low * (long long)size); s->bytes = (size_t)length * size; s->size = size; s->back = clause & 2;
  s->copy = (char *)malloc(s->bytes + 1);
  s->known = (char *)malloc(s->bytes + 1);
  if (clause & 1) memcpy(s->copy, s->host + s->low, s->bytes); else memset(s->copy, 0x7b, s->bytes);
  memset(s->known, clause & 1, s->bytes);
  return s->copy - s->low;
}
static void *lw_check(const void *pointer, size_t bytes, int which, int does) {
  lw_section *s = &lw_sections[which];
  char text[600];
  ptrdiff_t at = (const char *)pointer - s->copy;
  long element = (long)((at + (ptrdiff_t)s->low) / (ptrdiff_t)s->size);
  if (at < 0 || at + (ptrdiff_t)bytes > (ptrdiff_t)s->bytes) {
    snprintf(text, sizeof text, "%s[%ld] is %s, outside the section of %s", s->name, element, does & 2 ? "written" : "read", s->name);
    lw_say("section", text);
    static char nowhere[4096];
    return nowhere;
  }
  for (size_t i = 0; i < bytes; i++) {
    if ((does & 1) && !s->known[at + (ptrdiff_t)i]) {
      snprintf(text, sizeof text, "%s[%ld] is read, but its clause brings no values", s->name, element);
      lw_say("section", text);
    }
    if (does & 2) s->known[at + (ptrdiff_t)i] = 1;
  }
  return (void *)pointer;
}
static void lw_unmap(void) {
  for (int i = 0; i < lw_section_count; i++) {
    lw_section *s = &lw_sections[i];
    if (s->back) {
      for (size_t b = 0; b < s->bytes && !lw_said[0]; b++)
        if (!s->known[b]) {
          char text[600];
          snprintf(text, sizeof text, "%s[%ld] is copied out, but was never written", s->name, (long)((b + s->low) / s->size));
          lw_say("section", text);
        }
      memcpy(s->host + s->low, s->copy, s->bytes);
    }
    free(s->copy); free(s->known);
  }
  lw_section_count = 0;
}
#define LW_D(e, which, does) (*(__typeof__(&(e)))lw_check((const void *)&(e), sizeof(e), which, does))

/* (c) Iterations in another order. */
static long long *lw_order;
static long lw_order_count;
static void lw_keep(long long value) {
  if (!lw_order) lw_order = (long long *)malloc(sizeof *lw_order << 20);
  if (lw_order_count < 1 << 20) lw_order[lw_order_count++] = value;
}
static void lw_shuffle(void) {
  for (long i = lw_order_count - 1; i > 0; i--) {
    long j = (long)lw_random((uint64_t)i + 1);
    long long kept = lw_order[i]; lw_order[i] = lw_order[j]; lw_order[j] = kept;
  }
}

/* Values that add up exactly in any order, mostly. */
static double lw_real(void) { return ((double)lw_random(64) - 24) / 8; }
static int lw_same(const char *what, const void *a, const void *b, size_t bytes, int kind) {
  if (memcmp(a, b, bytes) == 0) return 1;
  char text[400];
  if (kind == 8 || kind == 4) {
    for (size_t i = 0; i < bytes / (size_t)kind; i++) {
      double x = kind == 8 ? ((const double *)a)[i] : ((const float *)a)[i], y = kind == 8 ? ((const double *)b)[i] : ((const float *)b)[i];
      double scale = fabs(x) > 1 ? fabs(x) : 1;
      if (!(fabs(x - y) <= scale * (kind == 8 ? 1e-9 : 1e-4)) && !(isnan(x) && isnan(y)) && x != y) {
        snprintf(text, sizeof text, "%s[%lu] is %.9g, and %.9g when the iterations run in another order on the device's copies", what, (unsigned long)i, x, y);
        lw_say("differs", text);
        return 0;
      }
    }
    return 1;
  }
  for (size_t i = 0; i < bytes; i++)
    if (((const char *)a)[i] != ((const char *)b)[i]) {
      snprintf(text, sizeof text, "%s differs at byte %lu when the iterations run in another order on the device's copies", what, (unsigned long)i);
      lw_say("differs", text);
      return 0;
    }
  return 1;
}
#endif
