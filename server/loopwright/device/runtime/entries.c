/* GOACC_*: what gcc makes of directives. Flags come inverted; the lowest bit says that an `if` was false. */
#define _GNU_SOURCE
#include "device.h"
#include <alloca.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static __thread Region *innermost;

void lock(void) { pthread_mutex_lock(&mutex); }
void unlock(void) { pthread_mutex_unlock(&mutex); }

void fatal(uint32_t site, const char *format, ...) {
    char text[400];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    finding(F_FAILURE, site_pc(site), site, NO_SITE, 0, 0, 0, text);
    fprintf(stderr, "\nlibgomp: %s\n", text);
    exit(EXIT_FAILURE);
}

void refuse(void) {
    fputs("\nlibgomp: an illegal memory access was encountered\n", stderr);
    exit(EXIT_FAILURE);
}

/* A length below nought comes as a size beyond all memory. Sizes of pointers are offsets, of structs the number of their members. */
static void check_lengths(size_t n, void **host, size_t *sizes, unsigned short *kinds, uint32_t site) {
    for (size_t i = 0; i < n; i++) {
        int what = kinds[i] & 0xff;
        bool is_length = what != K_POINTER && what != K_ALWAYS_POINTER && what != K_ATTACH && what != K_DETACH && what != K_FORCE_DETACH &&
                         what != K_STRUCT && what != K_FIRSTPRIVATE_INT;
        if (!is_length || (int64_t)sizes[i] >= 0) continue;
        char text[32];
        snprintf(text, sizeof text, "%ld", (long)sizes[i]);
        finding(F_NEGATIVE_LENGTH, site_pc(site), site, NO_SITE, (uintptr_t)host[i], 0, 0, text);
        fprintf(stderr, "\nlibgomp: a section has %s bytes\n", text);
        exit(EXIT_FAILURE);
    }
}

static bool on_host(int flags) { return (~flags & 1) || host_is_device(); }

/* Waits of a directive: the host waits where the directive is not async, else its queue does. */
static void waits(int async, unsigned count, va_list *list, uint32_t site) {
    while (count--) {
        int queue = va_arg(*list, int);
        if (queue == ASYNC_NOVAL) {
            if (async == ASYNC_SYNC) queue_wait_all(site);
            else queue_wait_all_in(async, site);
        } else queue_wait_in(queue, async, site);
    }
}

static int checked(int async, uint32_t site) {
    if (async < ASYNC_SYNC) fatal(site, "invalid async-argument: %d", async);
    return async;
}

/* What a kernel takes by value is copied when its directive is reached. */
static size_t value_size(size_t n, size_t *sizes, unsigned short *kinds) {
    size_t size = 0;
    for (size_t i = 0; i < n; i++) {
        int what = kinds[i] & 0xff;
        if (what == K_FIRSTPRIVATE || what == K_DEVICEPTR) size += (sizes[i] + 127) / 64 * 64;
    }
    return size;
}

static void take_values(size_t n, void **host, size_t *sizes, unsigned short *kinds, uintptr_t *addresses, char *at) {
    for (size_t i = 0; i < n; i++) {
        int what = kinds[i] & 0xff;
        if ((what != K_FIRSTPRIVATE && what != K_DEVICEPTR) || !host[i]) continue;
        raw_copy(at, host[i], sizes[i]);
        if (what == K_DEVICEPTR && sizes[i] == sizeof(uintptr_t)) {
            Mapping *m = table_of_device(*(uintptr_t *)at); /* a variable of `declare` is used at the host's address */
            if (m && m->direct) *(uintptr_t *)at = m->host + (*(uintptr_t *)at - m->device);
        }
        addresses[i] = (uintptr_t)at;
        at += (sizes[i] + 127) / 64 * 64;
    }
}

API void GOACC_parallel_keyed(int flags, void (*fn)(void *), size_t n, void **host, size_t *sizes, unsigned short *kinds, ...) {
    uint32_t site = site_of(HERE, SITE_KERNEL);
    if (on_host(flags)) {
        fn(host);
        return;
    }
    int async = ASYNC_SYNC;
    unsigned tag;
    va_list list;
    lock();
    va_start(list, kinds);
    while ((tag = va_arg(list, unsigned))) {
        unsigned what = tag >> 28, operand = tag & 0xffff;
        if (what == 1) {
            for (unsigned i = 0; i < 3; i++)
                if (operand & 1u << i) (void)va_arg(list, unsigned);
        } else if (what == 2) {
            async = checked(operand == 0xffff ? va_arg(list, int) : (int)operand, site);
        } else if (what == 3) waits(async, operand, &list, site);
        else fatal(site, "unrecognized offload code '%d'", what);
    }
    va_end(list);
    size_t size = value_size(n, sizes, kinds);
    uintptr_t addresses[n + 1];
    char *values = (char *)(((uintptr_t)alloca(size + 64) + 63) & ~(uintptr_t)63);
    kernel_site = site;
    check_lengths(n, host, sizes, kinds, site);
    Region *r = map_region(n, host, sizes, kinds, addresses, site, async);
    take_values(n, host, sizes, kinds, addresses, values);
    enqueue_kernel(fn, n, addresses, values, size, site, async);
    unmap_region(r, site, async);
    unlock();
}

API void GOACC_parallel(int flags, void (*fn)(void *), size_t n, void **host, size_t *sizes, unsigned short *kinds, ...) {
    (void)flags, (void)n, (void)sizes, (void)kinds;
    fn(host); /* gcc 5 only; gcc's runtime runs it on the host, too */
}

API void GOACC_data_start(int flags, size_t n, void **host, size_t *sizes, unsigned short *kinds) {
    uint32_t site = site_of(HERE, SITE_DATA);
    lock();
    kernel_site = site;
    if (!on_host(flags)) check_lengths(n, host, sizes, kinds, site);
    Region *r = map_region(on_host(flags) ? 0 : n, host, sizes, kinds, 0, site, ASYNC_SYNC);
    site_ran(site, 0);
    r->outer = innermost;
    innermost = r;
    unlock();
}

API void GOACC_data_end(void) {
    Region *r = innermost;
    if (!r) return;
    lock();
    innermost = r->outer;
    kernel_site = r->site;
    unmap_region(r, r->site, ASYNC_SYNC);
    unlock();
}

API void GOACC_enter_data(int flags, size_t n, void **host, size_t *sizes, unsigned short *kinds, int async, int count, ...) {
    uint32_t site = site_of(HERE, SITE_ENTER);
    if (on_host(flags)) return;
    va_list list;
    lock();
    va_start(list, count);
    waits(async, count, &list, site);
    va_end(list);
    kernel_site = site;
    site_ran(site, 0);
    check_lengths(n, host, sizes, kinds, site);
    enter_data(n, host, sizes, kinds, site, checked(async, site));
    unlock();
}

API void GOACC_exit_data(int flags, size_t n, void **host, size_t *sizes, unsigned short *kinds, int async, int count, ...) {
    uint32_t site = site_of(HERE, SITE_EXIT);
    if (on_host(flags)) return;
    va_list list;
    lock();
    va_start(list, count);
    waits(async, count, &list, site);
    va_end(list);
    kernel_site = site;
    site_ran(site, 0);
    check_lengths(n, host, sizes, kinds, site);
    exit_data(n, host, sizes, kinds, site, checked(async, site));
    unlock();
}

/* gcc 11 and older have one entry for both. */
API void GOACC_enter_exit_data(int flags, size_t n, void **host, size_t *sizes, unsigned short *kinds, int async, int count, ...) {
    bool entering = false;
    for (size_t i = 0; i < n && !entering; i++) {
        int what = kinds[i] & 0xff;
        if (what == K_POINTER || what == K_TO_PSET || what == K_STRUCT) continue;
        entering = what == K_FORCE_ALLOC || what == K_ALLOC || what == K_FORCE_TO || what == K_TO || what == K_ATTACH || what == K_FORCE_PRESENT;
        if (!entering) break;
    }
    uint32_t site = site_of(HERE, entering ? SITE_ENTER : SITE_EXIT);
    if (on_host(flags)) return;
    va_list list;
    lock();
    va_start(list, count);
    waits(async, count, &list, site);
    va_end(list);
    kernel_site = site;
    site_ran(site, 0);
    check_lengths(n, host, sizes, kinds, site);
    if (entering) enter_data(n, host, sizes, kinds, site, checked(async, site));
    else exit_data(n, host, sizes, kinds, site, checked(async, site));
    unlock();
}

static bool present(uintptr_t host, size_t size) {
    if (is_shared(host)) return true;
    Mapping *m = table_find(host, size);
    return m && host >= m->host && host + size <= m->end;
}

API void GOACC_update(int flags, size_t n, void **host, size_t *sizes, unsigned short *kinds, int async, int count, ...) {
    uint32_t site = site_of(HERE, SITE_UPDATE);
    if (on_host(flags)) return;
    va_list list;
    lock();
    va_start(list, count);
    waits(async, count, &list, site);
    va_end(list);
    site_ran(site, 0);
    checked(async, site);
    check_lengths(n, host, sizes, kinds, site);
    if (!n) finding(F_UPDATE_DROPPED, site_pc(site), site, NO_SITE, 0, 0, 0, 0);
    bool sent = false;
    for (size_t i = 0; i < n; i++) {
        uintptr_t at = (uintptr_t)host[i];
        int what = kinds[i] & 0xff;
        switch (what) {
        case K_POINTER:
        case K_TO_PSET:
            break;
        case K_ALWAYS_POINTER:
            if (sent && !is_shared(at)) {
                /* As libgomp does, which sends the pointer too: a member's struct has to be there. */
                if (!table_find(at, 8)) fatal(site, "[%p,%d] is not mapped", host[i], 8);
                uintptr_t target = (uintptr_t)host[i - 1];
                enqueue_pointer(device_of(table_find(at, 8), at), is_shared(target) ? target : device_of(table_find(target, 1), target), async);
            }
            sent = false;
            break;
        case K_TO: /* with if_present */
        case K_FROM:
            sent = false;
            if (!at || !present(at, sizes[i])) break;
            /* fall through */
        case K_FORCE_TO:
        case K_FORCE_FROM:
            sent = (what & 3) == K_TO;
            if (at && sizes[i]) update_one(sent, at, sizes[i], site, async);
            break;
        default:
            fatal(site, "GOACC_update UNHANDLED kind 0x%.2x", what);
        }
    }
    unlock();
}

API void GOACC_wait(int async, int count, ...) {
    uint32_t site = site_of(HERE, SITE_WAIT);
    va_list list;
    lock();
    site_ran(site, 0);
    va_start(list, count);
    if (count) waits(checked(async, site), count, &list, site);
    else if (async == ASYNC_SYNC) queue_wait_all(site);
    else queue_wait_all_in(checked(async, site), site);
    va_end(list);
    unlock();
}

API void GOACC_declare(int flags, size_t n, void **host, size_t *sizes, unsigned short *kinds) {
    uint32_t site = site_of(HERE, SITE_DECLARE);
    if (on_host(flags)) return;
    lock();
    kernel_site = site;
    for (size_t i = 0; i < n; i++) {
        int what = kinds[i] & 0xff;
        uintptr_t at = (uintptr_t)host[i];
        switch (what) {
        case K_POINTER: case K_TO_PSET: case K_DEVICEPTR:
            break;
        case K_FORCE_PRESENT:
            if (!present(at, sizes[i])) fatal(site, "[%p,%ld] is not mapped", host[i], (long)sizes[i]);
            break;
        case K_ALLOC:
            if (present(at, sizes[i])) break;
            /* fall through */
        case K_FORCE_ALLOC: case K_TO: case K_FORCE_TO:
            enter_data(1, host + i, sizes + i, kinds + i, site, ASYNC_SYNC);
            if (!is_shared(at)) table_find(at, sizes[i])->declared = true;
            break;
        default:
            exit_data(1, host + i, sizes + i, kinds + i, site, ASYNC_SYNC);
        }
    }
    unlock();
}

API int GOACC_get_num_threads(void) { return 1; }
API int GOACC_get_thread_num(void) { return 0; }

/* Starts before the program's own constructors, ends after its destructors. */
__attribute__((constructor(101))) static void start(void) {
    report_start();
    memory_start();
    shared_start();
    launch_start();
    device_start();
}

__attribute__((destructor(101))) static void end(void) {
    if (in_kernel) return;
    queues_end();
    for (size_t i = 0; i < table_count(); i++) {
        Mapping *m = table_at(i);
        if (!m->dynamic || m->orphan || m->forever || m->declared) continue; /* gcc gives `declare copyin` no end */
        bool newer = false;
        for (size_t j = 0; hooked && j < m->end - m->host && !newer; j++) newer = (*shadow_of(m->device + j) & (S_HOST_STALE | S_DEVICE_STALE)) == S_HOST_STALE;
        finding(F_LEFT_BEHIND, site_pc(m->site), m->site, NO_SITE, m->host, 0, m->end - m->host, newer ? "newer" : 0);
    }
    report_ended();
}
