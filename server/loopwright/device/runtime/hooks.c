/* What the compiler puts before every access (-fsanitize=thread, without its library) and what it says of the data.

   On the host: a page table of two levels says whether anything in a page is of interest; nearly always it is not, and that is
   all. In a kernel: the state of the bytes lies at a fixed distance, and nearly always is the expected one. */
#include "device.h"
#include <signal.h>

#define HOOK API __attribute__((used))
#define ONES 0x0101010101010101u
unsigned stack_watched;
extern void *__libc_stack_end;

void stack_watch(uintptr_t host) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (host > here && host < (uintptr_t)__libc_stack_end) stack_watched++;
}

static Mapping *watched_at(uintptr_t address) {
    Mapping *m = table_first_after(address);
    return m && m->host <= address && !m->orphan ? m : 0;
}

/* The two sides of an attached pointer differ by design. */
static bool attached(const Mapping *m, uintptr_t host) { return m && m->attached && m->attached[(host - m->host) / 8].times; }

/* Whether a kernel's pointer still leads where the host's leads: the host may have given its own another target since. */
static bool leads_there(const Mapping *m, uintptr_t host) {
    const Attached *p = &m->attached[(host - m->host) / 8];
    uintptr_t target = *(uintptr_t *)host, value = *(uintptr_t *)device_of(m, host);
    if (value == p->value) return target == p->target;
    Mapping *to = table_find(target, 1);
    return !to || value == device_of(to, target);
}

static __attribute__((noinline)) void host_ghost(Page *p, uintptr_t a, size_t size, bool write, uintptr_t pc) {
    for (size_t i = 0, said = 0; i < size; i++) {
        uint8_t *g = &p->ghost[(a + i) & 4095];
        if (*g && !write && !said++)
            finding(*g & S_HOST_UNDEFINED ? F_HOST_READS_UNDEFINED : F_HOST_READS_LOST, pc, p->ghost_site, NO_SITE, a + i, 0, 0, 0);
        *g = 0; /* said once, or written */
    }
}

/* `size` bytes in one page. */
static __attribute__((noinline)) void host_touch(Page *p, uintptr_t a, size_t size, bool write, uintptr_t pc) {
    if (p->pending && pending_touches(a, size, write, pc)) return;
    if (p->ghost) host_ghost(p, a, size, write, pc);
    for (size_t i = 0; p->count && i < size;) {
        Mapping *m = p->only;
        if (!m || a + i < m->host || a + i >= m->end) m = watched_at(a + i);
        if (!m) {
            i++;
            continue;
        }
        uint8_t *s = shadow_of(device_of(m, a + i));
        for (; i < size && a + i < m->end; i++, s++) {
            if (write) {
                if (queues_used && !(*s & S_DEVICE_STALE)) changed[(device_of(m, a + i) - arena) / 8] = latest_operation();
                *s = (*s | S_DEVICE_STALE) & (uint8_t)~(S_HOST_STALE | S_HOST_UNDEFINED);
            } else if (*s & (S_HOST_STALE | S_HOST_UNDEFINED) && !attached(m, a + i)) {
                bool undefined = *s & S_HOST_UNDEFINED;
                finding(undefined ? F_HOST_READS_UNDEFINED : F_HOST_READS_STALE, pc, undefined ? m->site : m->block->wrote, m->site, m->host,
                        (int64_t)(a + i - m->host), m->end - m->host, 0);
                return;
            }
        }
    }
}

static __attribute__((noinline)) void host_on_device(uintptr_t a, uintptr_t pc) {
    Block *b = block_at(a);
    finding(F_HOST_TOUCHES_DEVICE, pc, b ? b->born : NO_SITE, NO_SITE, b ? b->host : 0, b ? (int64_t)(a - b->start) : 0, b ? b->size : 0, 0);
    signal(SIGSEGV, SIG_DFL); /* as it ends where the device has memory of its own */
    raise(SIGSEGV);
}

/* Pointers that lead elsewhere than the host's and that the running kernel has read: it may be about to put them right. */
#define DOUBTS 64
static __thread struct { uintptr_t device, pc; } doubts[DOUBTS];
static __thread unsigned doubt_count;

static void doubt(uintptr_t device, uintptr_t pc) {
    for (unsigned i = 0; i < doubt_count; i++)
        if (doubts[i].device == device) return;
    if (doubt_count < DOUBTS) doubts[doubt_count].device = device, doubts[doubt_count++].pc = pc;
}

static void found_in_kernel(int kind, uintptr_t a, uintptr_t pc) {
    Block *b = block_at(a);
    finding(kind, pc, kernel_site, b ? b->born : NO_SITE, b ? b->host : 0, b ? (int64_t)(a - b->start) : 0, b ? b->size : 0, 0);
}

void kernel_ended(void) {
    for (unsigned i = 0; i < doubt_count; i++) {
        Mapping *m = table_of_device(doubts[i].device);
        if (m && !leads_there(m, m->host + (doubts[i].device - m->device))) found_in_kernel(F_POINTER_CHANGED, doubts[i].device, doubts[i].pc);
    }
    doubt_count = 0;
}

/* A kernel reads a byte that has no value, or an old one. */
static void read_bad(uintptr_t a, uint8_t state, uintptr_t pc) {
    Mapping *m = table_of_device(a);
    uintptr_t host = m ? m->host + (a - m->device) : 0;
    if (attached(m, host)) {
        host -= (host - m->host) % sizeof(void *);
        if (!leads_there(m, host)) doubt(device_of(m, host), pc);
    } else found_in_kernel(state & S_DEFINED ? F_DEVICE_READS_STALE : F_DEVICE_READS_UNDEFINED, a, pc);
}

/* The state of a byte is not as expected. */
static void device_state(uintptr_t a, uint8_t *s, size_t size, bool write, uintptr_t pc) {
    Block *b = 0;
    for (size_t i = 0; i < size; i++) {
        uint8_t old = s[i];
        if (!(old & S_LIVE)) {
            if (!b) b = block_at(a);
            uintptr_t at = a + i;
            if (b && !b->live && at - b->start < b->size) finding(F_AFTER_EXIT, pc, kernel_site, b->died, b->host, (int64_t)(at - b->start), b->size, 0);
            else finding(F_OUTSIDE, pc, kernel_site, b ? b->born : NO_SITE, b ? b->host : 0, b ? (int64_t)(at - b->start) : 0, b ? b->size : 0, 0);
            return;
        }
        if (write) {
            bool newer = !(old & S_DEVICE_STALE && asked_before_change(a + i)); /* than the host's */
            s[i] = (old & (uint8_t)~((newer ? S_DEVICE_STALE : 0) | S_SENT)) | (newer ? S_HOST_STALE : 0) | S_DEFINED | S_WRITTEN;
            if (!b && (b = block_at(a))) b->wrote = kernel_site;
        } else {
            if (!(old & S_DEFINED) || (old & S_DEVICE_STALE && !asked_before_change(a + i))) read_bad(a + i, old, pc);
            s[i] = (old | S_READ) & (uint8_t)~S_SENT;
        }
    }
}

/* Not the device's memory: the kernel's own, or none of its business. */
static __attribute__((noinline)) void kernel_elsewhere(uintptr_t a, size_t size, bool write, uintptr_t pc) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if ((a >= here && a < kernel_stack) || a - own_values < own_size || is_shared(a)) return;
    Mapping *m = table_first_after(a);
    bool mapped = m && m->host <= a;
    if (mapped && m->direct) {
        device_state(device_of(m, a), shadow_of(device_of(m, a)), size, write, pc);
        return;
    }
    if (!write && is_constant(a)) return;
    finding(mapped ? F_HOST_POINTER_ON_DEVICE : F_NO_MAPPING, pc, kernel_site, mapped ? m->site : NO_SITE, a, mapped ? (int64_t)(a - m->host) : 0,
            mapped ? m->end - m->host : 0, 0);
    illegal_access();
}

static __attribute__((noinline)) void kernel_slow(uintptr_t a, size_t size, bool write, uintptr_t pc) {
    if (!on_device(a)) kernel_elsewhere(a, size, write, pc);
    else device_state(a, shadow_of(a), size, write, pc);
}

#define READ_MASK (S_LIVE | S_DEFINED | S_DEVICE_STALE | S_READ | S_SENT)
#define READ_GOOD (S_LIVE | S_DEFINED | S_READ)
#define WRITE_MASK (S_LIVE | S_DEFINED | S_DEVICE_STALE | S_HOST_STALE | S_WRITTEN | S_SENT)
#define WRITE_GOOD (S_LIVE | S_DEFINED | S_HOST_STALE | S_WRITTEN)

static inline __attribute__((always_inline)) void touch(void *at, size_t size, bool write, uintptr_t pc) {
    uintptr_t a = (uintptr_t)at;
    if (__builtin_expect(in_kernel, 0)) {
        if (on_device(a)) {
            if (__builtin_expect(operation != 0, 0)) order_check(a, size, write, pc);
            const uint8_t *s = shadow_of(a);
            uint64_t mask = (write ? WRITE_MASK : READ_MASK) * ONES, good = (write ? WRITE_GOOD : READ_GOOD) * ONES, bad = 0;
            if (size == 1) bad = (*s ^ good) & mask & 0xff;
            else if (size == 2) bad = (*(const uint16_t *)s ^ good) & mask & 0xffff;
            else if (size == 4) bad = (*(const uint32_t *)s ^ good) & mask & 0xffffffff;
            else for (size_t i = 0; i < size; i += 8) bad |= (*(const uint64_t *)(s + i) ^ good) & mask;
            if (__builtin_expect(!bad, 1)) return;
        }
        kernel_slow(a, size, write, pc);
        return;
    }
    Page *p = page_of(a);
    if (__builtin_expect(p != 0, 0)) {
        size_t here = 4096 - (a & 4095);
        host_touch(p, a, size < here ? size : here, write, pc);
        if (here < size && (p = page_of(a + here))) host_touch(p, a + here, size - here, write, pc);
    } else if (__builtin_expect(on_device(a), 0)) host_on_device(a, pc);
}

void touch_range(uintptr_t a, size_t size, bool write, uintptr_t pc) {
    if (in_kernel) {
        while (size) {
            size_t part = on_device(a) && size > 64 ? 64 : size;
            if (on_device(a) && operation) order_check(a, part, write, pc);
            kernel_slow(a, part, write, pc);
            a += part, size -= part;
        }
        return;
    }
    while (size) {
        size_t part = 4096 - (a & 4095);
        if (part > size) part = size;
        Page *p = page_of(a);
        if (p) host_touch(p, a, part, write, pc);
        a += part, size -= part;
    }
}

HOOK void __tsan_init(void) {}
HOOK void __tsan_func_entry(void *pc) { (void)pc; }
HOOK void __tsan_vptr_update(void **at, void *value) { (void)value; touch(at, 8, true, HERE); }
HOOK void __tsan_vptr_read(void **at) { (void)at; }

HOOK __attribute__((optimize("no-omit-frame-pointer"))) void __tsan_func_exit(void) {
    if (__builtin_expect(!stack_watched, 1) || in_kernel) return;
    uintptr_t *frame = *(uintptr_t **)__builtin_frame_address(0); /* of the function that ends */
    uintptr_t from = (uintptr_t)__builtin_frame_address(0);
    if ((uintptr_t)frame <= from || (uintptr_t)frame > (uintptr_t)__libc_stack_end || !in_program(frame[1])) return; /* `main` and odd frames */
    object_gone(from, (uintptr_t)frame, HERE, true);
}

#define ACCESSES(n) \
    HOOK void __tsan_read##n(void *p) { touch(p, n, false, HERE); } \
    HOOK void __tsan_write##n(void *p) { touch(p, n, true, HERE); } \
    HOOK void __tsan_unaligned_read##n(void *p) { touch(p, n, false, HERE); } \
    HOOK void __tsan_unaligned_write##n(void *p) { touch(p, n, true, HERE); } \
    HOOK void __tsan_volatile_read##n(void *p) { touch(p, n, false, HERE); } \
    HOOK void __tsan_volatile_write##n(void *p) { touch(p, n, true, HERE); } \
    HOOK void __tsan_unaligned_volatile_read##n(void *p) { touch(p, n, false, HERE); } \
    HOOK void __tsan_unaligned_volatile_write##n(void *p) { touch(p, n, true, HERE); }
ACCESSES(1) ACCESSES(2) ACCESSES(4) ACCESSES(8) ACCESSES(16)
HOOK void __tsan_read_range(void *p, unsigned long n) { touch_range((uintptr_t)p, n, false, HERE); }
HOOK void __tsan_write_range(void *p, unsigned long n) { touch_range((uintptr_t)p, n, true, HERE); }

#define FETCH(n, T, name, builtin) HOOK T __tsan_atomic##n##_fetch_##name(volatile T *p, T v, int o) { \
        (void)o; touch((void *)p, sizeof *p, false, HERE); touch((void *)p, sizeof *p, true, HERE); return builtin(p, v, __ATOMIC_SEQ_CST); }
#define ATOMIC(n, T) \
    HOOK T __tsan_atomic##n##_load(const volatile T *p, int o) { (void)o; touch((void *)p, sizeof *p, false, HERE); return __atomic_load_n(p, __ATOMIC_SEQ_CST); } \
    HOOK void __tsan_atomic##n##_store(volatile T *p, T v, int o) { (void)o; touch((void *)p, sizeof *p, true, HERE); __atomic_store_n(p, v, __ATOMIC_SEQ_CST); } \
    HOOK T __tsan_atomic##n##_exchange(volatile T *p, T v, int o) { \
        (void)o; touch((void *)p, sizeof *p, false, HERE); touch((void *)p, sizeof *p, true, HERE); return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST); } \
    FETCH(n, T, add, __atomic_fetch_add) FETCH(n, T, sub, __atomic_fetch_sub) FETCH(n, T, and, __atomic_fetch_and) \
    FETCH(n, T, or, __atomic_fetch_or) FETCH(n, T, xor, __atomic_fetch_xor) FETCH(n, T, nand, __atomic_fetch_nand) \
    HOOK int __tsan_atomic##n##_compare_exchange_strong(volatile T *p, T *e, T v, int a, int b) { \
        (void)a, (void)b; touch((void *)p, sizeof *p, false, HERE); touch((void *)p, sizeof *p, true, HERE); \
        return __atomic_compare_exchange_n(p, e, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); } \
    HOOK int __tsan_atomic##n##_compare_exchange_weak(volatile T *p, T *e, T v, int a, int b) { \
        return __tsan_atomic##n##_compare_exchange_strong(p, e, v, a, b); } \
    HOOK T __tsan_atomic##n##_compare_exchange_val(volatile T *p, T e, T v, int a, int b) { \
        __tsan_atomic##n##_compare_exchange_strong(p, &e, v, a, b); return e; }
ATOMIC(8, uint8_t) ATOMIC(16, uint16_t) ATOMIC(32, uint32_t) ATOMIC(64, uint64_t)
HOOK void __tsan_atomic_thread_fence(int o) { (void)o; __atomic_thread_fence(__ATOMIC_SEQ_CST); }
HOOK void __tsan_atomic_signal_fence(int o) { (void)o; }
