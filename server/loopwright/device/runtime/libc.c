/* Library functions that access the program's memory where no hook stands, and the heap: memory that is given back while it is
   still mapped. Built so that the compiler makes no calls of these functions out of their own loops. */
#define _GNU_SOURCE
#include "device.h"
#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

extern void *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

void *raw_allocate(size_t size) {
    void *at = __libc_calloc(1, size ? size : 1);
    if (!at) fatal(NO_SITE, "out of memory");
    return at;
}
void *raw_grow(void *at, size_t size) {
    at = __libc_realloc(at, size);
    if (!at) fatal(NO_SITE, "out of memory");
    return at;
}
void raw_free(void *at) { __libc_free(at); }

/* The host memory between `from` and `to` is no more. */
void object_gone(uintptr_t from, uintptr_t to, uintptr_t pc, bool scope) {
    if (in_kernel) return;
    for (Mapping *m = table_first_after(from); m && m->host < to; m = table_first_after(m->end)) {
        if (m->orphan || m->forever) continue;
        if (!m->declared) finding(F_HOST_OBJECT_GONE, pc, m->site, m->site, m->host, 0, m->end - m->host, scope ? "scope" : "freed");
        table_orphan(m);
    }
    if (queues_used) pending_cancel(from, to, pc);
    if (hooked) ghosts_forget(from, to);
}

static bool of_interest(uintptr_t from, uintptr_t to) {
    if (!hooked || to - from > 1u << 20) return true;
    for (uintptr_t at = from; at < to + 4096; at += 4096)
        if (page_of(at)) return true;
    return false;
}

API void free(void *at) {
    if (!at) return;
    uintptr_t from = (uintptr_t)at;
    if (table_count() || queues_used) {
        uintptr_t to = from + malloc_usable_size(at);
        if (of_interest(from, to)) {
            lock();
            object_gone(from, to, HERE, false);
            unlock();
        }
    }
    __libc_free(at);
}

API void *realloc(void *at, size_t size) {
    uintptr_t from = (uintptr_t)at, to = at ? from + malloc_usable_size(at) : 0;
    if (at && table_count() && of_interest(from, to)) touch_range(from, to - from < size ? to - from : size, false, HERE);
    void *result = __libc_realloc(at, size);
    if (at && result != at && (table_count() || queues_used) && of_interest(from, to)) {
        lock();
        object_gone(from, to, HERE, false);
        unlock();
    }
    return result;
}

#if LW_HOOKED
static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }
#define READS(at, size) touch_range((uintptr_t)(at), size, false, HERE)
#define WRITES(at, size) touch_range((uintptr_t)(at), size, true, HERE)
static size_t length(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

static void *copied(void *to, const void *from, size_t size, uintptr_t pc) {
    touch_range((uintptr_t)from, size, false, pc), touch_range((uintptr_t)to, size, true, pc);
    raw_copy(to, from, size);
    return to;
}
static void *moved(void *to, const void *from, size_t size, uintptr_t pc) {
    if ((uintptr_t)to - (uintptr_t)from >= size) return copied(to, from, size, pc);
    touch_range((uintptr_t)from, size, false, pc), touch_range((uintptr_t)to, size, true, pc);
    for (size_t i = size; i-- > 0;) ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}
static void *filled(void *to, int value, size_t size, uintptr_t pc) {
    touch_range((uintptr_t)to, size, true, pc);
    raw_fill(to, value, size);
    return to;
}
API void *memcpy(void *restrict to, const void *restrict from, size_t size) { return copied(to, from, size, HERE); }
API void *memmove(void *to, const void *from, size_t size) { return moved(to, from, size, HERE); }
API void *memset(void *to, int value, size_t size) { return filled(to, value, size, HERE); }
API int memcmp(const void *one, const void *two, size_t size) {
    READS(one, size), READS(two, size);
    const unsigned char *a = one, *b = two;
    for (; size; size--, a++, b++)
        if (*a != *b) return *a - *b;
    return 0;
}
API char *strcpy(char *restrict to, const char *restrict from) { return copied(to, from, length(from) + 1, HERE); }

/* The same where sizes are checked (-D_FORTIFY_SOURCE, which some systems set by themselves). */
extern void __chk_fail(void) __attribute__((noreturn));
#define WITHIN(size, room) do { if ((size) > (room)) __chk_fail(); } while (0)
API void *__memcpy_chk(void *restrict to, const void *restrict from, size_t size, size_t room) {
    WITHIN(size, room);
    return copied(to, from, size, HERE);
}
API void *__memmove_chk(void *to, const void *from, size_t size, size_t room) {
    WITHIN(size, room);
    return moved(to, from, size, HERE);
}
API void *__memset_chk(void *to, int value, size_t size, size_t room) {
    WITHIN(size, room);
    return filled(to, value, size, HERE);
}
API char *__strcpy_chk(char *restrict to, const char *restrict from, size_t room) {
    size_t size = length(from) + 1;
    WITHIN(size, room);
    return copied(to, from, size, HERE);
}

static size_t (*real_fread)(void *, size_t, size_t, FILE *), (*real_fwrite)(const void *, size_t, size_t, FILE *);
static ssize_t (*real_read)(int, void *, size_t), (*real_write)(int, const void *, size_t);
static char *(*real_fgets)(char *, int, FILE *);
static void (*real_qsort)(void *, size_t, size_t, int (*)(const void *, const void *));

API size_t fread(void *restrict at, size_t size, size_t n, FILE *restrict file) {
    if (!real_fread) *(void **)&real_fread = next("fread");
    size_t got = real_fread(at, size, n, file);
    WRITES(at, got * size);
    return got;
}
API size_t fwrite(const void *restrict at, size_t size, size_t n, FILE *restrict file) {
    if (!real_fwrite) *(void **)&real_fwrite = next("fwrite");
    READS(at, size * n);
    return real_fwrite(at, size, n, file);
}
API ssize_t read(int file, void *at, size_t size) {
    if (!real_read) *(void **)&real_read = next("read");
    ssize_t got = real_read(file, at, size);
    if (got > 0) WRITES(at, (size_t)got);
    return got;
}
API ssize_t write(int file, const void *at, size_t size) {
    if (!real_write) *(void **)&real_write = next("write");
    READS(at, size);
    return real_write(file, at, size);
}
API size_t __fread_chk(void *restrict at, size_t room, size_t size, size_t n, FILE *restrict file) {
    WITHIN(size * n, room);
    if (!real_fread) *(void **)&real_fread = next("fread");
    size_t got = real_fread(at, size, n, file);
    WRITES(at, got * size);
    return got;
}
API ssize_t __read_chk(int file, void *at, size_t size, size_t room) {
    WITHIN(size, room);
    if (!real_read) *(void **)&real_read = next("read");
    ssize_t got = real_read(file, at, size);
    if (got > 0) WRITES(at, (size_t)got);
    return got;
}
API char *fgets(char *restrict at, int size, FILE *restrict file) {
    if (!real_fgets) *(void **)&real_fgets = next("fgets");
    char *got = real_fgets(at, size, file);
    if (got) WRITES(at, length(got) + 1);
    return got;
}
API void qsort(void *at, size_t n, size_t size, int (*compare)(const void *, const void *)) {
    if (!real_qsort) *(void **)&real_qsort = next("qsort");
    READS(at, n * size);
    real_qsort(at, n, size, compare);
    WRITES(at, n * size);
}
#endif
