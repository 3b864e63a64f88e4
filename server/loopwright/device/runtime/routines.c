/* The routines of openacc.h. The device says that it is one of NVIDIA's: programs ask for those. */
#define _GNU_SOURCE
#include "device.h"
#include <stdlib.h>
#include <strings.h>

enum { NONE = 0, DEFAULT = 1, HOST = 2, NOT_HOST = 4, NVIDIA = 5, RADEON = 8, CURRENT = -1 };
static int type = NVIDIA;

bool host_is_device(void) { return type == HOST; }

void device_start(void) {
    const char *wanted = getenv("ACC_DEVICE_TYPE");
    if (wanted && strcasecmp(wanted, "host") == 0) type = HOST;
}

#define SITE uint32_t site = site_of(HERE, SITE_ROUTINE)

API int acc_get_num_devices(int t) { return t == HOST || t == NVIDIA || t == NOT_HOST || t == DEFAULT || t == CURRENT; }
API int acc_get_device_type(void) { return in_kernel ? NVIDIA : type; }
API int acc_get_device_num(int t) { (void)t; return 0; }
API int acc_on_device(int t) {
    if (!in_kernel) return t == HOST || t == NONE;
    return t == NOT_HOST || t == NVIDIA || t == DEFAULT;
}

API void acc_set_device_type(int t) {
    SITE;
    if (t == RADEON || !acc_get_num_devices(t)) fatal(site, "device type %s not supported", t == RADEON ? "radeon" : "none");
    type = t == HOST ? HOST : NVIDIA;
}

API void acc_set_device_num(int number, int t) {
    SITE;
    if (t < 0 || t == RADEON) fatal(site, "unknown device type %u", (unsigned)t);
    if (number > 0) fatal(site, "device %d out of range", number);
    type = t == HOST ? HOST : NVIDIA;
}

API void acc_init(int t) { SITE; if (t == RADEON) fatal(site, "device type radeon not supported"); }
API void acc_init_device(int number, int t) { (void)number, (void)t; }

API void acc_shutdown(int t) {
    (void)t;
    SITE;
    lock();
    queue_wait_all(site);
    for (size_t i = table_count(); i-- > 0;) {
        Mapping *m = table_at(i);
        if (m->site == NO_SITE) continue;
        table_remove(m, site);
        block_drop(m->block, site);
    }
    unlock();
}
API void acc_shutdown_device(int number, int t) { (void)number; acc_shutdown(t); }

API size_t acc_get_property(int number, int t, int property) {
    (void)number, (void)t;
    return property == 1 || property == 2 ? arena_size : 0;
}
API const char *acc_get_property_string(int number, int t, int property) {
    (void)number, (void)t;
    return property == 0x10001 ? "Loopwright's emulated device" : property == 0x10002 ? "Loopwright" : property == 0x10003 ? "1" : 0;
}

/* Memory. */
API void *acc_malloc(size_t size) {
    SITE;
    if (!size) return 0;
    if (host_is_device()) return malloc(size);
    lock();
    Block *b = block_new(size, 256, site);
    unlock();
    return b ? (void *)b->start : 0;
}

API void acc_free(void *at) {
    SITE;
    if (!at) return;
    if (host_is_device()) {
        free(at);
        return;
    }
    lock();
    Block *b = on_device((uintptr_t)at) ? block_at((uintptr_t)at) : 0;
    Mapping *m = table_of_device((uintptr_t)at);
    if (m) fatal(site, "refusing to free device memory space at %p that is still mapped at [%p,+%d]", at, (void *)m->host, (int)(m->end - m->host));
    if (!b || !b->live || b->start != (uintptr_t)at) fatal(site, "error in freeing device memory in acc_free");
    block_drop(b, site);
    unlock();
}

API void *acc_deviceptr(void *host) {
    if (host_is_device() || is_shared((uintptr_t)host)) return host;
    Mapping *m = table_find((uintptr_t)host, 1);
    return m ? (void *)device_of(m, (uintptr_t)host) : 0;
}
API void *acc_hostptr(void *device) {
    if (host_is_device() || is_shared((uintptr_t)device)) return device;
    Mapping *m = table_of_device((uintptr_t)device);
    return m ? (void *)(m->host + ((uintptr_t)device - m->device)) : 0;
}
API int acc_is_present(void *host, size_t size) {
    if (host_is_device()) return host != 0;
    if (!host || !size) return 0;
    if (is_shared((uintptr_t)host)) return 1;
    Mapping *m = table_find((uintptr_t)host, size);
    return m && (uintptr_t)host >= m->host && (uintptr_t)host + size <= m->end;
}

API void acc_map_data(void *host, void *device, size_t size) {
    SITE;
    if (host_is_device()) {
        if (host != device) fatal(site, "cannot map data on shared-memory system");
        return;
    }
    lock();
    if (!host || !device || !size) fatal(site, "[%p,+%d]->[%p,+%d] is a bad map", host, (int)size, device, (int)size);
    if (table_find((uintptr_t)host, size)) fatal(site, "host address [%p, +%d] is already mapped", host, (int)size);
    if (table_of_device((uintptr_t)device)) fatal(site, "device address [%p, +%d] is already mapped", device, (int)size);
    Block *b = on_device((uintptr_t)device) ? block_at((uintptr_t)device) : 0;
    if (!b) fatal(site, "[%p,+%d]->[%p,+%d] is a bad map", host, (int)size, device, (int)size);
    block_use(b);
    table_add((uintptr_t)host, size, b, (uintptr_t)device, site)->forever = true;
    unlock();
}

API void acc_unmap_data(void *host) {
    SITE;
    if (host_is_device()) return;
    lock();
    Mapping *m = table_find((uintptr_t)host, 1);
    if (!m) fatal(site, "%p is not a mapped block", host);
    if (m->host != (uintptr_t)host) fatal(site, "[%p,%d] surrounds %p", (void *)m->host, (int)(m->end - m->host), host);
    if (!m->forever || m->site == NO_SITE)
        fatal(site, "refusing to unmap block [%p,+%d] that has not been mapped by 'acc_map_data'", host, (int)(m->end - m->host));
    table_remove(m, site);
    block_drop(m->block, site);
    unlock();
}

#define ENTER(name, kind) \
    API void *name(void *host, size_t size) { \
        SITE; \
        if (host_is_device()) return host; \
        lock(); \
        site_ran(site, 0); \
        void *at = enter_one((uintptr_t)host, size, kind, site, ASYNC_SYNC); \
        unlock(); \
        return at; \
    }
#define ENTER_ASYNC(name, kind) \
    API void name(void *host, size_t size, int async) { \
        SITE; \
        if (host_is_device()) return; \
        lock(); \
        site_ran(site, 0); \
        enter_one((uintptr_t)host, size, kind, site, async); \
        unlock(); \
    }
#define LEAVE(name, call) \
    API void name(void *host, size_t size) { \
        SITE; \
        const int async = ASYNC_SYNC; \
        if (host_is_device()) return; \
        lock(); \
        site_ran(site, 0); \
        call; \
        unlock(); \
    }
#define LEAVE_ASYNC(name, call) \
    API void name(void *host, size_t size, int async) { \
        SITE; \
        if (host_is_device()) return; \
        lock(); \
        site_ran(site, 0); \
        call; \
        unlock(); \
    }
ENTER(acc_copyin, K_TO) ENTER(acc_present_or_copyin, K_TO) ENTER(acc_pcopyin, K_TO)
ENTER(acc_create, K_ALLOC) ENTER(acc_present_or_create, K_ALLOC) ENTER(acc_pcreate, K_ALLOC)
ENTER_ASYNC(acc_copyin_async, K_TO) ENTER_ASYNC(acc_create_async, K_ALLOC)
#define EXIT(kind) exit_one((uintptr_t)host, size, kind, site, async)
LEAVE(acc_copyout, EXIT(K_FROM)) LEAVE_ASYNC(acc_copyout_async, EXIT(K_FROM))
LEAVE(acc_copyout_finalize, EXIT(K_FORCE_FROM)) LEAVE_ASYNC(acc_copyout_finalize_async, EXIT(K_FORCE_FROM))
LEAVE(acc_delete, EXIT(K_RELEASE)) LEAVE_ASYNC(acc_delete_async, EXIT(K_RELEASE))
LEAVE(acc_delete_finalize, EXIT(K_DELETE)) LEAVE_ASYNC(acc_delete_finalize_async, EXIT(K_DELETE))
#define UPDATE(there) if (host) update_one(there, (uintptr_t)host, size, site, async)
LEAVE(acc_update_device, UPDATE(true)) LEAVE_ASYNC(acc_update_device_async, UPDATE(true))
LEAVE(acc_update_self, UPDATE(false)) LEAVE_ASYNC(acc_update_self_async, UPDATE(false))
LEAVE(acc_update_host, UPDATE(false)) LEAVE_ASYNC(acc_update_host_async, UPDATE(false))

static void check_device(uintptr_t device, size_t size, uintptr_t host, bool to_device, uint32_t site) {
    Block *b = on_device(device) ? block_at(device) : 0;
    if (b && b->live && device >= b->start && device + size <= b->start + b->size) return;
    fatal(site, "Copying of %s object [%p..%p) to %s object [%p..%p) failed", to_device ? "host" : "dev",
          (void *)(to_device ? host : device), (void *)((to_device ? host : device) + size), to_device ? "dev" : "host",
          (void *)(to_device ? device : host), (void *)((to_device ? device : host) + size));
}

static void between(bool to_device, uintptr_t device, uintptr_t host, size_t size, int async, uint32_t site) {
    if (host_is_device() || is_shared(device)) {
        raw_copy((void *)(to_device ? device : host), (void *)(to_device ? host : device), size);
        return;
    }
    if (!size) return;
    lock();
    site_ran(site, 0);
    check_device(device, size, host, to_device, site);
    enqueue_copy(to_device, device, host, size, site, async, NO_PAIR);
    unlock();
}
API void acc_memcpy_to_device(void *d, void *h, size_t n) { SITE; between(true, (uintptr_t)d, (uintptr_t)h, n, ASYNC_SYNC, site); }
API void acc_memcpy_to_device_async(void *d, void *h, size_t n, int async) { SITE; between(true, (uintptr_t)d, (uintptr_t)h, n, async, site); }
API void acc_memcpy_from_device(void *h, void *d, size_t n) { SITE; between(false, (uintptr_t)d, (uintptr_t)h, n, ASYNC_SYNC, site); }
API void acc_memcpy_from_device_async(void *h, void *d, size_t n, int async) { SITE; between(false, (uintptr_t)d, (uintptr_t)h, n, async, site); }
API void acc_memcpy_device(void *to, void *from, size_t n) {
    SITE;
    if (host_is_device() || !n || (is_shared((uintptr_t)to) && is_shared((uintptr_t)from))) {
        raw_copy(to, from, n);
        return;
    }
    check_device((uintptr_t)to, n, (uintptr_t)from, true, site);
    check_device((uintptr_t)from, n, (uintptr_t)to, true, site);
    raw_copy(to, from, n);
    if (hooked) for (size_t i = 0; i < n; i++) *shadow_of((uintptr_t)to + i) |= S_DEFINED | S_HOST_STALE;
}

#define POINTER(name, call) API void name(void **host) { SITE; if (host_is_device()) return; lock(); const int async = ASYNC_SYNC; kernel_site = site; call; unlock(); }
#define POINTER_ASYNC(name, call) API void name(void **host, int async) { SITE; if (host_is_device()) return; lock(); kernel_site = site; call; unlock(); }
POINTER(acc_attach, attach_pointer((uintptr_t)host, 0, async)) POINTER_ASYNC(acc_attach_async, attach_pointer((uintptr_t)host, 0, async))
POINTER(acc_detach, detach_pointer((uintptr_t)host, false, async)) POINTER_ASYNC(acc_detach_async, detach_pointer((uintptr_t)host, false, async))
POINTER(acc_detach_finalize, detach_pointer((uintptr_t)host, true, async))
POINTER_ASYNC(acc_detach_finalize_async, detach_pointer((uintptr_t)host, true, async))

/* Queues. */
#define QUEUE(type, name, parameters, call) API type name parameters { SITE; (void)site; lock(); call; unlock(); }
QUEUE(void, acc_wait, (int async), queue_wait(async, site)) QUEUE(void, acc_async_wait, (int async), queue_wait(async, site))
QUEUE(void, acc_wait_all, (void), queue_wait_all(site)) QUEUE(void, acc_async_wait_all, (void), queue_wait_all(site))
QUEUE(void, acc_wait_async, (int first, int second), queue_wait_in(first, second, site))
QUEUE(void, acc_wait_all_async, (int async), queue_wait_all_in(async, site))
QUEUE(int, acc_async_test, (int async), int done = queue_test(async); unlock(); return done)
QUEUE(int, acc_async_test_all, (void), int done = queue_test_all(); unlock(); return done)
static int default_queue = ASYNC_NOVAL;
API int acc_get_default_async(void) { return default_queue; }
API void acc_set_default_async(int async) { default_queue = async; }

/* There is no CUDA below, and no profiling. */
API void *acc_get_current_cuda_device(void) { return 0; }
API void *acc_get_current_cuda_context(void) { return 0; }
API void *acc_get_cuda_stream(int async) { (void)async; return 0; }
API int acc_set_cuda_stream(int async, void *stream) { (void)async, (void)stream; return 0; }
API void acc_prof_register(int event, void *callback, int info) { (void)event, (void)callback, (void)info; }
API void acc_prof_unregister(int event, void *callback, int info) { (void)event, (void)callback, (void)info; }
API void *acc_prof_lookup(const char *name) { (void)name; return 0; }
