/* Memory that host and device share, as `-gpu=mem:unified` and `-gpu=mem:managed` of nvc have it: all of the host's, or what was
   allocated. A kernel uses it at the host's address; no clause, directive or routine moves it. */
#define _GNU_SOURCE
#include "device.h"
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static enum { DISCRETE, MANAGED, UNIFIED } model;
static struct { uintptr_t from, to; } loaded[256]; /* programs and libraries: what is static */
static unsigned loads;
extern void *__libc_stack_end;

bool device_shares(void) { return model == UNIFIED; }

static bool is_static(uintptr_t at) {
    for (unsigned i = 0; i < loads; i++)
        if (at >= loaded[i].from && at < loaded[i].to) return true;
    return false;
}

/* Of the thread that asks: what is automatic elsewhere is not looked for. */
static bool is_automatic(uintptr_t at) {
    static __thread uintptr_t end;
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (!end) {
        end = (uintptr_t)__libc_stack_end;
        if (here > end || end - here > (uintptr_t)1 << 30) { /* not the first thread */
            pthread_attr_t attributes;
            void *low;
            size_t size;
            if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
                if (pthread_attr_getstack(&attributes, &low, &size) == 0) end = (uintptr_t)low + size;
                pthread_attr_destroy(&attributes);
            }
        }
    }
    return at >= here && at < end;
}

bool is_shared(uintptr_t host) {
    if (model == DISCRETE || on_device(host)) return false;
    return model == UNIFIED || (!is_static(host) && !is_automatic(host));
}

static int segments_of(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum && loads < 256; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_LOAD) continue;
        loaded[loads].from = info->dlpi_addr + p->p_vaddr;
        loaded[loads].to = loaded[loads].from + p->p_memsz, loads++;
    }
    return 0;
}

void shared_start(void) {
    const char *wanted = getenv("LOOPWRIGHT_DEVICE_MEMORY");
    if (wanted && strcmp(wanted, "managed") == 0) model = MANAGED;
    if (wanted && strcmp(wanted, "unified") == 0) model = UNIFIED;
    dl_iterate_phdr(segments_of, 0);
}
